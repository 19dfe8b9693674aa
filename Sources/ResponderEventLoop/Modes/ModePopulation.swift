/// How many sources each mode has: a mode without any is empty (rule L2).
struct ModePopulation: ~Copyable {
    private let counts = UnsafeMutablePointer<Int>.allocate(capacity: 2 * UInt64.bitWidth)
    /// The modes that have at least one source that keeps a run alive.
    private(set) var populated: UInt64 = 0
    /// The modes that have at least one source that keeps no run alive.
    private(set) var weaklyPopulated: UInt64 = 0

    init() {
        counts.initialize(repeating: 0, count: 2 * UInt64.bitWidth)
    }

    deinit {
        counts.deallocate()
    }

    /// Counts a source; a weak one keeps no run alive.
    mutating func add(_ modes: UInt64, isWeak: Bool = false) {
        change(modes, by: 1, isWeak)
    }

    mutating func remove(_ modes: UInt64, isWeak: Bool = false) {
        change(modes, by: -1, isWeak)
    }

    private mutating func change(_ modes: UInt64, by difference: Int, _ isWeak: Bool) {
        var remaining = modes
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            let count = counts + bit.trailingZeroBitCount + (isWeak ? UInt64.bitWidth : 0)
            count.pointee += difference
            let isPopulated = count.pointee != 0
            if isWeak {
                weaklyPopulated = isPopulated ? weaklyPopulated | bit : weaklyPopulated & ~bit
            } else {
                populated = isPopulated ? populated | bit : populated & ~bit
            }
        }
    }
}
