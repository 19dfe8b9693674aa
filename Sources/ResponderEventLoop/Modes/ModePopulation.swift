/// How many sources a loop has in each mode: a mode without any is empty (rule L2).
struct ModePopulation: ~Copyable {
    private let counts = UnsafeMutablePointer<Int>.allocate(capacity: UInt64.bitWidth)
    /// The modes that have at least one source.
    private(set) var populated: UInt64 = 0

    init() {
        counts.initialize(repeating: 0, count: UInt64.bitWidth)
    }

    deinit {
        counts.deallocate()
    }

    mutating func add(_ modes: UInt64) {
        change(modes, by: 1)
    }

    mutating func remove(_ modes: UInt64) {
        change(modes, by: -1)
    }

    private mutating func change(_ modes: UInt64, by difference: Int) {
        var remaining = modes
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let count = counts + bit.trailingZeroBitCount
            count.pointee += difference
            if count.pointee == 0 { populated &= ~bit } else { populated |= bit }
        }
    }
}
