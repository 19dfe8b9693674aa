// Who got a touch's began by default forwarding: as the view, each is owed exactly one ended or cancelled (rule T20).
//
// A began usually goes to one responder, which the slot names. Where several handle it and pass it on, the others are in
// a list, of nodes that are used again: in the steady state nothing is allocated for them.

/// One of several responders that handled a touch's began.
///
/// A touch's list begins with those that were taken off the chain, the nearest to the view first; they are owed a cancel.
/// Then come those between the view and the last that got the began, the last first.
struct ReceiverNode {
    var receiver: RecordPointer
    /// Whether it was taken off the chain.
    var isOff = false
    /// Whether it got the end: nothing is owed to it any more.
    var isDone = false
    var next: UnsafeMutablePointer<ReceiverNode>? = nil

    /// The nodes that no touch uses.
    nonisolated(unsafe) private static let free: UnsafeMutablePointer<UnsafeMutablePointer<ReceiverNode>?> = {
        let pointer = UnsafeMutablePointer<UnsafeMutablePointer<ReceiverNode>?>.allocate(capacity: 1)
        pointer.initialize(to: nil)
        return pointer
    }()

    /// Puts a node before those of a list.
    @MainActor
    static func push(_ new: ReceiverNode, onto list: inout UnsafeMutablePointer<ReceiverNode>?) {
        let node = free.pointee ?? .allocate(capacity: 1)
        if free.pointee != nil { free.pointee = node.pointee.next }
        node.initialize(to: new)
        node.pointee.next = list
        list = node
    }

    /// Takes the first node out of a list.
    @MainActor
    static func pop(from list: inout UnsafeMutablePointer<ReceiverNode>?) -> ReceiverNode? {
        guard let node = list else { return nil }
        list = node.pointee.next
        let result = node.pointee
        node.pointee.next = free.pointee
        free.pointee = node
        return result
    }
}

extension TouchSet {
    /// Notes the responder that gets the touches' began, for those that nobody is noted for yet, or only the one that
    /// passes it on just now.
    ///
    /// What a handler passes to others by hand is its own affair. Returns those for which it is noted.
    @MainActor @inline(never) @discardableResult
    func note(receiver: RecordPointer, after forwarder: RecordPointer?) -> UInt64 {
        // One that is called only to see that its class passes on gets nothing that it would be owed an end for.
        guard receiver.pathPart != 0 else { return 0 }
        Hierarchy.shared.invalidatePlans()
        var noted: UInt64 = 0
        forEachSlot { slot in
            guard let view = slot.pointee.view, !slot.pointee.flags.contains(.over),
                slot.pointee.receiver == nil || slot.pointee.receiver == forwarder
            else { return }
            slot.add(receiver, view)
            noted |= 1 << UInt64(slot - bank)
            slot.pointee.chain = view.chain(Hierarchy.shared)
            slot.pointee.flags.remove(.capped)
        }
        return noted
    }

    /// Notes that a responder gets the touches' end, as it got their began.
    @MainActor @inline(never)
    func noteEnd(at receiver: RecordPointer) {
        forEachSlot { slot in
            guard slot.pointee.flags.contains(.over) else { return }
            if slot.pointee.receiver == receiver { return slot.pointee.flags.formUnion(.receiverDone) }
            var node = slot.pointee.others
            while let other = node {
                if other.pointee.receiver == receiver { other.pointee.isDone = true }
                node = other.pointee.next
            }
        }
    }

    /// Those of the touches that may not go up the chain, or not further than `forwarder`: it has changed after their
    /// began went there, or a nested run brought something newer while `forwarder` had not passed this on.
    @MainActor @inline(__always)
    func closed(to forwarder: RecordPointer?, _ message: TouchMessage, _ event: Event) -> UInt64 {
        let concerning: TouchSlot.Flags =
            switch message {
            case .began: [.chainBroken, .cancelOwed, .capped, .over]
            case .moved: [.chainBroken, .cancelOwed, .capped, .over, .beginning]
            case .ended, .cancelled: [.chainBroken, .cancelOwed, .capped, .beginning]
            }
        var closed: UInt64 = 0
        forEachSlot { slot in
            if !slot.pointee.flags.isDisjoint(with: concerning) || slot.pointee.serial != event.state.pointee.serial,
                slot.isClosed(to: forwarder, message, event)
            {
                closed |= 1 << UInt64(slot - bank)
            }
        }
        return closed
    }

