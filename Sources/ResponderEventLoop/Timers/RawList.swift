/// A list of plain values in raw memory, which never shrinks.
struct RawList<Element: BitwiseCopyable>: ~Copyable {
    private var base: UnsafeMutablePointer<Element>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 16) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    subscript(position: Int) -> Element {
        @inline(__always) get { base[position] }
        @inline(__always) nonmutating set { base[position] = newValue }
    }

    /// Whether one more element needs more memory.
    var isFull: Bool {
        @inline(__always) get { count == capacity }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if isFull { grow() }
        appendWithoutGrowing(element)
    }

    /// Appends an element to a list that is not full.
    @inline(__always)
    mutating func appendWithoutGrowing(_ element: Element) {
        base.advanced(by: count).initialize(to: element)
        count &+= 1
    }

    @inline(__always)
    mutating func removeLast() -> Element {
        count &-= 1
        return base[count]
    }

    /// Makes the list `count` long, with undefined elements, all of which the caller then sets.
    mutating func makePlaces(_ count: Int) {
        while capacity < count { grow() }
        self.count = count
    }

    /// Removes all elements from `count` on.
    mutating func truncate(to count: Int) {
        self.count = count
    }

    @inline(never)
    private mutating func grow() {
        let old = base
        capacity *= 2
        base = .allocate(capacity: capacity)
        base.moveInitialize(from: old, count: count)
        old.deallocate()
    }
}
