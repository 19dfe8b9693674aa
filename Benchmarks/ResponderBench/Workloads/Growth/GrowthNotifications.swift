import ResponderKit
import ResponderNotifications

extension GrowthCurve {
    /// Observers of a notification that is posted, and of others.
    static let notifications: [GrowthCurve] = [
        GrowthCurve(
            "observers",
            "a notification is posted to N observers",
            per: "post",
            sizes: (0...5).map(powerOfTen),
            counted: GuardedSizes(16, 256, 4_096)
        ) { count in
            let observed = ObservedCenter(observers: count)
            return { observed.post($0) / count }
        },
        GrowthCurve(
            "observers-among",
            "a notification with one observer is posted; there are observers of N others",
            per: "post",
            sizes: [1, 8, 64, 512, 4_096, 16_384],
            counted: GuardedSizes(4, 64, 1_024, slack: 0.1)
        ) { count in
            let observed = ObservedCenter(observers: 1, othersByPowerOfTwo: count.trailingZeroBitCount)
            return { observed.post($0) }
        },
        GrowthCurve(
            "messages",
            "one of N senders of messages sends one, and the application's port delivers it in a turn",
            per: "message",
            sizes: [1, 4, 16, 64, 256],
            counted: GuardedSizes(4, 32, 256)
        ) { count in
            let messages = try Messages(senders: count)
            return { messages.send($0) }
        },
    ]
}

/// An application with senders of messages, each of which has sent one.
@MainActor
private final class Messages {
    private let tree: BenchTree
    private let senders: [NotificationPort.Sender]
    private var received = 0

    init(senders count: Int) throws {
        tree = try BenchTree(flat: 0)
        let port = tree.application.notificationPort
        senders = (0..<count).map { _ in port.makeSender() }
        port.handle(BenchNote.self) { [unowned(unsafe) self] in received += $0.number }
        for sender in senders { sender.send(BenchNote(number: 1), at: .zero) }
        tree.application.runLoop.run(until: .zero)
    }

    func send(_ count: Int) -> Int {
        received = 0
        for _ in 0..<count {
            senders[0].send(BenchNote(number: 1), at: .zero)
            tree.application.runLoop.run(until: .zero)
        }
        return received
    }
}
