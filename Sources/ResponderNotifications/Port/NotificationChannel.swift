internal import ResponderEventLoop
internal import Synchronization

/// A message on its way: when it happened, and what delivers it.
struct PortMessage {
    let time: Int64
    let deliver: @MainActor @Sendable (NotificationPort) -> Void
}

/// What a port and its senders share: how many messages wait, and whom to wake.
final class PortPending: Sendable {
    private let waiting = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)
    private let wakeSignal: WakeSignal

    init(wakeSignal: WakeSignal) {
        self.wakeSignal = wakeSignal
    }

    /// Whether there is something, loaded in sequentially consistent order: the loop asks before it sleeps.
    var hasAny: Bool { waiting.load(ordering: .sequentiallyConsistent) > 0 }

    func add() {
        waiting.wrappingAdd(1, ordering: .sequentiallyConsistent)
        wakeSignal.wake()
    }

    var refusedCount: Int { refused.load(ordering: .relaxed) }

    func countRefused() { refused.wrappingAdd(1, ordering: .relaxed) }

    func remove(_ count: Int) { waiting.wrappingSubtract(count, ordering: .sequentiallyConsistent) }
}

/// The messages of one sender, first in, first out.
///
/// Messages are few, so a lock will do. It is Sendable because all that changes is touched under it alone.
final class NotificationChannel: Sendable {
    private let capacity: Int
    private let pending: PortPending
    private let lock = Lock()
    nonisolated(unsafe) private var messages: [PortMessage?] = []
    /// How many of `messages`, from the first on, were taken; nil is left of these.
    nonisolated(unsafe) private var taken = 0
    /// How many were put in so far.
    nonisolated(unsafe) private var putCount = 0
    nonisolated(unsafe) private var isClosed = false
    /// Whether nothing is taken any more.
    nonisolated(unsafe) private var isOver = false

    init(capacity: Int, pending: PortPending) {
        self.capacity = max(1, capacity)
        self.pending = pending
    }

    /// Puts a message behind the others; false where there is no room, or no port any more.
    func put(_ message: PortMessage) -> Bool {
        let isPut = lock.locked {
            guard !isOver, messages.count - taken < capacity else { return false }
            messages.append(message)
            putCount += 1
            return true
        }
        if isPut { pending.add() } else { pending.countRefused() }
        return isPut
    }

    var hasRoom: Bool { lock.locked { !isOver && messages.count - taken < capacity } }

    /// How many were put in so far: where a step ends that begins now.
    var end: Int { lock.locked { putCount } }

    /// The time of the first message, where it is one of the first `end`.
    func nextTime(before end: Int) -> Int64? {
        lock.locked { firstPlace(before: end).flatMap { messages[$0]?.time } }
    }

    /// Takes the first message, where it is one of the first `end`.
    func take(before end: Int) -> PortMessage? {
        lock.locked {
            guard let place = firstPlace(before: end) else { return nil }
            // Moved out: nothing of a message goes under the lock, for that may run code that sends.
            let message = messages[place].take()
            taken += 1
            if taken * 2 > messages.count {
                messages.removeFirst(taken)
                taken = 0
            }
            return message
        }
    }

    private func firstPlace(before end: Int) -> Int? {
        taken < messages.count && putCount - (messages.count - taken) < end ? taken : nil
    }

    /// Takes all that is left, for it arrives no more, and nothing is taken from now on; returns how many those are.
    func finish() -> Int {
        let (dropped, count) = lock.locked { () -> ([PortMessage?], Int) in
            defer { (messages, taken, isOver) = ([], 0, true) }
            return (messages, messages.count - taken)
        }
        // Outside of the lock: what goes with them may run code of its own.
        withExtendedLifetime(dropped) {}
        return count
    }

    /// Nobody sends any more.
    func close() { lock.locked { isClosed = true } }

    /// Whether it will never have a message again.
    var isFinished: Bool { lock.locked { isClosed && taken == messages.count } }
}
