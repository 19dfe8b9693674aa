/// One step of a recogniser's attempt, as reported to the listener ``Application/onTouchTrace``.
///
/// Changes of a gesture that has begun are not reported, since a drag has hundreds. To follow them, add an action to
/// the recogniser (``GestureActionSource/addAction(_:)``).
public enum GestureStep: Hashable, Sendable {
    /// The touches were given to the recogniser, which is about to get their began.
    case given
    /// The touch was not given to the recogniser, which gets no message of the touch.
    case refused(GestureRefusal)
    /// The recogniser has given up the touch (``GestureRecognizer/ignore(_:for:)``).
    case ignored
    /// The recogniser could succeed now, but the named recognisers must fail first (rule G34).
    case waits(for: [GestureRecognizer])
    /// A continuous gesture has begun.
    case began
    /// A discrete gesture was recognised.
    case recognized
    /// A continuous gesture has ended.
    case ended
    /// A continuous gesture was cancelled.
    case cancelled(GestureEndReason)
    /// The recogniser has failed.
    case failed(GestureEndReason)
    /// The attempt is over, and the recogniser is possible again.
    case reset
}

/// Why a recogniser does not get a touch that begins in its view.
public enum GestureRefusal: Hashable, Sendable {
    /// The recogniser's ``GestureRecognizer/isEnabled`` is false.
    case disabled
    /// The kind of the contact is none of the recogniser's ``GestureRecognizer/allowedTouchTypes``.
    case touchType
    /// The attempt has touches of another kind, and the recogniser's ``GestureRecognizer/requiresExclusiveTouchType``
    /// is true.
    case otherTouchType
    /// The recogniser's attempt is over, or waits only for others to fail.
    case attemptOver
    /// The recogniser has touches of another application.
    case otherApplication
    /// ``GestureRecognizer/shouldReceive(_:)``, or the delegate's method for the event, returned false.
    case shouldReceiveEvent
    /// The delegate's `gestureRecognizer(_:shouldReceive:)` returned false for the touch.
    case shouldReceiveTouch
    /// The recogniser follows pointers that hover, and gets no touches (rule G53).
    case hovering
}

/// Why a recogniser has failed, or its gesture was cancelled.
public enum GestureEndReason: Hashable, Sendable {
    /// The recogniser itself set its ``GestureRecognizer/state``.
    case itself
    /// Another recogniser has succeeded with the same touches (rule G29).
    case prevented(by: GestureRecognizer)
    /// The recogniser had to wait for the failure of the named one, which has succeeded (rule G34).
    case requirement(GestureRecognizer)
    /// The `gestureRecognizerShouldBegin` of the recogniser's view returned false (rule G38).
    case refusedByView
    /// The `gestureRecognizerShouldBegin` of the recogniser's delegate returned false (rule G38).
    case refusedByDelegate
    /// The attempt was ended from outside.
    case interrupted(GestureInterruption)
}

/// An event that ends a recogniser's attempt from outside.
public enum GestureInterruption: Hashable, Sendable {
    /// ``GestureRecognizer/isEnabled`` was set to false (rule G16).
    case disabled
    /// The recogniser was removed from its view.
    case removed
    /// The recogniser's view is no longer in the window of its touches (rule G18).
    case leftWindow
    /// A touch of the recogniser was cancelled (rule G17).
    case touchCancelled
    /// The recogniser has ignored all of its touches (rule G15).
    case ignoredTouches
    /// An override of `sendEvent` did not pass the end of a touch on.
    case endNotSent
    /// The application was ended without notice.
    case applicationEnded
    /// The pointer left the view of a recogniser of hovering that had to wait and has not begun.
    case pointerLeft
    /// The pointer that a recogniser of hovering follows was cancelled by its source.
    case pointerCancelled
    /// The application became inactive, began to ignore touches, or turned its interface.
    case pointersDropped
}

// MARK: - As text

extension GestureRefusal: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .disabled: "its isEnabled is false"
        case .touchType: "its allowedTouchTypes do not have the kind of the contact"
        case .otherTouchType: "it has touches of another kind, and its requiresExclusiveTouchType is true"
        case .attemptOver: "its attempt is over"
        case .otherApplication: "it has touches of another application"
        case .shouldReceiveEvent: "its shouldReceive, or its delegate's, returned false for the event"
        case .shouldReceiveTouch: "its delegate's shouldReceive returned false for the touch"
        case .hovering: "it follows pointers that hover, and gets no touches"
        }
    }
}

extension GestureInterruption: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .disabled: "its isEnabled was set to false"
        case .removed: "it was removed from its view"
        case .leftWindow: "its view is no longer in the window"
        case .touchCancelled: "its touch was cancelled"
        case .ignoredTouches: "it has ignored all of its touches"
        case .endNotSent: "an override of sendEvent did not pass on the end of its touch"
        case .applicationEnded: "the application has ended"
        case .pointerLeft: "the pointer has left its view"
        case .pointerCancelled: "the pointer was cancelled"
        case .pointersDropped: "the application takes no pointer at present"
        }
    }
}

extension GestureStep {
    /// The other recognisers that the step names.
    var others: [GestureRecognizer] {
        switch self {
        case .waits(let others): others
        case .failed(.prevented(let other)), .cancelled(.prevented(let other)): [other]
        case .failed(.requirement(let other)), .cancelled(.requirement(let other)): [other]
        default: []
        }
    }

    /// The step in words.
    ///
    /// - Parameter names: The recogniser's name, and those of the others.
    func text(_ names: [RecognizerName]) -> String {
        guard let own = names.first else { return "" }
        return switch self {
        case .given: "given to \(own)"
        case .refused(let refusal): "not given to \(own): \(refusal)"
        case .ignored: "ignored by \(own)"
        case .waits: "\(own) waits for \(names.dropFirst().map { "\($0)" }.joined(separator: " and ")) to fail"
        case .began: "\(own) begins"
        case .recognized: "\(own) is recognised"
        case .ended: "\(own) ends"
        case .cancelled(.itself): "\(own) cancels itself"
        case .cancelled(let reason): "\(own) is cancelled, since \(reason.text(names.last))"
        case .failed(.itself): "\(own) fails by itself"
        case .failed(let reason): "\(own) fails, since \(reason.text(names.last))"
        case .reset: "\(own) is reset"
        }
    }
}

extension GestureEndReason {
    /// The reason in words, with the name of the recogniser that it names.
    fileprivate func text(_ other: RecognizerName?) -> String {
        switch self {
        case .itself: "it set its state"
        case .prevented: other.map { "\($0) \($0.success)" } ?? ""
        case .requirement: other.map { "it waited for \($0), which \($0.success)" } ?? ""
        case .refusedByView: "its view's gestureRecognizerShouldBegin returned false"
        case .refusedByDelegate: "its delegate's gestureRecognizerShouldBegin returned false"
        case .interrupted(let interruption): "\(interruption)"
        }
    }
}

/// A recogniser's name in a text, taken when the text's event was noted; keeps nothing alive.
struct RecognizerName: Sendable, CustomStringConvertible {
    private let type: GestureRecognizer.Type
    private let name: String?
    private let hasBegun: Bool

    @MainActor
    init(_ recognizer: GestureRecognizer) {
        type = Swift.type(of: recognizer)
        name = recognizer.name
        hasBegun = recognizer.record.pointee.isUnderWay
    }

    var description: String { name ?? "\(type)" }

    /// How the recogniser has succeeded.
    fileprivate var success: String { hasBegun ? "began" : "was recognised" }
}
