internal import ResponderSupport
internal import ResponderTouchInput

/// The four messages about a touch.
enum TouchMessage: UInt8 {
    case began, moved, ended, cancelled

    @inline(__always)
    var member: Overrides { Overrides(rawValue: 1 << UInt16(rawValue)) }
}

// MARK: - One step up

extension RecordPointer {
    /// Whether the next responder may be read from the record: the responder is attached, and its class was seen to
    /// inherit `next`.
    ///
    /// A window has no link, since it refers to its application weakly.
    @inline(__always)
    var hasLink: Bool {
        pointee.flags.intersection([.attached, .window]) == .attached && !pointee.type.pointee.mustCall.contains(.next)
    }

    /// Calls the responder's `next`; the first call for a class also checks the override table.
    @MainActor
    func callNext() -> Responder? {
        let next = pointee.object.borrow { $0.next }
        if pointee.isUnverified(.next) { OverrideTable.giveUp(because: pointee.type.pointee.type) }
        return next
    }
}

extension Responder {
    /// Returns the value of `next` in one of the module's own implementations, and records that the implementation
    /// was entered.
    @inline(__always)
    final func computeNext(_ next: @autoclosure () -> Responder?) -> Responder? {
        record.pointee.type.pointee.sawBaseEntered(.next)
        return next()
    }

    /// The default of the four touch methods: calls the next responder up the chain that handles the message.
    ///
    /// The method walks the present chain (rule R14), and skips responders whose class was seen to do nothing but
    /// pass the message on.
    final func forward(_ message: TouchMessage, _ touches: TouchSet, _ event: Event) {
        record.pointee.type.pointee.sawBaseEntered(message.member)
        if event.state.pointee.verifying == record {
            event.state.pointee.verifying = nil
            return
        }
        var touches = touches
        let closed = touches.closed(to: record, message, event)
        if closed != 0 {
            touches = touches.subtracting(closed)
            guard !touches.isEmpty else { return }
        }
        // A cancel for a recipient that left the touch's chain goes to this recipient alone.
        if message == .cancelled && event.state.pointee.isForOneRecipient { return }
        let mayEndBelow = message != .began && touches.mayEndBelow
        var walk = ChainWalk(from: record)
        while walk.advance() {
            let current = walk.responder
            let isSkipped = !current.handles(message)
            if isSkipped || !current.pointee.type.pointee.declared.contains(message.member) {
                guard isSkipped || withExtendedLifetime(walk, { current.passesOn(message, touches, event) }) else {
                    return
                }
                // A skipped responder passes the message on, except for touches whose messages go no higher than this
                // responder.
                guard mayEndBelow else { continue }
                touches = touches.subtracting(touches.closed(to: current, message, event))
                if touches.isEmpty { return }
                continue
            }
            prepare(message, touches, for: current, event)
            if event.state.pointee.isUnreported { report(message, touches, by: current, event) }
            return withExtendedLifetime(walk) { current.call(message, touches, event) }
        }
    }
}

extension Responder {
    /// Prepares the touches for the call of `handler`.
    ///
    /// Before this responder passed the message on, a run of the loop nested in its handler may have dispatched other
    /// events of these touches. `handler` must find the touches in the phase of the message.
    @inline(__always)
    private final func prepare(
        _ message: TouchMessage,
        _ touches: TouchSet,
        for handler: RecordPointer,
        _ event: Event
    ) {
        var restored: UInt64 = 0
        switch message {
        case .began: restored = touches.note(recipient: handler, after: record)
        case .moved: restored = touches.mask & event.state.pointee.changes.moved
        case .ended: touches.noteEnd(at: handler)
        case .cancelled:
            touches.noteEnd(at: handler)
            // Recognisers may go on with the touches (rule T31), or have had their end meanwhile.
            if event.state.pointee.isUnderWay {
                let dispatcher = event.state.pointee.dispatcher
                restored =
                    touches.mask
                    & (dispatcher.pointee.touches.tracked | dispatcher.pointee.touches.freeSlots.deferredFrees)
            }
        }
        if restored != 0, event.state.pointee.isUnderWay {
            TouchDispatcher(state: event.state.pointee.dispatcher).restore(Touch.Phase(message), restored)
        }
    }

    /// Reports the call of a handler above responders that the dispatch called only to check that they pass the message
    /// on.
    @inline(never)
    private final func report(_ message: TouchMessage, _ touches: TouchSet, by handler: RecordPointer, _ event: Event) {
        guard handler.pointee.type.pointee.declared.contains(message.member),
            let view = touches.first?.slot.pointee.view,
            event.state.pointee.isUnderWay
        else { return }
        event.state.pointee.isUnreported = false
        TouchDispatcher(state: event.state.pointee.dispatcher).report(message, touches, view, handler, event)
    }
}

// MARK: - Calling

