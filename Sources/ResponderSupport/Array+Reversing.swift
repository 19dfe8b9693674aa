extension Array {
    /// Reverses the elements from a place on, where they are: the library's `self[start...].reverse()` copies them.
    ///
    /// Inlinable, since each swap of elements of an unknown type allocates.
    @inlinable
    package mutating func reverseEnd(from start: Int) {
        var (first, last) = (start, count - 1)
        while first < last {
            swapAt(first, last)
            (first, last) = (first + 1, last - 1)
        }
    }
}
