import ResponderEventLoop
import TestSupport
import Testing

@testable import ResponderNotifications

@MainActor
@Suite("The notification port")
struct PortDeliveryTests {
    @Test("A message reaches the handler of its type, a notification without one the centre, in a turn")
    func typed() throws {
        let scene = try PortScene()
        let sender = scene.port.makeSender()
        sender.send(Order(number: 1), at: .zero)
        sender.send(Battery(80), at: .zero)
        sender.send(Order(number: 2), at: .zero)
        #expect(scene.log.take() == [])
        scene.loop.runPresent()
        #expect(scene.log.take() == ["order 1", "battery 80", "order 2"])
        scene.port.handle(Battery.self) { [log = scene.log] in log.write("handled \($0.percent)") }
        scene.port.handle(Order.self) { [log = scene.log] in log.write("anew \($0.number)") }
        sender.send(Battery(70), at: .zero)
        sender.send(Order(number: 3), at: .zero)
        scene.loop.runPresent()
        #expect(scene.log.take() == ["handled 70", "anew 3"])
        scene.port.removeHandler(for: Battery.self)
        sender.send(Battery(60), at: .zero)
        scene.loop.runPresent()
        #expect(scene.log.take() == ["battery 60"])
        #expect(scene.port.statistics == .init(delivered: 6, undelivered: 0, refused: 0))
    }

