import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

/// Frames of the wheel on their way from the port to the view, among those of touches.
@MainActor
@Suite("The order of the wheel and touches")
struct WheelOrderTests {
    /// How many seeds are tried, where the environment says it.
    nonisolated private static let seeds: UInt64? = environment("RESPONDERKIT_MODEL_SEEDS")

    private let scene: PortScene
    private let pad: WheelView

    init() throws {
        scene = try PortScene()
        pad = WheelView("pad", log: scene.view.log, frame: scene.view.frame)
        pad.isMultipleTouchEnabled = true
        scene.window.addSubview(pad)
    }

    private func wheel(_ y: Double, at time: Double = 0, by sender: TouchPort.Sender? = nil) {
        let frame = WheelFrame(time: .milliseconds(time), location: Point(1, 2), delta: Point(0, y))
        (sender ?? scene.sender).send(frame)
    }

    private func take() -> [String] {
        scene.settle()
        return pad.log.takeLines()
    }

    // Rules: T42, T36.
    @Test("The wheel's movement comes after the moves sent before it, which become one, and before those after it")
    func coalesced() {
        scene.send(1, .began, 10)
        scene.send(1, .moved, 11)
        scene.send(1, .moved, 12)
        wheel(1)
        wheel(2)
        scene.send(1, .moved, 13)
        scene.send(1, .moved, 14)
        #expect(
            scene.linesOfTurns() == [
                ["pad.began(10, 0)", "pad.moved(12, 0)", "pad.wheel(0, 1) at (1, 2)", "pad.wheel(0, 2) at (1, 2)"],
                ["pad.moved(14, 0)"],
            ]
        )
        wheel(3)
        scene.send(1, .ended, 14)
        #expect(take() == ["pad.wheel(0, 3) at (1, 2)", "pad.ended(14, 0)"])
    }

    // Rules: T42.
    @Test("The wheel keeps its order without coalescing, where each move is one of its own")
    func uncoalesced() {
        scene.application.isTouchCoalescingEnabled = false
        scene.send(1, .began, 10)
        scene.send(1, .moved, 11)
        wheel(1)
        scene.send(1, .moved, 12)
        scene.send(1, .moved, 13)
        wheel(2)
        #expect(
            take() == [
                "pad.began(10, 0)", "pad.moved(11, 0)", "pad.wheel(0, 1) at (1, 2)", "pad.moved(12, 0)",
                "pad.moved(13, 0)", "pad.wheel(0, 2) at (1, 2)",
            ]
        )
    }

    // Rules: T42, L35.
    @Test("The time decides the order of two senders' wheel and touches")
    func merged() {
        let mouse = scene.makeSender()
        scene.send(1, .began, 10, at: 1)
        scene.send(1, .moved, 11, at: 3)
        scene.send(1, .ended, 12, at: 5)
        wheel(2, at: 2, by: mouse)
        wheel(4, at: 4, by: mouse)
        #expect(
            take() == [
                "pad.began(10, 0)", "pad.wheel(0, 2) at (1, 2)", "pad.moved(11, 0)", "pad.wheel(0, 4) at (1, 2)",
                "pad.ended(12, 0)",
            ]
        )
    }

    // Rules: T42.
    @Test("Contacts that hover and have details keep their places among the wheel's movements")
    func unusual() {
        let hover = HoverGestureRecognizer()
        hover.addAction { [log = pad.log] in log.note("hover \($0.state) \(Int($0.location(in: nil).x))") }
        pad.addGestureRecognizer(hover)
        scene.sender.send(.hovering(7, .began, at: Point(1, 0)), at: .zero)
        scene.sender.send(.hovering(7, .moved, at: Point(2, 0)), at: .zero)
        wheel(1)
        scene.sender.send(.hovering(7, .moved, at: Point(3, 0)), at: .zero)
        scene.sender.send(TouchContact(1, .began, at: Point(4, 0), kind: .pencil), at: .zero)
        scene.sender.send(TouchContact(1, .moved, at: Point(5, 0), kind: .pencil), at: .zero)
        wheel(2)
        scene.sender.send(TouchContact(1, .ended, at: Point(6, 0), kind: .pencil), at: .zero)
        #expect(
            take() == [
                "hover began 1", "hover changed 2", "pad.wheel(0, 1) at (1, 2)", "hover changed 3", "pad.began(4, 0)",
                "pad.moved(5, 0)", "pad.wheel(0, 2) at (1, 2)", "pad.ended(6, 0)",
            ]
        )
        pad.removeGestureRecognizer(hover)
    }

    // Rules: T42, T36.
    @Test("While a display link runs the wheel does not wait for its frame, and takes earlier moves along")
    func paced() {
        let link = scene.application.addDisplayLink(framesPerSecond: 100) { [log = pad.log] _ in log.note("frame") }
        scene.send(1, .began, 10)
        #expect(take() == ["pad.began(10, 0)"])
        scene.send(1, .moved, 11)
        scene.loop.advance(by: .milliseconds(2))
        #expect(take() == [])
        wheel(1)
        scene.loop.advance(by: .milliseconds(2))
        #expect(take() == ["pad.moved(11, 0)", "pad.wheel(0, 1) at (1, 2)"])
        scene.send(1, .moved, 12)
        scene.loop.advance(by: .milliseconds(6))
        #expect(take() == ["pad.moved(12, 0)", "frame"])
        link.cancel()
    }

    // Rules: T42.
    @Test("A run nested in the wheel's handler delivers what comes next, the wheel's movements included, in order")
    func nested() {
        var depth = 0
        pad.onWheel = { [scene, pad] _ in
            depth += 1
            pad.log.note("in \(depth)")
            scene.settle()
            pad.log.note("out \(depth)")
            depth -= 1
        }
        wheel(1)
        scene.send(1, .began, 10)
        wheel(2)
        scene.send(1, .moved, 11)
        wheel(3)
        scene.send(1, .ended, 12)
        #expect(
            take() == [
                "pad.wheel(0, 1) at (1, 2)", "in 1", "pad.began(10, 0)", "pad.wheel(0, 2) at (1, 2)", "in 2",
                "pad.moved(11, 0)", "pad.wheel(0, 3) at (1, 2)", "in 3", "pad.ended(12, 0)", "out 3", "out 2", "out 1",
            ]
        )
        pad.onWheel = nil
    }

    // Rules: T42, L35.
    @Test(
        "Each finger's samples and the wheel's movements in random frames come as sent",
        arguments: 1...(seeds ?? 20)
    )
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let senders = [scene.sender, scene.makeSender()]
        scene.application.isTouchCoalescingEnabled = seed % 3 != 0
        // Of each finger with the wheel: numbers that samples have as their place, and movements as their delta.
        var (sent, got) = ([[Double]](repeating: [], count: 4), [[Double]](repeating: [], count: 4))
        var isFinishing = false
        func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
        pad.handler = { [scene] _, touches, event in
            for touch in touches {
                let samples = event.coalescedTouches(for: touch) ?? []
                got[Int(touch.location(in: nil).x)] += samples.map(\.location.y)
            }
            if !isFinishing, chance(10) { scene.turn() }
        }
        pad.onWheel = { [scene] event in
            for finger in 0..<4 { got[finger].append(event.delta.y) }
            if !isFinishing, chance(10) { scene.turn() }
        }
        var down = [Bool](repeating: false, count: 4)
        for number in 1...400 {
            let (number, finger) = (Double(number), Int.random(in: 0..<4, using: &random))
            if chance(20) {
                for finger in 0..<4 { sent[finger].append(number) }
                wheel(number, at: number, by: senders[Int.random(in: 0...1, using: &random)])
            } else {
                sent[finger].append(number)
                let phase: TouchContact.Phase = !down[finger] ? .began : chance(85) ? .moved : .ended
                down[finger] = phase != .ended
                let contact = TouchContact(finger, phase, at: Point(Double(finger), number))
                senders[finger % 2].send(contact, at: .milliseconds(number))
            }
            if chance(15) { scene.turn() }
        }
        isFinishing = true
        scene.settle()
        #expect(got == sent, "seed \(seed)")
        (pad.handler, pad.onWheel) = (nil, nil)
    }
}
