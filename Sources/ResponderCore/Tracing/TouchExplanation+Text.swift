internal import ResponderTouchInput

// An explanation as text: first the result, then the reasons, view by view.
extension TouchExplanation: CustomStringConvertible {
    /// The explanation as lines of text: the result, the views that were tried, indented by their depth (up to forty
    /// levels), the recognisers, and the responder up the chain that would get the touch.
    ///
    /// When many subviews in a row do not contain the point, only the first and the last are shown.
    public var description: String {
        var lines = ["touch at \(text(point)): \(verdict)"] + Self.lines(steps)
        if let miss { lines.append("missed: \(miss)") }
        if let windowName, let name = chainNames.first { lines.append("hit: \(name) in \(windowName)") }
        if let refusal { lines.append("refused: \(refusal)") }
        for (place, recognizer) in recognizers.enumerated() {
            lines.append("\(place == 0 ? "gestures: " : "          ")\(recognizer.text(isDropped: isDropped))")
        }
        for (place, name) in chainNames.enumerated() {
            let gets = handler != nil && place == chainNames.count - 1
            lines.append("\(place == 0 ? "began: " : "       ")\(name) \(gets ? handles : Self.passesOn)")
        }
        if view != nil && handler == nil { lines.append("       no responder is left: the touch is not handled") }
        return lines.joined(separator: "\n")
    }

    /// Whether recognisers do not get the touch either.
    private var isDropped: Bool {
        switch refusal {
        case nil, .singleTouch, .exclusiveTouch: false
        default: true
        }
    }

    private static let passesOn = "passes it on: its class does not override touchesBegan"
    private var handles: String {
        let gets = refusal == nil ? "gets it" : "would get it if it were not refused"
        return idleness.map { "\(gets), and \($0)" } ?? gets
    }
    /// The largest number of subviews in a row outside the point that get a line each.
    private static let longestRun = 12

    private var verdict: String {
        if let refusal { return "nobody gets it, since \(refusal)" }
        if let miss { return "nobody gets it, since \(miss)" }
        guard let name = chainNames.first, let last = chainNames.last else { return "nobody gets it" }
        guard let handler else { return "\(name) is hit, and nobody handles it" }
        let gets = handler === view ? "\(name) is hit and gets it" : "\(name) is hit, \(last) gets it"
        return idleness.map { "\(gets), and \($0)" } ?? gets
    }

    /// The steps, one line each, with long runs shortened.
    static func lines(_ steps: [Step]) -> [String] {
        var lines: [String] = []
        var index = 0
        while index < steps.count {
            let run = lengthOfRun(in: steps[index...])
            lines.append(steps[index].line)
            if run > longestRun {
                lines.append("\(steps[index].indent)… \(run - 2) more that do not contain the point …")
                index += run - 1
            } else {
                index += 1
            }
        }
        return lines
    }

    /// The number of steps, from the first on, that are siblings whose bounds do not contain the point.
    private static func lengthOfRun(in steps: ArraySlice<Step>) -> Int {
        guard let depth = steps.first?.depth else { return 0 }
        let run = steps.prefix { step in
            guard case .passedOver(.outside) = step.outcome else { return false }
            return step.depth == depth
        }
        return run.count
    }
}

extension TouchExplanation.Step {
    fileprivate var line: String { "\(indent)\(ResponderName(self)): \(text)" }
    /// The largest indentation: a deeper one would leave no room for text.
    private static let mostIndented = 40
    fileprivate var indent: String { String(repeating: "  ", count: min(depth, Self.mostIndented) + 1) }

    /// The result of the step in words.
    private var text: String {
        let place = point.map { ResponderCore.text($0) } ?? "no place"
        return switch outcome {
        case .passedOver(.outside(let bounds)):
            "passed over: \(place) is outside its bounds \(ResponderCore.text(bounds))"
        case .passedOver(.pointInside): "passed over: its own point(inside:) returned false for \(place)"
        case .passedOver(let reason): "passed over: \(reason)"
        case .entered: "contains it at \(place)"
        case .hit: "hit at \(place)"
        case .answered(let answer): "its own hitTest returned \(text(of: answer)) for \(place)"
        }
    }

