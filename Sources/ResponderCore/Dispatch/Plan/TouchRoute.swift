// A touch's route: its recipients in the order of delivery, and the message that the touch still owes to each. The
// first recipient is the hit view; the responders that got the began by default forwarding follow, up the chain. Each
// recipient is owed exactly one ended or cancelled (rule T20).
//
// The route begins when the touch is bound to its view, grows while the began is passed on, and ends with the touch.

/// One recipient of a touch, in raw memory that is reused: in the steady state a recipient costs no allocation.
package struct Recipient {
    /// The message that a touch still owes to a recipient.
    package enum Owed: UInt8 {
        /// Nothing yet: the began has not been delivered.
        case nothing
        /// An end, or a cancel: the recipient got the began.
        case end
        /// A cancel: the recipient has lost its place on the chain.
        case cancel
        /// Nothing any more: the recipient got the end or the cancel, or was refused the touch.
        case done
    }

    let target: RecordPointer
    var owed: Owed
    /// Whether the route retains the responder.
    ///
    /// The route retains neither the view, which the touch retains, nor the application, which owns the touch and may
    /// be released before the touch ends.
    let isRetained: Bool
    var next: UnsafeMutablePointer<Recipient>?

    @MainActor @inline(__always)
    static func make(
        _ target: RecordPointer,
        _ owed: Owed,
        isRetained: Bool = false
    ) -> UnsafeMutablePointer<Recipient> {
        let processState = target.processState
        let recipient = processState.pointee.freeRecipients ?? .allocate(capacity: 1)
        if processState.pointee.freeRecipients != nil { processState.pointee.freeRecipients = recipient.pointee.next }
        recipient.initialize(to: Recipient(target: target, owed: owed, isRetained: isRetained))
        return recipient
    }

    /// Adds the memory of a recipient that is on no route any more to the free list.
    @MainActor @inline(__always)
    static func free(_ recipient: UnsafeMutablePointer<Recipient>) {
        let processState = recipient.pointee.target.processState
        recipient.pointee.next = processState.pointee.freeRecipients
        processState.pointee.freeRecipients = recipient
    }
}

extension UnsafeMutablePointer<Recipient> {
    /// Sets the message that the recipient is owed, and invalidates the plans.
    @inline(__always)
    @MainActor
    func setOwed(_ owed: Recipient.Owed) {
        pointee.owed = owed
        pointee.target.processState.invalidatePlans()
    }

    /// The recipient on the route, from this one on, that `target` follows; nil if it follows none before `end`.
    fileprivate func recipient(before target: RecordPointer, upTo end: Self) -> Self? {
        var current = self
        while current != end, let next = current.pointee.next {
            if next.pointee.target == target { return current }
            current = next
        }
        return nil
    }
}

// MARK: - The view

extension UnsafeMutablePointer<TouchSlot> {
    /// The message that the touch owes to its view: `nothing` before the touch has a view, `done` after the touch's
    /// release.
    @inline(__always)
    package var owed: Recipient.Owed {
        pointee.route?.pointee.owed ?? (pointee.flags.contains(.released) ? .done : .nothing)
    }

    /// Whether the touch is over and its view is owed no end: only the present event still holds the touch.
    var isEnding: Bool { (pointee.phase == .ended || pointee.phase == .cancelled) && owed != .end }

    /// Begins the route of a touch that was bound to its view.
    @MainActor @inline(__always)
    func beginRoute(to view: RecordPointer) {
        let recipient = Recipient.make(view, .nothing)
        pointee.route = recipient
        pointee.top = recipient
    }

    /// Records that the view gets the began: the view holds the touch until the touch is released.
    @MainActor @inline(__always)
    func hold(_ view: RecordPointer) {
        pointee.route?.setOwed(.end)
        pointee.flags.insert(.held)
        pointee.path = view.pathNumber
        view.pointee.touchCount &+= 1
    }

    /// Records that the view gets the end, or that it gets nothing more of the touch for another reason.
    @MainActor @inline(__always)
    func oweViewNothing() { pointee.route?.setOwed(.done) }

    /// Records that the application, which is gone, is owed nothing.
    @MainActor
    func oweApplicationNothing() {
        var recipient = pointee.route?.pointee.next
        while let current = recipient {
            if !current.pointee.isRetained { current.setOwed(.done) }
            recipient = current.pointee.next
        }
    }

