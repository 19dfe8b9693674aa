import TestSupport
import Testing

@testable import ResponderNotifications

@MainActor
@Suite("Notifications as a sequence")
struct NotificationSequenceTests {
    @Test("A sequence misses no notification posted after it was made, in order, before and during the iteration")
    func missesNone() async {
        // Rules: N7.
        let center = TypedNotificationCenter()
        center.post(Ping(number: 0))
        let pings = center.notifications(Ping.self)
        center.post(Ping(number: 1))
        center.post(Pong(number: 7))
        center.post(Ping(number: 2))
        var got: [Int] = []
        for await ping in pings {
            got.append(ping.number)
            if ping.number < 5 { center.post(Ping(number: ping.number + 2)) } else { pings.cancel() }
        }
        #expect(got == [1, 2, 3, 4, 5, 6])
        #expect(pings.droppedCount == 0)
    }

    @Test("A task that waits is resumed by the next notification about its subject")
    func waits() async {
        // Rules: N7, N2.
        let (center, subject) = (TypedNotificationCenter(), Subject())
        let pings = center.notifications(Ping.self, of: subject)
        let task = Task { @MainActor in
            for await ping in pings { return ping.number }
            return 0
        }
        for _ in 0..<10 { await Task.yield() }
        center.post(Ping(number: 1))
        center.post(Ping(number: 2, subject: subject))
        #expect(await task.value == 2)
    }

    @Test("The oldest notification that waits beyond a sequence's buffer is dropped and counted")
    func overflow() async {
        // Rules: N7.
        let center = TypedNotificationCenter()
        let pings = center.notifications(Ping.self, bufferingNewest: 3)
        for number in 1...10 { center.post(Ping(number: number)) }
        pings.cancel()
        center.post(Ping(number: 11))
        var got: [Int] = []
        for await ping in pings { got.append(ping.number) }
        #expect(got == [8, 9, 10])
        #expect(pings.droppedCount == 7)
    }

    @Test("A sequence and its observer end when the task is cancelled, and when the centre or the sequence goes")
    func ends() async {
        // Rules: N7, N8.
        var center: TypedNotificationCenter? = TypedNotificationCenter()
        let cancelled = center?.notifications(Ping.self)
        let task = Task { @MainActor in
            if let cancelled { for await _ in cancelled {} }
            return "over"
        }
        for _ in 0..<10 { await Task.yield() }
        task.cancel()
        #expect(await task.value == "over")
        center?.removeCancelledObservers()
        #expect(center?.storedCount == 0)
        do {
            let dropped = center?.notifications(Ping.self)
            #expect(center?.storedCount == 1)
            withExtendedLifetime(dropped) {}
        }
        center?.removeCancelledObservers()
        #expect(center?.storedCount == 0)

        let last = center?.notifications(Ping.self)
        center?.post(Ping(number: 1))
        center = nil
        var got: [Int] = []
        if let last { for await ping in last { got.append(ping.number) } }
        #expect(got == [1])
    }
}
