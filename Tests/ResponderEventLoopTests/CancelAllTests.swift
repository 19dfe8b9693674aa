import TestSupport
import Testing

@testable import ResponderEventLoop

@MainActor
@Suite("A loop whose owner has ended")
struct CancelAllTests {
    /// An object that a loop's closures keep alive.
    private final class Owner: Sendable {
        let loop: MainRunLoop
        init(_ loop: MainRunLoop) { self.loop = loop }
    }

    /// Adds one registration of each kind to the loop; all keep the owner alive.
    private func fill(_ owner: Owner, _ log: Log, _ sockets: SocketPair) throws {
        let loop = owner.loop
        loop.addTimer(at: .ms(1)) { [owner] _ in log.write("timer \(owner)") }
        loop.addTimer(at: .ms(1), every: .milliseconds(1), tolerance: .milliseconds(1), in: .default) { [owner] _ in
            log.write("special timer \(owner)")
        }
        loop.post { [owner] in log.write("post \(owner)") }
        loop.post(in: .tracking) { [owner] in log.write("waiting post \(owner)") }
        loop.addUserSource { [owner] in log.write("source \(owner)") }.signal()
        _ = loop.addUserSource { [owner] in log.write("idle source \(owner)") }
        _ = try loop.addDescriptorSource(sockets.near, for: .read) { [owner] _ in log.write("descriptor \(owner)") }
        _ = loop.addUpdateHandler { [owner] in log.write("update \(owner)") }
        loop.addObserver(of: .all) { [owner] _ in log.write("observer \(owner)") }
        loop.setNeedsUpdate()
        sockets.send()
    }

    @Test(
        "A loop that cancels all lets go of all that it would call, calls nothing of that, and can be used again",
        arguments: [true, false]
    )
    func cancelAll(hasRun: Bool) throws {
        let (loop, log, sockets) = (try makeLoop(), Log(), SocketPair())
        let input = TimedInput(log, on: loop)
        weak var observed: Owner?
        do {
            let owner = Owner(loop)
            observed = owner
            if hasRun {
                // By then a turn has taken over the post of the other mode, which waits.
                loop.post(in: .tracking) { [owner] in log.write("waiting post \(owner)") }
                loop.runNow()
            }
            try fill(owner, log, sockets)
        }
        #expect(observed != nil)
        loop.cancelAll()
        #expect(observed == nil && input.isInvalid)
        for mode in [MainRunLoop.Mode.default, .tracking] { loop.run(mode: mode, until: .ms(10)) }
        #expect(log.take() == [])
        loop.post { log.write("new") }
        loop.runNow()
        #expect(log.take() == ["new"])
    }
}
