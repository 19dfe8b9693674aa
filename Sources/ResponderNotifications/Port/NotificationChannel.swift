internal import Synchronization

/// The messages of one sender, first in, first out: the number that wait, and the messages that a step has taken in.
///
/// The channel is Sendable because all its state is atomic or belongs to the main actor.
final class NotificationChannel: Sendable {
    /// The channel's number in the order of creation; at equal times lower numbers come first.
    let order: Int
    private let capacity: Int
    /// The number of messages that were sent and not yet taken.
    private let waiting = Atomic<Int>(0)
    @MainActor private var messages: [PortMessage?] = []
    /// The number of messages taken from the front of `messages`, where they leave nil.
    @MainActor private var taken = 0

    init(order: Int, capacity: Int) {
        self.order = order
        self.capacity = capacity
    }

    var hasRoom: Bool { waiting.load(ordering: .relaxed) < capacity }

    func countWaiting(_ change: Int) { waiting.wrappingAdd(change, ordering: .relaxed) }

    /// The time of the first message that was taken in.
    @MainActor var firstTime: Int64? { taken < messages.count ? messages[taken]?.time : nil }

    /// Appends a message that a step has taken in.
    @MainActor func append(_ message: PortMessage) { messages.append(message) }

    /// Takes the first message.
    @MainActor func takeFirst() -> PortMessage? {
        guard taken < messages.count else { return nil }
        let message = messages[taken].take()
        taken += 1
        if taken * 2 > messages.count {
            messages.removeFirst(taken)
            taken = 0
        }
        countWaiting(-1)
        return message
    }

    /// Drops all messages that were taken in.
    @MainActor func removeAll() {
        let dropped = messages
        (messages, taken) = ([], 0)
        // Released last, since the release may run code that calls this channel.
        withExtendedLifetime(dropped) {}
    }
}
