import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Moves of one turn")
struct MoveCoalescingTests {
    private let scene: PortScene

    init() throws {
        scene = try PortScene()
    }

    /// Two fingers that are down, at 10 and at 20.
    private func twoDown() {
        scene.send([(1, .began, 10), (2, .began, 20)])
        scene.settle()
    }

    // Rules: T36.
    @Test("Moves of one touch in one turn are one moved, whatever their number")
    func samples() {
        scene.send(1, .began, 10)
        scene.settle()
        for x in 11...14 { scene.send(1, .moved, Double(x)) }
        #expect(scene.linesOfTurns() == [["view.moved(14, 0)"]])
        #expect(scene.application.touchStatistics.events == 2)
        for x in 15...16 { scene.send(1, .moved, Double(x)) }
        #expect(scene.linesOfTurns() == [["view.moved(16, 0)"]])
    }

    // Rules: T36, T12.
    @Test("Moves of several touches, in frames of their own, are one event with each touch once")
    func alternating() {
        twoDown()
        for step in 1...4 {
            scene.send(1, .moved, 10 + Double(step))
            scene.send(2, .moved, 20 + Double(step))
        }
        #expect(scene.linesOfTurns() == [["view.moved(14, 0)(24, 0)"]])
        #expect(scene.application.touchStatistics.events == 2)
    }

    // Rules: T36, T12.
    @Test("Moves of several touches, in frames that they share, are one event with each touch once")
    func shared() {
        twoDown()
        scene.send([(1, .moved, 11), (2, .moved, 21)])
        scene.send(1, .moved, 12)
        scene.send([(2, .moved, 22), (1, .moved, 13)])
        #expect(scene.linesOfTurns() == [["view.moved(13, 0)(22, 0)"]])
    }

    // Rules: T36, T40.
    @Test(
        "Moves go before what another finger does between them; those that follow it wait for the next turn",
        arguments: [TouchContact.Phase.began, .ended, .cancelled]
    )
    func interrupted(phase: TouchContact.Phase) {
        scene.send(1, .began, 10)
        if phase != .began { scene.send(2, .began, 20) }
        scene.settle()
        scene.send(1, .moved, 11)
        scene.send(1, .moved, 12)
        scene.send(2, phase, 20)
        scene.send(1, .moved, 13)
        scene.send(1, .moved, 14)
        #expect(scene.linesOfTurns() == [["view.moved(12, 0)", "view.\(phase)(20, 0)"], ["view.moved(14, 0)"]])
    }

