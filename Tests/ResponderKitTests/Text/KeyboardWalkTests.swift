import ResponderKitTesting
import ResponderTouchInput
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// Random fingers on a keyboard, and a plain account of what they type by the rules of the guide.
@MainActor
@Suite("Random fingers on a keyboard")
struct KeyboardWalkTests {
    @Test(
        "Random fingers on a keyboard type what the rules say, in the order they came down, and leave nothing behind",
        arguments: 1...8
    )
    func walk(seed: Int) throws {
        var walk = try KeyboardWalk(seed: UInt64(seed))
        var steps: [String] = []
        for number in 1...(environment("RESPONDERKIT_KEYBOARD_STEPS") ?? 500) {
            steps.append(walk.step())
            if let fault = walk.fault() {
                Issue.record("seed \(seed), step \(number): \(fault), after \(steps.suffix(12))")
                return
            }
        }
        walk.liftAll()
        #expect(walk.fault() == nil, "seed \(seed), in the end")
        #expect(walk.isAtRest, "seed \(seed), in the end")
    }
}

@MainActor
private struct KeyboardWalk {
    private let harness: AppHarness
    private let view: TypedView
    private let keyboard: KeyboardView
    private var random: SeededGenerator
    private var fingers: [(finger: Finger, touch: TypingModel.Finger)] = []
    private var model = TypingModel()

    init(seed: UInt64) throws {
        harness = try AppHarness(screenSize: Size(400, 600))
        random = SeededGenerator(seed: seed)
        view = harness.typing()
        keyboard = try #require(harness.screenKeyboard.view)
        model.layout = [KeyboardLayout.english, .german][Int(seed % 2)]
        keyboard.layout = model.layout
        harness.settle()
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// A point on the screen: mostly on the keyboard, and often on a key that does more than to type.
    private mutating func point() -> Point {
        if number(0...2) == 0 {
            let special = keyboard.places.filter { keyboard.plane.key(at: $0)?.action.typesWhenLifted == false }
            if let place = special.randomElement(using: &random), let center = keyboard.rect(of: place)?.center {
                return Point(center.x, center.y + 408)
            }
        }
        return Point(Double(number(0...399)), Double(number(fingers.isEmpty ? 408...599 : 380...599)))
    }

    private func place(at point: Point) -> KeyboardLayout.Place? {
        keyboard.place(at: Point(point.x, point.y - 408))
    }

    mutating func step() -> String {
        switch number(0...9) {
        case 0...3 where fingers.count < 8:
            let (finger, point) = (harness.finger(), point())
            guard let place = place(at: point) else { return "nothing" }
            finger.down(at: point)
            harness.settle()
            fingers.append((finger, model.down(at: place)))
            return "\(finger.identifier) down \(place)"
        case 4...5:
            guard let (finger, touch) = fingers.randomElement(using: &random) else { return "nothing" }
            let point = point()
            let place = place(at: point)
            finger.move(to: point)
            harness.settle()
            model.move(touch, to: place)
            return "\(finger.identifier) moved \(String(describing: place))"
        case 6...8:
            guard !fingers.isEmpty else { return "nothing" }
            return end(at: number(0...fingers.count - 1), isCancelled: number(0...4) == 0)
        default:
            let time = number(1...8) * 50
            harness.advance(by: .milliseconds(time))
            model.advance(by: time)
            return "\(time) ms"
        }
    }

    private mutating func end(at index: Int, isCancelled: Bool) -> String {
        let (finger, touch) = fingers.remove(at: index)
        if isCancelled { finger.cancel() } else { finger.up() }
        harness.settle()
        model.end(touch, isCancelled: isCancelled)
        return "\(finger.identifier) \(isCancelled ? "cancelled" : "up")"
    }

    mutating func liftAll() {
        while !fingers.isEmpty { _ = end(at: 0, isCancelled: false) }
    }

    /// What is not as the model has it.
    func fault() -> String? {
        if view.text != model.text { return "typed \(view.text.suffix(9)), not \(model.text.suffix(9))" }
        if keyboard.plane.name != model.plane.name { return "plane \(keyboard.plane.name), not \(model.plane.name)" }
        if keyboard.isShifted != model.isUpper { return "upper case: \(keyboard.isShifted)" }
        let pressed = Set(keyboard.places.filter(keyboard.isPressed))
        if pressed != model.pressed { return "pressed \(pressed), not \(model.pressed)" }
        return nil
    }

    var isAtRest: Bool {
        keyboard.fingers.isEmpty && keyboard.deletion == nil && !keyboard.places.contains(where: keyboard.isPressed)
            && harness.loop.nextDeadline == nil
    }
}

/// What fingers type, one after the other.
private struct TypingModel {
    final class Finger {
        /// The key that is drawn as pressed.
        var place: KeyboardLayout.Place?
        var waits = false
        /// When the next deletion is due.
        var deletion: Int?
    }

