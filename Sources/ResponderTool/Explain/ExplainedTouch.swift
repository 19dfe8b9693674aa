import ResponderKit

/// Where a touch would go, and why: the object that `explain --json` prints.
struct ExplainedTouch: Encodable {
    /// A view that was tried.
    struct Tried: Encodable {
        let view: String
        /// The view's depth in the tree, 0 for a window.
        let depth: Int
        /// The frame in the superview: x, y, width, height.
        let frame: [Double]
        /// The point in the view's own coordinates: x, y.
        let point: [Double]?
        /// `passed over`, `entered`, `hit` or `answered`.
        let outcome: String
        /// Why the view was passed over, or the view that its `hitTest` returned.
        let detail: String?
    }

    /// A recogniser of the hit view or of one of its superviews.
    struct Recognizer: Encodable {
        let name: String
        let view: String
        /// Why the recogniser would not get the touch.
        let refused: String?
        let cancelsTouchesInView: Bool
        let delaysTouchesBegan: Bool
        let delaysTouchesEnded: Bool
        let waitsFor: [String]
    }

    /// The point: x, y, in points of the screen.
    let point: [Double]
    let tried: [Tried]
    /// The view that is hit.
    let view: String?
    /// Why no view is hit.
    let missed: String?
    /// Why the touch would be refused.
    let refused: String?
    /// The responders from the hit view to the responder that handles `touchesBegan`.
    let chain: [String]
    /// The recognisers in the order in which they would get the touch; nil when there are none.
    let recognizers: [Recognizer]?
    /// The responder that would get the touch.
    let responder: String?

    @MainActor
    init(_ explanation: TouchExplanation) {
        func name(_ responder: Responder) -> String { "\(type(of: responder))" }
        point = [explanation.point.x, explanation.point.y]
        tried = explanation.steps.map { Tried($0) }
        view = explanation.view.map(name)
        missed = explanation.miss.map { "\($0)" }
        refused = explanation.refusal.map { "\($0)" }
        chain = explanation.chain.map(name)
        recognizers = explanation.recognizers.isEmpty ? nil : explanation.recognizers.map { Recognizer($0) }
        responder = explanation.responder.map(name)
    }
}

extension ExplainedTouch.Recognizer {
    @MainActor
    init(_ explained: TouchExplanation.Recognizer) {
        func name(_ recognizer: GestureRecognizer) -> String { recognizer.name ?? "\(type(of: recognizer))" }
        self.name = name(explained.recognizer)
        view = "\(type(of: explained.view))"
        refused = explained.refusal.map { "\($0)" }
        cancelsTouchesInView = explained.cancelsTouchesInView
        delaysTouchesBegan = explained.delaysTouchesBegan
        delaysTouchesEnded = explained.delaysTouchesEnded
        waitsFor = explained.failureRequirements.map(name)
    }
}

extension ExplainedTouch.Tried {
    @MainActor
    init(_ step: TouchExplanation.Step) {
        view = "\(type(of: step.view))"
        depth = step.depth
        frame = [step.frame.origin.x, step.frame.origin.y, step.frame.size.width, step.frame.size.height]
        point = step.point.map { [$0.x, $0.y] }
        switch step.outcome {
        case .passedOver(let reason): (outcome, detail) = ("passed over", "\(reason)")
        case .entered: (outcome, detail) = ("entered", nil)
        case .hit: (outcome, detail) = ("hit", nil)
        case .answered(let answer): (outcome, detail) = ("answered", answer.map { "\(type(of: $0))" })
        }
    }
}
