/// The free slots of an application's bank, in the order in which they became free.
///
/// A slot is reused as late as possible, so that a touch that is over stays readable for longer.
struct FreeSlots {
    private let places: UnsafeMutablePointer<UInt8>
    private var first = 0
    private(set) var count = TouchBank.capacity
    /// The slots of touches that are over but belong to an event of an outer dispatch: they become free when the
    /// outermost dispatch has ended.
    var deferredFrees: UInt64 = 0

    init() {
        places = .allocate(capacity: TouchBank.capacity)
        for index in 0..<TouchBank.capacity { (places + index).initialize(to: UInt8(index)) }
    }

    /// Takes the slot that has been free for longest, and returns its index; there must be a free slot.
    @inline(__always)
    mutating func take() -> Int {
        let index = Int(places[first])
        first = (first &+ 1) & (TouchBank.capacity - 1)
        count &-= 1
        return index
    }

    /// Adds the slot with that bit, behind all slots that are already free.
    @inline(__always)
    mutating func add(_ bit: UInt64) {
        places[(first &+ count) & (TouchBank.capacity - 1)] = UInt8(truncatingIfNeeded: bit.trailingZeroBitCount)
        count &+= 1
    }

    func deallocate() { places.deallocate() }
}