    private func text(of answer: View?) -> String {
        guard let answer else { return "nil" }
        return answer === view ? "itself" : "\(type(of: answer))"
    }
}

extension TouchExplanation.Reason: CustomStringConvertible {
    /// The reason in words, such as `the point is outside its bounds (0, 0, 100 x 40)`.
    public var description: String {
        switch self {
        case .hidden: "hidden"
        case .interactionDisabled: "isUserInteractionEnabled is false"
        case .transparent(let alpha): "its alpha \(alpha) is below 0.01"
        case .notInvertible: "its transform cannot be inverted"
        case .outside(let bounds): "the point is outside its bounds \(text(bounds))"
        case .pointInside(let bounds): "its own point(inside:) returned false (its bounds are \(text(bounds)))"
        }
    }
}

extension TouchExplanation.Idleness: CustomStringConvertible {
    /// What follows, in words, such as `does nothing: it is disabled`.
    public var description: String {
        switch self {
        case .disabled: "does nothing: it is disabled"
        case .noAction: "does nothing: it has no action"
        }
    }
}

extension TouchMiss: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .noWindow: "the application shows no window"
        case .unwanted: "no window's hitTest returned a view"
        case .notShown(let view):
            "the hit-test answers \(type(of: view)), which is in no window that this application shows"
        }
    }
}

extension TouchRefusal: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .invalidLocation: "the point is not finite, and the touch port drops it"
        case .applicationInactive: "the application is not active"
        case .ignoringInteraction: "the application ignores interaction: beginIgnoringInteractionEvents() was called"
        case .withheld: "the application withholds input: beginWithholdingInput() was called"
        case .newScreen(let screen):
            "\(type(of: screen)) has only just come by a change of screen: see newScreenDelay"
        case .tooManyTouches: "64 touches are down already"
        case .exclusiveTouch(let exclusive, let holder) where exclusive === holder:
            "\(type(of: holder)), which has exclusive touch, holds a touch in the same window"
        case .exclusiveTouch(let exclusive, let holder):
            "\(type(of: exclusive)) has exclusive touch, and \(type(of: holder)) holds a touch in the same window"
        case .singleTouch: "the view holds a touch, and its isMultipleTouchEnabled is false"
        case .notSent: "an override of sendEvent does not pass on its began"
        }
    }
}

// MARK: - Names and numbers

/// A responder's name in a text: its class and, for a view, its frame at that moment.
package struct ResponderName: Sendable, CustomStringConvertible {
    private let type: Responder.Type
    private let frame: Rect?

    @MainActor
    package init(_ responder: Responder) {
        type = Swift.type(of: responder)
        frame = (responder as? View)?.frame
    }

    init(_ step: TouchExplanation.Step) {
        type = Swift.type(of: step.view)
        frame = step.frame
    }

    package var description: String { frame.map { "\(type) \(text($0))" } ?? "\(type)" }
}

/// A point, such as `(12, 7.5)`.
func text(_ point: Point) -> String { "(\(text(point.x)), \(text(point.y)))" }

/// A rectangle, such as `(0, 0, 320 x 240)`.
func text(_ rect: Rect) -> String {
    "(\(text(rect.origin.x)), \(text(rect.origin.y)), \(text(rect.size.width)) x \(text(rect.size.height)))"
}

/// A number of points, rounded to hundredths, without a zero fraction.
private func text(_ number: Double) -> String {
    guard abs(number) < 1e12 else { return "\(number)" }
    let hundredths = (number * 100).rounded() / 100
    return Int(exactly: hundredths).map { "\($0)" } ?? "\(hundredths)"
}
