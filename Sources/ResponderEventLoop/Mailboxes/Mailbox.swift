/// Passes a source's elements to the task that iterates over them: holds at most one element, and at most one task that
/// waits.
///
/// An element that is not taken yet is merged with the next, so nothing piles up. Sendable, because everything that
/// changes is accessed under the lock alone.
final class Mailbox<Element: Sendable>: Sendable, EndsWithLoop {
    private let merge: @Sendable (_ waiting: Element, _ new: Element) -> Element
    nonisolated(unsafe) private var element: Element?
    nonisolated(unsafe) private var waiting: Promise<Element?>?
    nonisolated(unsafe) private var isOver = false
    private let lock = Lock()

    init(merge: @escaping @Sendable (_ waiting: Element, _ new: Element) -> Element) {
        self.merge = merge
    }

    /// Hands an element to the task that waits, or keeps it for the next task that asks.
    func put(_ new: Element) {
        let receiver = lock.locked { () -> Promise<Element?>? in
            if isOver { return nil }
            guard let receiver = waiting else {
                element = element.map { merge($0, new) } ?? new
                return nil
            }
            waiting = nil
            return receiver
        }
        receiver?.give(new)
    }

    /// Ends the mailbox: a task that waits gets nil, and so does every task that asks from now on.
    func end() {
        let receiver = lock.locked {
            isOver = true
            element = nil
            defer { waiting = nil }
            return waiting
        }
        receiver?.give(nil)
    }

    /// The next element; nil when there are no more, or when the task is cancelled, which ends the sequence.
    func take(isolation: isolated (any Actor)? = #isolation) async -> Element? {
        await withTaskCancellationHandler(
            operation: {
                // A closure runs on the caller's actor only where it names the actor.
                _ = isolation
                let (element, promise) = elementOrPromise()
                return if let promise { await promise.value } else { element }
            },
            onCancel: { end() },
            isolation: isolation
        )
    }

    /// The element that waits, or nil at the end; where there is neither, a promise of the next element.
    private func elementOrPromise() -> (Element?, Promise<Element?>?) {
        lock.locked {
            if isOver { return (nil, nil) }
            if let present = element.take() { return (present, nil) }
            if waiting != nil {
                fatalError("two tasks wait for the next element of the same sequence; make a sequence for each task")
            }
            waiting = Promise()
            return (nil, waiting)
        }
    }
}