    // Rules: T36, T40.
    @Test("Moves that wait for the next turn are not overtaken by another touch's")
    func order() {
        scene.send(1, .began, 10)
        scene.settle()
        scene.send(1, .moved, 11)
        scene.send(2, .began, 20)
        scene.send(2, .moved, 21)
        scene.send(1, .moved, 12)
        scene.send(2, .moved, 22)
        scene.send(2, .ended, 22)
        scene.send(1, .moved, 13)
        #expect(
            scene.linesOfTurns() == [
                ["view.moved(11, 0)", "view.began(20, 0)", "view.moved(21, 0)"],
                ["view.moved(12, 0)(22, 0)", "view.ended(22, 0)"],
                ["view.moved(13, 0)"],
            ]
        )
    }

    // Rules: T40, T36.
    @Test("A touch's began, moves and end in one turn are a began, a moved and an end; a tap is a began and an end")
    func wholeTouch() {
        scene.send(1, .began, 10)
        for x in 11...13 { scene.send(1, .moved, Double(x)) }
        scene.send(1, .ended, 13)
        scene.send([(2, .began, 20), (2, .ended, 20)])
        #expect(
            scene.linesOfTurns() == [
                [
                    "view.began(10, 0)", "view.moved(13, 0)", "view.ended(13, 0)",
                    "view.began(20, 0)", "view.ended(20, 0)",
                ]
            ]
        )
    }

    // Rules: T36, T40, T13.
    @Test("Moves in a frame with a began stay in it, and wait with it where they would be a touch's second")
    func mixed() {
        scene.send(1, .began, 10)
        scene.settle()
        scene.send([(1, .moved, 11), (2, .began, 20)])
        scene.send(1, .moved, 12)
        #expect(scene.linesOfTurns() == [["view.began(20, 0)", "view.moved(11, 0)"], ["view.moved(12, 0)"]])
        scene.send(1, .moved, 13)
        scene.send([(1, .moved, 14), (2, .ended, 20)])
        scene.send(1, .moved, 15)
        #expect(
            scene.linesOfTurns() == [
                ["view.moved(13, 0)"], ["view.moved(14, 0)", "view.ended(20, 0)"], ["view.moved(15, 0)"],
            ]
        )
    }

    // Rules: T36, T40.
    @Test("Moves that several senders sent are merged by their time, also around a began")
    func senders() {
        let other = scene.makeSender()
        func send(_ phase: TouchContact.Phase, _ x: Double, at time: Double) {
            other.send(TouchContact(1, phase, at: Point(x, 0)), at: .milliseconds(time))
        }
        scene.send(1, .began, 10)
        scene.settle()
        scene.send(1, .moved, 11, at: 1)
        scene.send(1, .moved, 12, at: 3)
        scene.send(1, .moved, 13, at: 6)
        send(.began, 20, at: 2)
        send(.moved, 21, at: 4)
        send(.moved, 22, at: 5)
        #expect(
            scene.linesOfTurns() == [["view.moved(11, 0)", "view.began(20, 0)"], ["view.moved(13, 0)(22, 0)"]]
        )
    }

    // Rules: T36.
    @Test("A run nested in a handler is a turn of its own for moves")
    func nested() {
        defer { scene.view.handler = nil }
        scene.send(1, .began, 10)
        scene.settle()
        scene.view.handler = { [scene] phase, touches, _ in
            guard phase == .moved, let x = touches.first?.location(in: nil).x, x < 13 else { return }
            scene.send(1, .moved, x + 1)
            scene.send(1, .moved, x + 2)
            scene.turn()
            scene.view.log.note("back at \(Int(x))")
        }
        scene.send(1, .moved, 11)
        #expect(scene.linesOfTurns() == [["view.moved(11, 0)", "view.moved(13, 0)", "back at 11"]])
    }

    // Rules: T36, L19.
    @Test("Moves that a nested run leaves do not move the touch twice in the outer turn either")
    func afterNested() {
        defer { scene.view.handler = nil }
        scene.send(1, .began, 10)
        scene.settle()
        scene.view.handler = { [scene] phase, _, _ in
            guard phase == .began else { return }
            scene.view.log.note("nested")
            scene.turn()
            scene.view.log.note("back")
        }
        scene.send(1, .moved, 11)
        scene.send(2, .began, 20)
        scene.send(1, .moved, 12)
        scene.send(2, .moved, 21)
        scene.send(2, .cancelled, 21)
        scene.send(1, .moved, 13)
        scene.send(1, .moved, 14)
        #expect(
            scene.linesOfTurns() == [
                [
                    "view.moved(11, 0)", "view.began(20, 0)", "nested", "view.moved(12, 0)(21, 0)",
                    "view.cancelled(21, 0)", "back",
                ],
                ["view.moved(14, 0)"],
            ]
        )
    }

    // Rules: T36.
    @Test("Moves are an event each where coalescing is off, and one again when it is on")
    func off() {
        twoDown()
        scene.application.isTouchCoalescingEnabled = false
        func send() {
            for x in 1...2 { scene.send(1, .moved, 10 + Double(x)) }
            scene.send([(1, .moved, 13), (2, .moved, 21)])
            scene.send(2, .moved, 22)
        }
        send()
        #expect(
            scene.linesOfTurns() == [
                ["view.moved(11, 0)", "view.moved(12, 0)", "view.moved(13, 0)(21, 0)", "view.moved(22, 0)"]
            ]
        )
        scene.application.isTouchCoalescingEnabled = true
        send()
        #expect(scene.linesOfTurns() == [["view.moved(13, 0)(22, 0)"]])
    }

    // Rules: T36, T33.
    @Test("Moves of a touch that is cancelled meanwhile, or that no view has, are dropped")
    func dropped() {
        twoDown()
        scene.send(3, .began, 2000)
        scene.send(2, .moved, 21)
        scene.send(3, .moved, 30)
        scene.send(1, .moved, 11)
        scene.view.handler = { [scene] phase, _, _ in
            if phase == .moved { scene.view.removeFromSuperview() }
        }
        scene.send(1, .ended, 11)
        scene.send(2, .moved, 22)
        #expect(scene.linesOfTurns().flatMap(\.self) == ["view.moved(11, 0)(21, 0)", "view.cancelled(11, 0)(21, 0)"])
        scene.view.handler = nil
    }
}
