/// An object that responds to events: the base class of views, view controllers, windows and the application.
///
/// Touches go to the view that was hit. A responder that does not override one of the touch methods passes the message
/// on to ``next``, and so up the chain to the window, the application and its delegate, until one of them handles it.
///
/// A subclass that overrides one of the four touch methods should override all four: if it handles the beginning of a
/// touch but passes on the touch's end, the responders above get an end without a beginning (rule R11).
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@MainActor
open class Responder {
    /// The state that each event reads: see `ResponderRecord`.
    package nonisolated(unsafe) final let record: RecordPointer

    /// A responder without a next responder.
    ///
    /// - Complexity: O(1), except for the first object of a class; allocates the object. Its record comes from a pool
    ///   that allocates 256 records at a time and reuses them.
    public init() {
        // `self` cannot be used before `record` is set.
        record = RecordPool.make(type: ResponderClass.of(Self.self))
        record.pointee.object = .passUnretained(self)
    }

    deinit {
        RecordPool.retire(record)
    }

    /// The next responder up the chain: nil here; each subclass computes its own, and stores none (rule R1).
    open var next: Responder? { computeNext(nil) }

    /// Fingers came down on the view that was hit.
    ///
    /// By default passed on to ``next``.
    ///
    /// - Parameters:
    ///   - touches: The touches of one view that began in this event; stationary touches are not among them.
    ///   - event: The event of the touches. An event object that the app does not keep is reused for a later event.
    /// - Complexity: By default linear in the length of the chain up to the responder that handles the message, besides
    ///   the work of that responder; allocates at most notes of the responders that get touches, which are reused.
    open func touchesBegan(_ touches: TouchSet, with event: Event) { forward(.began, touches, event) }

    /// Touches moved, or their force or size changed.
    ///
    /// They may be outside of the view: a touch stays bound to the view where it began. By default passed on to
    /// ``next``.
    ///
    /// - Complexity: That of ``touchesBegan(_:with:)``.
    open func touchesMoved(_ touches: TouchSet, with event: Event) { forward(.moved, touches, event) }

    /// Fingers were lifted.
    ///
    /// By default passed on to ``next``.
    ///
    /// A view that got ``touchesBegan(_:with:)`` for a touch gets exactly one call for the touch's end: this method or
    /// ``touchesCancelled(_:with:)``.
    ///
    /// - Complexity: That of ``touchesBegan(_:with:)``.
    open func touchesEnded(_ touches: TouchSet, with event: Event) { forward(.ended, touches, event) }

    /// Touches were cancelled: undo the action that they started.
    ///
    /// By default passed on to ``next``.
    ///
    /// - Complexity: That of ``touchesBegan(_:with:)``.
    open func touchesCancelled(_ touches: TouchSet, with event: Event) { forward(.cancelled, touches, event) }

    /// Better values have come for an earlier sample of the touches, whose properties were estimates (rule T9).
    ///
    /// By default passed on to ``next``.
    ///
    /// Called after the sample was delivered, perhaps even after the touch's end. These touches equal the original
    /// ones, but their properties are those of the earlier sample, with the values known now;
    /// ``Touch/estimationUpdateIndex`` identifies the sample. To keep the values, take the touch's ``Touch/sample``.
    ///
    /// - Parameter touches: Touches that the view got when they began, and that were not cancelled.
    /// - Complexity: By default linear in the length of the chain, besides the work of the responder that handles the
    ///   message; no allocation.
    open func touchesEstimatedPropertiesUpdated(_ touches: TouchSet) { passOn(.estimateUpdate(touches)) }

    /// The wheel was turned, or two fingers moved on a touch pad, while the pointer was over the view that was hit.
    ///
    /// By default passed on to ``next`` (rule T42). A responder that moves its content overrides this method, and calls
    /// super when the content cannot move in the direction of ``WheelEvent/delta``.
    ///
    /// No call begins or ends anything: each movement is hit-tested on its own. The call does not go through
    /// `sendEvent`.
    ///
    /// - Complexity: By default linear in the length of the chain, besides the work of the responder that handles the
    ///   message; no allocation.
    open func scrollWheel(with event: WheelEvent) { passOn(.wheel(event)) }

    // MARK: Presses

