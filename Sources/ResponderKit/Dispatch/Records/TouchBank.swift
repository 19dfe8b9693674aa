internal import ResponderTouchInput
internal import Synchronization

/// The banks of 64 touch slots, one for each application.
///
/// A bank is never unmapped: a touch that somebody kept may be read when its application is gone. The bank is used again
/// by the next application; contact numbers are the process's, so a touch is never taken for another's.
enum TouchBank {
    /// The most touches that an application has down at once (rule T41).
    static let capacity = 64

    /// A pointer that may change threads: the banks of applications that are gone belong to nobody.
    private struct Free: @unchecked Sendable {
        var banks: [UnsafeMutablePointer<TouchSlot>] = []
    }

    private static let free = Mutex(Free())

    /// A bank that no application uses.
    static func make() -> UnsafeMutablePointer<TouchSlot> {
        if let bank = free.withLock({ $0.banks.popLast() }) { return bank }
        let (slots, details) = (MemoryLayout<TouchSlot>.stride, MemoryLayout<TouchContact.Details>.stride)
        // Whole cache lines, so that no member lies in two.
        let block = UnsafeMutableRawPointer.allocate(byteCount: (slots + details) * capacity, alignment: 64)
        let bank = block.initializeMemory(as: TouchSlot.self, repeating: TouchSlot(), count: capacity)
        for index in 0..<capacity { bank[index].index = UInt8(index) }
        UnsafeMutableRawPointer(bank + capacity)
            .initializeMemory(as: TouchContact.Details.self, repeating: TouchContact.Details(), count: capacity)
        return bank
    }

    /// Hands the bank of an application that is gone back.
    ///
    /// Safe on any thread.
    static func retire(_ bank: UnsafeMutablePointer<TouchSlot>) {
        free.withLock { $0.banks.append(bank) }
    }

    /// The details of the touch in a slot; they say something only where the slot is marked to have some.
    ///
    /// They lie after the bank's slots, found by the slot's bit: few touches have any, and the usual event reads none of
    /// this.
    static func details(of slot: UnsafeMutablePointer<TouchSlot>) -> UnsafeMutablePointer<TouchContact.Details> {
        let index = Int(slot.pointee.index)
        let details = UnsafeMutableRawPointer(slot - index + capacity)
        return details.assumingMemoryBound(to: TouchContact.Details.self) + index
    }
}

/// The slots of a bank that a mask names, the lowest first.
struct TouchSlots: Sequence, IteratorProtocol {
    let bank: UnsafeMutablePointer<TouchSlot>
    var mask: UInt64

    @inline(__always)
    mutating func next() -> UnsafeMutablePointer<TouchSlot>? {
        guard mask != 0 else { return nil }
        let slot = bank + mask.trailingZeroBitCount
        mask &= mask &- 1
        return slot
    }
}

extension TouchDispatcher {
    /// The slots of touches of the application.
    @inline(__always)
    func slots(_ touches: UInt64) -> TouchSlots { TouchSlots(bank: state.pointee.bank, mask: touches) }
}
