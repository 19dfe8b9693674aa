internal import ResponderSupport

extension Application {
    /// The default of ``sendAction(_:to:from:for:)``.
    @inline(__always)
    final func send<Sender>(
        _ action: Action<Sender>,
        to target: Responder?,
        from sender: Sender,
        for event: Event?
    ) -> Bool {
        if let record = target?.record {
            guard let handler = record.pointee.type.handler(of: action.record) else { return false }
            return ActionTarget(record: record, handler: handler).perform(action, sender, event)
        }
        // The tree keeps removed responders until the end of the use: the walk holds no references.
        let processState = dispatcherState.pointee.processState
        processState.beginUse()
        defer { processState.endUse() }
        var hasFirstResponder = false
        if let entry = dispatcherState.pointee.firstResponder {
            hasFirstResponder = !entry.pointee.flags.contains(.window) || entry.isFirstResponder
            if hasFirstResponder && send(action, upFrom: entry, sender, event) { return true }
        }
        if let responder = action.responder(of: sender), send(action, upFrom: responder.record, sender, event) {
            return true
        }
        // Without a first responder events enter at the key window, which is asked only after the sender's own chain.
        guard !hasFirstResponder, let entry = dispatcherState.pointee.firstResponder else { return false }
        return send(action, upFrom: entry, sender, event)
    }

    /// Walks up the chain from `start`; the first responder that implements the action performs it.
    @inline(__always)
    private final func send<Sender>(
        _ action: Action<Sender>,
        upFrom start: RecordPointer,
        _ sender: Sender,
        _ event: Event?
    ) -> Bool {
        var held = HeldResponder()
        defer { held.release() }
        let application = KeptApplication(record: record, state: dispatcherState)
        guard
            let target = start.findTarget(
                of: action.record,
                in: application,
                holding: &held,
                sender: { erased(sender) }
            )
        else { return false }
        return target.perform(action, sender, event)
    }
}

extension ActionTarget {
    /// Performs the action, if the responder implements it.
    ///
    /// The tree or the caller must keep the responder alive.
    @MainActor @inline(__always)
    fileprivate func perform<Sender>(_ action: Action<Sender>, _ sender: Sender, _ event: Event?) -> Bool {
        guard let handler else { return false }
        handler.borrow { handler in
            record.pointee.object.borrow {
                unsafeDowncast(handler, to: ActionHandler<Sender>.self).perform($0, sender, event)
            }
        }
        return true
    }
}

extension RecordPointer {
    /// Whether this record's window is its own first responder.
    @MainActor
    fileprivate var isFirstResponder: Bool { pointee.object.borrow { $0.isFirstResponder } }
}

extension Action {
    /// The sender, if it is a responder.
    @inline(__always)
    fileprivate func responder(of sender: Sender) -> Responder? {
        if record.pointee.isFromResponder {
            return unsafeBitCast(sender, to: Unmanaged<Responder>.self).takeUnretainedValue()
        }
        return sender as? Responder
    }
}

/// The sender without its type; nil for a sender that is an optional without a value.
@inline(never)
private func erased<Sender>(_ sender: Sender) -> Any? {
    if let optional = sender as? any Flattened { return optional.flattened }
    return sender
}

private protocol Flattened {
    var flattened: Any? { get }
}

extension Optional: Flattened {
    fileprivate var flattened: Any? { map { $0 } }
}
