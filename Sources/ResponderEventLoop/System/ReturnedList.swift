/// A list of plain values whose owner says when the list may give memory back.
struct ReturnedList<Element: BitwiseCopyable>: ~Copyable {
    private var memory = ReturnedMemory<Element>(capacity: 16)
    private(set) var count = 0

    var capacity: Int { memory.capacity }

    subscript(position: Int) -> Element {
        @inline(__always) get { memory.start[position] }
        @inline(__always) nonmutating set { memory.start[position] = newValue }
    }

    mutating func append(_ element: Element) {
        if count == memory.capacity { reserve(count + 1) }
        appendWithoutGrowing(element)
    }

    /// Appends an element to a list that has room for it.
    @inline(__always)
    mutating func appendWithoutGrowing(_ element: Element) {
        memory.start.advanced(by: count).initialize(to: element)
        count &+= 1
    }

    @inline(__always)
    mutating func removeLast() -> Element {
        count &-= 1
        return memory.start[count]
    }

    /// Removes all elements from `count` on.
    mutating func truncate(to count: Int) {
        self.count = count
    }

    /// Makes room for `capacity` elements.
    mutating func reserve(_ capacity: Int) {
        memory.grow(to: capacity, keeping: count)
    }

    /// Gives memory back if `most` elements, as many as the list may soon have, take less than a quarter of it.
    @inline(__always)
    mutating func shrink(toFit most: Int) {
        memory.shrink(toFit: most, keeping: count)
    }
}
