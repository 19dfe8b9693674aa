/// The lists of a centre, looked up by the address of a type's metadata, which is unique to the type.
///
/// The table uses open addressing. The number of places is a power of two, and at most half of the places are taken, so
/// a look-up is a multiplication and, on average, one or two comparisons, however many types there are. Which types
/// collide depends on their addresses. A list stays until its centre goes.
struct ObserverTable {
    typealias List = UnsafeMutablePointer<ObserverList>

    private struct Place {
        /// Zero if the place is free.
        var key: UInt = 0
        var list: List?
    }

    private var places: UnsafeMutablePointer<Place>
    /// The shift that leaves the highest bits of the product as the place.
    private var shift: UInt64 = 64 - 4
    private(set) var count = 0

    init() {
        places = .allocate(capacity: 16)
        places.initialize(repeating: Place(), count: 16)
    }

    /// The list of the type; nil if the type was never observed.
    @inline(__always)
    func list(of type: ObjectIdentifier) -> List? {
        let key = UInt(bitPattern: type)
        var index = firstPlace(of: key)
        while places[index].key != key {
            guard places[index].key != 0 else { return nil }
            index = (index &+ 1) & mask
        }
        return places[index].list
    }

    /// Inserts the list of a type that has none.
    mutating func insert(_ list: List, of type: ObjectIdentifier) {
        if 2 * (count + 1) > mask + 1 { grow() }
        put(Place(key: UInt(bitPattern: type), list: list))
        count += 1
    }

    func free() {
        places.deallocate()
    }

    @inline(__always)
    private var mask: Int { Int(truncatingIfNeeded: UInt64.max >> shift) }

    /// Multiplication by the golden ratio's bits spreads keys that differ in few bits, as addresses do.
    @inline(__always)
    private func firstPlace(of key: UInt) -> Int {
        Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    private mutating func put(_ place: Place) {
        var index = firstPlace(of: place.key)
        while places[index].key != 0 { index = (index &+ 1) & mask }
        places[index] = place
    }

    private mutating func grow() {
        let (former, formerCount) = (places, mask + 1)
        shift -= 1
        places = .allocate(capacity: mask + 1)
        places.initialize(repeating: Place(), count: mask + 1)
        for index in 0..<formerCount where former[index].key != 0 { put(former[index]) }
        former.deallocate()
    }
}
