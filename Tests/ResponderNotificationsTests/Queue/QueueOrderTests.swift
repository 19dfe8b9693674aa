import ResponderEventLoop
import ResponderNotifications
import TestSupport
import Testing

@MainActor
@Suite("The queue's order")
struct QueueOrderTests {
    @Test("Queued notifications are posted first in, first out: asap first, then whenIdle when the loop is idle")
    func asapBeforeIdle() throws {
        // Rules: N9, N11, N12.
        let scene = try QueueScene()
        for number in 1...3 {
            scene.queue.enqueue(Ping(number: number), postingStyle: .whenIdle, coalescing: [])
            scene.queue.enqueue(Pong(number: number), postingStyle: .asap, coalescing: [])
        }
        #expect(scene.queue.count == 6)
        #expect(scene.log.take() == [])
        scene.loop.runPresent()
        #expect(scene.log.take() == ["pong 1", "pong 2", "pong 3", "ping 1", "ping 2", "ping 3"])
        #expect(scene.queue.count == 0)
    }

    @Test("A notification queued before a turn's update pass is posted before that pass, a later one a turn later")
    func whichTurn() throws {
        // Rules: N11, L6.
        let scene = try QueueScene()
        let (loop, log, queue) = (scene.loop, scene.log, scene.queue)
        loop.addObserver(of: .beforeTimers) { _ in log.write("turn") }
        let isOnce = Box(true)
        _ = loop.addUpdateHandler {
            log.write("update")
            guard isOnce.value else { return }
            isOnce.value = false
            queue.enqueue(Ping(number: 4), postingStyle: .asap)
        }
        loop.setNeedsUpdate()
        loop.addTimer(at: .zero) { _ in queue.enqueue(Ping(number: 2), postingStyle: .asap, coalescing: []) }
        loop.addUserSource(priority: .idle) { queue.enqueue(Ping(number: 3), postingStyle: .asap, coalescing: []) }
            .signal()
        loop.post { queue.enqueue(Ping(number: 1), postingStyle: .asap, coalescing: []) }
        loop.runPresent()
        #expect(log.take() == ["turn", "ping 1", "ping 2", "ping 3", "update", "turn", "ping 4"])
    }

    @Test("Notifications that observers queue during a flush wait for the next turn, which does not wait")
    func queuedWhileFlushing() throws {
        // Rules: N18, N11.
        let scene = try QueueScene()
        let (loop, log, queue) = (scene.loop, scene.log, scene.queue)
        loop.addObserver(of: [.beforeTimers, .beforeWaiting]) { log.write($0 == .beforeTimers ? "turn" : "waits") }
        scene.onPing { [unowned queue] ping in
            if ping.number < 3 { queue.enqueue(Ping(number: ping.number + 2), postingStyle: .asap, coalescing: []) }
        }
        queue.enqueue(Ping(number: 1), postingStyle: .asap, coalescing: [])
        queue.enqueue(Ping(number: 2), postingStyle: .asap, coalescing: [])
        loop.addTimer(at: .ms(1)) { _ in log.write("timer") }
        loop.run(until: .ms(1))
        #expect(log.take() == ["turn", "ping 1", "ping 2", "turn", "ping 3", "ping 4", "waits", "turn", "timer"])
    }

    @Test("Observers may queue the same style again and again, while the loop serves timers and sources")
    func observersMayQueue() throws {
        // Rules: N18, L9.
        let scene = try QueueScene()
        let (loop, log, queue) = (scene.loop, scene.log, scene.queue)
        scene.onPing { [unowned queue, unowned loop] ping in
            guard ping.number < 4 else { return }
            queue.enqueue(Ping(number: ping.number + 1), postingStyle: .whenIdle)
            loop.post { log.write("post") }
        }
        queue.enqueue(Ping(number: 1), postingStyle: .whenIdle)
        loop.runPresent()
        #expect(log.take() == ["ping 1", "post", "ping 2", "post", "ping 3", "post", "ping 4"])
    }

    @Test("While the loop does not run, nothing is posted but what is posted now")
    func onlyInTurns() throws {
        // Rules: N19, N10.
        let scene = try QueueScene()
        scene.queue.enqueue(Ping(number: 1), postingStyle: .asap)
        scene.queue.enqueue(Pong(number: 1), postingStyle: .whenIdle)
        #expect(scene.log.take() == [])
        scene.queue.enqueue(Ping(number: 2), postingStyle: .now, coalescing: [])
        #expect(scene.log.take() == ["ping 2"])
        scene.loop.runPresent()
        #expect(scene.log.take() == ["ping 1", "pong 1"])
    }

    @Test("A queued notification keeps the queue and the centre until it is posted, and not the loop")
    func lifetimes() throws {
        // Rules: N9.
        var loop: MainRunLoop? = try MainRunLoop(clock: VirtualClock())
        var queue: TypedNotificationQueue? = loop.map {
            TypedNotificationQueue(center: TypedNotificationCenter(), loop: $0)
        }
        let log = Log()
        let token = queue?.center.observe(Ping.self) { log.write("ping \($0.number)") }
        weak let observedQueue = queue
        weak let observedLoop = loop
        queue?.enqueue(Ping(number: 1), postingStyle: .asap)
        queue = nil
        #expect(observedQueue != nil)
        loop?.runPresent()
        #expect(log.take() == ["ping 1"])
        #expect(observedQueue == nil)

        queue = loop.map { TypedNotificationQueue(center: TypedNotificationCenter(), loop: $0) }
        queue?.enqueue(Ping(number: 2), postingStyle: .asap)
        loop = nil
        #expect(observedLoop == nil)
        queue?.enqueue(Ping(number: 3), postingStyle: .asap)
        withExtendedLifetime(token) {}
    }
}
