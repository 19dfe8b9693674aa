import TestSupport
import Testing

@testable import ResponderNotifications

@MainActor
@Suite("Observation tokens")
struct ObservationTokenTests {
    let center = TypedNotificationCenter()
    let log = Log()

    @Test("A token keeps its observer until it is released")
    func releaseEndsIt() {
        // Rules: N8.
        var token: ObservationToken? = center.observe(Ping.self) { [log] _ in log.write("told") }
        #expect(token?.isCancelled == false)
        center.post(Ping())
        #expect(log.take() == ["told"])
        token = nil
        center.post(Ping())
        #expect(log.take() == [])
    }

    @Test("A token keeps its observer until it is cancelled, and a second cancel does nothing")
    func cancelEndsIt() {
        // Rules: N8.
        let others = (0..<4).map { _ in center.observe(Ping.self) { _ in } }
        let token = center.observe(Ping.self) { [log] _ in log.write("told") }
        token.cancel()
        token.cancel()
        #expect(token.isCancelled)
        center.post(Ping())
        #expect(log.take() == [])
        center.removeCancelledObservers()
        token.cancel()
        #expect(center.storedCount == 4)
        withExtendedLifetime(others) {}
    }

    @Test("A token that nobody keeps observes nothing")
    func unkeptToken() {
        // Rules: N8.
        _ = center.observe(Ping.self) { [log] _ in log.write("told") }
        center.post(Ping())
        #expect(log.take() == [])
    }

    @Test("A token outlives its centre and may still be cancelled")
    func tokenOutlivesCenter() {
        // Rules: N8.
        var center: TypedNotificationCenter? = TypedNotificationCenter()
        weak let observed = center
        let token = center?.observe(Ping.self) { _ in }
        center = nil
        #expect(observed == nil, "a token does not keep the centre")
        token?.cancel()
        #expect(token?.isCancelled == true)
    }

    @Test("The captures of a cancelled observer are released on request, once no post is under way")
    func releasesCaptures() {
        // Rules: N8.
        let others = (0..<4).map { _ in center.observe(Ping.self) { _ in } }
        var captured: Subject? = Subject()
        weak let observed = captured
        let token = center.observe(Ping.self) { [captured] _ in withExtendedLifetime(captured) {} }
        captured = nil
        token.cancel()
        #expect(observed != nil)
        center.removeCancelledObservers()
        #expect(observed == nil)
        withExtendedLifetime(others) {}
    }

    @Test("The centre never stores more cancelled observers than others after a call of observe or post")
    func growthIsBounded() {
        // Rules: N8.
        let kept = (0..<10).map { _ in center.observe(Ping.self) { _ in } }
        for round in 0..<1000 {
            _ = round.isMultiple(of: 2) ? center.observe(Pong.self) { _ in } : center.observeAny { _ in }
            #expect(center.storedCount <= 21)
        }
        center.post(Large())
        #expect(center.storedCount <= 20)
        withExtendedLifetime(kept) {}
    }

    @Test("An object that a cancelled observer captured may use the centre when it is released")
    func reentrantRelease() {
        // Rules: N6, N8.
        let kept = center.observe(Pong.self) { [log] in log.write("pong \($0.number)") }
        var farewell: Farewell? = Farewell { [center] in
            _ = center.observe(Ping.self) { _ in }
            center.post(Pong(number: 1))
            center.removeCancelledObservers()
        }
        let token = center.observe(Ping.self) { [farewell] _ in withExtendedLifetime(farewell) {} }
        farewell = nil
        token.cancel()
        center.removeCancelledObservers()
        #expect(log.take() == ["pong 1"])
        #expect(center.storedCount == 1)
        withExtendedLifetime(kept) {}
    }
}
