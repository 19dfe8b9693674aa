internal import ResponderTouchInput

/// The four messages that a touch makes.
enum TouchMessage: UInt8 {
    case began, moved, ended, cancelled

    @inline(__always)
    var member: Overrides { Overrides(rawValue: 1 << UInt16(rawValue)) }
}

// MARK: - One step up

extension RecordPointer {
    /// Whether the next responder may be read from the record: it is attached, its class does not override `next`, and
    /// was seen not to.
    ///
    /// A window's link is not kept: it names its application weakly.
    @inline(__always)
    var hasLink: Bool {
        pointee.flags.intersection([.attached, .window]) == .attached && !pointee.type.pointee.called.contains(.next)
    }

    /// Asks the responder itself for its `next`; once a class this shows whether the table is right about it.
    @MainActor
    func askNext() -> Responder? {
        let next = pointee.object.borrow { $0.next }
        if pointee.isUnseen(.next) { OverrideTable.giveUp(because: pointee.type.pointee.type) }
        return next
    }
}

extension Responder {
    /// What the module's own implementations of `next` return, noting that one was entered.
    @inline(__always)
    final func computeNext(_ next: @autoclosure () -> Responder?) -> Responder? {
        record.pointee.type.pointee.sawBaseEntered(.next)
        return next()
    }

    /// The default of the four touch methods: calls the next responder up the chain that handles the message.
    ///
    /// It walks the chain as it is now (rule R14), and skips those whose class was seen to do nothing but pass on.
    final func forward(_ message: TouchMessage, _ touches: TouchSet, _ event: Event) {
        record.pointee.type.pointee.sawBaseEntered(message.member)
        if event.state.pointee.lookedAt == record {
            event.state.pointee.lookedAt = nil
            return
        }
        var touches = touches
        let closed = touches.closed(to: record, message, event)
        if closed != 0 {
            touches = touches.subtracting(closed)
            guard !touches.isEmpty else { return }
        }
        // A cancel for one that is off the touch's chain is for that one alone.
        if message == .cancelled && event.state.pointee.goesNoFurther { return }
        let mayEndBelow = message != .began && touches.mayEndBelow
        var current = record
        // Holds what only its predecessor's `next` named, while it is being called.
        var held: Responder?
        // Overrides of `next` may make a circle of the chain.
        for _ in 0..<RecordPointer.longestChain {
            if current.hasLink {
                guard let next = current.pointee.next else { return }
                current = next
            } else {
                guard let next = current.askNext() else { return }
                held = next
                current = next.record
            }
            let isSkipped = !current.handles(message)
            if isSkipped || !current.pointee.type.pointee.told.contains(message.member) {
                guard isSkipped || withExtendedLifetime(held, { current.passesOn(message, touches, event) }) else {
                    return
                }
                // Who is skipped passes on too, but not what goes no higher than there.
                guard mayEndBelow else { continue }
                touches = touches.subtracting(touches.closed(to: current, message, event))
                if touches.isEmpty { return }
                continue
            }
            prepare(message, touches, for: current, event)
            if event.state.pointee.isUnreported { report(message, touches, by: current, event) }
            return withExtendedLifetime(held) { current.call(message, touches, event) }
        }
    }
}

extension Responder {
    /// Notes what the next responder that handles it is to get.
    ///
    /// A run nested in this one's handler, before it passed the message on, may have brought events in which the touches
    /// did something else: who gets it finds them as the message says.
    @inline(__always)
    private final func prepare(
        _ message: TouchMessage,
        _ touches: TouchSet,
        for handler: RecordPointer,
        _ event: Event
    ) {
        var settled: UInt64 = 0
        switch message {
        case .began: settled = touches.note(recipient: handler, after: record)
        case .moved: settled = touches.mask & event.state.pointee.changes.moved
        case .ended, .cancelled: touches.noteEnd(at: handler)
        }
        if settled != 0, event.state.pointee.isUnderWay {
            TouchDispatcher(state: event.state.pointee.dispatcher).restore(Touch.Phase(message), settled)
        }
    }

    /// Reports a call that the dispatch would have made itself, had it not called those below first, which only passed
    /// on.
    @inline(never)
    private final func report(_ message: TouchMessage, _ touches: TouchSet, by handler: RecordPointer, _ event: Event) {
        guard handler.pointee.type.pointee.told.contains(message.member), let view = touches.first?.slot.pointee.view,
            event.state.pointee.isUnderWay
        else { return }
        event.state.pointee.isUnreported = false
        TouchDispatcher(state: event.state.pointee.dispatcher).report(message, touches, view, handler, event)
    }
}

// MARK: - Calling

