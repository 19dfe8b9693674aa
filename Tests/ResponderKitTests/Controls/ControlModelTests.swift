import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// Rules C3 to C10, written down once more, in the plainest way; a key that presses the control is like a finger.
private struct TrackingModel {
    enum Effect: CaseIterable { case disable, stop, remove }

    var isEnabled = true
    var begins = true
    var continues = true
    /// The hook or the event in which the app does something, once.
    var trap: (name: String, effect: Effect)?
    private(set) var tracked: Int?
    private(set) var isInside = false
    private(set) var isRemoved = false
    private(set) var isFocused = false
    /// Whether the space bar presses the control.
    private(set) var isPressedByKey = false
    private var isEnding = false
    private var isAsking = false
    private var isAskedTooLate = false
    private var lines: [String] = []

    mutating func takeLines() -> [String] {
        defer { lines = [] }
        return lines
    }

    private mutating func note(_ name: String, trap trapName: String? = nil) {
        lines.append(name)
        guard let trap, trap.name == trapName ?? name else { return }
        self.trap = nil
        apply(trap.effect)
    }

    mutating func apply(_ effect: Effect) {
        switch effect {
        case .disable:
            guard isEnabled else { return }
            isEnabled = false
            lose("cancel without event")
            loseFocus()
        case .stop: lose("cancel without event")
        case .remove:
            isRemoved = true
            loseFocus()
        }
    }

    mutating func focus() { isFocused = isEnabled }

    private mutating func loseFocus() {
        isFocused = false
        guard isPressedByKey else { return }
        isPressedByKey = false
        note("touchCancel")
    }

    mutating func keyDown() {
        guard isFocused, tracked == nil, !isPressedByKey else { return }
        isPressedByKey = true
        note("down")
    }

    mutating func keyUp() {
        guard isPressedByKey else { return }
        isPressedByKey = false
        note("upInside")
    }

    /// The touches of a removed control are cancelled when the outermost callback has returned.
    mutating func finishEvent() {
        if isRemoved { lose("cancel") }
        isRemoved = false
    }

    private mutating func lose(_ line: String) {
        if isAsking { isAskedTooLate = true }
        guard tracked != nil, !isEnding, !isAsking else { return }
        isEnding = true
        note(line, trap: "cancel")
        isEnding = false
        tracked = nil
        note("touchCancel")
    }

    mutating func down(_ finger: Int, repeats: Bool) {
        guard tracked == nil, !isPressedByKey, isEnabled else { return }
        isAsking = true
        note("begin")
        isAsking = false
        defer { isAskedTooLate = false }
        if isAskedTooLate || isRemoved {
            if begins { note("cancel") }
            return
        }
        guard begins else { return }
        tracked = finger
        isInside = true
        note("down")
        if tracked == finger, !isRemoved, repeats { note("downRepeat") }
    }

    mutating func move(_ finger: Int, isInside now: Bool) {
        guard tracked == finger else { return }
        note("continue")
        guard tracked == finger else { return }
        guard continues else {
            tracked = nil
            return
        }
        // The cancel is on its way.
        if isRemoved { return }
        if now != isInside {
            isInside = now
            note(now ? "dragEnter" : "dragExit")
            guard tracked == finger, !isRemoved else { return }
        }
        note(now ? "dragInside" : "dragOutside")
    }

    mutating func up(_ finger: Int, isInside now: Bool) {
        guard tracked == finger else { return }
        isEnding = true
        note("end")
        isEnding = false
        tracked = nil
        note(isEnabled ? (now ? "upInside" : "upOutside") : "touchCancel")
    }

    mutating func cancel(_ finger: Int) {
        if tracked == finger { lose("cancel") }
    }
}

@MainActor
@Suite("A control's touch, at random")
struct ControlModelTests {
    /// How many seeds are tried: twenty, or what `RESPONDERKIT_MODEL_SEEDS` says.
    nonisolated private static let seeds: UInt64 = environment("RESPONDERKIT_MODEL_SEEDS") ?? 20
    private static let traps = Control.Events.named.prefix(9).map(\.name) + ["begin", "continue", "end", "cancel"]

