import TestSupport
import Testing

@testable import ResponderCore

@Suite("The changed part of a screen")
struct DamageRegionTests {
    private func region(_ rects: Rect...) -> [Rect] {
        var region = DamageRegion()
        for rect in rects { region.add(rect) }
        return region.rects.sorted { ($0.minY, $0.minX) < ($1.minY, $1.minX) }
    }

    @Test("Rectangles become one where their box has few pixels more, and crossing ones are cut")
    func merging() {
        #expect(region(Rect(0, 0, 10, 10), Rect(20, 0, 10, 10)) == [Rect(0, 0, 30, 10)])
        #expect(region(Rect(0, 0, 10, 10), Rect(500, 400, 10, 10)).count == 2)
        #expect(region(Rect(0, 0, 800, 40), Rect(0, 40, 800, 440)) == [Rect(0, 0, 800, 480)])
        #expect(region(Rect(0, 0, 10, 10), Rect(5, 5, 0, 10)) == [Rect(0, 0, 10, 10)])
        // A title and an indicator at the side.
        let cross = region(Rect(0, 0, 800, 40), Rect(790, 0, 10, 480))
        #expect(cross == [Rect(0, 0, 800, 40), Rect(790, 40, 10, 440)])
    }

    @Test("However rectangles are added, there are few, which do not overlap and contain all", arguments: 1...50)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func number(_ limit: Int) -> Double { Double(Int.random(in: 0..<limit, using: &generator)) }
        var region = DamageRegion()
        var added: [Rect] = []
        for _ in 0..<60 {
            let rect = Rect(number(1900), number(1000), number(400), number(300))
            region.add(rect)
            if !rect.isEmpty { added.append(rect) }
            #expect((1...8).contains(region.rects.count) || added.isEmpty)
            for (index, first) in region.rects.enumerated() {
                for second in region.rects[..<index] { #expect(first.intersection(second)?.isEmpty != false) }
            }
            for rect in added {
                let seen = region.rects.compactMap { $0.intersection(rect) }.map { $0.width * $0.height }
                #expect(seen.reduce(0, +) == rect.width * rect.height)
            }
        }
    }
}
