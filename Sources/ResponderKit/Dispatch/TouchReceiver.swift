// Who got a touch's began by default forwarding: as the view, it is owed exactly one ended or cancelled (rule T20).

extension TouchSet {
    /// Notes the responder that gets the touches' began, for those that nobody is noted for yet, or only the one that
    /// passes it on just now.
    ///
    /// What a handler passes to others by hand is its own affair.
    @MainActor @inline(never)
    func note(receiver: RecordPointer, after forwarder: RecordPointer?) {
        forEachSlot { slot in
            guard let view = slot.pointee.view, !slot.pointee.flags.contains(.over),
                slot.pointee.receiver == nil || slot.pointee.receiver == forwarder
            else { return }
            // It may be in no tree, as one that only an override of `next` names: nothing else keeps it alive.
            if receiver.isKept(besides: view) { _ = receiver.pointee.object.retain() }
            slot.releaseReceiver()
            slot.pointee.receiver = receiver
            slot.pointee.path &+= receiver.pathPart
            slot.pointee.chain = view.chain(Hierarchy.shared)
            slot.pointee.flags.remove(.capped)
        }
    }

    /// Those of the touches that may not go up the chain, or not further than `forwarder`, since it has changed after
    /// their began went there.
    @MainActor @inline(__always)
    func withBrokenChain(after forwarder: RecordPointer?) -> UInt64 {
        var broken: UInt64 = 0
        forEachSlot { slot in
            let flags = slot.pointee.flags
            if flags.contains(.chainBroken) || (flags.contains(.capped) && slot.pointee.receiver == forwarder) {
                broken |= 1 << UInt64(slot - bank)
            }
        }
        return broken
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
    /// Forgets who got the began by forwarding.
    @inline(__always)
    func releaseReceiver() {
        guard let receiver = pointee.receiver else { return }
        pointee.receiver = nil
        if receiver.isKept(besides: pointee.view) { receiver.pointee.object.release() }
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
    /// Whether those who handle began are, up the chain from the view to who got it, the same as when it went there.
    ///
    /// Where nobody got it, there must be nobody on the whole chain: who comes into it later gets nothing of the touch.
    @MainActor
    func hasSamePath(from view: RecordPointer) -> Bool {
        var path: UInt = 0
        var current = view
        // Holds what only its predecessor's `next` named.
        var held: Responder?
        defer { withExtendedLifetime(held) {} }
        for _ in 0..<RecordPointer.longestChain {
            path &+= current.pathPart
            if current == pointee.receiver { return path == pointee.path }
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
