/// A list of plain values in raw memory, which never shrinks.
@usableFromInline
package struct RawList<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int
    @usableFromInline package internal(set) var count = 0

    @inlinable
    package init(capacity: Int = 16) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    @inlinable
    deinit {
        base.deallocate()
    }

    @inlinable
    package subscript(position: Int) -> Element {
        @inline(__always) get { base[position] }
        @inline(__always) nonmutating set { base[position] = newValue }
    }

    /// Whether one more element needs more memory.
    @inlinable
    package var isFull: Bool {
        @inline(__always) get { count == capacity }
    }

    @inlinable
    @inline(__always)
    package mutating func append(_ element: Element) {
        if isFull { grow() }
        appendWithoutGrowing(element)
    }

    /// Appends an element to a list that is not full.
    @inlinable
    @inline(__always)
    package mutating func appendWithoutGrowing(_ element: Element) {
        base.advanced(by: count).initialize(to: element)
        count &+= 1
    }

    @inlinable
    @inline(__always)
    package mutating func removeLast() -> Element {
        count &-= 1
        return base[count]
    }

    /// Makes the list `count` long, with undefined elements, all of which the caller then sets.
    @inlinable
    package mutating func makePlaces(_ count: Int) {
        while capacity < count { grow() }
        self.count = count
    }

    /// Removes all elements from `count` on.
    @inlinable
    package mutating func truncate(to count: Int) {
        self.count = count
    }

    @usableFromInline
    @inline(never)
    mutating func grow() {
        let old = base
        capacity *= 2
        base = .allocate(capacity: capacity)
        base.moveInitialize(from: old, count: count)
        old.deallocate()
    }
}
