/// A set of an application's touches, as passed to a handler.
///
/// The set is a plain value without references, so copying it costs nothing. Its members are handles: each gives the
/// present state of its touch, and must not be read after its slot is used for another contact.
@MainActor
public struct TouchSet {
    package nonisolated(unsafe) let bank: UnsafeMutablePointer<TouchSlot>
    package nonisolated let mask: UInt64
    /// The highest contact number when the set was made: a slot with a higher number is in use for another touch.
    nonisolated let newestContact: UInt64

    @inline(__always)
    nonisolated init(bank: UnsafeMutablePointer<TouchSlot>, mask: UInt64, newestContact: UInt64) {
        self.bank = bank
        self.mask = mask
        self.newestContact = newestContact
    }

    /// A set without touches, which belongs to no application.
    static let none = TouchSet(bank: .allocate(capacity: 1), mask: 0, newestContact: 0)

    /// How many touches are in the set.
    public var count: Int { mask.nonzeroBitCount }

    /// Whether the set is empty.
    public var isEmpty: Bool { mask == 0 }

    /// One touch of the set, the same at each call: the touch that a handler of a view without multi-touch reads.
    ///
    /// Nil when the set is empty.
    @inline(__always)
    public var first: Touch? {
        mask == 0 ? nil : touch(at: mask.trailingZeroBitCount)
    }

    /// The first touch whose end or cancel is still to come.
    ///
    /// The began of any other touch is out of date, since a run of the loop inside a touch method has brought the
    /// touch's end.
    @inline(__always)
    package var firstUnfinished: Touch? {
        for touch in self where touch.isUnfinished { return touch }
        return nil
    }

    /// Whether the touch is in the set.
    ///
    /// - Complexity: O(1); O(touches of the set) when only one of touch and set belongs to an update of estimates. No
    ///   allocation.
    public func contains(_ touch: Touch) -> Bool {
        let index = touch.slot - bank
        guard (0..<TouchBank.capacity).contains(index) else { return containsElsewhere(touch) }
        guard mask & (1 << UInt64(index)) != 0 else { return false }
        return self.touch(at: index) == touch
    }

    /// The touch with a contact's number in a slot of the set's bank; nil where the set does not have the touch.
    package func touch(_ contact: UInt64, in slot: UnsafeMutablePointer<TouchSlot>) -> Touch? {
        guard mask & slot.pointee.bit != 0, slot.pointee.contact == contact else { return nil }
        return Touch(slot: slot, contact: contact)
    }

    /// The touches of an update of estimates lie in another bank than equal touches of an event.
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

    /// Not a precondition, and out of line, for the same reasons as in `Touch`.
    @inline(never)
    private static func stopAtLateRead() -> Never {
        fatalError(
            "a touch set was read after its touches' end, when a slot was in use for another contact; "
                + "keep `touch.sample` instead"
        )
    }
}

extension TouchSet: @MainActor Collection {
    /// The index of the first touch.
    public var startIndex: Int { mask == 0 ? TouchBank.capacity : mask.trailingZeroBitCount }

    /// The index after the last touch.
    public var endIndex: Int { TouchBank.capacity }

    /// The index of the touch after the one at `index`.
    ///
    /// - Complexity: O(1); no allocation.
    public func index(after index: Int) -> Int {
        let beyond = index + 1 < TouchBank.capacity ? mask & (~0 << UInt64(index + 1)) : 0
        return beyond == 0 ? TouchBank.capacity : beyond.trailingZeroBitCount
    }

    /// The touch at an index of the set.
    public subscript(index: Int) -> Touch {
        guard (0..<TouchBank.capacity).contains(index), mask & (1 << UInt64(index)) != 0 else {
            // Not a precondition, which loses its message in release.
            fatalError("the set has no touch at index \(index); use only the set's own indices")
        }
        return touch(at: index)
    }
}