    /// Keys or buttons went down while this responder, or one below it in the chain, was the first responder of the key
    /// window, or while this was the key window without a first responder (rules R29, R30).
    ///
    /// By default passed on to ``next``.
    ///
    /// A responder that overrides one of the four methods for presses should override all four, as for touches (rule
    /// R11). A press that a key command takes is not delivered.
    ///
    /// - Parameters:
    ///   - presses: The presses that began in this event.
    ///   - event: The event of the presses. An event object that the app does not keep is reused for a later event.
    /// - Complexity: By default linear in the length of the chain, besides the work of the responder that handles the
    ///   message; allocates at most notes of the responders that get presses, which are reused.
    open func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        forward(presses: presses, .began, event)
    }

    /// The force of presses changed, or the keyboard repeats a key that is held (``Key/isRepeat``).
    ///
    /// By default passed on to ``next``.
    ///
    /// - Complexity: That of ``pressesBegan(_:with:)``.
    open func pressesChanged(_ presses: PressSet, with event: PressesEvent) {
        forward(presses: presses, .changed, event)
    }

    /// Keys or buttons went up.
    ///
    /// By default passed on to ``next``.
    ///
    /// A responder that got ``pressesBegan(_:with:)`` for a press, directly or by default forwarding, gets exactly one
    /// call for the press's end: this method or ``pressesCancelled(_:with:)``.
    ///
    /// - Complexity: That of ``pressesBegan(_:with:)``.
    open func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        forward(presses: presses, .ended, event)
    }

    /// Presses were cancelled: undo the actions that they started.
    ///
    /// Called when the keyboard is gone, when the responder of the press has left its window, and when the application
    /// is no longer active. By default passed on to ``next``.
    ///
    /// - Complexity: That of ``pressesBegan(_:with:)``.
    open func pressesCancelled(_ presses: PressSet, with event: PressesEvent) {
        forward(presses: presses, .cancelled, event)
    }

    /// The key commands that the responder offers while it is the first responder, or above the first responder in the
    /// chain; nil, the default, for none (rules R31, R32).
    ///
    /// Read when a key goes down; the commands of responders nearer to the first responder come first.
    ///
    /// - Complexity: By default O(1); no allocation.
    open var keyCommands: [KeyCommand]? { nil }

    /// Whether the responder wants a key as a press before the key commands get it (rule R31).
    ///
    /// The first responder, where the key enters the chain, is asked when a key goes down. By default true for keys
    /// that type, if the responder takes text (``KeyInput``), and false otherwise. A responder with a cursor also
    /// returns true for keys that move the cursor. Only commands of ``Application/systemKeyCommands``, and commands
    /// with ``KeyCommand/wantsPriorityOverSystemBehavior``, come before the responder.
    ///
    /// - Complexity: By default O(1), with a search for a conformance; no allocation.
    open func wantsKeyBeforeCommands(_ key: Key) -> Bool { wantsToType(key) }

    // MARK: Motion and remote control

    /// The device began to be shaken while events other than touches entered the chain at this responder, or at one
    /// below it (rules R26, R33).
    ///
    /// Only the beginning and the end of the motion are reported: this call is followed by exactly one call of
    /// ``motionEnded(_:with:)`` or ``motionCancelled(_:with:)``, which enters the chain at the same responder. By
    /// default passed on to ``next``.
    ///
    /// - Complexity: By default linear in the length of the chain, besides the work of the responder that handles the
    ///   message; no allocation.
    open func motionBegan(_ motion: EventSubtype, with event: MotionEvent) { passOn(.motionBegan(motion, event)) }

    /// The motion is over: it was a shake.
    ///
    /// By default passed on to ``next``.
    ///
    /// - Complexity: That of ``motionBegan(_:with:)``.
    open func motionEnded(_ motion: EventSubtype, with event: MotionEvent) { passOn(.motionEnded(motion, event)) }

    /// The motion was no shake, took too long, or the application is no longer active (rule R33).
    ///
    /// By default passed on to ``next``.
    ///
    /// - Complexity: That of ``motionBegan(_:with:)``.
    open func motionCancelled(_ motion: EventSubtype, with event: MotionEvent) {
        passOn(.motionCancelled(motion, event))
    }

    /// A remote control asks for something, such as the buttons of a headset (rule R34).
    ///
    /// Called only after ``Application/beginReceivingRemoteControlEvents()``. By default passed on to ``next``.
    ///
    /// - Complexity: That of ``motionBegan(_:with:)``.
    open func remoteControlReceived(with event: RemoteControlEvent) { passOn(.remoteControl(event)) }

    // MARK: First responder

    /// Whether the responder is willing to become its window's first responder; false by default (rule R16).
    ///
    /// - Complexity: By default O(1); no allocation.
    open var canBecomeFirstResponder: Bool { false }

    /// Whether the responder is willing to give up being the first responder; true by default (rule R16).
    ///
    /// - Complexity: By default O(1); no allocation.
    open var canResignFirstResponder: Bool { true }

    /// Makes the responder its window's first responder, at which presses, motion and actions without a target enter
    /// the responder chain.
    ///
    /// First ``canBecomeFirstResponder`` of this responder is asked, then ``canResignFirstResponder`` of the window's
    /// present first responder. Then the present first responder resigns (``resignFirstResponder()``). If one of the
    /// two refuses, nothing changes (rules R18, R19).
    ///
    /// An override must call super, whose result decides (rule R23).
    ///
    /// - Returns: Whether the responder is the first responder now: always true if it was already. Always false for a
    ///   responder that is no window, no view in a window, and no controller of such a view (rule R17).
    /// - Complexity: By default O(1), besides the work of overrides; no allocation.
    @discardableResult
    open func becomeFirstResponder() -> Bool { takeFirstResponder() }

    /// Gives up being the first responder: afterwards the window has none (rule R20).
    ///
    /// A responder that leaves its window resigns by this method; then its refusal does not count (rule R21).
    ///
    /// An override must call super, whose result decides (rule R23).
    ///
    /// - Returns: Whether the responder is not the first responder any more; false when ``canResignFirstResponder`` is
    ///   false.
    /// - Complexity: By default O(1), besides the work of overrides; no allocation.
    @discardableResult
    open func resignFirstResponder() -> Bool { giveUpFirstResponder() }

    /// The view that the application shows at the lower edge of the key window while this responder, or one below it in
    /// the chain, is the first responder, in the place of the keyboard (rule R24).
    ///
    /// Nil, as by default, leaves the choice to ``next``. If no responder has such a view, and the first responder
    /// takes text (``KeyInput``), the application shows its keyboard. The view's height is used, and its width is set.
    /// See ``reloadInputViews()``.
    ///
    /// - Precondition: The view is no window, and contains neither the view of this responder nor that of the first
    ///   responder: it is taken out of its superview while it is shown.
    /// - Complexity: By default O(1); no allocation.
    open var inputView: View? { nil }

    /// The view that the application shows above the keyboard, or above the ``inputView``, while this responder, or one
    /// below it in the chain, is the first responder (rule R24).
    ///
    /// Nil, as by default, leaves the choice to ``next``.
    ///
    /// - Precondition: That of ``inputView``.
    /// - Complexity: By default O(1); no allocation.
    open var inputAccessoryView: View? { nil }

    // MARK: Actions

    /// The actions that objects of the class perform; none by default.
    ///
    /// The class is asked once, when an action first reaches one of its objects. A subclass inherits the actions of its
    /// superclass, and lists only those that it adds or performs in another way.
    ///
    /// - Precondition: Each row's method or closure is one for this class or a superclass.
    /// - Complexity: Whatever it takes to make the table.
    open class var actions: ActionTable { [] }

    /// Whether the responder itself performs the action just now (rule R39).
    ///
    /// By default whether ``actions`` lists the action. An override may return false for an action that makes no sense
    /// at present, such as pasting nothing: then the action goes on to ``next``.
    ///
    /// `sender` is the object that would send the action; nil if it is not known.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func canPerformAction(_ action: AnyAction, withSender sender: Any?) -> Bool { implements(action) }

    /// The responder to which an action goes from here (rule R39).
    ///
    /// By default this responder if ``canPerformAction(_:withSender:)-(AnyAction,_)`` is true, else the answer of
    /// ``next``. An override may name any other responder; nil means that nobody performs the action.
    ///
    /// - Complexity: By default linear in the length of the chain, besides the work of overrides; no allocation.
    open func target(forAction action: AnyAction, withSender sender: Any?) -> Responder? {
        defaultTarget(for: action, sender)
    }

    /// The undo manager for changes that the responder shows: by default that of the nearest responder up the chain
    /// that has one.
    ///
    /// Each window has one, which is made when it is first asked for (rule R41). Override this property in a responder
    /// with changes of its own, such as the controller of a document.
    ///
    /// - Complexity: By default linear in the length of the chain; allocates a window's manager the first time.
    open var undoManager: UndoManager? { nearestUndoManager() }
}

extension Responder: Hashable {
    /// Whether both are the same object.
    public nonisolated static func == (lhs: Responder, rhs: Responder) -> Bool { lhs === rhs }

    /// Hashes the object's identity.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