extension RecordPointer {
    /// Whether the responder must be called: its class overrides the method, or has not yet been seen to inherit it.
    @inline(__always)
    func handles(_ message: TouchMessage) -> Bool {
        pointee.type.pointee.mustCall.contains(message.member)
    }

    /// Calls the responder's method.
    ///
    /// The tree or the caller must keep the responder alive.
    @MainActor @inline(__always)
    func call(_ message: TouchMessage, _ touches: TouchSet, _ event: Event) {
        guard pointee.overrides.contains(message.member) else { return callAndVerify(message, touches, event) }
        callMethod(message, touches, event)
    }

    /// Calls a method that, according to the table, the class does not override, and returns whether the base
    /// implementation was entered.
    @MainActor @inline(never)
    fileprivate func passesOn(_ message: TouchMessage, _ touches: TouchSet, _ event: Event) -> Bool {
        event.state.pointee.verifying = self
        call(message, touches, event)
        let passesOn = event.state.pointee.verifying == nil
        event.state.pointee.verifying = nil
        return passesOn
    }

    /// Calls the method of a message; no frame of its own in a debugger, as `borrow`.
    @MainActor @_transparent
    private func callMethod(_ message: TouchMessage, _ touches: TouchSet, _ event: Event) {
        switch message {
        case .began: pointee.object.borrow { $0.touchesBegan(touches, with: event) }
        case .moved: pointee.object.borrow { $0.touchesMoved(touches, with: event) }
        case .ended: pointee.object.borrow { $0.touchesEnded(touches, with: event) }
        case .cancelled: pointee.object.borrow { $0.touchesCancelled(touches, with: event) }
        }
    }

    /// Calls a method that, according to the table, the class does not override, and checks that the base
    /// implementation was entered.
    ///
    /// After the first successful check, responders of the class are skipped.
    @MainActor @inline(never)
    private func callAndVerify(_ message: TouchMessage, _ touches: TouchSet, _ event: Event) {
        let wasUnverified = pointee.isUnverified(message.member)
        callMethod(message, touches, event)
        guard wasUnverified else { return }
        if pointee.isUnverified(message.member) {
            OverrideTable.giveUp(because: pointee.type.pointee.type)
        } else {
            ProcessState.shared.didChange()
        }
    }
}

extension ResponderRecord {
    /// Whether the table says that the class does not override the member, and no call has confirmed this yet.
    @inline(__always)
    func isUnverified(_ member: Overrides) -> Bool { type.pointee.isUnverified(member) }
}

// MARK: - Resolving

extension RecordPointer {
    /// The first responder, from this one up the chain, that gets the message.
    ///
    /// The responders for all four messages are resolved together, and stored in the record until a tree changes. So
    /// the cost of an event does not depend on the length of the chain.
    @MainActor @inline(__always)
    func handler(of message: TouchMessage, _ processState: UnsafeMutablePointer<ProcessState>) -> RecordPointer? {
        if pointee.handlersGeneration != processState.pointee.generation { resolveHandlers(processState) }
        return switch message {
        case .began: pointee.began
        case .moved: pointee.moved
        case .ended: pointee.ended
        case .cancelled: pointee.cancelled
        }
    }

    /// The largest number of steps in a walk up a chain: an override of `next` may make the chain a circle.
    ///
    /// No other chain is as long as this.
    static var longestChain: Int { 100_000 }

    /// Resolves the handlers and the path by a walk up the chain.
    ///
    /// An override of `next` must be called for each message. So the walk treats a responder with an override as the
    /// handler of all remaining messages: its default implementations pass them on.
    @MainActor @inline(never)
    func resolveHandlers(_ processState: UnsafeMutablePointer<ProcessState>) {
        let generation = processState.pointee.generation
        pointee.began = nil
        pointee.moved = nil
        pointee.ended = nil
        pointee.cancelled = nil
        var (places, isSame) = (0, true)
        var missing = Overrides.handlers
        var current: RecordPointer? = self
        // Keeps the present responder alive: an override of `next` may return an object that nothing else retains.
        var held: Responder?
        var steps = 0
        while let record = current, steps < Self.longestChain {
            steps += 1
            if record.handlesBegan {
                note(record, at: places, &isSame)
                places += 1
            }
            let isLast = record.pointee.overrides.contains(.next)
            let found = isLast ? missing : missing.intersection(record.pointee.type.pointee.mustCall)
            missing.subtract(found)
            if found.contains(.began) { pointee.began = record }
            if found.contains(.moved) { pointee.moved = record }
            if found.contains(.ended) { pointee.ended = record }
            if found.contains(.cancelled) { pointee.cancelled = record }
            if record.hasLink {
                current = record.pointee.next
            } else {
                held = record.callNext()
                current = held?.record
            }
        }
        withExtendedLifetime(held) {}
        if processState.pointee.usesRecognizers { findRecognizers() }
        pointee.path?.pointee.end(count: places, isSame: isSame, processState)
        pointee.handlersGeneration = generation
    }
}
