import ResponderEventLoop
import TestSupport
import Testing

// Work that an observer queues or marks just before the wait must be served before the loop sleeps.
@Suite("What is queued or marked just before the wait")
@MainActor
struct LeftLyingTests {
    enum Kind: CaseIterable {
        case post, signal, update, dueTimer, earlierTimer, port, wakeUp, stop, asap, whenIdle
    }

    @Test(
        "Work queued or marked just before the wait is done before the loop waits, and observers are told again",
        arguments: Kind.allCases
    )
    func beforeWaiting(kind: Kind) throws {
        // Rules: L6, L8.
        let (loop, log) = (try makeLoop(), Log())
        let source = loop.addUserSource { log.write("done") }
        _ = loop.addUpdateHandler { log.write("done") }
        loop.addTimer(at: .ms(9)) { _ in log.write("late") }
        loop.addObserver(of: .beforeWaiting, repeats: false) { [unowned loop] _ in
            switch kind {
            case .post: loop.post { log.write("done") }
            case .signal: source.signal()
            case .update: loop.setNeedsUpdate()
            case .dueTimer: loop.addTimer(at: .zero) { _ in log.write("done") }
            case .earlierTimer: loop.addTimer(at: .ms(5)) { _ in log.write("done") }
            case .wakeUp: loop.wakeUp()
            case .stop: loop.stop()
            case .asap: loop.addDeferred(StubWork { log.write("done") }, to: .asap, in: .common)
            case .whenIdle: loop.addDeferred(StubWork { log.write("done") }, to: .whenIdle, in: .common)
            case .port:
                let port = StubInput()
                port.pending = 1
                port.onServe = { log.write("done") }
                loop.addInput(port)
            }
        }
        loop.addObserver(of: [.beforeWaiting, .afterWaiting], order: 1) { [unowned loop] in
            log.write("\($0.word) \(loop.now.nanoseconds / 1_000_000)")
        }
        let result = loop.runNow(until: .ms(9))
        let rest = ["waits 0", "waited 9", "late"]
        switch kind {
        case .stop:
            #expect(result == .stopped)
            #expect(log.take() == ["waits 0"])
        case .wakeUp: #expect(log.take() == ["waits 0"] + rest)
        case .earlierTimer:
            #expect(log.take() == ["waits 0", "waited 5", "done", "waits 5", "waited 9", "late"])
        case .dueTimer:
            // A wait until an instant that has come is over at once.
            #expect(log.take().filter { !$0.hasSuffix(" 0") } == ["done", "waited 9", "late"])
        default: #expect(log.take() == ["waits 0", "done"] + rest)
        }
    }

    @Test("Work marked or queued after the wait is done in the turn that follows, without another wait")
    func afterWaiting() throws {
        // Rules: L6, L7.
        let (loop, log) = (try makeLoop(), Log())
        let source = loop.addUserSource { log.write("source") }
        _ = loop.addUpdateHandler { log.write("update") }
        loop.addTimer(at: .ms(2)) { _ in log.write("timer") }
        loop.addObserver(of: .afterWaiting) { [unowned loop] _ in
            log.write("waited")
            source.signal()
            loop.post { log.write("post") }
            loop.setNeedsUpdate()
        }
        loop.runNow(until: .ms(2))
        #expect(log.take() == ["waited", "post", "timer", "source", "update"])
    }

    @Test("Work that the update pass marks and queues is done in the next turn, before the loop waits")
    func insideTheUpdatePass() throws {
        // Rules: L8, L9.
        let (loop, log, count) = (try makeLoop(), Log(), Box(0))
        loop.addObserver(of: .beforeWaiting) { _ in log.write("waits") }
        _ = loop.addUpdateHandler { [unowned loop] in
            count.value += 1
            log.write("update \(count.value)")
            guard count.value < 3 else { return }
            loop.setNeedsUpdate()
            loop.post { log.write("post") }
        }
        loop.addTimer(at: .ms(1)) { _ in }
        loop.setNeedsUpdate()
        loop.runNow(until: .ms(1))
        #expect(log.take() == ["update 1", "post", "update 2", "post", "update 3", "waits"])
    }
}
