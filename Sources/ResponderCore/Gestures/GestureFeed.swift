internal import ResponderEventLoop

/// An action of a recogniser on its way to the task that iterates.
struct GestureElement<Value: Sendable>: Sendable {
    let value: Value
    let state: GestureRecognizer.State
    /// Whether a gesture begins with the element.
    let isFirst: Bool

    /// Keeps an element until the task asks: of several changed in a row, the newest.
    ///
    /// Returns the elements that are dropped for it.
    static func keep(_ waiting: inout [Self], _ new: Self) -> [Self] {
        let isNewer = new.state == .changed && waiting.last?.state == .changed
        let replaced = isNewer ? [waiting.removeLast()] : []
        waiting.append(new)
        return waiting.count > GestureUpdates<Value>.limit ? replaced + dropOldest(&waiting) : replaced
    }

    /// Drops and returns the oldest gesture whose first element waits.
    ///
    /// There is one, since a gesture has three elements at most.
    private static func dropOldest(_ waiting: inout [Self]) -> [Self] {
        guard let first = waiting.firstIndex(where: \.isFirst) else { return [] }
        let next = waiting[(first + 1)...].firstIndex(where: \.isFirst) ?? waiting.endIndex
        defer { waiting.removeSubrange(first..<next) }
        return Array(waiting[first..<next])
    }
}

/// What the action of a sequence keeps: the sequence ends with it, and so with the recogniser.
@MainActor
final class GestureFeed<Value: Sendable> {
    nonisolated let mailbox = Mailbox<GestureElement<Value>>(keep: GestureElement.keep)
    /// Whether the last element is that of a gesture that goes on.
    private var isUnderWay = false

    // The task still gets what waits.
    deinit { mailbox.finish() }

    func put(_ value: Value, _ state: GestureRecognizer.State) {
        mailbox.put(GestureElement(value: value, state: state, isFirst: !isUnderWay))
        isUnderWay = state == .began || state == .changed
    }
}
