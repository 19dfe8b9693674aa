public import ResponderCore
public import ResponderTouchInput

/// A view that turns a touch into events, and calls actions for them: the base class of buttons, switches and sliders.
///
/// A control tracks one touch at a time (rule C10), and none while a key presses it. What happens to the touch is told
/// in two ways: to a subclass by four methods, ``beginTracking(_:with:)`` and the others; and to the app by the actions
/// that are registered for ``Events``:
///
///     let save = Button(title: "Save")
///     save.addAction(for: .touchUpInside) { [weak self] _ in self?.save() }
///
/// A control is an ordinary view to the hit-test and to the delivery of touches. A disabled one is hit too, and keeps
/// the touch to itself without doing anything (rule H22). (`UIControl`)
open class Control: View {
    /// The hot state: see `ControlRecord`.
    nonisolated(unsafe) final let control = ControlRecord.make()
    /// The numbers of the presses whose began the control took.
    final var takenPresses: [UInt64] = []

    /// How far outside of the bounds a finger counts as inside while it is tracked, at first, in points (rule C9).
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

    /// A finger came down in the control; true, as by default, for a touch that the control is to track.
    ///
    /// When the answer is false, the control ignores the touch (rule C4). After true, exactly one of these is called:
    /// ``endTracking(_:with:)``, ``cancelTracking(with:)``, or ``continueTracking(_:with:)`` with false as its result.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func beginTracking(_ touch: Touch, with event: Event) -> Bool { true }

    /// The tracked finger moved; true, as by default, to go on.
    ///
    /// When the answer is false, tracking is over: nothing more is called or sent for the touch (rule C6).
    ///
    /// - Complexity: By default O(1); no allocation.
    open func continueTracking(_ touch: Touch, with event: Event) -> Bool { true }

    /// The tracked finger was lifted; by default does nothing.
    ///
    /// Called before ``Events/touchUpInside`` or ``Events/touchUpOutside`` is sent (rule C7); ``isTouchInside`` already
    /// tells which.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func endTracking(_ touch: Touch?, with event: Event?) {}

    /// The touch was taken away, or the control was disabled: undo what the touch has begun.
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
    /// An override calls super, or does without being drawn anew.
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

    /// ``Events/touchUpInside`` has been sent, for a finger or for a key.
    func wasActivated(_ event: Event?) {}

    /// A key has pressed the control that has the focus: called where a lifted finger ends the tracking.
    func wasPressedByKey() {}

    /// Whether return and the space bar press the control that has the focus; a text types them.
    var isPressedByKeys: Bool { true }

    /// Changes the value for an arrow key, if the control has one along that way; returns whether it takes the key.
    func moveValue(_ movement: FocusMovement) -> Bool { false }

    // MARK: Keys

    /// Whether keys can bring the focus to the control: true, as by default, while it is enabled.
    ///
    /// - Complexity: By default O(1); no allocation.
    open override var canBecomeFocused: Bool { isEnabled }

    /// Whether the control may become the first responder: ``canBecomeFocused``, as the control with the focus is the
    /// first responder.
    ///
    /// - Complexity: That of ``canBecomeFocused``.
    open override var canBecomeFirstResponder: Bool { canBecomeFocused }

    /// Takes return and the space bar, which press the control that has the focus, and the arrows that change its
    /// value.
    ///
    /// Other presses are passed on. An override calls super for presses that it does not take; so with the next three
    /// methods.
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

    /// Does what a finger that is lifted inside does, when return or the space bar is released.
    ///
    /// - Complexity: O(presses), besides the work of actions.
    open override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        let others = takePresses(presses, .ended)
        if !others.isEmpty { super.pressesEnded(others, with: event) }
    }

    /// Does what the cancel of a touch does.
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
    ///   - target: The responder that it was added for; nil for the responder chain.
    ///   - event: The event of the touch; nil where no touch is the cause.
    /// - Complexity: By default that of the application's method; no allocation.
    open func sendAction<Sender>(_ action: Action<Sender>, to target: Responder?, for event: Event?) {
        send(action, to: target, event)
    }

    /// Whether a recogniser may succeed now: one of the control's own, or one of a view above that got a touch of this
    /// control; true by default.
    ///
    /// So a control can keep touches that it needs from the recognisers of its ancestors. The standard controls do so
    /// for taps, or for drags of their knobs (rule G40); their own recognisers win over them.
    ///
    /// - Complexity: By default O(1); no allocation.
    open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

    // MARK: Touches

    /// Begins to track a touch, unless the control is disabled or tracks one already.
    ///
    /// An override calls super, or the control tracks nothing; so with the next three methods.
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