    /// Records that no recipient is owed anything any more.
    @MainActor
    func oweNobody() {
        var recipient = pointee.route
        while let current = recipient {
            current.setOwed(.done)
            recipient = current.pointee.next
        }
    }

    /// Ends the route without calling any recipient.
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
    /// The last recipient on the chain that got the began; nil when no recipient got it.
    ///
    /// Only this recipient may pass the began on to a further recipient. The view counts only if its class handles
    /// began. The recipients after `top` on the route have left the chain.
    fileprivate var topTarget: RecordPointer? {
        guard let top = pointee.top else { return nil }
        if top == pointee.route, top.pointee.owed == .nothing || !top.pointee.target.handlesBegan { return nil }
        return top.pointee.target
    }

    /// Adds a recipient that gets the began from `top`.
    @MainActor
    fileprivate func append(_ target: RecordPointer) {
        guard let top = pointee.top, let view = pointee.view, target != view else { return }
        // A recipient that only an override of `next` returns may be in no tree: then nothing else keeps it alive.
        let isRetained = !target.pointee.flags.contains(.application)
        if isRetained { _ = target.pointee.object.retain() }
        let recipient = Recipient.make(target, .end, isRetained: isRetained)
        recipient.pointee.next = top.pointee.next
        top.pointee.next = recipient
        pointee.top = recipient
    }

    /// Takes off the chain each recipient that has left it, and all recipients above a responder that is new there.
    ///
    /// These recipients are owed a cancel, unless they got the end. From then on no message of the touch goes higher
    /// than the remaining recipients. The new responder gets nothing of the touch, so nothing can pass it.
    ///
    /// The remaining recipients still get the messages that the view passes on to them, as it did with the began.
    @MainActor
    func detachLostRecipients(_ view: RecordPointer, _ processState: UnsafeMutablePointer<ProcessState>) {
        let contact = pointee.contact
        let path = view.path(processState)
        // An override of `next` may have run the loop.
        guard pointee.contact == contact, pointee.view == view, let first = pointee.route, let top = pointee.top,
            // A touch whose end was withheld from the view takes no place there, also while the view gets the end.
            owed != .nothing || pointee.flags.contains(.held),
            pointee.flags.isDisjoint(with: [.broken, .beganWithheld])
        else { return }
        if path != pointee.path { pointee.flags.insert(.bounded) }
        let (members, count) = (view.pointee.path, view.pointee.path?.pointee.count ?? 0)
        // When no recipient got the began, the path must stay empty: a responder that joins the chain later gets
        // nothing of the touch.
        if topTarget == nil && count > 0 { return pointee.flags.formUnion(.broken) }
        var (last, place) = (first, view.handlesBegan ? 1 : 0)
        while last != top, let next = last.pointee.next, place < count, members?.pointee[place] == next.pointee.target {
            (last, place) = (next, place + 1)
        }
        guard last != top else { return }
        // Those that are still above the view move to the front of those that have left; but no end that is on its way
        // passes a responder that has left.
        var (lastLost, end) = (last, top)
        while owed != .done, place < count, let target = members?.pointee[place],
            let before = lastLost.recipient(before: target, upTo: end), let kept = before.pointee.next
        {
            if kept == end { end = before }
            before.pointee.next = kept.pointee.next
            kept.pointee.next = last.pointee.next
            last.pointee.next = kept
            (last, lastLost, place) = (kept, before, place + 1)
        }
        var lost = last
        while lost != end, let next = lost.pointee.next {
            if next.pointee.owed == .end {
                next.setOwed(.cancel)
                pointee.flags.insert(.cancelOwed)
            }
            lost = next
        }
        pointee.top = last
        pointee.flags.insert(.bounded)
        if topTarget == nil { pointee.flags.insert(.broken) }
    }

    /// Removes the first recipient that is owed a cancel from the route, and returns its responder, which the caller
    /// must release; nil when there is none.
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

