import ResponderKitTesting
import TestSupport

@testable import ResponderCore

/// Pointers and a finger that act at random over a tree of views, whose recognisers change everything in their actions.
@MainActor
final class HoverWalk {
    /// What is wrong with the states that actions saw; empty when nothing is.
    private(set) var faults: [String] = []
    private var generator: SeededGenerator
    private let harness: AppHarness
    private var views: [View] = []
    private var recognizers: [HoverGestureRecognizer] = []
    private var underWay: Set<ObjectIdentifier> = []
    private let pointers: [Pointer]
    private let finger: Finger
    private var depth = 0
    private var isInactive = false

    init(seed: UInt64) throws {
        generator = SeededGenerator(seed: seed)
        harness = try AppHarness(screenSize: Size(100, 100))
        pointers = [harness.pointer(), harness.pointer(kind: .pencil)]
        finger = harness.finger()
        var outer: View = harness.window
        for index in 0..<4 {
            let view = View(frame: Rect(10, 10, 80 - 15 * Double(index), 80 - 15 * Double(index)))
            outer.addSubview(view)
            if index != 1 { outer = view }
            views.append(view)
            for _ in 0...index % 2 { add(to: view) }
        }
        recognizers[0].require(toFail: recognizers[1])
    }

    private func add(to view: View) {
        let recognizer = HoverGestureRecognizer()
        recognizer.addAction { [weak self] in self?.note($0) }
        recognizers.append(recognizer)
        view.addGestureRecognizer(recognizer)
    }

    private func note(_ recognizer: HoverGestureRecognizer) {
        let isNew = recognizer.state == .began
        if underWay.contains(ObjectIdentifier(recognizer)) == isNew { faults.append("\(recognizer.state) out of turn") }
        if harness.application.applicationState != .active, isNew || recognizer.state == .changed {
            faults.append("\(recognizer.state) while inactive")
        }
        if isNew {
            underWay.insert(ObjectIdentifier(recognizer))
        } else if recognizer.state != .changed {
            underWay.remove(ObjectIdentifier(recognizer))
        }
        if depth < 3, chance(4) { change() }
    }

    private func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    private var point: Point {
        Point(Double.random(in: 0..<100, using: &generator), Double.random(in: 0..<100, using: &generator))
    }

    func step() {
        act()
        if chance(4) { change() }
        if chance(2) { harness.settle() }
    }

    private func act() {
        let point = point
        if chance(4) {
            _ = finger.isDown ? (chance(3) ? finger.up() : finger.move(to: point)) : finger.down(at: point)
            return
        }
        let pointer = pointers[chance(2) ? 0 : 1]
        guard pointer.isInside else {
            pointer.enter(at: point)
            return
        }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: pointer.exit()
        case 1: pointer.cancel()
        default: pointer.move(to: point)
        }
    }

    /// Changes something, in an action or outside.
    private func change() {
        depth += 1
        defer { depth -= 1 }
        let view = views[Int.random(in: 0..<views.count, using: &generator)]
        let recognizer = recognizers[Int.random(in: 0..<recognizers.count, using: &generator)]
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: recognizer.isEnabled.toggle()
        case 1: recognizer.view?.removeGestureRecognizer(recognizer)
        case 2: view.addGestureRecognizer(recognizer)
        case 3: view.removeFromSuperview()
        case 4: view.isHidden.toggle()
        case 5 where view.superview == nil: harness.window.addSubview(view)
        case 6:
            act()
            harness.settle()
        case 7 where depth == 1:
            isInactive.toggle()
            _ = try? harness.device.perform(isInactive ? .openNotificationCenter : .closeNotificationCenter)
        case 8 where recognizer.state == .began || recognizer.state == .changed:
            recognizer.state = chance(2) ? .ended : .cancelled
        default: act()
        }
    }

    /// Takes the pointers and the finger away.
    func end() {
        depth = 10
        if isInactive {
            isInactive = false
            _ = try? harness.device.perform(.closeNotificationCenter)
        }
        harness.settle()
        for pointer in pointers where pointer.isInside { pointer.exit() }
        if finger.isDown { finger.up() }
        harness.settle()
        if !underWay.isEmpty { faults.append("\(underWay.count) without an end") }
        for recognizer in recognizers where recognizer.state != .possible || recognizer.record.pointee.isTrying {
            faults.append("left \(recognizer.state)")
        }
        for recognizer in recognizers { recognizer.view?.removeGestureRecognizer(recognizer) }
    }
}
