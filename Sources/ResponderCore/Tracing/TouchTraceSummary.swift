internal import ResponderTouchInput

/// What the text of a trace's event says, without the views and recognisers that a kept event keeps alive.
///
/// The text is made when it is asked for, except that of rare events whose reasons name further objects.
package struct TouchTraceSummary: Sendable {
    /// What happened.
    fileprivate enum Content {
        case hit
        case delivered(Touch.Phase)
        /// A step that names no other recognisers, or whose others are among the names.
        case step(GestureStep)
        case withheld(Touch.Phase)
        case givenBack(Touch.Phase)
        case ended(isCancelled: Bool)
        case text(String)
    }

    /// The numbers of the event's touches.
    package let touches: [Int]
    /// Where the first touch was, or the last ones of a recogniser without touches.
    private let location: Point
    private let names: [ResponderName]
    private let recognizers: [RecognizerName]
    private let content: Content

    init(_ event: TouchTraceEvent) {
        touches = event.touches.map(\.number)
        location = event.location
        names = event.names
        recognizers = event.recognizers
        content = Content(event)
    }

    /// The name of the recogniser whose step the event is, or of the first one that the event names; nil without one.
    package var recognizer: String? { recognizers.first.map { "\($0)" } }

    /// The place and what happened there, such as `at (12, 7.5): began goes to Button (0, 0, 100 x 40)`.
    package var text: String { "at \(ResponderCore.text(location)): \(what)" }

    /// What happened, such as `began goes to Button (0, 0, 100 x 40)`.
    package var what: String {
        switch content {
        case .hit: "hits \(names[0]) in \(names[1])"
        case .delivered(let phase) where names.count == 1: "\(phase) goes to \(names[0])"
        case .delivered(let phase): "\(phase) goes to \(names[1]), passed on from \(names[0])"
        case .step(let step): step.text(recognizers)
        case .withheld(let phase):
            "\(phase) is withheld from \(names[0]) by \(recognizers.map { "\($0)" }.joined(separator: " and "))"
        case .givenBack(let phase): "\(phase) is given back to \(names[0])"
        case .ended(let isCancelled): isCancelled ? "is over, cancelled" : "is over"
        case .text(let text): text
        }
    }
}

extension TouchTraceSummary: CustomStringConvertible {
    /// The event in a line.
    package var description: String {
        let who =
            switch touches.count {
            case 0: recognizers.isEmpty ? "a touch" : "no touch, last"
            case 1: "touch \(touches[0])"
            default: "touches " + touches.map { "\($0)" }.joined(separator: ", ")
            }
        return "\(who) \(text)"
    }
}

extension TouchTraceSummary.Content {
    fileprivate init(_ event: TouchTraceEvent) {
        let (names, recognizers) = (event.names, event.recognizers)
        self =
            switch event.kind {
            case .hit: .hit
            case .missed(let miss, _): .text("misses: \(miss)")
            case .refused(let refusal): .text("refused: \(refusal)")
            case .delivered(let delivery): .delivered(delivery.phase)
            case .willCancel(.leftChain):
                .text("will be cancelled for \(names[0]), which has lost its place on its chain")
            case .willCancel(.claimed): .text("will be cancelled for \(names[0]): claimed by \(recognizers[0])")
            case .willCancel(let reason): .text("will be cancelled: \(reason)")
            case .recognizer(_, .waits): .step(.waits(for: []))
            case .recognizer(_, let step): step.others.isEmpty ? .step(step) : .text(step.text(recognizers))
            case .withheld(let phase, _, _): .withheld(phase)
            case .givenBack(let phase, _): .givenBack(phase)
            case .kept(_, .claimed): .text("never reaches \(names[0]): claimed by \(recognizers[0])")
            case .kept(_, let reason): .text("never reaches \(names[0]): \(reason)")
            case .ended: .ended(isCancelled: event.touches.first?.sample.phase == .cancelled)
            }
    }
}
