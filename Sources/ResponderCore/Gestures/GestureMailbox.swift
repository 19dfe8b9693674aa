internal import ResponderEventLoop

/// Passes the actions of a recogniser to the task that iterates over them.
@MainActor
final class GestureMailbox<Element: Sendable> {
    private struct Item {
        let element: Element
        let state: GestureRecognizer.State
        /// Whether a gesture begins with the element.
        let isFirst: Bool
    }

    private var items: [Item] = []
    private var waiting: Promise<Element?>?
    private var isOver = false
    /// Whether the last element belongs to a gesture that continues.
    private var isUnderWay = false
    /// Called at the end, to remove the action from the recogniser.
    var onEnd: (() -> Void)?

    nonisolated init() {}

    /// Hands an element to the task that waits, or stores it; of several changed in a row, only the newest is stored.
    func put(_ element: Element, _ state: GestureRecognizer.State) {
        guard !isOver else { return }
        let item = Item(element: element, state: state, isFirst: !isUnderWay)
        isUnderWay = state == .began || state == .changed
        if let receiver = waiting.take() { return receiver.give(element) }
        if state == .changed, items.last?.state == .changed { items.removeLast() }
        items.append(item)
        if items.count > GestureUpdates<Element>.limit { dropOldest() }
    }

    /// Drops the oldest gesture whose first element waits.
    ///
    /// There is such a gesture, since each gesture has at most three elements.
    private func dropOldest() {
        guard let first = items.firstIndex(where: \.isFirst) else { return }
        let next = items[(first + 1)...].firstIndex(where: \.isFirst) ?? items.endIndex
        items.removeSubrange(first..<next)
    }

    /// The next element; nil at the end.
    ///
    /// A cancelled task ends the sequence.
    func take() async -> Element? {
        await withTaskCancellationHandler {
            let (element, promise) = elementOrPromise()
            return if let promise { await promise.value } else { element }
        } onCancel: {
            endSoon()
        }
    }

    /// The oldest element that waits, or nil at the end; if no element waits, a promise of the next one.
    private func elementOrPromise() -> (Element?, Promise<Element?>?) {
        if Task.isCancelled {
            end()
            items = []
        }
        guard items.isEmpty else { return (items.removeFirst().element, nil) }
        if isOver { return (nil, nil) }
        if waiting != nil {
            fatalError("two tasks wait for the next update of the same sequence; make a sequence for each task")
        }
        waiting = Promise()
        return (nil, waiting)
    }

    /// Ends the sequence: at once on the main actor, otherwise in a job of the main actor.
    nonisolated func endSoon() { Task.immediateDetached { @MainActor in self.end() } }

    private func end() {
        guard !isOver else { return }
        isOver = true
        onEnd.take()?()
        waiting.take()?.give(nil)
    }
}
