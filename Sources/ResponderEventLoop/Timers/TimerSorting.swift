internal import ResponderSupport

extension RawList<TimerEntry> {
    /// Sorts the entries by merging; O(n log n), no allocation in the steady state.
    ///
    /// Not by the standard library's sort, which allocates, and whose branches no processor can predict.
    mutating func sort(with scratch: inout RawList<TimerEntry>) {
        for start in stride(from: 0, to: count &- 3, by: 4) { sortFour(from: start) }
        for position in count & ~3..<count { moveForward(from: position) }
        guard count > 4 else { return }
        scratch.makePlaces(count)
        var width = 4
        while width < count {
            for start in stride(from: 0, to: count, by: 2 * width) {
                let middle = Swift.min(start + width, count)
                merge(from: start, middle, to: Swift.min(middle + width, count), into: scratch)
            }
            swap(&self, &scratch)
            width *= 2
        }
    }

    /// Sorts four entries, without a branch: five comparisons, as few as there can be.
    @inline(__always)
    private func sortFour(from start: Int) {
        var (first, second, third, fourth) = (self[start], self[start &+ 1], self[start &+ 2], self[start &+ 3])
        Self.order(&first, &second)
        Self.order(&third, &fourth)
        Self.order(&first, &third)
        Self.order(&second, &fourth)
        Self.order(&second, &third)
        self[start] = first
        self[start &+ 1] = second
        self[start &+ 2] = third
        self[start &+ 3] = fourth
    }

    @inline(__always)
    private static func order(_ lesser: inout TimerEntry, _ greater: inout TimerEntry) {
        let (one, other) = (lesser, greater)
        let isOrdered = one < other
        lesser = isOrdered ? one : other
        greater = isOrdered ? other : one
    }

    /// Moves an entry to its place among the entries of its group of four that stand before it.
    private func moveForward(from position: Int) {
        let (entry, start) = (self[position], position & ~3)
        var place = position
        while place > start, entry < self[place &- 1] {
            self[place] = self[place &- 1]
            place &-= 1
        }
        self[place] = entry
    }

    /// Merges two sorted ranges, without a branch on which of two entries is the lesser.
    private func merge(from start: Int, _ middle: Int, to end: Int, into target: borrowing RawList<TimerEntry>) {
        var (left, right, place) = (start, middle, start)
        while left < middle, right < end {
            let isRight = self[right].isBefore(self[left])
            target[place] = self[left &+ isRight &* (right &- left)]
            right &+= isRight
            left &+= 1 &- isRight
            place &+= 1
        }
        while left < middle {
            target[place] = self[left]
            left &+= 1
            place &+= 1
        }
        while right < end {
            target[place] = self[right]
            right &+= 1
            place &+= 1
        }
    }
}
