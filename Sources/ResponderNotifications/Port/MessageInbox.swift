internal import ResponderEventLoop
internal import Synchronization

/// A message on its way: when it happened, and what delivers it.
struct PortMessage: Sendable {
    var time: Int64
    let deliver: @MainActor @Sendable (NotificationPort) -> Void
}

/// What a port and its senders share: the messages that were sent and that no step has taken in yet, and whom to wake.
///
/// One lock for all senders: a step takes everything in at once, whatever the number of senders, most of which have
/// nothing to say. The inbox is Sendable because everything in it is atomic or touched under that lock alone.
final class MessageInbox: Sendable {
    struct Entry {
        let channel: NotificationChannel
        let message: PortMessage
    }

    private let lock = Lock()
    nonisolated(unsafe) private var entries: [Entry] = []
    /// Whether nothing is taken any more.
    nonisolated(unsafe) private var isOver = false
    /// How many messages were sent and not yet delivered.
    private let waiting = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)
    private let stepTime = Atomic<Int64>(.min)
    private let wakeSignal: WakeSignal

    init(wakeSignal: WakeSignal) {
        self.wakeSignal = wakeSignal
    }

    /// Whether any message waits, loaded in sequentially consistent order: the loop asks before it sleeps.
    var hasAny: Bool { waiting.load(ordering: .sequentiallyConsistent) > 0 }

    var refusedCount: Int { refused.load(ordering: .relaxed) }

    /// When the latest step began: what is sent from then on comes after what that step serves.
    var latestStep: Int64 { stepTime.load(ordering: .relaxed) }

    /// The earliest time of a message that no step has taken in.
    var oldestTime: Int64? { lock.locked { entries.lazy.map(\.message.time).min() } }

    /// Puts a message behind all others; false where its channel has no room, or there is no port any more.
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

    /// Takes all messages out, for a step that begins at `time`.
    func takeAll(at time: Int64) -> [Entry] {
        lock.locked {
            stepTime.store(time, ordering: .relaxed)
            defer { entries = [] }
            return entries
        }
    }

    /// A message is about to be delivered.
    func countDelivered() { waiting.wrappingSubtract(1, ordering: .sequentiallyConsistent) }

    /// Refuses everything from now on, and drops what waits.
    func finish() {
        let dropped = lock.locked { () -> [Entry] in
            defer { (entries, isOver) = ([], true) }
            waiting.store(0, ordering: .sequentiallyConsistent)
            return entries
        }
        // Outside of the lock: what goes with them may run code of its own.
        withExtendedLifetime(dropped) {}
    }
}
