/// Some of an application's touches: what a handler gets.
///
/// A plain value without a reference in it, so passing it on costs nothing. It holds handles: a member reads its state
/// of now, as a ``Touch`` does, and like one it is not to be read when its slot is used for another contact.
@MainActor
public struct TouchSet {
    nonisolated(unsafe) let bank: UnsafeMutablePointer<TouchSlot>
    nonisolated let mask: UInt64
    /// The highest contact number when the set was made: a slot with a higher one is in use for another touch.
    nonisolated let newestContact: UInt64

    @inline(__always)
    nonisolated init(bank: UnsafeMutablePointer<TouchSlot>, mask: UInt64, newestContact: UInt64) {
        self.bank = bank
        self.mask = mask
        self.newestContact = newestContact
    }

    /// How many touches are in the set.
    public var count: Int { mask.nonzeroBitCount }

    /// Whether there is none.
    public var isEmpty: Bool { mask == 0 }

    /// Any one of them, the same at each call: what a handler of a view without multi-touch takes.
    ///
    /// Nil when there is none.
    @inline(__always)
    public var first: Touch? {
        mask == 0 ? nil : touch(at: mask.trailingZeroBitCount)
    }

    /// Whether the touch is in the set.
    ///
    /// O(1).
    public func contains(_ touch: Touch) -> Bool {
        let index = touch.slot - bank
        guard (0..<TouchBank.capacity).contains(index) else { return containsElsewhere(touch) }
        guard mask & (1 << UInt64(index)) != 0 else { return false }
        return self.touch(at: index) == touch
    }

    /// In an update of estimates, touches that are equal lie in other banks.
    private func containsElsewhere(_ touch: Touch) -> Bool {
        for slot in TouchSlots(bank: bank, mask: mask) where slot.pointee.contact == touch.contact { return true }
        return false
    }

    func subtracting(_ touches: UInt64) -> TouchSet {
        TouchSet(bank: bank, mask: mask & ~touches, newestContact: newestContact)
    }

    @inline(__always)
    func touch(at index: Int) -> Touch {
        let slot = bank + index
        let contact = slot.pointee.contact
        if contact > newestContact { Self.stopAtLateRead() }
        return Touch(slot: slot, contact: contact)
    }

    /// As in `Touch`: with its message in release too, and out of line.
    @inline(never)
    private static func stopAtLateRead() -> Never {
        fatalError(
            "a touch set was read after its touches' end, when a slot was in use for another contact; "
                + "keep `touch.sample` instead"
        )
    }
}

extension TouchSet: @MainActor Collection {
    /// The place of the first touch.
    public var startIndex: Int { mask == 0 ? TouchBank.capacity : mask.trailingZeroBitCount }

    /// The place after the last touch.
    public var endIndex: Int { TouchBank.capacity }

    /// The place of the touch after the one at `index`.
    public func index(after index: Int) -> Int {
        let beyond = index + 1 < TouchBank.capacity ? mask & (~0 << UInt64(index + 1)) : 0
        return beyond == 0 ? TouchBank.capacity : beyond.trailingZeroBitCount
    }

    /// The touch at a place of the set.
    public subscript(index: Int) -> Touch {
        guard (0..<TouchBank.capacity).contains(index), mask & (1 << UInt64(index)) != 0 else {
            // Not a precondition, which loses its message in release.
            fatalError("no touch of the set is at \(index); the set's own indices are its only places")
        }
        return touch(at: index)
    }
}
