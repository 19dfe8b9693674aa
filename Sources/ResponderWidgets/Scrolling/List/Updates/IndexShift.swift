internal import ResponderCore

/// The indices of an array's elements after other elements were removed and inserted.
struct IndexShift {
    /// The indices of removed elements before the change, in order, each once.
    private(set) var removed: [Int]
    /// The indices of inserted elements after the change, in order, each once.
    private(set) var added: [Int]

    init(removed: [Int], added: [Int]) {
        self.removed = Self.inOrder(removed)
        self.added = Self.inOrder(added)
    }

    /// The new index of an element; nil if the element was removed.
    ///
    /// O(log n) for n changes.
    func index(of old: Int) -> Int? {
        let before = Self.count(of: removed) { $0 < old }
        if before < removed.count, removed[before] == old { return nil }
        let rank = old - before
        // The number of old elements before the i-th inserted one grows with i, so a binary search finds the place.
        var (low, high) = (0, added.count)
        while low < high {
            let middle = (low + high) / 2
            if added[middle] - middle <= rank { low = middle + 1 } else { high = middle }
        }
        return rank + low
    }

    /// The number of elements at the beginning that meet a condition, which no later element meets.
    private static func count(of elements: [Int], where condition: (Int) -> Bool) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(elements[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func inOrder(_ indices: [Int]) -> [Int] {
        var result: [Int] = []
        for index in indices.sorted() where result.last != index { result.append(index) }
        return result
    }
}

extension [Int] {
    /// The ranges that indices in order consist of.
    var ranges: [Range<Int>] {
        var result: [Range<Int>] = []
        for index in self {
            if let last = result.last, last.upperBound == index {
                result[result.count - 1] = last.lowerBound..<index + 1
            } else {
                result.append(index..<index + 1)
            }
        }
        return result
    }
}
