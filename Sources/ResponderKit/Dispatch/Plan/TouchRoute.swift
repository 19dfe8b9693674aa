// A touch's route: its recipients in the order of delivery, and what each is owed. The first is the hit view; those that got
// the began by default forwarding follow, up the chain. As the view, each of them is owed exactly one ended or cancelled
// (rule T20).
//
// The route begins when the touch is bound to its view, grows while the began is passed on, and ends with the touch.

/// One recipient of a touch, in raw memory that is used again: in the steady state nothing is allocated for it.
struct Recipient {
    /// What the touch still owes to a recipient.
    enum Owed: UInt8 {
        /// Nothing yet: no began was delivered.
        case nothing
        /// An end, or a cancel: the recipient got the began.
        case end
        /// A cancel: the recipient has lost its place on the chain.
        case cancel
        /// Nothing any more: the recipient got the end or the cancel, or was refused the touch.
        case settled
    }

    let target: RecordPointer
    var owed: Owed
    /// Whether the route retains the responder: not the view, which the touch retains, and not the application, which
    /// owns the touch and may be gone before its touches are.
    let isRetained: Bool
    var next: UnsafeMutablePointer<Recipient>?

    @MainActor @inline(__always)
    static func make(
        _ target: RecordPointer,
        _ owed: Owed,
        isRetained: Bool = false
    ) -> UnsafeMutablePointer<Recipient> {
        let hierarchy = target.hierarchy
        let recipient = hierarchy.pointee.freeRecipients ?? .allocate(capacity: 1)
        if hierarchy.pointee.freeRecipients != nil { hierarchy.pointee.freeRecipients = recipient.pointee.next }
        recipient.initialize(to: Recipient(target: target, owed: owed, isRetained: isRetained))
        return recipient
    }

    /// Gives the memory back, of a recipient that is on no route any more.
    @MainActor @inline(__always)
    static func free(_ recipient: UnsafeMutablePointer<Recipient>) {
        let hierarchy = recipient.pointee.target.hierarchy
        recipient.pointee.next = hierarchy.pointee.freeRecipients
        hierarchy.pointee.freeRecipients = recipient
    }
}

extension UnsafeMutablePointer<Recipient> {
    /// Notes what the recipient is owed from now on: a plan that was made before is not good any more.
    @inline(__always)
    @MainActor
    func setOwed(_ owed: Recipient.Owed) {
        pointee.owed = owed
        pointee.target.hierarchy.invalidatePlans()
    }
}

// MARK: - The view

extension UnsafeMutablePointer<TouchSlot> {
    /// What the view is owed; nothing before the touch has a view, and nothing any more when it is released.
    @inline(__always)
    var owed: Recipient.Owed {
        pointee.route?.pointee.owed ?? (pointee.flags.contains(.released) ? .settled : .nothing)
    }

    /// Whether the touch is over for its view, which was told of that or of nothing, and only goes until the event has
    /// ended.
    var isEnding: Bool { (pointee.phase == .ended || pointee.phase == .cancelled) && owed != .end }

    /// Begins the route of a touch that was bound to its view.
    @MainActor @inline(__always)
    func beginRoute(to view: RecordPointer) {
        let recipient = Recipient.make(view, .nothing)
        pointee.route = recipient
        pointee.top = recipient
    }

    /// Notes that the view gets the began: it holds the touch until that is released.
    @MainActor @inline(__always)
    func hold(_ view: RecordPointer) {
        pointee.route?.setOwed(.end)
        pointee.flags.insert(.held)
        pointee.path = view.pathNumber
        view.pointee.touchCount &+= 1
    }

    /// Notes that the view gets the end, or gets nothing more of the touch for another reason.
    @MainActor @inline(__always)
    func settle() { pointee.route?.setOwed(.settled) }

    /// Notes that the application is owed nothing: it is gone.
    @MainActor
    func settleApplication() {
        var recipient = pointee.route?.pointee.next
        while let current = recipient {
            if !current.pointee.isRetained { current.setOwed(.settled) }
            recipient = current.pointee.next
        }
    }

    /// Notes that nobody is owed anything any more.
    @MainActor
    func settleAll() {
        var recipient = pointee.route
        while let current = recipient {
            current.setOwed(.settled)
            recipient = current.pointee.next
        }
    }

