internal import ResponderEventLoop

// Motion and remote control (rules R26, R33, R34): both enter where presses do, and go up the chain by default. A host
// calls these methods on the main actor; from another thread it uses `runLoop.post`.
extension Application {
    /// How long a motion may take before it is cancelled; 2 seconds at first.
    ///
    /// No source states a figure: a hand shakes three to five times a second, so two seconds are a long shake.
    public final var longestMotion: Duration {
        get { motion.longest }
        set { motion.longest = newValue }
    }

    /// Whether a motion has begun, and has neither ended nor been cancelled.
    public final var isInMotion: Bool { motion.responder != nil }

    /// The device begins to be shaken: for hosts.
    ///
    /// Does nothing while a motion is under way, while the application is not active (rule T34), or without a key
    /// window.
    ///
    /// - Parameter motion: The kind of motion: `.motionShake`.
    /// - Complexity: O(1), besides the work of the responder that handles the message; allocates a timer's closure.
    public final func beginMotion(_ motion: EventSubtype = .motionShake) {
        guard self.motion.responder == nil, !motion.isRemoteControl else { return }
        enter { responder in
            self.motion.begin(motion, at: responder, in: self)
            return .motionBegan(motion, event(motion))
        }
    }

    /// The motion is over, and was a shake: for hosts.
    ///
    /// Does nothing without a motion under way.
    ///
    /// - Complexity: O(1), besides the work of the responder that handles the message; no allocation.
    public final func endMotion() {
        finishMotion { .motionEnded($0, $1) }
    }

    /// The motion was no shake: for hosts.
    ///
    /// Does nothing without a motion under way.
    ///
    /// - Complexity: O(1), besides the work of the responder that handles the message; no allocation.
    public final func cancelMotion() {
        finishMotion { .motionCancelled($0, $1) }
    }

    /// Whether remote controls reach the application.
    public final var isReceivingRemoteControlEvents: Bool { motion.receivesRemoteControl }

    /// Begins the delivery of remote control events; before, none are delivered (rule R34).
    public final func beginReceivingRemoteControlEvents() { motion.receivesRemoteControl = true }

    /// Ends the delivery of remote control events.
    public final func endReceivingRemoteControlEvents() { motion.receivesRemoteControl = false }

    /// Delivers a request of a remote control: for hosts.
    ///
    /// The request is delivered even in the background, where the application may be playing. Nothing is delivered
    /// before ``beginReceivingRemoteControlEvents()``, or without a key window.
    ///
    /// - Returns: Whether the event was delivered.
    /// - Complexity: O(1), besides the work of the responder that handles the message; no allocation.
    @discardableResult
    public final func receiveRemoteControl(_ subtype: EventSubtype) -> Bool {
        guard motion.receivesRemoteControl, subtype.isRemoteControl else { return false }
        return enter(evenWhileInactive: true) { _ in
            .remoteControl(RemoteControlEvent(subtype: subtype, timestamp: runLoop.now))
        }
    }

    private final func event(_ motion: EventSubtype) -> MotionEvent {
        MotionEvent(subtype: motion, timestamp: runLoop.now)
    }

    private final func finishMotion(_ message: (EventSubtype, MotionEvent) -> PassedMessage) {
        guard let (responder, subtype) = motion.end() else { return }
        dispatcher.send(message(subtype, event(subtype)), to: responder)
    }

    /// Sends a message to the responder at which events other than touches enter.
    @discardableResult
    private final func enter(
        evenWhileInactive: Bool = false,
        _ message: (Responder) -> PassedMessage
    ) -> Bool {
        guard evenWhileInactive || dispatcherState.pointee.acceptance.isActive,
            let responder = dispatcherState.pointee.firstResponder?.pointee.object.takeUnretainedValue()
        else { return false }
        dispatcher.send(message(responder), to: responder)
        return true
    }
}

/// The motion that is under way, and whether an application receives remote control events.
@MainActor
final class MotionState {
    var longest = Duration.seconds(2)
    var receivesRemoteControl = false
    /// The responder to which the motion is bound.
    private(set) var responder: Responder?
    private var subtype = EventSubtype.motionShake
    private var timer: MainRunLoop.Timer?
    /// See ``Application/detectsShakes``.
    var shakes: ShakeObservation?

    func begin(_ subtype: EventSubtype, at responder: Responder, in application: Application) {
        self.responder = responder
        self.subtype = subtype
        timer = application.runLoop.addTimer(at: application.runLoop.now.advanced(by: longest)) {
            [weak application] _ in
            application?.cancelMotion()
        }
    }

    /// Ends the motion without a message, since the application was terminated without notice.
    func discard() { _ = end() }

    /// Ends the motion, and returns its responder and its kind; nil when no motion is under way.
    func end() -> (Responder, EventSubtype)? {
        guard let responder else { return nil }
        timer?.cancel()
        (self.responder, timer) = (nil, nil)
        return (responder, subtype)
    }
}
