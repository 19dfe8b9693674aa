internal import ResponderEventLoop
internal import Synchronization

/// A message on its way: its time, and the closure that delivers it.
struct PortMessage: Sendable {
    var time: Int64
    let deliver: @MainActor @Sendable (NotificationPort) -> Void
}

/// The state that a port and its senders share: the messages that were sent and that no input step has taken in yet,
/// and the loop's wake signal.
///
/// All senders share one lock, so that an input step takes in all messages at once, however many senders there are. The
/// inbox is Sendable because all its state is atomic or accessed only under that lock.
final class MessageInbox: Sendable {
    struct Entry {
        let channel: NotificationChannel
        let message: PortMessage
    }

    private let lock = Lock()
    nonisolated(unsafe) private var entries: [Entry] = []
    /// Whether all messages are refused from now on.
    nonisolated(unsafe) private var isOver = false
    /// The number of messages that were sent and not yet delivered.
    private let waiting = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)
    private let stepTime = Atomic<Int64>(.min)
    private let wakeSignal: WakeSignal

    init(wakeSignal: WakeSignal) {
        self.wakeSignal = wakeSignal
    }

    /// Whether any message waits; loaded in sequentially consistent order, since the loop asks before it sleeps.
    var hasAny: Bool { waiting.load(ordering: .sequentiallyConsistent) > 0 }

    var refusedCount: Int { refused.load(ordering: .relaxed) }

    /// The beginning of the latest step: messages sent since then come after those that the step serves.
    var latestStep: Int64 { stepTime.load(ordering: .relaxed) }

    /// The earliest time of the messages that no step has taken in.
    var oldestTime: Int64? { lock.locked { entries.lazy.map(\.message.time).min() } }

    /// Appends a message; returns false if its channel has no room or the port is invalid.
    func put(_ message: PortMessage, of channel: NotificationChannel) -> Bool {
        let isPut = lock.locked {
            guard !isOver, channel.hasRoom else { return false }
            channel.countWaiting(1)
            waiting.wrappingAdd(1, ordering: .sequentiallyConsistent)
            entries.append(Entry(channel: channel, message: message))
            return true
        }
        if isPut { wakeSignal.wake() } else { refused.wrappingAdd(1, ordering: .relaxed) }
        return isPut
    }

    /// Removes and returns all messages, for a step that begins at `time`.
    func takeAll(at time: Int64) -> [Entry] {
        lock.locked {
            stepTime.store(time, ordering: .relaxed)
            defer { entries = [] }
            return entries
        }
    }

    /// Counts a message that is about to be delivered.
    func countDelivered() { waiting.wrappingSubtract(1, ordering: .sequentiallyConsistent) }

    /// Refuses all messages from now on, and drops those that wait.
    func finish() {
        let dropped = lock.locked { () -> [Entry] in
            defer { (entries, isOver) = ([], true) }
            waiting.store(0, ordering: .sequentiallyConsistent)
            return entries
        }
        // Released outside of the lock, since the release may run other code.
        withExtendedLifetime(dropped) {}
    }
}