    /// Ends the route: nobody is told.
    @MainActor @inline(__always)
    func endRoute() {
        guard let first = pointee.route else { return }
        let view = first.pointee.target
        if pointee.flags.contains(.held) { view.pointee.touchCount &-= 1 }
        var recipient = first.pointee.next
        (pointee.route, pointee.top) = (nil, nil)
        Recipient.free(first)
        while let current = recipient {
            let (target, isRetained) = (current.pointee.target, current.pointee.isRetained)
            recipient = current.pointee.next
            Recipient.free(current)
            if isRetained { target.pointee.object.release() }
        }
    }
}

// MARK: - By forwarding

extension UnsafeMutablePointer<TouchSlot> {
    /// The last on the chain that got the began, who alone may pass it on to another one; nil while nobody got it.
    ///
    /// The view counts if its class handles began. Those behind `top` on the route are off the chain.
    fileprivate var topTarget: RecordPointer? {
        guard let top = pointee.top else { return nil }
        if top == pointee.route, top.pointee.owed == .nothing || !top.pointee.target.handlesBegan { return nil }
        return top.pointee.target
    }

    /// Adds who gets the began after the last that got it.
    @MainActor
    fileprivate func append(_ target: RecordPointer) {
        guard let top = pointee.top, let view = pointee.view, target != view else { return }
        // It may be in no tree, as one that only an override of `next` names: nothing else keeps it alive.
        let isRetained = !target.pointee.flags.contains(.application)
        if isRetained { _ = target.pointee.object.retain() }
        let recipient = Recipient.make(target, .end, isRetained: isRetained)
        recipient.pointee.next = top.pointee.next
        top.pointee.next = recipient
        pointee.top = recipient
    }

    /// Takes those that do not stand any more where they got the began off the chain, with all above them.
    ///
    /// They are owed a cancel, unless they got the end. Nothing of the touch goes higher from then on.
    ///
    /// Who is left goes on getting what the view passes on by the way that the began went.
    @MainActor
    func takeOffLost(_ view: RecordPointer, _ hierarchy: UnsafeMutablePointer<Hierarchy>) {
        let contact = pointee.contact
        let path = view.path(hierarchy)
        // Overrides of `next` that were asked may have run the loop.
        guard pointee.contact == contact, pointee.view == view, let first = pointee.route, let top = pointee.top,
            pointee.flags.intersection([.held, .broken]) == .held
        else { return }
        if path != pointee.path { pointee.flags.insert(.capped) }
        let members = view.pathMembers
        // Where nobody got the began, there must be nobody: who comes into the chain later gets nothing of the touch.
        if topTarget == nil && !members.isEmpty { return pointee.flags.formUnion(.broken) }
        var (last, place) = (first, view.handlesBegan ? 1 : 0)
        while last != top, let next = last.pointee.next, place < members.count, members[place] == next.pointee.target {
            (last, place) = (next, place + 1)
        }
        guard last != top else { return }
        var lost = last
        while lost != top, let next = lost.pointee.next {
            if next.pointee.owed == .end {
                next.setOwed(.cancel)
                pointee.flags.insert(.cancelOwed)
            }
            lost = next
        }
        pointee.top = last
        pointee.flags.insert(.capped)
        if topTarget == nil { pointee.flags.insert(.broken) }
    }

    /// Takes the first of those that are owed a cancel off the route; it is the caller's to release.
    @MainActor
    func popOwed() -> Unmanaged<Responder>? {
        while let top = pointee.top, let off = top.pointee.next {
            let recipient = off.pointee
            top.pointee.next = recipient.next
            Recipient.free(off)
            let object = recipient.target.pointee.object
            if recipient.owed == .cancel { return recipient.isRetained ? object : object.retain() }
            if recipient.isRetained { object.release() }
        }
        pointee.flags.remove(.cancelOwed)
        return nil
    }