    // Rules: C4, C6, C19.
    @Test("A control does as the model of the rules, whatever the app does in hooks and actions", arguments: 1...seeds)
    func model(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let harness = try AppHarness()
        let control = harness.addTracedControl()
        control.isMultipleTouchEnabled = true
        var model = TrackingModel()
        var trap: (name: String, effect: TrackingModel.Effect)?
        func apply(_ effect: TrackingModel.Effect) {
            switch effect {
            case .disable: control.isEnabled = false
            case .stop: control.stopTracking()
            case .remove: control.removeFromSuperview()
            }
        }
        func spring(_ name: String) {
            guard let set = trap, set.name == name else { return }
            trap = nil
            apply(set.effect)
        }
        let (begins, continues) = (Box(true), Box(true))
        control.begins = {
            spring("begin")
            return begins.value
        }
        control.continues = {
            spring("continue")
            return continues.value
        }
        control.atEnd = { spring("end") }
        control.atCancel = { spring("cancel") }
        control.onEvent = { event in
            for named in Control.Events.named where named.event == event { spring(named.name) }
        }

        var fingers: [Finger] = (0..<3).map { _ in harness.finger() }
        var isKeyDown = false
        control.becomeFirstResponder()
        model.focus()
        for step in 0..<400 {
            let index = Int.random(in: 0..<3, using: &random)
            let finger = fingers[index]
            let isInside = Bool.random(using: &random)
            let place = Point(isInside ? Double.random(in: 100..<199, using: &random) : 300, 150)
            model.begins = Int.random(in: 0..<6, using: &random) > 0
            model.continues = Int.random(in: 0..<8, using: &random) > 0
            (begins.value, continues.value) = (model.begins, model.continues)
            if Int.random(in: 0..<5, using: &random) == 0, let name = Self.traps.randomElement(using: &random),
                let effect = TrackingModel.Effect.allCases.randomElement(using: &random)
            {
                trap = (name, effect)
                model.trap = trap
            }
            switch Int.random(in: 0..<13, using: &random) {
            case 0:
                control.isEnabled = false
                model.apply(.disable)
            case 1...3:
                control.isEnabled = true
                model.isEnabled = true
                control.becomeFirstResponder()
                model.focus()
            case 4:
                isKeyDown.toggle()
                if isKeyDown {
                    harness.keyboard.press(.keyboardSpacebar)
                    harness.settle()
                    model.keyDown()
                } else {
                    harness.keyboard.release(.keyboardSpacebar)
                    harness.settle()
                    model.keyUp()
                }
            default:
                if !finger.isDown {
                    // Far from the last tap in time, or a repeated one.
                    let before = control.log.lines.count
                    finger.down(at: Point(150, 150))
                    harness.settle()
                    model.down(index, repeats: control.log.lines[before...].contains("downRepeat"))
                } else {
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0:
                        finger.cancel()
                        harness.settle()
                        model.cancel(index)
                    case 1, 2:
                        finger.move(to: place)
                        harness.settle()
                        model.move(index, isInside: isInside)
                        model.finishEvent()
                        finger.up()
                        harness.settle()
                        model.up(index, isInside: isInside)
                    default:
                        finger.move(to: place)
                        harness.settle()
                        model.move(index, isInside: isInside)
                    }
                }
            }
            harness.settle()
            model.finishEvent()
            let (lines, expected) = (control.lines(), model.takeLines())
            try #require(lines == expected, "seed \(seed), step \(step)")
            try #require(control.isTracking == (model.tracked != nil), "seed \(seed), step \(step)")
            try #require(
                control.isHighlighted == (model.tracked != nil && model.isInside || model.isPressedByKey),
                "seed \(seed), step \(step)"
            )
            try #require(control.isEnabled == model.isEnabled, "seed \(seed), step \(step)")
            if control.window == nil {
                // The touches that were down are the control's no longer.
                harness.window.addSubview(control)
                control.becomeFirstResponder()
                model.focus()
                for finger in fingers where finger.isDown { finger.cancel() }
                harness.settle()
                fingers = (0..<3).map { _ in harness.finger() }
            }
        }
    }
}
