import ResponderEventLoop
import ResponderNotifications
import TestSupport
import Testing

@MainActor
@Suite("Coalescing")
struct QueueCoalescingTests {
    typealias Coalescing = TypedNotificationQueue.Coalescing

    @Test("Queued twins become one, with the newest content in the place of the newest")
    func newestInItsPlace() throws {
        // Rules: N13.
        let scene = try QueueScene()
        scene.queue.enqueue(Ping(number: 1), postingStyle: .asap)
        scene.queue.enqueue(Pong(number: 1), postingStyle: .asap)
        scene.queue.enqueue(Ping(number: 2), postingStyle: .asap)
        scene.loop.runPresent()
        #expect(scene.log.take() == ["pong 1", "ping 2"])
    }

    @Test(
        "Coalescing by name compares types, by sender subjects, by both both, and by none nothing",
        arguments: [
            ([], ["ping 1", "ping 2", "ping 3", "pong 4", "ping 9"]),
            (.onName, ["pong 4", "ping 9"]),
            (.onSender, ["ping 2", "ping 3", "ping 9"]),
            ([.onName, .onSender], ["ping 2", "ping 3", "pong 4", "ping 9"]),
        ] as [(Coalescing, [String])]
    )
    func masks(mask: Coalescing, posted: [String]) throws {
        // Rules: N13.
        let (scene, one, other) = (try QueueScene(), Subject(), Subject())
        scene.queue.enqueue(Ping(number: 1, subject: one), postingStyle: .asap, coalescing: [])
        scene.queue.enqueue(Ping(number: 2, subject: other), postingStyle: .asap, coalescing: [])
        scene.queue.enqueue(Ping(number: 3), postingStyle: .asap, coalescing: [])
        scene.queue.enqueue(Pong(number: 4, subject: one), postingStyle: .asap, coalescing: [])
        scene.queue.enqueue(Ping(number: 9, subject: one), postingStyle: .asap, coalescing: mask)
        scene.loop.runPresent()
        #expect(scene.log.take() == posted)
    }

    @Test("The short form of `enqueue` coalesces by name and sender")
    func shortForm() throws {
        // Rules: N13.
        let (scene, one) = (try QueueScene(), Subject())
        for number in 1...3 {
            scene.queue.enqueue(Ping(number: number, subject: one), postingStyle: .asap)
            scene.queue.enqueue(Ping(number: 10 + number), postingStyle: .asap)
            scene.queue.enqueue(Pong(number: number, subject: one), postingStyle: .asap)
        }
        scene.loop.runPresent()
        #expect(scene.log.take() == ["ping 3", "ping 13", "pong 3"])
    }

    @Test(
        "Twins are found whatever their style, and the style of the new one decides when it is posted",
        arguments: [TypedNotificationQueue.PostingStyle.asap, .whenIdle]
    )
    func throughBothLists(style: TypedNotificationQueue.PostingStyle) throws {
        // Rules: N14.
        let scene = try QueueScene()
        scene.queue.enqueue(Ping(number: 1), postingStyle: .asap, coalescing: [])
        scene.queue.enqueue(Ping(number: 2), postingStyle: .whenIdle, coalescing: [])
        scene.queue.enqueue(Pong(number: 1), postingStyle: style == .asap ? .whenIdle : .asap)
        scene.queue.enqueue(Ping(number: 3), postingStyle: style)
        scene.loop.runPresent()
        #expect(scene.log.take() == (style == .asap ? ["ping 3", "pong 1"] : ["pong 1", "ping 3"]))
    }

    @Test("A notification that is posted now takes its queued twins away, and is posted once")
    func now() throws {
        // Rules: N15, N10.
        let scene = try QueueScene()
        scene.queue.enqueue(Ping(number: 1), postingStyle: .asap, coalescing: [])
        scene.queue.enqueue(Ping(number: 2), postingStyle: .whenIdle, coalescing: [])
        scene.queue.enqueue(Ping(number: 3), postingStyle: .now)
        #expect(scene.log.take() == ["ping 3"])
        #expect(scene.queue.count == 0)
        scene.loop.runPresent()
        #expect(scene.log.take() == [])
    }

    @Test("A new twin takes away one whose turn has not come in a flush, and waits for the next flush")
    func duringFlush() throws {
        // Rules: N13, N18, L19.
        let scene = try QueueScene()
        let queue = scene.queue
        scene.onPing { [unowned queue] ping in
            if ping.number == 1 { queue.enqueue(Pong(number: 2), postingStyle: .asap) }
        }
        queue.enqueue(Ping(number: 1), postingStyle: .asap)
        queue.enqueue(Pong(number: 1), postingStyle: .asap)
        queue.enqueue(Ping(number: 7, subject: scene), postingStyle: .asap)
        scene.loop.runPresent()
        #expect(scene.log.take() == ["ping 1", "ping 7", "pong 2"])
    }

