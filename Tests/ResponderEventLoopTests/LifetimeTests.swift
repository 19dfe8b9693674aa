import Glibc
import TestSupport
import Testing

@testable import ResponderEventLoop

@Suite("Loops that are released, and loops that cannot be made")
@MainActor
struct LifetimeTests {
    @Test("A loop that still has posts, timers, sources and handlers goes, and lets go of all of them")
    func release() throws {
        weak var heldLog: Log?
        weak var heldLoop: MainRunLoop?
        let sockets = SocketPair()
        do {
            let (loop, log) = (try makeLoop(), Log())
            (heldLoop, heldLog) = (loop, log)
            loop.post { log.write("post") }
            loop.addTimer(at: .ms(1), every: .seconds(1)) { _ in log.write("timer") }
            loop.addUserSource { log.write("source") }.signal()
            loop.addUserSource { log.write("idle source") }.cancel()
            _ = loop.addUpdateHandler { log.write("update") }
            _ = try loop.addDescriptorSource(sockets.near, for: .read) { _ in log.write("descriptor") }
            sockets.send()
        }
        #expect(heldLoop == nil)
        #expect(heldLog == nil)
    }

    @Test("What was posted to a loop that goes, and what is posted later, is let go by those who may still post")
    func posters() throws {
        let log = Log()
        let poster: LoopPoster
        do {
            let loop = try makeLoop()
            poster = loop.poster
            let canary = OnRelease {
                log.write("released")
                poster.post { log.write("posted by what goes") }
            }
            poster.post { withExtendedLifetime(canary) {} }
        }
        #expect(log.take() == ["released"])
        do {
            let canary = OnRelease { log.write("released too") }
            poster.post { withExtendedLifetime(canary) {} }
        }
        #expect(log.take() == ["released too"])
    }

    @Test("What somebody posts who looked for the loop just before it went is let go at once")
    func postWhileTheLoopGoes() throws {
        let log = Log()
        let posts: PostQueue
        do { posts = try makeLoop().posts }
        do {
            let canary = OnRelease {
                posts.append(PostList.Post(work: { log.write("posted") }, modes: 1, name: CallbackName("later post")))
                log.write("released")
            }
            posts.append(PostList.Post(work: { _ = canary }, modes: 1, name: CallbackName("post")))
        }
        #expect(log.take() == ["released"])
    }

    @Test("What outlives its loop can be used without effect")
    func outlive() throws {
        let (log, sockets) = (Log(), SocketPair())
        var loop: MainRunLoop? = try makeLoop()
        let kept = try #require(loop)
        let timer = kept.addTimer(at: .ms(1)) { _ in log.write("timer") }
        let source = kept.addUserSource { log.write("source") }
        let other = kept.addUserSource { log.write("other source") }
        let handler = kept.addUpdateHandler { log.write("update") }
        let descriptor = try kept.addDescriptorSource(sockets.near, for: .read) { _ in log.write("descriptor") }
        let signal = kept.wakeSignal
        sockets.send()
        source.signal()
        weak let released = kept
        loop = nil
        _ = consume kept
        #expect(released == nil)
        timer.fireTime = .ms(2)
        timer.cancel()
        source.cancel()
        other.signal()
        other.cancel()
        handler.cancel()
        descriptor.cancel()
        signal.wake()
        #expect(log.take() == [])
        #expect(loop == nil)
    }

    @Test("A timer's closure may add and cancel timers while it is let go")
    func codeThatRunsOnRelease() throws {
        let (loop, log) = (try makeLoop(), Log())
        let other = loop.addTimer(at: .ms(5)) { _ in log.write("cancelled") }
        do {
            let canary = OnRelease {
                other.cancel()
                for number in 0..<40 { loop.addTimer(at: .ms(7)) { _ in log.write("\(number)") } }
            }
            loop.addTimer(at: .ms(1)) { _ in _ = canary }.cancel()
        }
        loop.runNow()
        #expect(log.take() == (0..<40).map { "\($0)" })
    }

    // RealTimeTests tests what happens where the process really has no descriptor left.
    @Test("A loop for which there are no file descriptors is refused with an error that names the remedy")
    func exhaustion() {
        #expect(
            MainRunLoop.Error.cannotCreate(errno: EMFILE).description
                == "cannot make a run loop: Too many open files (errno 24); "
                + "a loop needs five file descriptors, and the first loop of a process needs six (see `ulimit -n`)"
        )
    }
}
