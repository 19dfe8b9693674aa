public import ResponderTouchInput

// The properties that an app sets on a recogniser.
extension GestureRecognizer {
    /// The view that has the recogniser; nil when none has it.
    public final var view: View? { viewReference }

    /// The object that is asked in the negotiation with other recognisers; nil at first, and not retained.
    public final var delegate: (any GestureRecognizerDelegate)? {
        get { delegateReference }
        set { delegateReference = newValue }
    }

    /// Whether the recogniser gets touches; true at first.
    ///
    /// Setting false during an attempt makes the recogniser fail, or cancels the gesture (rule G16).
    ///
    /// - Complexity: That of the change of ``state``.
    public final var isEnabled: Bool {
        get { record.pointee.flags.contains(.enabled) }
        set {
            guard newValue != isEnabled else { return }
            set(.enabled, newValue)
            if !newValue {
                record.pointee.hover = 0
                giveUp(because: .disabled)
            }
        }
    }

    /// Whether success takes the touches from their views with ``Responder/touchesCancelled(_:with:)`` (rule G20).
    ///
    /// True at first.
    public final var cancelsTouchesInView: Bool {
        get { record.pointee.flags.contains(.cancelsTouches) }
        set { set(.cancelsTouches, newValue) }
    }

    /// Whether views get the beginning of touches only after the recogniser has failed (rule G23).
    ///
    /// False at first. When the recogniser succeeds, the views never hear of its touches.
    public final var delaysTouchesBegan: Bool {
        get { record.pointee.flags.contains(.delaysBegan) }
        set { set(.delaysBegan, newValue) }
    }

    /// Whether views get the end of touches only after the recogniser has failed (rule G24).
    ///
    /// True at first. When the recogniser succeeds, the views get a cancel instead.
    public final var delaysTouchesEnded: Bool {
        get { record.pointee.flags.contains(.delaysEnded) }
        set { set(.delaysEnded, newValue) }
    }

    /// Whether all touches of one attempt must be of the first touch's kind (rule G12).
    ///
    /// True at first.
    public final var requiresExclusiveTouchType: Bool {
        get { record.pointee.flags.contains(.exclusiveType) }
        set { set(.exclusiveType, newValue) }
    }

    /// The kinds of contacts that the recogniser takes; at first all (rule G11).
    ///
    /// - Complexity: O(kinds); reading allocates the set.
    public final var allowedTouchTypes: Set<TouchContact.Kind> {
        get { Set(TouchContact.Kind.allCases.filter { record.pointee.allowedKinds & 1 << $0.rawValue != 0 }) }
        set { record.pointee.allowedKinds = newValue.reduce(0) { $0 | 1 << $1.rawValue } }
    }

    private func set(_ flag: RecognizerRecord.Flags, _ on: Bool) {
        if on { record.pointee.flags.insert(flag) } else { record.pointee.flags.remove(flag) }
        ProcessState.shared.invalidatePlans()
    }

    /// The name in messages: ``name``, or the name of the class.
    final var displayName: String { name ?? "\(type(of: self))" }
}
