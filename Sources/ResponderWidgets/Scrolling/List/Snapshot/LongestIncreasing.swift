internal import ResponderCore

extension [Int] {
    /// Which elements belong to a longest strictly increasing subsequence; n log n.
    ///
    /// Negative elements belong to none.
    func inLongestIncreasingSubsequence() -> [Bool] {
        var result = [Bool](repeating: false, count: count)
        // For each length, the index of the least element that ends a subsequence of this length.
        var lasts: [Int] = []
        var previous = [Int](repeating: -1, count: count)
        for (index, element) in enumerated() where element >= 0 {
            var (low, high) = (0, lasts.count)
            // Elements are mostly in order, so the last place is tried first.
            if let last = lasts.last, self[last] < element { low = high }
            while low < high {
                let middle = (low + high) / 2
                if self[lasts[middle]] < element { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = lasts[low - 1] }
            if low == lasts.count { lasts.append(index) } else { lasts[low] = index }
        }
        var index = lasts.last ?? -1
        while index >= 0 {
            result[index] = true
            index = previous[index]
        }
        return result
    }
}
