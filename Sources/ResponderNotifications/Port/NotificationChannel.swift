internal import Synchronization

/// The messages of one sender, first in, first out: how many wait, and those of them that a step has taken in.
///
/// The channel is Sendable because everything in it is atomic or the main actor's.
final class NotificationChannel: Sendable {
    /// Channels that were made earlier come first at equal times.
    let order: Int
    private let capacity: Int
    /// How many messages were put in and not yet taken.
    private let waiting = Atomic<Int>(0)
    @MainActor private var messages: [PortMessage?] = []
    /// How many of `messages`, from the first on, were taken; nil is left of these.
    @MainActor private var taken = 0

    init(order: Int, capacity: Int) {
        self.order = order
        self.capacity = capacity
    }

    var hasRoom: Bool { waiting.load(ordering: .relaxed) < capacity }

    func countWaiting(_ change: Int) { waiting.wrappingAdd(change, ordering: .relaxed) }

    /// The time of the first message that was taken in.
    @MainActor var firstTime: Int64? { taken < messages.count ? messages[taken]?.time : nil }

    /// Puts a message that was taken in behind the others.
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
        // What goes with these may run code that comes back here.
        withExtendedLifetime(dropped) {}
    }
}
