/// The slots of an application's bank that no touch uses, in the order in which they became free.
///
/// A slot is used again as late as possible: what is read of a touch that is over stays true for longer.
struct FreeSlots {
    private let places: UnsafeMutablePointer<UInt8>
    private var first = 0
    private(set) var count = TouchBank.capacity
    /// The slots of touches that are over and that an event further out has: nobody gets them until that event has ended.
    var heldBack: UInt64 = 0

    init() {
        places = .allocate(capacity: TouchBank.capacity)
        for index in 0..<TouchBank.capacity { (places + index).initialize(to: UInt8(index)) }
    }

    /// Takes the index of the slot that has been free for longest; there must be one.
    @inline(__always)
    mutating func take() -> Int {
        let index = Int(places[first])
        first = (first &+ 1) & (TouchBank.capacity - 1)
        count &-= 1
        return index
    }

    /// Adds the slot of that bit, behind all that are free by now.
    @inline(__always)
    mutating func add(_ bit: UInt64) {
        places[(first &+ count) & (TouchBank.capacity - 1)] = UInt8(truncatingIfNeeded: bit.trailingZeroBitCount)
        count &+= 1
    }

    func deallocate() { places.deallocate() }
}
