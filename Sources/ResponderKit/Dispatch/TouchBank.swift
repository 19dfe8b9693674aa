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
        let bank = UnsafeMutablePointer<TouchSlot>.allocate(capacity: capacity)
        bank.initialize(repeating: TouchSlot(), count: capacity)
        return bank
    }

    /// Hands the bank of an application that is gone back.
    ///
    /// Safe on any thread.
    static func retire(_ bank: UnsafeMutablePointer<TouchSlot>) {
        free.withLock { $0.banks.append(bank) }
    }
}
