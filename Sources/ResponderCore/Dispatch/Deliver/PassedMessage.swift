/// A message that goes up the responder chain on its own, without the bookkeeping of a touch.
@MainActor
enum PassedMessage {
    /// `touchesEstimatedPropertiesUpdated`.
    case estimateUpdate(TouchSet)
    /// `scrollWheel`.
    case wheel(WheelEvent)
    /// `motionBegan`.
    case motionBegan(EventSubtype, MotionEvent)
    /// `motionEnded`.
    case motionEnded(EventSubtype, MotionEvent)
    /// `motionCancelled`.
    case motionCancelled(EventSubtype, MotionEvent)
    /// `remoteControlReceived`.
    case remoteControl(RemoteControlEvent)

    fileprivate var member: Overrides {
        switch self {
        case .estimateUpdate: .estimateUpdates
        case .wheel: .wheel
        case .motionBegan: .motionBegan
        case .motionEnded: .motionEnded
        case .motionCancelled: .motionCancelled
        case .remoteControl: .remoteControl
        }
    }

    func call(_ responder: Responder) {
        switch self {
        case .estimateUpdate(let touches): responder.touchesEstimatedPropertiesUpdated(touches)
        case .wheel(let event): responder.scrollWheel(with: event)
        case .motionBegan(let motion, let event): responder.motionBegan(motion, with: event)
        case .motionEnded(let motion, let event): responder.motionEnded(motion, with: event)
        case .motionCancelled(let motion, let event): responder.motionCancelled(motion, with: event)
        case .remoteControl(let event): responder.remoteControlReceived(with: event)
        }
    }
}

extension TouchDispatcher {
    /// Calls the responder, which passes the message on by default.
    func send(_ message: PassedMessage, to responder: Responder) {
        prepareEvent(at: state.pointee.underWay.depth)
        beginDispatch()
        message.call(responder)
        endDispatch()
    }
}

extension Responder {
    /// The default of a message's method: calls the next responder up the chain that handles the message.
    ///
    /// The method skips responders whose class was seen to do nothing but pass the message on, as `forward` does for
    /// touches.
    final func passOn(_ message: PassedMessage) {
        let member = message.member
        record.pointee.type.pointee.sawBaseEntered(member)
        guard verifying != record else {
            verifying = nil
            return
        }
        var walk = ChainWalk(from: record)
        while walk.advance() {
            let type = walk.responder.pointee.type
            guard type.pointee.mustCall.contains(member) else { continue }
            // Retained: the call may release the responder.
            let next = walk.responder.pointee.object.takeUnretainedValue()
            if type.pointee.declared.contains(member) { return next.handle(message) }
            // According to the table, the class does not override the method: the first call must enter the base
            // implementation.
            verifying = walk.responder
            message.call(next)
            guard verifying == nil else {
                verifying = nil
                return OverrideTable.giveUp(because: type.pointee.type)
            }
        }
    }

    private final func handle(_ message: PassedMessage) {
        // Responders that handle a message and pass it on may form a circle, too. A debug build takes a kilobyte of the
        // stack for each.
        guard passedDepth < 1_000 else { return }
        passedDepth += 1
        message.call(self)
        passedDepth -= 1
    }
}

/// How many responders have passed on the messages that are being delivered.
@MainActor private var passedDepth = 0
/// The responder that is called to check whether its class passes a message on; nil after its base implementation was
/// entered.
@MainActor private var verifying: RecordPointer?
