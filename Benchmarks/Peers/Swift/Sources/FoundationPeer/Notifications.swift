import CPeer
import Foundation
import PeerSupport

// notifications/…: observers with blocks, which are called on the posting thread.
// https://developer.apple.com/documentation/foundation/notificationcenter/addobserver(forname:object:queue:using:)
var notificationJobs: [Job] {
    [job("post-none", observers: 0, count: 2_000)]
        + [1, 10, 100].map { job("post-\($0)", observers: $0, count: 1_000 / ($0 + 9)) }
        + [job("post-1-among-10000", observers: 1, others: 16_384, count: 100)]
}

private func job(_ name: String, observers: Int, others: Int = 0, count: Int) -> Job {
    let row = Row(observers: observers, others: others, count: count)
    return Job("notifications/\(name)", body: row.run)
}

/// Unchecked, since all of it is the main thread's.
private final class Row: @unchecked Sendable {
    private static let batches = 20
    private let observers: Int
    private let others: Int
    private let count: Int
    private let center = NotificationCenter()
    private var tokens: [any NSObjectProtocol] = []
    private var sum = 0

    init(observers: Int, others: Int, count: Int) {
        (self.observers, self.others, self.count) = (observers, others, count)
    }

    func run(_ run: Run) {
        let name = Notification.Name("BenchNote")
        if tokens.isEmpty {
            for _ in 0..<observers { observe(name) }
            for number in 0..<others { observe(Notification.Name("OtherNote\(number)")) }
        }
        let count = run.count(count)
        sum = 0
        var times: [Double] = []
        for _ in 0..<Self.batches {
            let start = peer_now()
            for _ in 0..<count { center.post(name: name, object: nil) }
            times.append(Double(peer_now() - start) / Double(count))
        }
        run.expect(Self.batches * count * observers, handled: sum)
        run.sample("time", "ns/post", median(times))
    }

    private func observe(_ name: Notification.Name) {
        tokens.append(center.addObserver(forName: name, object: nil, queue: nil) { [unowned self] _ in sum &+= 1 })
    }
}
