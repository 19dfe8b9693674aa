internal import ResponderKit

/// Random numbers that follow from a seed alone, the same in each process and on each machine (SplitMix64).
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Numbers of their own for a part, which stay the same whatever other parts draw.
    init(seed: UInt64, of part: StaticString) {
        var digest = Digest()
        digest.write("\(part)")
        state = seed &* 0x9e37_79b9_7f4a_7c15 ^ digest.value
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }

    /// A number from 0 to `limit - 1`; 0 where there is none.
    mutating func below(_ limit: Int) -> Int { limit > 1 ? Int(next() % UInt64(limit)) : 0 }

    mutating func number(in range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// Whether something happens that happens once in `count` times.
    mutating func one(in count: Int) -> Bool { below(count) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }

    /// A point of an area, at whole numbers.
    mutating func point(in area: Rect) -> Point {
        Point(
            area.minX.rounded() + Double(below(max(1, Int(area.width)))),
            area.minY.rounded() + Double(below(max(1, Int(area.height))))
        )
    }
}
