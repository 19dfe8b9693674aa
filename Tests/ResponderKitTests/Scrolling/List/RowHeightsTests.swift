import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@Suite("Heights of rows")
struct RowHeightsTests {
    @Test("Each item and each offset is found where a plain array has it, after random changes", arguments: 0..<20)
    func model(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var model = Model()
        var heights = RowHeights()
        for _ in 0..<120 {
            model.change(&heights, &random)
            model.check(heights, "seed \(seed)")
        }
    }

    @Test("100,000 rows of one height are one run, and 40,000 changes keep the tree balanced")
    func balanced() {
        let uniform = RowHeights([.header(0), .rows(100_000, 44)])
        #expect(uniform.runs.count == 2)
        #expect(uniform.item(atOffset: 44 * 99_999)?.row == 99_999)
        var heights = RowHeights()
        heights.insert([.header(0)], at: 0)
        // At one place always, the worst case of a tree without balance.
        for row in 0..<20_000 { heights.insert([.rows(1, Double(row % 7))], at: heights.itemCount) }
        #expect(heights.runs.isConsistent)
        for row in 0..<20_000 { heights.setHeight(1, at: row + 1) }
        #expect(heights.height == 20_000)
        heights.remove(1..<19_001)
        #expect(heights.itemCount == 1000 + 1)
        #expect(heights.runs.isConsistent)
        // There are no longer runs, and none is left over.
        #expect(heights.runs.count == 1000 + 1 && heights.runs.room == 20_000 + 1)
    }

    @Test("An item of a run that gets a height of its own leaves one run on each side, or none at an end")
    func cutting() {
        var heights = RowHeights([.header(0), .rows(5, 10)])
        heights.setHeight(1, at: 3)
        #expect(heights.runs.count == 4 && heights.height == 41)
        heights.setHeight(1, at: 1)
        heights.setHeight(1, at: 5)
        #expect(heights.runs.count == 6 && heights.height == 23)
        heights.setHeight(10, at: 3)
        #expect(heights.runs.count == 6 && heights.height == 32)
        heights.setHeight(7, at: 6)
        heights.setHeight(7, at: -1)
        #expect(heights.height == 32)
    }

    @Test("Items without height are passed over in both directions, however many there are")
    func tall() {
        let heights = RowHeights([
            .header(0), .rows(1, 10), .rows(50_000, 0), .header(0), .header(0), .rows(3, 5), .header(0),
        ])
        #expect(heights.tallItem(from: 2) == .init(position: 50_004, section: 2, row: 0, y: 10, height: 5))
        #expect(heights.tallItem(upTo: 50_003)?.position == 1)
        #expect(heights.tallItem(upTo: 60_000)?.position == 50_006)
        #expect(heights.tallItem(from: 50_007) == nil)
        #expect(heights.tallItem(upTo: 0) == nil)
        #expect(heights.item(atOffset: 10)?.section == 2)
        #expect(heights.item(atOffset: -5)?.row == 0)
        #expect(heights.item(atOffset: 25) == nil)
        #expect(heights.rowCount(inSection: 1) == 0)
    }
}

extension RowHeights.Run {
    static func header(_ height: Double) -> Self { Self(isHeader: true, count: 1, height: height) }
    static func rows(_ count: Int, _ height: Double) -> Self { Self(isHeader: false, count: count, height: height) }
}

/// The same items in arrays.
private struct Model {
    var sections: [(header: Double, rows: [Double])] = []

    /// Makes a random change.
    mutating func change(_ heights: inout RowHeights, _ random: inout SeededGenerator) {
        func height() -> Double { Double(Int.random(in: 0...6, using: &random)) * 0.5 }
        let section = sections.indices.randomElement(using: &random)
        switch (Int.random(in: 0..<6, using: &random), section) {
        case (0, _), (_, nil):
            let place = Int.random(in: 0...sections.count, using: &random)
            let rows = (0..<Int.random(in: 0...5, using: &random)).map { _ in height() }
            let header = height()
            let runs = [RowHeights.Run.header(header)] + rows.map { .rows(1, $0) }
            heights.insert(runs, at: heights.position(ofHeader: place))
            sections.insert((header, rows), at: place)
        case (1, let section?) where sections.count > 3:
            heights.remove(heights.position(ofHeader: section)..<heights.position(ofHeader: section + 1))
            sections.remove(at: section)
        case (2, let section?), (1, let section?):
            let rows = sections[section].rows.count
            let start = Int.random(in: 0...rows, using: &random)
            let range = start..<Int.random(in: start...rows, using: &random)
            let position = heights.position(ofRow: range.lowerBound, inSection: section)
            heights.remove(position..<position + range.count)
            sections[section].rows.removeSubrange(range)
        case (3, let section?):
            let (count, height) = (Int.random(in: 1...9, using: &random), height())
            let place = Int.random(in: 0...sections[section].rows.count, using: &random)
            heights.insert([.rows(count, height)], at: heights.position(ofRow: place, inSection: section))
            sections[section].rows.insert(contentsOf: repeatElement(height, count: count), at: place)
        case (_, let section?):
            let (row, height) = (Int.random(in: -1..<sections[section].rows.count, using: &random), height())
            heights.setHeight(height, at: heights.position(ofRow: row, inSection: section))
            if row < 0 { sections[section].header = height } else { sections[section].rows[row] = height }
        }
    }

    func check(_ heights: RowHeights, _ comment: Comment) {
        var items: [RowHeights.Item] = []
        var y = 0.0
        for (number, section) in sections.enumerated() {
            #expect(heights.rowCount(inSection: number) == section.rows.count, comment)
            for row in -1..<section.rows.count {
                let height = row < 0 ? section.header : section.rows[row]
                items.append(
                    .init(
                        position: items.count,
                        section: number,
                        row: row < 0 ? nil : row,
                        y: y,
                        height: height
                    )
                )
                y += height
            }
        }
        #expect(heights.itemCount == items.count && heights.sectionCount == sections.count, comment)
        #expect(heights.height == y, comment)
        #expect(heights.runs.isConsistent, comment)
        #expect((0...items.count).map { heights.item(at: $0) } == items + [nil], comment)
        // Half a point further each time: all edges, and places between them.
        let offsets = (-1...Int(y * 4) + 1).map { Double($0) / 4 }
        #expect(
            offsets.map { heights.item(atOffset: $0) }
                == offsets.map { offset in items.first { $0.height > 0 && $0.end > offset } },
            comment
        )
        let tall = items.filter { $0.height > 0 }
        for position in 0...items.count {
            #expect(heights.tallItem(from: position) == tall.first { $0.position >= position }, comment)
            #expect(heights.tallItem(upTo: position) == tall.last { $0.position <= position }, comment)
        }
    }
}
