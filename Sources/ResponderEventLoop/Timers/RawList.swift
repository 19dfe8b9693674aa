/// A list of plain values in raw memory, which keeps what it once needed.
struct RawList<Element: BitwiseCopyable>: ~Copyable {
    private var base: UnsafeMutablePointer<Element>
    private var capacity = 16
    private(set) var count = 0

    init() {
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    subscript(position: Int) -> Element {
        @inline(__always) get { base[position] }
        @inline(__always) nonmutating set { base[position] = newValue }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        base.advanced(by: count).initialize(to: element)
        count &+= 1
    }

    @inline(__always)
    mutating func removeLast() -> Element {
        count &-= 1
        return base[count]
    }

    /// Drops all from `count` on.
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