    @Test("A message that nobody handles is an error that names its type, and the next message follows")
    func unhandled() throws {
        let scene = try PortScene()
        let sender = scene.port.makeSender()
        sender.send("a word", at: .zero)
        sender.send(Order(number: 1), at: .zero)
        scene.loop.runPresent()
        #expect(
            scene.log.take() == [
                "error: nobody handles a message of type String; give the port a handler for it, or make it a "
                    + "TypedNotification", "order 1",
            ]
        )
        #expect(scene.port.statistics == .init(delivered: 1, undelivered: 1, refused: 0))
    }

    @Test("Messages of one sender keep their order, and those of several are merged by time, then by sender")
    func merging() throws {
        // Rules: L35.
        let scene = try PortScene()
        scene.clock.advance(to: .ms(100))
        let (one, other) = (scene.port.makeSender(), scene.port.makeSender())
        for (number, time) in [(21, 2), (22, 1), (23, 7)] { other.send(Order(number: number), at: .ms(Int64(time))) }
        for (number, time) in [(11, 2), (12, 5), (13, 7)] { one.send(Order(number: number), at: .ms(Int64(time))) }
        scene.loop.runPresent()
        #expect(scene.log.take() == [11, 21, 22, 12, 13, 23].map { "order \($0)" })
    }

    @Test("A message whose time is still to come counts as sent now, and puts nobody off")
    func futureTime() throws {
        // Rules: L35.
        let scene = try PortScene()
        scene.clock.advance(to: .ms(10))
        let (one, other) = (scene.port.makeSender(), scene.port.makeSender())
        one.send(Order(number: 1), at: .ms(99_999))
        other.send(Order(number: 2), at: .ms(10))
        other.send(Order(number: 3), at: .ms(9))
        scene.loop.runPresent()
        #expect(scene.log.take() == ["order 1", "order 2", "order 3"])
    }

    @Test("Messages queued while the application was suspended precede what others have sent")
    func beforeAllInput() throws {
        // Rules: L35.
        let scene = try PortScene()
        let (one, system) = (scene.port.makeSender(), scene.port.makeSender())
        one.send(Order(number: 3), at: MainRunLoop.Instant(nanoseconds: -5))
        system.send(Order(number: 1), at: NotificationPort.beforeAllInput)
        system.send(Order(number: 2), at: NotificationPort.beforeAllInput)
        scene.loop.runPresent()
        #expect(scene.log.take() == ["order 1", "order 2", "order 3"])
    }

    @Test("A message that a handler sends waits for the next turn, which does not wait")
    func sentByHandler() throws {
        // Rules: L19.
        let scene = try PortScene()
        let (sender, log) = (scene.port.makeSender(), scene.log)
        scene.loop.addObserver(of: .beforeTimers) { _ in log.write("turn") }
        scene.port.handle(Order.self) { order in
            log.write("order \(order.number)")
            if order.number < 3 { sender.send(Order(number: order.number + 2), at: .zero) }
        }
        sender.send(Order(number: 1), at: .zero)
        sender.send(Order(number: 2), at: .zero)
        scene.loop.runPresent()
        #expect(log.take() == ["turn", "order 1", "order 2", "turn", "order 3", "order 4"])
    }

    @Test("A run nested in a handler goes on with the messages that are there, and none comes twice")
    func nestedRun() throws {
        // Rules: L18.
        let scene = try PortScene()
        let (sender, log, loop) = (scene.port.makeSender(), scene.log, scene.loop)
        scene.port.handle(Order.self) { [unowned loop] order in
            log.write("order \(order.number)")
            guard order.number == 1 else { return }
            sender.send(Order(number: 3), at: .zero)
            loop.runPresent()
            log.write("nested run ends")
        }
        sender.send(Order(number: 1), at: .zero)
        sender.send(Order(number: 2), at: .zero)
        scene.loop.runPresent()
        #expect(log.take() == ["order 1", "order 2", "order 3", "nested run ends"])
    }

    @Test("A message to a full port is refused and its sender told, and none taken is dropped")
    func overflow() throws {
        let scene = try PortScene(capacity: 3)
        let (sender, other) = (scene.port.makeSender(), scene.port.makeSender())
        #expect((1...5).map { sender.send(Order(number: $0), at: .zero) } == [true, true, true, false, false])
        #expect(other.send(Order(number: 9), at: .zero), "each sender has its own room")
        scene.loop.runPresent()
        #expect(scene.log.take() == ["order 1", "order 2", "order 3", "order 9"])
        #expect(sender.send(Order(number: 4), at: .zero))
        scene.loop.runPresent()
        #expect(scene.log.take() == ["order 4"])
        #expect(scene.port.statistics == .init(delivered: 5, undelivered: 0, refused: 2))
    }

    @Test("A message that was sent arrives though its sender is gone")
    func senderGoes() throws {
        let scene = try PortScene()
        var sender: NotificationPort.Sender? = scene.port.makeSender()
        sender?.send(Order(number: 1), at: .zero)
        sender = nil
        scene.loop.runPresent()
        #expect(scene.log.take() == ["order 1"])
    }

    @Test("An invalidated port takes no more messages, also in the middle of a step")
    func invalidated() throws {
        let scene = try PortScene()
        let (sender, port) = (scene.port.makeSender(), scene.port)
        port.handle(Order.self) { [log = scene.log] order in
            log.write("order \(order.number)")
            port.invalidate()
        }
        sender.send(Order(number: 1), at: .zero)
        sender.send(Order(number: 2), at: .zero)
        scene.loop.runPresent()
        sender.send(Order(number: 3), at: .zero)
        scene.loop.runPresent()
        port.invalidate()
        #expect(scene.log.take() == ["order 1"])
        #expect(scene.loop.nextDeadline == nil)
    }

    @Test("Senders that go without having sent anything do not pile up")
    func silentSenders() throws {
        let scene = try PortScene()
        let kept = scene.port.makeSender()
        weak let silent = scene.port.makeSender()
        #expect(silent == nil)
        kept.send(Order(number: 1), at: .zero)
        scene.loop.runPresent()
        #expect(scene.log.take() == ["order 1"])
    }

    @Test("The cost of a message does not grow with the senders that have nothing to say")
    func idleSenders() throws {
        func time(senders count: Int) throws -> Duration {
            let scene = try PortScene()
            scene.port.handle(Order.self) { _ in }
            let idle = (0..<count).map { _ in scene.port.makeSender() }
            let sender = scene.port.makeSender()
            // The least of several: what else the machine does only adds.
            let times = (0..<5).map { _ in
                ContinuousClock().measure {
                    for number in 0..<200 { sender.send(Order(number: number), at: .zero) }
                    scene.loop.runPresent()
                }
            }
            withExtendedLifetime(idle) {}
            return times.min() ?? .zero
        }
        // 10,000 locks a message were a thousand times what a message costs.
        let (alone, among) = (try time(senders: 0), try time(senders: 10_000))
        #expect(among < alone * 30)
    }

    @Test("Senders with messages are merged by time, whatever their number", arguments: 0..<20)
    func manySenders(seed: UInt64) throws {
        // Rules: L35.
        var random = SeededGenerator(seed: seed)
        let scene = try PortScene()
        scene.clock.advance(to: .ms(100))
        let senders = (0..<17).map { _ in scene.port.makeSender() }
        var sent: [[(time: Int64, number: Int)]] = Array(repeating: [], count: senders.count)
        for number in 0..<300 {
            let place = Int.random(in: senders.indices, using: &random)
            let time = Int64.random(in: 0..<10, using: &random)
            senders[place].send(Order(number: number), at: .ms(time))
            sent[place].append((time, number))
        }
        var expected: [Int] = []
        while let first = sent.indices.filter({ !sent[$0].isEmpty }).min(by: {
            (sent[$0][0].time, $0) < (sent[$1][0].time, $1)
        }) {
            expected.append(sent[first].removeFirst().number)
        }
        scene.loop.runPresent()
        #expect(scene.log.take() == expected.map { "order \($0)" }, "seed \(seed)")
    }

    @Test("A message to a port that is no more is not taken, and its sender is told")
    func sentToInvalidated() throws {
        let scene = try PortScene()
        let sender = scene.port.makeSender()
        #expect(sender.send(Order(number: 1), at: .zero))
        scene.port.invalidate()
        #expect(!sender.send(Order(number: 2), at: .zero))
        #expect(!scene.port.makeSender().send(Order(number: 3), at: .zero))
        #expect(try !scene.port.receive(bytes: scene.frame(1).bytes))
        #expect(scene.port.statistics.refused == 3)
    }

    @Test("A port whose centre is gone leaves its loop, and lets go of its handlers")
    func centerGoes() throws {
        let loop = try MainRunLoop(clock: VirtualClock())
        var center: TypedNotificationCenter? = TypedNotificationCenter()
        weak var observed: NotificationPort?
        var sender: NotificationPort.Sender?
        if let center {
            let port = NotificationPort(loop: loop, center: center)
            port.handle(Order.self) { _ in Issue.record("delivered") }
            sender = port.makeSender()
            observed = port
        }
        #expect(observed != nil, "the loop keeps it")
        center = nil
        sender?.send(Order(number: 1), at: .zero)
        loop.runPresent()
        #expect(observed == nil)
        withExtendedLifetime(sender) {}
    }

    @Test("A message sent to a port that went with its loop goes with the sender")
    func senderOutlivesPort() throws {
        var scene: PortScene? = try PortScene()
        var sender = scene?.port.makeSender()
        weak var message: Farewell?
        do {
            let farewell = Farewell {}
            message = farewell
            sender?.send(Carrying(farewell: farewell), at: .zero)
        }
        #expect(message != nil)
        scene = nil
        sender = nil
        #expect(message == nil)
    }

    @Test("An object that goes with a message, or with a handler, may send, and give the port other handlers")
    func releaseSends() throws {
        let scene = try PortScene()
        let (sender, port) = (scene.port.makeSender(), scene.port)
        for number in 1...3 {
            let farewell = Farewell { sender.send(Order(number: number), at: .zero) }
            sender.send(Carrying(farewell: farewell), at: .zero)
        }
        scene.loop.runPresent()
        #expect(scene.log.take() == ["order 1", "order 2", "order 3"])
        let log = scene.log
        port.handle(Carrying.self) { [farewell = Farewell { port.handle(String.self) { log.write($0) } }] _ in
            withExtendedLifetime(farewell) {}
        }
        sender.send(Carrying(farewell: Farewell { sender.send("late", at: .zero) }), at: .zero)
        port.removeHandler(for: Carrying.self)
        scene.loop.runPresent()
        #expect(scene.log.take() == ["late"])
        sender.send(Carrying(farewell: Farewell { port.invalidate() }), at: .zero)
        port.invalidate()
        scene.loop.runPresent()
        #expect(scene.log.take() == [])
    }
}
