import ResponderEventLoop
import ResponderNotifications
import TestSupport
import Testing

@MainActor
@Suite("The queue's modes")
struct QueueModesTests {
    @Test(
        "A queued notification is posted only in its modes, by default the default mode, and keeps its place",
        arguments: [TypedNotificationQueue.PostingStyle.asap, .whenIdle]
    )
    func wrongMode(style: TypedNotificationQueue.PostingStyle) throws {
        // Rules: N16.
        let scene = try QueueScene()
        let queue = scene.queue
        queue.enqueue(Ping(number: 1), postingStyle: style, coalescing: [])
        queue.enqueue(Ping(number: 2), postingStyle: style, coalescing: [], forModes: .tracking)
        queue.enqueue(Ping(number: 3), postingStyle: style, coalescing: [], forModes: .common)
        queue.enqueue(Ping(number: 4), postingStyle: style, coalescing: [], forModes: [.default, .tracking])
        queue.enqueue(Ping(number: 5), postingStyle: style, coalescing: [])
        scene.loop.runPresent(mode: .tracking)
        #expect(scene.log.take() == ["ping 2", "ping 3", "ping 4"])
        scene.loop.runPresent()
        #expect(scene.log.take() == ["ping 1", "ping 5"])
    }

    @Test("In a nested run of another mode a queued notification waits for the run around it")
    func nestedRun() throws {
        // Rules: N16, L18.
        let scene = try QueueScene()
        let (loop, log, queue) = (scene.loop, scene.log, scene.queue)
        loop.post {
            queue.enqueue(Ping(number: 1), postingStyle: .asap)
            queue.enqueue(Pong(number: 1), postingStyle: .asap, forModes: .tracking)
            loop.runPresent(mode: .tracking)
            log.write("nested run ends")
        }
        loop.runPresent()
        #expect(log.take() == ["pong 1", "nested run ends", "ping 1"])
    }

    @Test("A notification for now is posted at once in its modes and where no loop runs, and dropped in other modes")
    func now() throws {
        // Rules: N10.
        let scene = try QueueScene()
        let (loop, log, queue) = (scene.loop, scene.log, scene.queue)
        func enqueue(_ number: Int, _ modes: MainRunLoop.ModeSet) {
            queue.enqueue(Ping(number: number), postingStyle: .now, forModes: modes)
        }
        enqueue(0, .tracking)
        #expect(log.take() == ["ping 0"])
        loop.post {
            enqueue(1, .default)
            enqueue(2, .tracking)
            enqueue(3, .common)
            log.write("post ends")
        }
        loop.runPresent()
        #expect(log.take() == ["ping 1", "ping 3", "post ends"])
        loop.runPresent()
        #expect(log.take() == [], "what was dropped does not come later")
    }

    @Test("A notification for now that the wrong mode drops takes its queued twins along")
    func nowDropped() throws {
        // Rules: N10, N15.
        let scene = try QueueScene()
        let (loop, queue) = (scene.loop, scene.queue)
        queue.enqueue(Ping(number: 1), postingStyle: .whenIdle)
        loop.post { queue.enqueue(Ping(number: 2), postingStyle: .now, forModes: .tracking) }
        loop.runPresent()
        #expect(scene.log.take() == [])
    }
}
