import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// What the system tells.
private struct PhoneRang: Sendable {
    let number: Int
}

@MainActor
@Suite("Touches and messages")
struct MergedInputTests {
    let scene: PortScene
    let port: NotificationPort
    let host: NotificationPort.Sender
    let log: ResponderLog

    init() throws {
        scene = try PortScene()
        scene.clock.advance(to: .milliseconds(1_000))
        let log = scene.view.log
        self.log = log
        port = NotificationPort(loop: scene.loop, center: scene.application.notificationCenter)
        port.handle(PhoneRang.self) { log.note("rang \($0.number)") }
        host = port.makeSender()
    }

    private func ring(_ number: Int, at time: Double) { host.send(PhoneRang(number: number), at: .milliseconds(time)) }

    @Test("A tap that ended before the phone rang is a tap; at equal times the touch comes first")
    func merged() {
        // Rules: L35.
        scene.send(1, .began, 1, at: 10)
        ring(1, at: 30)
        ring(2, at: 30.5)
        scene.send(1, .ended, 1, at: 20)
        scene.send(1, .began, 5, at: 30)
        scene.send(1, .ended, 5, at: 40)
        #expect(
            scene.linesOfTurns() == [
                [
                    "view.began(1, 0)", "view.ended(1, 0)", "view.began(5, 0)", "rang 1", "rang 2", "view.ended(5, 0)",
                ]
            ]
        )
    }

    @Test("Several senders of touches are merged with messages, each sender's touches in their own order")
    func severalSenders() {
        // Rules: L35.
        let other = scene.makeSender()
        for (index, time) in [10.0, 30, 50].enumerated() {
            let phase: TouchContact.Phase = index == 0 ? .began : index == 1 ? .moved : .ended
            scene.send(1, phase, time, at: time)
            other.send(TouchContact(7, phase, at: Point(time + 5, 0)), at: .milliseconds(time + 5))
            ring(Int(time) + 2, at: time + 2)
        }
        #expect(
            scene.linesOfTurns() == [
                [
                    "view.began(10, 0)", "rang 12", "view.began(15, 0)", "view.moved(30, 0)", "rang 32",
                    "view.moved(35, 0)", "view.ended(50, 0)", "rang 52", "view.ended(55, 0)",
                ]
            ]
        )
    }

    @Test("A touch moves once a turn, also where a message comes between its moves; the rest comes next turn")
    func movesOnce() {
        // Rules: T36, L35.
        scene.send(1, .began, 1, at: 10)
        scene.send(1, .moved, 2, at: 20)
        scene.send(1, .moved, 3, at: 21)
        ring(1, at: 25)
        scene.send(1, .moved, 4, at: 30)
        ring(2, at: 35)
        scene.send(1, .ended, 4, at: 40)
        #expect(
            scene.linesOfTurns() == [
                ["view.began(1, 0)", "view.moved(3, 0)", "rang 1"],
                ["view.moved(4, 0)", "rang 2", "view.ended(4, 0)"],
            ]
        )
    }

    @Test("Messages queued while the application was suspended precede all touches")
    func beforeAll() {
        // Rules: L35.
        scene.send(1, .began, 1, at: -100)
        host.send(PhoneRang(number: 1), at: NotificationPort.beforeAllInput)
        host.send(PhoneRang(number: 2), at: NotificationPort.beforeAllInput)
        #expect(scene.linesOfTurns() == [["rang 1", "rang 2", "view.began(1, 0)"]])
    }

    @Test("A message that ends the application between two touches keeps the second from it")
    func messageEndsTheApplication() {
        // Rules: L35, T34.
        port.handle(PhoneRang.self) { [unowned application = scene.application, log] _ in
            log.note("rang")
            application.terminate()
        }
        scene.send(1, .began, 1, at: 10)
        scene.send(1, .ended, 1, at: 30)
        ring(1, at: 20)
        #expect(scene.linesOfTurns().first == ["view.began(1, 0)", "rang", "view.cancelled(1, 0)"])
    }

    @Test("A run nested in a touch or message handler takes what is next of both ports, and nothing comes twice")
    func nestedRun() {
        // Rules: L18, L35.
        port.handle(PhoneRang.self) { [loop = scene.loop, log] message in
            log.note("rang \(message.number)")
            guard message.number == 1 else { return }
            loop.run(until: loop.now)
            log.note("nested run ends")
        }
        scene.send(1, .began, 1, at: 10)
        ring(1, at: 20)
        scene.send(1, .moved, 2, at: 30)
        ring(2, at: 40)
        scene.send(1, .ended, 2, at: 50)
        scene.settle()
        #expect(
            log.lines == [
                "view.began(1, 0)", "rang 1", "view.moved(2, 0)", "rang 2", "view.ended(2, 0)", "nested run ends",
            ]
        )
    }

    @Test("A sender of touches that goes with no finger down holds no message up")
    func senderGoes() {
        // Rules: L6, L9, L35.
        var sender: TouchPort.Sender? = scene.makeSender()
        sender?.send(TouchContact(1, .began, at: Point(1, 0)), at: .milliseconds(10))
        sender?.send(TouchContact(1, .ended, at: Point(1, 0)), at: .milliseconds(20))
        #expect(scene.linesOfTurns() == [["view.began(1, 0)", "view.ended(1, 0)"]])
        log.clear()
        sender = nil
        ring(1, at: 30)
        scene.loop.addTimer(at: .milliseconds(40)) { [log] _ in log.note("timer") }
        scene.settle()
        #expect(log.lines == ["rang 1", "timer"])
    }

    @Test("A touch moves once a turn, also where a message's handler runs a turn of its own")
    func movesOnceAroundNestedTurn() {
        // Rules: T36, L18, L35.
        port.handle(PhoneRang.self) { [loop = scene.loop, log] message in
            log.note("rang \(message.number)")
            guard message.number == 1 else { return }
            _ = loop.run(until: loop.now, returnAfterSource: true)
            log.note("nested turn ends")
        }
        scene.send(1, .began, 1, at: 10)
        scene.send(1, .moved, 2, at: 20)
        ring(1, at: 25)
        scene.send(1, .moved, 3, at: 30)
        ring(2, at: 35)
        scene.send(1, .moved, 4, at: 40)
        ring(3, at: 45)
        #expect(
            scene.linesOfTurns() == [
                [
                    "view.began(1, 0)", "view.moved(2, 0)", "rang 1", "view.moved(3, 0)", "rang 2",
                    "nested turn ends",
                ],
                ["view.moved(4, 0)", "rang 3"],
            ]
        )
    }

    @Test("Frames of other processes that claim the earliest time hold up no touch, and come after what was served")
    func flooded() throws {
        // Rules: L9, L35.
        final class Rang: NamedMessage {
            static let name = "Rang"
            init(payload: [UInt8]) {}
        }
        var count = 0
        port.register(Rang.self)
        port.handle(Rang.self) { _ in count += 1 }
        let peers = (0..<40).map { _ in port.makeSender() }
        let frame = try NotificationFrame(name: Rang.name, time: .zero)
        for turn in 0..<20 {
            for peer in peers { while peer.send(frame, arrivedAt: scene.loop.now) {} }
            scene.send(1, turn == 0 ? .began : .moved, Double(turn), at: Double(100 + turn))
            scene.turn()
            #expect(log.lines.count == turn + 1, "each touch comes in the turn after it was sent")
        }
        #expect(count >= 20 * 4_000, "and so do as many messages as may")
    }

    @Test("Another process's frame that claims the earliest time comes after touches that were there before its turn")
    func staleFrame() throws {
        // Rules: L35.
        final class Rang: NamedMessage {
            static let name = "Rang"
            init(payload: [UInt8]) {}
        }
        port.register(Rang.self)
        port.handle(Rang.self) { [log] _ in log.note("rang") }
        let frame = try NotificationFrame(name: Rang.name, time: .milliseconds(5))
        host.send(frame, arrivedAt: scene.loop.now)
        scene.send(1, .began, 1, at: 10)
        #expect(scene.linesOfTurns() == [["rang", "view.began(1, 0)"]])
        scene.send(1, .ended, 1, at: 999)
        host.send(frame, arrivedAt: scene.loop.now)
        // The step that has just been was at 1,000 ms.
        #expect(scene.linesOfTurns() == [["view.ended(1, 0)", "rang"]])
    }

    @Test("A touch that says it is still to come counts as of now, and waits for no later message")
    func futureTouch() {
        // Rules: L35.
        scene.send(1, .began, 1, at: 99_999_999)
        ring(1, at: 2_000)
        scene.send(1, .ended, 1, at: 99_999_999)
        #expect(scene.linesOfTurns() == [["view.began(1, 0)", "view.ended(1, 0)", "rang 1"]])
        #expect(scene.application.touchPort.statistics.timesAhead == 2)
        // One among others of the present is merged likewise.
        scene.send(1, .began, 1, at: 99_999_999)
        ring(2, at: 2_000)
        scene.send(1, .ended, 1, at: 1_000)
        #expect(scene.linesOfTurns() == [["view.began(1, 0)", "view.ended(1, 0)", "rang 2"]])
    }

    @Test("Random touches and messages come in the order of their times, and none is lost", arguments: 0..<40)
    func random(seed: UInt64) {
        // Rules: L35, T36, T20.
        var random = SeededGenerator(seed: seed)
        scene.application.isTouchCoalescingEnabled = false
        var expected: [String] = []
        var time = 0.0
        var isDown = false
        for number in 0..<60 {
            time += 1
            if Bool.random(using: &random) {
                ring(number, at: time)
                expected.append("rang \(number)")
            } else {
                let ends = Int.random(in: 0..<3, using: &random) == 0
                let phase: TouchContact.Phase = !isDown ? .began : ends ? .ended : .moved
                isDown = phase != .ended
                scene.send(1, phase, time, at: time)
                expected.append("view.\(phase)(\(Int(time)), 0)")
            }
            if Int.random(in: 0..<5, using: &random) == 0 { scene.turn() }
        }
        scene.settle()
        #expect(log.lines == expected, "seed \(seed)")
    }
}
