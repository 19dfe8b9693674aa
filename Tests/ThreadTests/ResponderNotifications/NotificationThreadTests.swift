import ResponderEventLoop
import TestSupport
import Testing

@testable import ResponderNotifications

/// A notification that may go anywhere.
private struct News: TypedNotification, Sendable {
    static let name = "News"
    let number: Int
}

/// A message that is no notification.
private struct Order: Sendable {
    let number: Int
}

@MainActor
@Suite("Notifications on several threads")
struct NotificationThreadTests {
    @Test("A sequence may leave the main actor where its notifications may")
    func sequence() async {
        // Rules: N7.
        let center = TypedNotificationCenter()
        let news = center.notifications(News.self)
        let sum = Task.detached {
            var sum = 0
            for await one in news {
                sum += one.number
                if one.number == 100 { break }
            }
            return sum
        }
        for number in 1...100 { center.post(News(number: number)) }
        #expect(await sum.value == 5050)
    }

    @Test("A notification token may be released off the main actor while the centre posts")
    func token() async {
        // Rules: N8.
        let (center, log) = (TypedNotificationCenter(), Log())
        let kept = center.observe(Ping.self) { [log] _ in log.write("kept") }
        for _ in 0..<100 {
            var tokens = (0..<10).map { _ in center.observe(Ping.self) { _ in } }
            let release = Task.detached { [taken = tokens] in
                for token in taken.dropLast(5) {
                    token.cancel()
                }
            }
            tokens = []
            center.post(Ping())
            // The detached task holds the last references to all ten.
            await release.value
        }
        center.post(Ping())
        center.removeCancelledObservers()
        #expect(center.storedCount == 1)
        #expect(log.take().count == 101)
        withExtendedLifetime(kept) {}
    }

    @Test("Messages that many threads send to a port arrive once each, those of one thread in their order")
    func port() async throws {
        let loop = try MainRunLoop()
        let (center, count, threads) = (TypedNotificationCenter(), 500, 4)
        let port = NotificationPort(loop: loop, center: center, capacity: 64)
        let received = Box<[[Int]]>(Array(repeating: [], count: threads))
        port.handle(Order.self) { order in
            received.value[order.number % threads].append(order.number / threads)
            if received.value.allSatisfy({ $0.count == count }) { loop.stop() }
        }
        for thread in 0..<threads {
            let sender = port.makeSender()
            Task.detached {
                for number in 0..<count {
                    // Where there is no room the main actor has to take some first: to ask again and again meanwhile
                    // would keep the threads of all tests busy, for as long as others have the main actor.
                    while !sender.send(Order(number: number * threads + thread), at: .now) { await MainActor.run {} }
                }
            }
        }
        await loop.run()
        #expect(received.value == Array(repeating: Array(0..<count), count: threads))
        port.invalidate()
    }
}