    @Test(
        "Dequeueing removes what matches by the mask, without posting, and by an empty mask nothing",
        arguments: [
            ([], ["ping 1", "ping 2", "pong 4"]), (.onName, ["pong 4"]), (.onSender, ["ping 2"]),
            ([.onName, .onSender], ["ping 2", "pong 4"]),
        ] as [(Coalescing, [String])]
    )
    func dequeue(mask: Coalescing, posted: [String]) throws {
        // Rules: N17.
        let (scene, one, other) = (try QueueScene(), Subject(), Subject())
        scene.queue.enqueue(Ping(number: 1, subject: one), postingStyle: .asap, coalescing: [])
        scene.queue.enqueue(Ping(number: 2, subject: other), postingStyle: .asap, coalescing: [])
        scene.queue.enqueue(Pong(number: 4, subject: one), postingStyle: .whenIdle, coalescing: [])
        scene.queue.dequeueNotifications(matching: Ping(number: 8, subject: one), coalescing: mask)
        scene.loop.runPresent()
        #expect(scene.log.take() == posted)
    }

    @Test("A notification that an observer dequeues before its turn is not posted in the flush under way")
    func dequeueDuringFlush() throws {
        // Rules: N17, L19.
        let scene = try QueueScene()
        let queue = scene.queue
        scene.onPing { [unowned queue] _ in queue.dequeueNotifications(matching: Pong(), coalescing: .onName) }
        queue.enqueue(Ping(number: 1), postingStyle: .asap)
        queue.enqueue(Pong(number: 1), postingStyle: .asap)
        scene.loop.runPresent()
        #expect(scene.log.take() == ["ping 1"])
        #expect(queue.count == 0)
    }

    @Test("A hundred thousand twins leave one entry, which is posted once")
    func manyTwins() throws {
        // Rules: N13.
        let scene = try QueueScene()
        for number in 0..<100_000 { scene.queue.enqueue(Ping(number: number), postingStyle: .asap) }
        #expect(scene.queue.count == 1)
        scene.loop.runPresent()
        #expect(scene.log.take() == ["ping 99999"])
    }

    @Test("A queued notification keeps its subject, so that no other object comes to stand at its address")
    func keepsSubject() throws {
        // Rules: N13.
        let scene = try QueueScene()
        var subject: Subject? = Subject()
        weak let observed = subject
        scene.queue.enqueue(Passing(subject: subject), postingStyle: .asap)
        subject = nil
        #expect(observed != nil)
        scene.loop.runPresent()
        #expect(observed == nil)
    }

    @Test("A dequeued notification is let go at once, with its subject, though others wait")
    func dequeuedGoes() throws {
        // Rules: N17.
        let scene = try QueueScene()
        for number in 0..<10 { scene.queue.enqueue(Pong(number: number), postingStyle: .asap, coalescing: []) }
        var subject: Subject? = Subject()
        weak let observed = subject
        scene.queue.enqueue(Ping(subject: subject), postingStyle: .asap)
        scene.queue.dequeueNotifications(matching: Ping(subject: subject), coalescing: [.onName, .onSender])
        subject = nil
        #expect(observed == nil)
        scene.loop.runPresent()
        #expect(scene.log.take().count == 10)
    }

    @Test("Many notifications that are no twins are posted in order, whatever their styles")
    func manyOfOneKind() throws {
        // Rules: N9, N11.
        let scene = try QueueScene()
        let count = 20_000
        for number in 0..<count {
            scene.queue.enqueue(Ping(number: number), postingStyle: .whenIdle, coalescing: [])
            scene.queue.enqueue(Pong(number: number), postingStyle: .asap, coalescing: [])
        }
        scene.loop.runPresent()
        #expect(scene.queue.count == 0)
        #expect(scene.log.take() == (0..<count).map { "pong \($0)" } + (0..<count).map { "ping \($0)" })
    }

    @Test("An object that goes with a dequeued notification may queue others")
    func releaseQueues() throws {
        // Rules: N17, N18.
        let scene = try QueueScene()
        let (queue, other) = (scene.queue, Subject())
        queue.enqueue(Ping(number: 1), postingStyle: .asap)
        queue.enqueue(Ping(number: 2, subject: other), postingStyle: .asap)
        queue.enqueue(
            Carrying(farewell: Farewell { queue.enqueue(Pong(number: 5), postingStyle: .asap) }),
            postingStyle: .asap
        )
        queue.dequeueNotifications(
            matching: Carrying(farewell: Farewell {}),
            coalescing: [.onName, .onSender]
        )
        // Cancelled entries go together, when they are more than half.
        queue.dequeueNotifications(matching: Ping(subject: other), coalescing: [.onName, .onSender])
        scene.loop.runPresent()
        #expect(scene.log.take() == ["ping 1", "pong 5"])
    }
}

/// A notification that does not keep what it is about.
private struct Passing: TypedNotification {
    static let name = "Passing"
    weak var subject: AnyObject?
}