    /// Calls `body` with each touch's slot, those left out that are another touch's by now.
    @MainActor @inline(__always)
    private func forEachSlot(_ body: (UnsafeMutablePointer<TouchSlot>) -> Void) {
        var remaining = mask
        while remaining != 0 {
            let slot = bank + remaining.trailingZeroBitCount
            remaining &= remaining &- 1
            if slot.pointee.contact <= newestContact { body(slot) }
        }
    }
}

extension UnsafeMutablePointer<TouchSlot> {
    /// The last of `others` that is off the chain, which is before all that are on it; nil when none is.
    @MainActor
    private var lastOff: UnsafeMutablePointer<ReceiverNode>? {
        var last: UnsafeMutablePointer<ReceiverNode>?
        var node = pointee.others
        while let off = node, off.pointee.isOff {
            last = off
            node = off.pointee.next
        }
        return last
    }

    /// Puts a receiver before those of `others` that are on the chain.
    @MainActor @inline(never)
    private func pushEarlier(_ receiver: RecordPointer) {
        if let lastOff {
            ReceiverNode.push(ReceiverNode(receiver: receiver), onto: &lastOff.pointee.next)
        } else {
            ReceiverNode.push(ReceiverNode(receiver: receiver), onto: &pointee.others)
        }
    }

    /// Takes the first out of those of `others` that are on the chain.
    @MainActor
    private func popEarlier() -> ReceiverNode? {
        if let lastOff { return ReceiverNode.pop(from: &lastOff.pointee.next) }
        return ReceiverNode.pop(from: &pointee.others)
    }

    /// Adds who handles the began after those that it went to before.
    @MainActor @inline(__always)
    fileprivate func add(_ receiver: RecordPointer, _ view: RecordPointer) {
        // It may be in no tree, as one that only an override of `next` names: nothing else keeps it alive.
        if receiver.isKept(besides: view) { _ = receiver.pointee.object.retain() }
        // The view itself needs no node: that it handles began says that it got it.
        if let former = pointee.receiver, former != view { pushEarlier(former) }
        pointee.receiver = receiver
    }

    @MainActor @inline(never)
    fileprivate func isClosed(to forwarder: RecordPointer?, _ message: TouchMessage, _ event: Event) -> Bool {
        // What somebody does with an event that was kept is nobody else's affair.
        guard event.state.pointee.isUnderWay else { return false }
        if pointee.flags.contains(.chainBroken) { return true }
        switch message {
        case .began where pointee.flags.contains(.over): return true
        case .moved where pointee.flags.contains(.over) || pointee.serial != event.state.pointee.serial: return true
        // A began goes on by the chain as it is now, also when who passes it on has changed that before (rule R14).
        case .began: break
        default:
            let isCapped = !pointee.flags.isDisjoint(with: [.capped, .beginning])
            if isCapped && pointee.receiver == forwarder { return true }
        }
        // Who is off the chain passes nothing on any more.
        var node = pointee.others
        while let off = node, off.pointee.isOff {
            if off.pointee.receiver == forwarder { return true }
            node = off.pointee.next
        }
        return false
    }

