public import ResponderCore
public import ResponderTouchInput

/// A view that turns a touch into events, and calls actions for them: the base class of buttons, switches and sliders.
///
/// A control tracks one touch at a time (rule C10), and none while a key presses it. A subclass is told of the touch by
/// four methods, from ``beginTracking(_:with:)`` to ``cancelTracking(with:)``. The app is told by the actions that it
/// has registered for ``Events``:
///
///     let save = Button(title: "Save")
///     save.addAction(for: .touchUpInside) { [weak self] _ in self?.save() }
///
/// For the hit-test and the delivery of touches a control is an ordinary view. A disabled control is hit, too, and
/// keeps the touch from other views without acting on it (rule H22). (`UIControl`)
open class Control: View {
    /// The state that each touch reads and writes: see `ControlRecord`.
    nonisolated(unsafe) final let control = ControlRecord.make()
    /// The numbers of the presses whose began the control took.
    final var takenPresses: [UInt64] = []

    /// The initial ``trackingMargin``, in points (rule C9).
    public nonisolated static let defaultTrackingMargin = 70.0

    /// A control with that frame in its superview's coordinates, in points.
    ///
    /// - Precondition: The frame is finite.
    /// - Complexity: O(1), except for the first object of a class; allocates the object and its state.
    public override init(frame: Rect) {
        super.init(frame: frame)
        record.pointee.isControl = true
    }

    deinit {
        control.pointee.registrations.destroy()
        control.deinitialize(count: 1).deallocate()
    }

    // MARK: What a subclass may do

    /// A finger came down in the control; return true, as by default, to track the touch.
    ///
    /// After false, the control ignores the touch (rule C4). After true, exactly one of these is called:
    /// ``endTracking(_:with:)``, ``cancelTracking(with:)``, or ``continueTracking(_:with:)`` with false as its result.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func beginTracking(_ touch: Touch, with event: Event) -> Bool { true }

    /// The tracked finger moved; return true, as by default, to continue tracking.
    ///
    /// After false, tracking is over: nothing more is called or sent for the touch (rule C6).
    ///
    /// - Complexity: By default O(1); no allocation.
    open func continueTracking(_ touch: Touch, with event: Event) -> Bool { true }

    /// The tracked finger was lifted; by default does nothing.
    ///
    /// Called before ``Events/touchUpInside`` or ``Events/touchUpOutside`` is sent (rule C7); ``isTouchInside`` already
    /// tells which of the two.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func endTracking(_ touch: Touch?, with event: Event?) {}

    /// The touch was cancelled, or the control was disabled: undo the effects of the touch.
    ///
    /// By default does nothing.
    ///
    /// Called before ``Events/touchCancel`` is sent (rule C8). Do not call this method: use ``stopTracking()``.
    ///
    /// - Parameter event: The event of the touch; nil when no event took the touch away.
    /// - Complexity: By default O(1); no allocation.
    open func cancelTracking(with event: Event?) {}

    /// A bit of ``state`` has changed; by default marks the control to draw.
    ///
    /// An override calls super, or the control is not drawn anew.
    ///
    /// - Complexity: By default O(1); allocates where the list of marked views grows.
    open func stateDidChange() { setNeedsDisplay() }

    /// The control is about to call an action for an event; by default calls it.
    ///
    /// An override that does not call super suppresses the action (rule C18).
    ///
    /// - Parameters:
    ///   - action: An action that was added to the control.
    ///   - event: The event of the touch; nil where no touch is the cause.
    /// - Complexity: By default that of the action; no allocation.
    open func sendAction(_ action: ControlAction, for event: Event?) { action.perform(self, event) }

    /// Whether a touch has no effect but the actions; a control with a value changes the value in any case.
    var isNothingWithoutAction: Bool { false }

    /// ``Events/touchUpInside`` has been sent, for a finger or for a key.
    func wasActivated(_ event: Event?) {}

    /// A key has pressed the control that has the focus: called in place of the methods that track a touch.
    func wasPressedByKey() {}

