internal import ResponderCore

/// Where a caret stands between the clusters of a text in one row.
struct MeasuredText {
    /// The boundaries of the clusters, as offsets in bytes from the text's beginning.
    private let boundaries: [Int]
    /// The place at each boundary, from the left edge.
    private let places: [Double]
    /// Whether the text runs in one direction, so that a part is as wide as the places at its ends are apart.
    let hasOneDirection: Bool

    /// - Parameter places: The measurer's places; what is no place in a text counts as its left edge.
    init(boundaries: [Int], places: [Double]) {
        self.boundaries = boundaries
        let limit = 1e9
        let known = places.prefix(boundaries.count).map { $0 > 0 && $0 < limit ? $0 : 0 }
        self.places = known + Array(repeating: 0, count: boundaries.count - known.count)
        let isRising = zip(self.places, self.places.dropFirst()).allSatisfy { $0 <= $1 }
        hasOneDirection = isRising || zip(self.places, self.places.dropFirst()).allSatisfy { $0 >= $1 }
    }

    /// The place at a boundary.
    func place(at offset: Int) -> Double { places[index(of: offset)] }

    /// How far apart the places at two boundaries are.
    func width(from start: Int, to end: Int) -> Double { abs(place(at: end) - place(at: start)) }

    /// The least and the greatest place from one boundary to another.
    func extent(from start: Int, to end: Int) -> (least: Double, greatest: Double) {
        let part = places[index(of: start)...index(of: end)]
        return (part.min() ?? 0, part.max() ?? 0)
    }

    /// The boundary whose place is nearest; of two that are equally near the first.
    func boundary(nearestTo x: Double) -> Int {
        // Every place is equally far from infinity.
        let x = x > 0 ? min(x, 1e12) : max(x, -1e12)
        var best = 0
        for index in places.indices.dropFirst() where abs(places[index] - x) < abs(places[best] - x) { best = index }
        return boundaries[best]
    }

    /// The index of the last boundary that is not behind the offset.
    private func index(of offset: Int) -> Int {
        var (low, high) = (0, boundaries.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if boundaries[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