    /// Whether nothing of the touch goes up the chain from `forwarder`, or at all.
    @MainActor @inline(never)
    fileprivate func isClosed(to forwarder: RecordPointer?, _ message: TouchMessage, _ event: Event) -> Bool {
        // What somebody does with an event that was kept is nobody else's affair.
        guard event.state.pointee.isUnderWay else { return false }
        if pointee.flags.contains(.broken) { return true }
        switch message {
        case .began where owed == .settled: return true
        case .moved where owed == .settled || pointee.serial != event.state.pointee.serial: return true
        // A began goes on by the chain as it is now, also when who passes it on has changed that before (rule R14).
        case .began: break
        default: if !pointee.flags.isDisjoint(with: [.capped, .beginning]) && topTarget == forwarder { return true }
        }
        // Who is off the chain passes nothing on any more.
        var off = pointee.top?.pointee.next
        while let recipient = off {
            if recipient.pointee.target == forwarder { return true }
            off = recipient.pointee.next
        }
        return false
    }
}

extension TouchSet {
    /// Notes the responder that gets the touches' began, for those that nobody is noted for yet, or only the one that
    /// passes it on just now.
    ///
    /// What a handler passes to others by hand is its own affair. Returns those for which it is noted.
    @MainActor @inline(never) @discardableResult
    func note(recipient: RecordPointer, after forwarder: RecordPointer?) -> UInt64 {
        // One that is called only to see that its class passes on gets nothing that it would be owed an end for.
        guard recipient.handlesBegan else { return 0 }
        recipient.hierarchy.invalidatePlans()
        var noted: UInt64 = 0
        for slot in slots where slot.pointee.contact <= newestContact {
            guard let view = slot.pointee.view else { continue }
            // First: overrides of `next` that are asked may run the loop.
            let path = view.path(recipient.hierarchy)
            guard slot.pointee.contact <= newestContact, slot.pointee.view == view, slot.owed != .settled,
                slot.topTarget == nil || slot.topTarget == forwarder
            else { continue }
            slot.append(recipient)
            noted |= slot.pointee.bit
            slot.pointee.path = path
            slot.pointee.flags.remove(.capped)
        }
        return noted
    }

    /// Notes that a responder gets the touches' end, as it got their began.
    @MainActor @inline(never)
    func noteEnd(at target: RecordPointer) {
        for slot in slots where slot.pointee.contact <= newestContact && slot.owed == .settled {
            var recipient = slot.pointee.route
            while let current = recipient {
                if current.pointee.target == target { current.setOwed(.settled) }
                recipient = current.pointee.next
            }
        }
    }

    /// Those of the touches that may not go up the chain, or not further than `forwarder`: it has changed after their
    /// began went there, or a nested run brought something newer while `forwarder` had not passed this on.
    @MainActor @inline(__always)
    func closed(to forwarder: RecordPointer?, _ message: TouchMessage, _ event: Event) -> UInt64 {
        var closed: UInt64 = 0
        for slot in slots where slot.pointee.contact <= newestContact {
            let isOpen =
                slot.pointee.flags.isDisjoint(with: [.broken, .cancelOwed, .capped, .beginning])
                && slot.pointee.serial == event.state.pointee.serial
                && (slot.owed != .settled || message == .ended || message == .cancelled)
            if !isOpen, slot.isClosed(to: forwarder, message, event) { closed |= slot.pointee.bit }
        }
        return closed
    }

    /// Those of the touches that may not go up the chain from `view` to `handler`, who is the first to be called.
    ///
    /// The classes of those between the two are skipped: a touch that goes no higher than one of them does not come to
    /// the handler.
    @MainActor @inline(never)
    func closed(
        onTheWayFrom view: RecordPointer,
        to handler: RecordPointer,
        _ message: TouchMessage,
        _ event: Event
    ) -> UInt64 {
        var closed = closed(to: nil, message, event)
        guard mayEndBelow else { return closed }
        var current = view
        // Overrides of `next` may make a circle of the chain.
        for _ in 0..<RecordPointer.longestChain {
            if current == handler { break }
            closed |= self.closed(to: current, message, event)
            guard let next = current.hasLink ? current.pointee.next : current.askNext()?.record else { break }
            current = next
        }
        return closed
    }

    /// Whether some of the touches may go no higher than the last recipient of their began, who may be skipped on the
    /// way up.
    @MainActor
    var mayEndBelow: Bool {
        for slot in slots where !slot.pointee.flags.isDisjoint(with: [.capped, .beginning]) { return true }
        return false
    }

    /// The touches' slots; some may be another touch's by now.
    @inline(__always)
    private var slots: TouchSlots { TouchSlots(bank: bank, mask: mask) }
}
