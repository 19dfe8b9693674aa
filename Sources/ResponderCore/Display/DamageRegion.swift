internal import ResponderTouchInput

/// A few rectangles that do not overlap, and contain all that was added: the changed part of a screen, in pixels.
///
/// Two rectangles become one where their box has few pixels more than they have. An addition takes a bounded number of
/// steps.
struct DamageRegion {
    /// With more rectangles, two of them become one: each costs a walk through the views.
    private static let most = 8
    /// A box may have so many more pixels than its two rectangles: to fill them costs less than another walk.
    private let mostWaste: Double
    /// An addition that takes more steps makes one box of all.
    private static let mostSteps = 64

    private(set) var rects: [Rect] = []
    /// What an addition still has to add; kept for its memory.
    private var pending: [Rect] = []

    init(mostWaste: Double = 4096) { self.mostWaste = mostWaste }

    var isEmpty: Bool { rects.isEmpty }

    /// Whether one of the rectangles contains `rect`.
    func contains(_ rect: Rect) -> Bool { rects.contains { $0.contains(rect) } }

    mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

    /// Adds a rectangle of whole pixels.
    mutating func add(_ rect: Rect) {
        guard !rect.isEmpty else { return }
        pending.append(rect)
        var steps = 0
        while let next = pending.popLast() {
            steps += 1
            if steps > Self.mostSteps {
                uniteAll(with: next)
                return
            }
            insert(next)
        }
    }

    private mutating func insert(_ rect: Rect) {
        for index in rects.indices {
            let other = rects[index]
            if other.contains(rect) { return }
            let common = other.intersection(rect)?.area ?? 0
            let box = other.union(rect)
            let sum = other.area + rect.area - common
            if box.area - sum <= max(mostWaste, sum / 4) {
                remove(at: index)
                pending.append(box)
                return
            }
            if common > 0 {
                pending.append(contentsOf: rect.subtracting(other))
                return
            }
        }
        rects.append(rect)
        if rects.count > Self.most { uniteNearest() }
    }

    /// Replaces the two rectangles whose box has the fewest pixels more than they have.
    private mutating func uniteNearest() {
        var best: (first: Int, second: Int, waste: Double)?
        for first in rects.indices {
            for second in rects.indices where second > first {
                let waste = rects[first].union(rects[second]).area - rects[first].area - rects[second].area
                if waste < best?.waste ?? .infinity { best = (first, second, waste) }
            }
        }
        guard let best else { return }
        pending.append(rects[best.first].union(rects[best.second]))
        // The second index is the greater one.
        remove(at: best.second)
        remove(at: best.first)
    }

    private mutating func uniteAll(with rect: Rect) {
        let box = (pending + rects).reduce(rect) { $0.union($1) }
        pending.removeAll(keepingCapacity: true)
        rects.removeAll(keepingCapacity: true)
        rects.append(box)
    }

    private mutating func remove(at index: Int) {
        rects.swapAt(index, rects.count - 1)
        rects.removeLast()
    }
}

extension Rect {
    var area: Double { width * height }
}
