internal import ResponderTouchInput

extension TouchExplanation {
    /// A recogniser of the hit view or of one of its superviews, and what it would do with the touch.
    public struct Recognizer: Sendable {
        /// The recogniser.
        public let recognizer: GestureRecognizer
        /// The view that has the recogniser.
        public let view: View
        /// Why the recogniser would not get the touch of a finger; nil when it would.
        ///
        /// Delegates and overrides of ``GestureRecognizer/shouldReceive(_:)`` are not asked: there is no touch to ask
        /// about. They may still refuse the touch.
        public let refusal: GestureRefusal?
        /// Whether a delegate of the recogniser would be asked about the touch.
        public let hasDelegate: Bool
        /// Whether the recogniser's success takes the touch from its view.
        public let cancelsTouchesInView: Bool
        /// Whether the view gets the touch's began only after the recogniser has failed.
        public let delaysTouchesBegan: Bool
        /// Whether the view gets the touch's end only after the recogniser has failed.
        public let delaysTouchesEnded: Bool
        /// The recognisers that must fail before this one may succeed; those that delegates and subclasses would name
        /// are not known.
        public let failureRequirements: [GestureRecognizer]

        let viewName: ResponderName
        /// The names of the recogniser and of its requirements.
        let names: [RecognizerName]
    }
}

extension TouchExplanation.Recognizer {
    @MainActor
    fileprivate init(_ recognizer: GestureRecognizer, of view: View, _ refusal: GestureRefusal?) {
        self.recognizer = recognizer
        self.view = view
        self.refusal = refusal
        hasDelegate = recognizer.delegateReference != nil
        cancelsTouchesInView = recognizer.cancelsTouchesInView
        delaysTouchesBegan = recognizer.delaysTouchesBegan
        delaysTouchesEnded = recognizer.delaysTouchesEnded
        failureRequirements = recognizer.record.pointee.requirements.recognizers
        viewName = ResponderName(view)
        names = ([recognizer] + failureRequirements).map { RecognizerName($0) }
    }
}

extension TouchDispatcher {
    /// The recognisers of the view and of its superviews, in the order in which they would get the touch (rule G13);
    /// includes those that would not get it.
    func explainRecognizers(from view: RecordPointer) -> [TouchExplanation.Recognizer] {
        var found: [TouchExplanation.Recognizer] = []
        var current: RecordPointer? = view
        while let record = current {
            if record.pointee.hasRecognizers {
                let view = record.pointee.view
                found += view.recognizers.all.map { .init($0, of: view, $0.record.refusal(of: .direct, by: state)) }
            }
            current = record.superviewRecord
        }
        return found
    }
}

// MARK: - As text

extension TouchExplanation.Recognizer: CustomStringConvertible {
    /// The recogniser in a line, such as `tap on View (0, 0, 100 x 40) gets it; takes the touch from the view, delays
    /// ended; waits for double tap to fail`.
    public var description: String { text(isDropped: false) }

    /// - Parameter isDropped: Whether the touch is refused, so that no recogniser gets it.
    func text(isDropped: Bool) -> String {
        let who = "\(names[0]) on \(viewName)"
        if let refusal { return "\(who) does not get it: \(refusal)" }
        var parts = [isDropped ? "would get it if it were not refused" : "gets it"]
        if hasDelegate { parts[0] += ", unless its delegate is against it" }
        var effects: [String] = []
        switch (delaysTouchesBegan, delaysTouchesEnded) {
        case (true, true): effects.append("delays began and ended")
        case (true, false): effects.append("delays began")
        case (false, true): effects.append("delays ended")
        case (false, false): break
        }
        effects.append(cancelsTouchesInView ? "takes the touch from the view" : "leaves the touch to the view")
        parts.append(effects.joined(separator: ", "))
        if names.count > 1 {
            parts.append("waits for \(names.dropFirst().map { "\($0)" }.joined(separator: " and ")) to fail")
        }
        return "\(who) \(parts.joined(separator: "; "))"
    }
}