    /// Takes those that are off the chain, from the last on, out of those that got the began: they are owed a cancel,
    /// unless they got the end.
    ///
    /// Who still gets what the view passes on by the way that the began went goes on getting it, but nobody above.
    @MainActor
    func takeOffLostReceivers(_ view: RecordPointer) {
        while pointee.receiver != view, !hasSamePath(from: view) {
            if let lost = pointee.receiver {
                let isDone = pointee.flags.contains(.receiverDone)
                let former = popEarlier()
                pointee.receiver = former?.receiver ?? (view.pathPart == 0 ? nil : view)
                pointee.flags.remove(.receiverDone)
                pointee.flags.formUnion(former?.isDone == true ? [.receiverDone, .capped] : .capped)
                if !isDone { pointee.flags.insert(.cancelOwed) }
                ReceiverNode.push(ReceiverNode(receiver: lost, isOff: true, isDone: isDone), onto: &pointee.others)
            }
            if pointee.receiver == nil {
                pointee.flags.insert(.chainBroken)
                return
            }
        }
    }

    /// Has nothing owed to those that got the began by forwarding.
    @MainActor
    func markReceiversDone() {
        pointee.flags.insert(.receiverDone)
        var node = pointee.others
        while let other = node {
            other.pointee.isDone = true
            node = other.pointee.next
        }
    }

    /// Takes out the first of those that are owed a cancel; it is the caller's to release.
    @MainActor
    func popOwed() -> Unmanaged<Responder>? {
        while let node = pointee.others, node.pointee.isOff, let off = ReceiverNode.pop(from: &pointee.others) {
            let isKept = off.receiver.isKept(besides: pointee.view)
            if !off.isDone { return isKept ? off.receiver.pointee.object : off.receiver.pointee.object.retain() }
            if isKept { off.receiver.pointee.object.release() }
        }
        pointee.flags.remove(.cancelOwed)
        return nil
    }

    /// Forgets who got the began by forwarding.
    @MainActor @inline(__always)
    func releaseReceivers() {
        if let receiver = pointee.receiver {
            pointee.receiver = nil
            if receiver.isKept(besides: pointee.view) { receiver.pointee.object.release() }
        }
        if pointee.others != nil { releaseOthers() }
    }

    @MainActor @inline(never)
    private func releaseOthers() {
        while let receiver = ReceiverNode.pop(from: &pointee.others)?.receiver {
            if receiver.isKept(besides: pointee.view) { receiver.pointee.object.release() }
        }
    }
}

extension RecordPointer {
    /// Whether a touch that has this receiver keeps it: not twice where it is the view, and never the application, which
    /// owns the touch.
    @inline(__always)
    fileprivate func isKept(besides view: RecordPointer?) -> Bool {
        self != view && !pointee.flags.contains(.application)
    }
}

extension RecordPointer {
    /// What the responder adds to the path of a touch: its address, when it handles began.
    ///
    /// By what the table said at first, so that giving up the table changes no path.
    @inline(__always)
    var pathPart: UInt {
        pointee.type.pointee.told.contains(.began) ? UInt(bitPattern: self) : 0
    }
}

extension UnsafeMutablePointer<TouchSlot> {
    /// The sum of the addresses of those that handled the began: the view, if it does, and who got it after that.
    @MainActor
    private func path(from view: RecordPointer) -> UInt {
        guard let receiver = pointee.receiver else { return 0 }
        var path = receiver.pathPart
        if receiver != view { path &+= view.pathPart }
        var node = pointee.others
        if let lastOff { node = lastOff.pointee.next }
        while let other = node {
            path &+= other.pointee.receiver.pathPart
            node = other.pointee.next
        }
        return path
    }

    /// Whether those who handle began are, up the chain from the view to who got it, the same as when it went there.
    ///
    /// Where nobody got it, there must be nobody on the whole chain: who comes into it later gets nothing of the touch.
    @MainActor
    private func hasSamePath(from view: RecordPointer) -> Bool {
        let expected = path(from: view)
        var path: UInt = 0
        var current = view
        // Holds what only its predecessor's `next` named.
        var held: Responder?
        defer { withExtendedLifetime(held) {} }
        for _ in 0..<RecordPointer.longestChain {
            path &+= current.pathPart
            if current == pointee.receiver { return path == expected }
            if current.hasLink {
                guard let next = current.pointee.next else { break }
                current = next
            } else {
                held = current.askNext()
                guard let next = held else { break }
                current = next.record
            }
        }
        return pointee.receiver == nil && path == 0
    }
}