    var layout = KeyboardLayout.english
    private(set) var text = ""
    private var planeName = "letters"
    private var now = 0
    private var fingers: [Finger] = []
    private var shift = KeyboardView.Shift.off
    private var holder: Finger?
    private var wasShiftUsed = false
    private var lastTap: Int?

    var plane: KeyboardLayout.Plane { layout.planes.first { $0.name == planeName } ?? layout.planes[0] }
    var isUpper: Bool { shift != .off || holder != nil }
    var pressed: Set<KeyboardLayout.Place> { Set(fingers.compactMap(\.place)) }

    mutating func down(at place: KeyboardLayout.Place) -> Finger {
        for finger in fingers where finger.waits { type(of: finger) }
        let finger = Finger()
        fingers.append(finger)
        finger.place = place
        guard let action = plane.key(at: place)?.action else { return finger }
        if action != .shift { lastTap = nil }
        switch action {
        case .text, .space, .return: finger.waits = true
        case .shift:
            let isDouble = lastTap.map { now - $0 <= 300 } ?? false
            let former = shift
            shift = former == .locked ? .off : isDouble ? .locked : former == .off ? .once : .off
            lastTap = former == .locked || isDouble ? nil : now
            (holder, wasShiftUsed) = (finger, false)
        case .delete:
            // One finger deletes at a time: the last.
            for other in fingers { other.deletion = nil }
            wasTyped()
            text = String(text.dropLast())
            if !text.isEmpty { finger.deletion = now + 500 }
        case .plane(let name):
            guard name != planeName else { break }
            planeName = name
            for finger in fingers { (finger.place, finger.waits, finger.deletion) = (nil, false, nil) }
        }
        return finger
    }

    mutating func move(_ finger: Finger, to place: KeyboardLayout.Place?) {
        if finger.waits {
            finger.place = place.flatMap { plane.key(at: $0) }?.action.typesWhenLifted == true ? place : nil
        } else if let old = finger.place, plane.key(at: old)?.action == .delete, place != old {
            (finger.place, finger.deletion) = (nil, nil)
        }
    }

    mutating func end(_ finger: Finger, isCancelled: Bool) {
        if finger.waits, !isCancelled { type(of: finger) }
        fingers.removeAll { $0 === finger }
        guard holder === finger else { return }
        holder = nil
        if wasShiftUsed { (shift, lastTap) = (.off, nil) }
    }

    mutating func advance(by time: Int) {
        for _ in 0..<time {
            now += 1
            for finger in fingers where finger.deletion == now {
                wasTyped()
                text = String(text.dropLast())
                finger.deletion = text.isEmpty ? nil : now + 100
            }
        }
    }

    private mutating func type(of finger: Finger) {
        defer { (finger.waits, finger.place) = (false, nil) }
        guard let action = finger.place.flatMap({ plane.key(at: $0) })?.action else { return }
        switch action {
        case .text(let plain, let shifted): text += isUpper ? shifted : plain
        case .space: text += " "
        case .return: text += "\n"
        case .delete, .shift, .plane: return
        }
        wasTyped()
    }

    private mutating func wasTyped() {
        if holder != nil { wasShiftUsed = true } else if shift == .once { shift = .off }
    }
}