extension RecordPointer {
    /// Whether the responder is to be called: its class overrides the method, or was not seen yet not to.
    @inline(__always)
    func handles(_ message: TouchMessage) -> Bool {
        pointee.type.pointee.called.contains(message.member)
    }

    /// Calls the responder's method.
    ///
    /// Its object must be kept alive by the tree or by the caller.
    @MainActor @inline(__always)
    func call(_ message: TouchMessage, _ touches: TouchSet, _ event: Event) {
        if pointee.overrides.contains(message.member) {
            callMethod(message, touches, event)
        } else {
            callAndLook(message, touches, event)
        }
    }

    /// Calls a method that the class is said not to override, and returns whether that is so.
    @MainActor @inline(never)
    fileprivate func passesOn(_ message: TouchMessage, _ touches: TouchSet, _ event: Event) -> Bool {
        event.state.pointee.lookedAt = self
        call(message, touches, event)
        let passesOn = event.state.pointee.lookedAt == nil
        event.state.pointee.lookedAt = nil
        return passesOn
    }

    @MainActor @inline(__always)
    private func callMethod(_ message: TouchMessage, _ touches: TouchSet, _ event: Event) {
        switch message {
        case .began: pointee.object.borrow { $0.touchesBegan(touches, with: event) }
        case .moved: pointee.object.borrow { $0.touchesMoved(touches, with: event) }
        case .ended: pointee.object.borrow { $0.touchesEnded(touches, with: event) }
        case .cancelled: pointee.object.borrow { $0.touchesCancelled(touches, with: event) }
        }
    }

    /// Calls a method that the class is said not to override, and looks whether the base class's was entered.
    ///
    /// Seen so once, the class is skipped from then on.
    @MainActor @inline(never)
    private func callAndLook(_ message: TouchMessage, _ touches: TouchSet, _ event: Event) {
        let wasUnseen = pointee.isUnseen(message.member)
        callMethod(message, touches, event)
        guard wasUnseen else { return }
        if pointee.isUnseen(message.member) {
            OverrideTable.giveUp(because: pointee.type.pointee.type)
        } else {
            Hierarchy.shared.didChange()
        }
    }
}

extension ResponderRecord {
    /// Whether the class is said not to override the member, and nobody has looked yet.
    @inline(__always)
    func isUnseen(_ member: Overrides) -> Bool { type.pointee.isUnseen(member) }
}

// MARK: - Resolving

extension RecordPointer {
    /// The first responder from this one on up that gets the message, resolved once for all four and kept in the record
    /// until a tree changes.
    ///
    /// So an event does not cost more where the chain is longer.
    @MainActor @inline(__always)
    func handler(of message: TouchMessage, _ hierarchy: UnsafeMutablePointer<Hierarchy>) -> RecordPointer? {
        if pointee.handlersGeneration != hierarchy.pointee.generation { resolveHandlers(hierarchy) }
        return switch message {
        case .began: pointee.began
        case .moved: pointee.moved
        case .ended: pointee.ended
        case .cancelled: pointee.cancelled
        }
    }

    /// More responders than stand in any chain: one that an override of `next` closed to a circle is given up after so
    /// many steps.
    static var longestChain: Int { 100_000 }

    /// Walks up the chain.
    ///
    /// A responder whose next responder must be asked anew each time — its class overrides `next` — is the last that is
    /// taken for a handler: its default implementation goes on from there.
    @MainActor @inline(never)
    func resolveHandlers(_ hierarchy: UnsafeMutablePointer<Hierarchy>) {
        let generation = hierarchy.pointee.generation
        pointee.began = nil
        pointee.moved = nil
        pointee.ended = nil
        pointee.cancelled = nil
        var (places, isSame) = (0, true)
        var missing = Overrides.handlers
        var current: RecordPointer? = self
        // Holds what only its predecessor's `next` named.
        var held: Responder?
        var steps = 0
        while let record = current, steps < Self.longestChain {
            steps += 1
            if record.handlesBegan {
                note(record, at: places, &isSame)
                places += 1
            }
            let isLast = record.pointee.overrides.contains(.next)
            let found = isLast ? missing : missing.intersection(record.pointee.type.pointee.called)
            missing.subtract(found)
            if found.contains(.began) { pointee.began = record }
            if found.contains(.moved) { pointee.moved = record }
            if found.contains(.ended) { pointee.ended = record }
            if found.contains(.cancelled) { pointee.cancelled = record }
            if record.hasLink {
                current = record.pointee.next
            } else {
                held = record.askNext()
                current = held?.record
            }
        }
        withExtendedLifetime(held) {}
        pointee.path?.pointee.end(count: places, isSame: isSame, hierarchy)
        pointee.handlersGeneration = generation
    }
}