    /// Whether the message must not go up the chain from `forwarder`; a nil forwarder stands for the dispatch itself.
    @MainActor @inline(never)
    fileprivate func isClosed(to forwarder: RecordPointer?, _ message: TouchMessage, _ event: Event) -> Bool {
        // An app may call touch methods with an event that is not being dispatched: nothing restricts these calls.
        guard event.state.pointee.isUnderWay else { return false }
        if pointee.flags.contains(.broken) { return true }
        switch message {
        case .began where owed == .done: return true
        case .moved where owed == .done || pointee.serial != event.state.pointee.serial: return true
        // A began follows the chain as it is now, with the changes that the forwarding responder has just made (rule
        // R14).
        case .began: break
        default: if !pointee.flags.isDisjoint(with: [.bounded, .beginning]) && topTarget == forwarder { return true }
        }
        // A recipient that is off the chain passes nothing on.
        var off = pointee.top?.pointee.next
        while let recipient = off {
            if recipient.pointee.target == forwarder { return true }
            off = recipient.pointee.next
        }
        return false
    }
}

extension TouchSet {
    /// Adds the recipient of a began to each touch whose last recipient of the began is `forwarder`, or that has none
    /// yet.
    ///
    /// A handler's own call of another responder's method adds no recipient. Returns the touches to which the recipient
    /// was added.
    @MainActor @inline(never) @discardableResult
    func note(recipient: RecordPointer, after forwarder: RecordPointer?) -> UInt64 {
        // A responder that is called only to check that its class passes messages on is owed no end.
        guard recipient.handlesBegan else { return 0 }
        recipient.processState.invalidatePlans()
        var noted: UInt64 = 0
        for slot in slots where slot.pointee.contact <= newestContact {
            guard let view = slot.pointee.view else { continue }
            // The path is resolved before the checks: overrides of `next` may run the loop.
            let path = view.path(recipient.processState)
            guard slot.pointee.contact <= newestContact, slot.pointee.view == view, slot.owed != .done,
                slot.topTarget == nil || slot.topTarget == forwarder
            else { continue }
            slot.append(recipient)
            noted |= slot.pointee.bit
            slot.pointee.path = path
            slot.pointee.flags.remove(.bounded)
        }
        return noted
    }

    /// Records that a recipient of the touches' began gets their end.
    @MainActor @inline(never)
    func noteEnd(at target: RecordPointer) {
        for slot in slots where slot.pointee.contact <= newestContact && slot.owed == .done {
            var recipient = slot.pointee.route
            while let current = recipient {
                if current.pointee.target == target { current.setOwed(.done) }
                recipient = current.pointee.next
            }
        }
    }

    /// Returns the touches that must not go up the chain from `forwarder`: the chain has changed since their began
    /// went up, or a nested run brought a newer sample before `forwarder` passed this message on.
    @MainActor @inline(__always)
    func closed(to forwarder: RecordPointer?, _ message: TouchMessage, _ event: Event) -> UInt64 {
        var closed: UInt64 = 0
        for slot in slots where slot.pointee.contact <= newestContact {
            let isOpen =
                slot.pointee.flags.isDisjoint(with: [.broken, .cancelOwed, .bounded, .beginning])
                && slot.pointee.serial == event.state.pointee.serial
                && (slot.owed != .done || message == .ended || message == .cancelled)
            if !isOpen, slot.isClosed(to: forwarder, message, event) { closed |= slot.pointee.bit }
        }
        return closed
    }

    /// Returns the touches that must not go up the chain from `view` to `handler`, the first responder to be called.
    ///
    /// The responders between the two are skipped: a touch whose messages go no higher than one of them does not
    /// reach the handler.
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
        // Overrides of `next` may make the chain a circle.
        for _ in 0..<RecordPointer.longestChain {
            if current == handler { break }
            closed |= self.closed(to: current, message, event)
            guard let next = current.hasLink ? current.pointee.next : current.callNext()?.record else { break }
            current = next
        }
        return closed
    }

    /// Whether, for some of the touches, messages may have to stop at the last recipient of the began, a responder that
    /// may be skipped on the way up.
    @MainActor
    var mayEndBelow: Bool {
        for slot in slots where !slot.pointee.flags.isDisjoint(with: [.bounded, .beginning]) { return true }
        return false
    }

    /// The touches' slots; by now some may belong to other touches.
    @inline(__always)
    private var slots: TouchSlots { TouchSlots(bank: bank, mask: mask) }
}
