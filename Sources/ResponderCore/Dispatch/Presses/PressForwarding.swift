// The default implementations pass a press up the chain from the responder to which it is bound (rules R9, R29).
extension Responder {
    /// The default of the four methods: calls the next responder up the chain that handles the message.
    ///
    /// The walk follows the present chain (rule R14), and skips responders whose class was seen to do nothing but pass
    /// the message on.
    final func forward(presses: PressSet, _ message: PressMessage, _ event: PressesEvent) {
        let member = message.member
        record.pointee.type.pointee.sawBaseEntered(member)
        if event.verifying == record {
            event.verifying = nil
            return
        }
        // A cancel for a recipient that left the chain goes to this recipient alone.
        if message == .cancelled && event.isForOneRecipient { return }
        let untyped = event.isUnderWay ? presses.typed(by: self, message) : presses
        if untyped.isEmpty { return }
        var presses = untyped.open(to: message, from: record, event)
        guard !presses.isEmpty else { return }
        var walk = ChainWalk(from: record)
        while walk.advance() {
            let type = walk.responder.pointee.type
            if type.pointee.mustCall.contains(member) {
                // Retained: the call may release the responder.
                let next = walk.responder.pointee.object.takeUnretainedValue()
                if type.pointee.declared.contains(member) {
                    presses.prepare(message, for: next, after: record, event)
                    return next.handle(presses, message, event)
                }
                // According to the table, the class does not override the method: the first call must enter the base
                // implementation.
                event.verifying = walk.responder
                message.call(next, presses, event)
                guard event.verifying == nil else {
                    event.verifying = nil
                    return OverrideTable.giveUp(because: type.pointee.type)
                }
            }
            // A responder that is skipped passes the message on, except for presses whose messages go no higher.
            presses = presses.open(to: message, from: walk.responder, event)
            if presses.isEmpty { return }
        }
        if walk.hasStepsLeft, event.isUnderWay { Application.observer?.act(on: presses, message) }
    }

    private final func handle(_ presses: PressSet, _ message: PressMessage, _ event: PressesEvent) {
        // Responders that handle a message and pass it on may form a circle, too. A debug build takes a kilobyte of the
        // stack for each.
        guard event.depth < 1_000 else { return }
        event.depth += 1
        event.report(message, presses, by: self)
        message.call(self, presses, event)
        event.depth -= 1
    }
}

extension PressSet {
    /// The presses whose message may go up the chain from `forwarder`.
    fileprivate func open(to message: PressMessage, from forwarder: RecordPointer, _ event: PressesEvent) -> PressSet {
        // An app may call the methods with an event that is not being delivered: nothing restricts these calls.
        guard event.isUnderWay else { return self }
        return without {
            $0.route.isClosed(to: message, from: forwarder, isNewest: $0.serial == event.serial)
        }
    }

    /// Records that `handler` gets the message by default forwarding from `forwarder`.
    fileprivate func prepare(
        _ message: PressMessage,
        for handler: Responder,
        after forwarder: RecordPointer,
        _ event: PressesEvent
    ) {
        guard event.isUnderWay else { return }
        for press in self {
            switch message {
            case .began:
                guard let responder = press.responder else { continue }
                // An override of `next` may run the loop, so the path is read before the route.
                let path = event.path(from: responder)
                press.route.note(handler, after: forwarder, path)
            case .changed: break
            case .ended, .cancelled: press.route.noteEnd(at: handler.record)
            }
        }
    }
}
