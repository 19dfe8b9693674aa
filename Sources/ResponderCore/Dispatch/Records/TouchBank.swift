internal import ResponderEventLoop
internal import ResponderTouchInput

/// The banks of 64 touch slots, one for each application.
///
/// A bank is never unmapped: a kept touch may be read after its application is gone. The next application uses the
/// bank again; contact numbers are unique in the process, so no touch is mistaken for another.
enum TouchBank {
    /// The largest number of touches that an application has down at once (rule T41).
    static let capacity = 64

    private static let lock = Lock()
    /// The banks of released applications, which belong to no actor; accessed under the lock alone.
    nonisolated(unsafe) private static var free: [UnsafeMutablePointer<TouchSlot>] = []

    /// Returns a bank that no application uses.
    static func make() -> UnsafeMutablePointer<TouchSlot> {
        if let bank = lock.locked({ free.popLast() }) { return bank }
        let (slots, details) = (MemoryLayout<TouchSlot>.stride, MemoryLayout<TouchContact.Details>.stride)
        // The block is aligned to cache lines, so that no field straddles two.
        let block = UnsafeMutableRawPointer.allocate(byteCount: (slots + details) * capacity, alignment: 64)
        let bank = block.initializeMemory(as: TouchSlot.self, repeating: TouchSlot(), count: capacity)
        for index in 0..<capacity { bank[index].index = UInt8(index) }
        UnsafeMutableRawPointer(bank + capacity)
            .initializeMemory(as: TouchContact.Details.self, repeating: TouchContact.Details(), count: capacity)
        return bank
    }

    /// Makes the bank of a released application available again.
    ///
    /// Safe on any thread.
    static func retire(_ bank: UnsafeMutablePointer<TouchSlot>) {
        lock.locked { free.append(bank) }
    }

    /// The details of the touch in a slot; valid only when the slot is flagged `detailed`.
    ///
    /// The details lie behind all slots of the bank, at the slot's index: few touches have any, and the usual event
    /// reads none of this memory.
    static func details(of slot: UnsafeMutablePointer<TouchSlot>) -> UnsafeMutablePointer<TouchContact.Details> {
        let index = Int(slot.pointee.index)
        let details = UnsafeMutableRawPointer(slot - index + capacity)
        return details.assumingMemoryBound(to: TouchContact.Details.self) + index
    }
}

/// The slots of a bank whose bits are set in a mask, the lowest first.
package struct TouchSlots: Sequence, IteratorProtocol {
    let bank: UnsafeMutablePointer<TouchSlot>
    var mask: UInt64

    @inline(__always)
    package mutating func next() -> UnsafeMutablePointer<TouchSlot>? {
        guard mask != 0 else { return nil }
        let slot = bank + mask.trailingZeroBitCount
        mask &= mask &- 1
        return slot
    }
}

extension TouchDispatcher {
    /// The slots of the application's touches in a mask.
    @inline(__always)
    package func slots(_ touches: UInt64) -> TouchSlots { TouchSlots(bank: state.pointee.bank, mask: touches) }
}