    /// Whether return and the space bar press the control that has the focus; false for a text, which types them.
    var isPressedByKeys: Bool { true }

    /// Changes the value for an arrow key; returns false if the control has no value in that direction.
    func moveValue(_ movement: FocusMovement) -> Bool { false }

    // MARK: Keys

    /// Whether keys can bring the focus to the control: true, as by default, while it is enabled.
    ///
    /// - Complexity: By default O(1); no allocation.
    open override var canBecomeFocused: Bool { isEnabled }

    /// Whether the control may become the first responder: the value of ``canBecomeFocused``, since the control with
    /// the focus is the first responder.
    ///
    /// - Complexity: That of ``canBecomeFocused``.
    open override var canBecomeFirstResponder: Bool { canBecomeFocused }

    /// Takes return and the space bar, which press the control that has the focus, and the arrows that change its
    /// value.
    ///
    /// Other presses are passed on. An override of this method or of the next three calls super for presses that it
    /// does not take.
    ///
    /// - Complexity: O(presses), besides the work of actions.
    open override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        let others = takePresses(presses, .began)
        if !others.isEmpty { super.pressesBegan(others, with: event) }
    }

    /// Changes the value again when an arrow key is repeated.
    ///
    /// - Complexity: O(presses), besides the work of actions.
    open override func pressesChanged(_ presses: PressSet, with event: PressesEvent) {
        let others = takePresses(presses, .changed)
        if !others.isEmpty { super.pressesChanged(others, with: event) }
    }

    /// Releasing return or the space bar has the effect of a finger that is lifted inside.
    ///
    /// - Complexity: O(presses), besides the work of actions.
    open override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        let others = takePresses(presses, .ended)
        if !others.isEmpty { super.pressesEnded(others, with: event) }
    }

    /// Has the effect of a cancelled touch.
    ///
    /// - Complexity: O(presses), besides the work of actions.
    open override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) {
        let others = takePresses(presses, .cancelled)
        if !others.isEmpty { super.pressesCancelled(others, with: event) }
    }

    /// The control is about to send an action to a target for an event; by default has the application send it
    /// (``Application/sendAction(_:to:from:for:)``).
    ///
    /// An override that does not call super suppresses the action (rule C18). A control and a target that are both in
    /// no window send nothing.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - target: The responder for which the action was added; nil for the responder chain.
    ///   - event: The event of the touch; nil where no touch is the cause.
    /// - Complexity: By default that of the application's method; no allocation.
    open func sendAction<Sender>(_ action: Action<Sender>, to target: Responder?, for event: Event?) {
        send(action, to: target, event)
    }

    /// Whether a recogniser of the control, or of a view above that got a touch of the control, may succeed now; true
    /// by default.
    ///
    /// So a control can keep touches that it needs from the recognisers of its ancestors. The standard controls do so
    /// for taps, or for drags of their knobs (rule G40); recognisers of the control itself may succeed.
    ///
    /// - Complexity: By default O(1); no allocation.
    open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

    // MARK: Touches

    /// Begins to track a touch, unless the control is disabled or tracks another touch.
    ///
    /// An override of this method or of the next three calls super; otherwise the control tracks nothing.
    ///
    /// - Complexity: O(1), besides the work of hooks and actions; no allocation.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) { trackBegan(touches, event) }

    /// Follows the tracked touch.
    ///
    /// - Complexity: O(1), besides the work of hooks and actions; no allocation.
    open override func touchesMoved(_ touches: TouchSet, with event: Event) { trackMoved(touches, event) }

    /// Ends the tracking of a touch that was lifted.
    ///
    /// - Complexity: O(1), besides the work of hooks and actions; no allocation.
    open override func touchesEnded(_ touches: TouchSet, with event: Event) { trackEnded(touches, event) }

    /// Ends the tracking of a touch that was cancelled.
    ///
    /// - Complexity: O(1), besides the work of hooks and actions; no allocation.
    open override func touchesCancelled(_ touches: TouchSet, with event: Event) { trackCancelled(touches, event) }
}
