/// A list of plain values in raw memory, which never shrinks.
///
/// A list of capacity 0 allocates nothing before its first element.
@usableFromInline
package struct RawList<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int
    @usableFromInline package internal(set) var count = 0

    @inlinable
    package init(capacity: Int = 16) {
        self.capacity = capacity
        // Without memory the address is never read, and nobody is asked at each access whether there is any.
        base =
            capacity > 0
            ? .allocate(capacity: capacity)
            : UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    }

    @inlinable
    deinit {
        if capacity > 0 { base.deallocate() }
    }

    @inlinable
    package subscript(position: Int) -> Element {
        @inline(__always) get { base[position] }
        @inline(__always) nonmutating set { base[position] = newValue }
    }

    /// The address of the first element, for changes in place; it is valid until the list grows.
    @inlinable
    package var start: UnsafeMutablePointer<Element> {
        @inline(__always) get { base }
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
        let (old, hadMemory) = (base, capacity > 0)
        capacity = max(4, 2 * capacity)
        base = .allocate(capacity: capacity)
        base.moveInitialize(from: old, count: count)
        if hadMemory { old.deallocate() }
    }
}
