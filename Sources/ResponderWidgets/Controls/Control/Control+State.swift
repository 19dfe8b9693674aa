internal import ResponderCore

// The state of a control.
extension Control {
    /// The bits of the control's state.
    public final var state: State { control.pointee.state }

    /// Whether the control acts on touches; true at first.
    ///
    /// The hit-test still finds a disabled control, which ignores its touches (rules C19, H22). When a control is
    /// disabled while it tracks a touch, ``cancelTracking(with:)`` is called without an event, and
    /// ``Events/touchCancel`` is sent. So each ``Events/touchDown`` is followed by an end.
    ///
    /// - Complexity: O(1), besides the work of hooks and actions; no allocation.
    public final var isEnabled: Bool {
        get { !control.pointee.state.contains(.disabled) }
        set {
            guard newValue != isEnabled else { return }
            control.pointee.state.set(.disabled, !newValue)
            if !newValue {
                stopTracking()
                endKeyPress(isCancelled: true)
                if isFirstResponder { resignFirstResponder() }
            }
            stateDidChange()
        }
    }

    /// Whether the control is selected; false at first.
    ///
    /// What this means, and who sets it, is up to the app.
    ///
    /// - Complexity: O(1), besides the work of ``stateDidChange()``; no allocation.
    public final var isSelected: Bool {
        get { control.pointee.state.contains(.selected) }
        set { set(.selected, newValue) }
    }

    /// Whether the control looks pressed: while a tracked touch is inside.
    ///
    /// The app may set it at other times, too.
    ///
    /// - Complexity: O(1), besides the work of ``stateDidChange()``; no allocation.
    public final var isHighlighted: Bool {
        get { control.pointee.state.contains(.highlighted) }
        set { set(.highlighted, newValue) }
    }

    /// Whether the control tracks a touch: from the return of `beginTracking(_:with:)` until the touch's last control
    /// event has been sent.
    public final var isTracking: Bool { control.pointee.isTracking }

    /// Whether the control has the focus: keys act on it, since it is its window's first responder.
    ///
    /// To give it the focus, call ``Responder/becomeFirstResponder()``.
    public final var isFocused: Bool { control.pointee.state.contains(.focused) }

    /// Whether the tracked touch is inside the control, by the last inside test; false while no touch is tracked.
    public final var isTouchInside: Bool { control.pointee.isTouchInside }

    /// How far outside of the bounds a tracked finger counts as inside, in points: 70 at first (rule C9).
    ///
    /// With 0 ``View/point(inside:with:)`` alone decides. The touch must begin where the hit-test finds the control,
    /// whatever the margin is.
    ///
    /// - Precondition: Not negative, and not NaN.
    public final var trackingMargin: Double {
        get { control.pointee.margin }
        set {
            guard newValue >= 0 else {
                fatalError("a control cannot have the tracking margin \(newValue); use 0 or more")
            }
            control.pointee.margin = newValue
        }
    }

    @inline(__always)
    final func set(_ bit: State, _ isSet: Bool) {
        if control.pointee.state.contains(bit) == isSet { return }
        control.pointee.state.set(bit, isSet)
        stateDidChange()
    }
}

extension Control.State {
    @inline(__always)
    mutating func set(_ bit: Self, _ isSet: Bool) {
        if isSet { insert(bit) } else { remove(bit) }
    }
}

extension Control: TouchAnswering {
    package final var idleness: TouchExplanation.Idleness? {
        if !isEnabled { return .disabled }
        guard isNothingWithoutAction, allControlEvents.isEmpty, gestureRecognizers.isEmpty else { return nil }
        return .noAction
    }

    package final var controlState: (isEnabled: Bool, isSelected: Bool) { (isEnabled, isSelected) }
}
