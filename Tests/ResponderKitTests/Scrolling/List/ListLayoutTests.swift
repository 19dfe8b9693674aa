import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("The rows of a list")
struct ListLayoutTests {
    @Test("The rows that are seen have cells, each told before it is displayed, and cells are used again")
    func seen() throws {
        let scene = try ListScene()
        #expect(scene.numbers == Array(0...9) && scene.faults().isEmpty)
        #expect(scene.data.takeLog() == (0...9).flatMap { ["cell \($0)", "will \($0)"] })
        scene.scroll(to: 43)
        #expect(scene.data.takeLog() == ["cell 10", "will 10"])
        scene.scroll(to: 44)
        #expect(scene.data.takeLog() == ["ended 0.0"])
        let first = try #require(scene.list.subviews.first { $0.isHidden } as? NumberCell)
        scene.scroll(to: 88)
        #expect(scene.data.takeLog() == ["ended 0.1", "cell 11", "will 11"])
        #expect(scene.list.visibleCells.last is NumberCell && first.preparations + 1 > 0)
        scene.scroll(to: 3000)
        #expect(scene.faults().isEmpty)
        #expect(scene.list.subviews.count { $0 is NumberCell } == 11)
        scene.scroll(to: 0)
        #expect(scene.faults().isEmpty)
    }

    @Test("A list asks for nothing while it scrolls within the rows that are seen")
    func within() throws {
        let scene = try ListScene()
        scene.scroll(to: 41)
        var calls: [String] = []
        scene.data.hook = { calls.append($0) }
        for offset in [42.0, 43, 41.5, 40.5, 43.5, 41] { scene.scroll(to: offset) }
        #expect(calls == Array(repeating: "scroll", count: 6) && scene.faults().isEmpty)
    }

    @Test("A drag and its fling over 10,000 rows show each row in its place in every frame, and touches have their end")
    func drag() throws {
        let scene = try ListScene([Array(0..<10_000)]) { _, data in data.height = { Double(20 + $0 % 50) } }
        let places = scene.places()
        var frames = 0
        for flick in 0..<8 {
            let finger = scene.harness.finger().down(at: Point(100, 380))
            // Every other finger rests first, so that its row gets the touch, and loses it to the drag.
            if flick % 2 == 1 { scene.harness.advance(by: .milliseconds(200)) }
            for _ in 0..<20 {
                scene.harness.advance(by: .milliseconds(8))
                finger.move(by: 0, -18)
                scene.harness.settle()
                #expect(scene.faults(places).isEmpty)
            }
            finger.up()
            while scene.list.isDragging || scene.list.isDecelerating || frames % 30 != 29 {
                scene.harness.advance(by: .milliseconds(17))
                frames += 1
                if !scene.faults(places).isEmpty { break }
            }
            #expect(scene.faults(places).isEmpty)
        }
        #expect(scene.list.contentOffset.y > 3000)
        let cells = scene.list.subviews.compactMap { $0 as? NumberCell }
        #expect(cells.count < 40)
        #expect(
            cells.reduce(0) { $0 + $1.touches.began } == 4 && cells.allSatisfy { $0.touches.began == $0.touches.over }
        )
    }

    @Test("Heights that are negative or not finite count as 0, and such rows have no cells")
    func hostileHeights() throws {
        let heights: [Double] = [44, -5, .nan, 30, .infinity, 0, -.infinity, 20]
        let scene = try ListScene([Array(0..<8)]) { _, data in data.height = { heights[$0] } }
        #expect(scene.list.contentSize.height == 94)
        #expect(scene.numbers == [0, 3, 7])
        #expect(scene.list.rectForRow(at: .init(section: 0, row: 7)) == Rect(0, 74, 200, 20))
        #expect(scene.list.indexPathForRow(at: Point(5, 44))?.row == 3)
    }

    @Test("A list without extent, data or rows shows nothing, and takes what comes later")
    func empty() throws {
        let scene = try ListScene([]) { list, _ in list.frame = Rect(0, 0, 200, 0) }
        #expect(scene.numbers.isEmpty && scene.list.numberOfSections == 0)
        scene.data.sections = [[], [1, 2], []]
        scene.list.reloadData()
        scene.harness.settle()
        #expect(scene.numbers.isEmpty && scene.list.contentSize.height == 88)
        scene.list.frame = Rect(0, 0, 150, 400)
        scene.harness.settle()
        #expect(scene.numbers == [1, 2] && scene.list.visibleCells[1].frame == Rect(0, 44, 150, 44))
        scene.list.dataSource = nil
        scene.harness.settle()
        #expect(scene.numbers.isEmpty && scene.list.contentSize.height == 0)
    }

    @Test("A data source that is gone empties the list, without an endless layout")
    func gone() throws {
        let scene = try ListScene([])
        scene.list.delegate = nil
        var data: ListData? = ListData([Array(0..<50)])
        scene.list.dataSource = data
        scene.harness.settle()
        #expect(scene.numbers.count == 10)
        data = nil
        scene.scroll(to: 200)
        #expect(data == nil && scene.numbers.isEmpty && scene.list.numberOfSections == 0)
    }

    /// By offset, the places of the headers by section.
    private nonisolated static let stickyHeaders: [(Double, [Int: Double])] = [
        (0.0, [0: 0.0]), (10, [0: 10]), (15, [0: 15, 1: 120]), (95, [0: 95, 1: 120]), (100, [0: 100, 1: 120]),
        (110, [0: 100, 1: 120]), (119.5, [0: 100, 1: 120]), (120, [1: 120]), (130, [1: 130]), (-30, [0: 0]),
    ]

    @Test("A list's header stays at the top until the next header pushes it away", arguments: stickyHeaders)
    func sticky(_ offset: Double, _ expected: [Int: Double]) throws {
        // A header of 20 and two rows of 50, and again.
        let scene = try ListScene([[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]]) { list, data in
            list.frame = Rect(0, 0, 200, 110)
            data.height = { _ in 50 }
            data.headerHeight = { _ in 20 }
        }
        // The headers were seen elsewhere before.
        scene.scroll(to: 300)
        scene.scroll(to: offset)
        let headers = scene.list.subviews.compactMap { $0 as? HeaderCell }.filter { !$0.isHidden }
        let places = Dictionary(uniqueKeysWithValues: headers.map { ($0.section, $0.frame.minY) })
        #expect(places == expected)
        let rows = scene.list.subviews.lastIndex { $0 is NumberCell } ?? 0
        #expect(headers.allSatisfy { header in scene.list.subviews.firstIndex { $0 === header } ?? 0 > rows })
        #expect(scene.list.subviews.count { $0 is HeaderCell } <= 3)
    }

    @Test("A list with an estimate asks only seen rows for heights, and what is seen stays where it is")
    func estimates() throws {
        var asked = 0
        let scene = try ListScene([Array(0..<100_000)]) { list, data in
            list.estimatedRowHeight = 50
            data.height = { number in
                asked += 1
                return Double(30 + number % 3 * 20)
            }
        }
        #expect(asked < 15)
        #expect(scene.numbers == Array(0...8))
        scene.scroll(to: 50_000)
        #expect(scene.numbers.first.map { 990...1010 ~= $0 } == true)
        // Upwards: rows that come in above have other heights than the estimate.
        for _ in 0..<200 {
            let kept = scene.list.visibleCells[2]
            let place = kept.frame.minY - scene.list.contentOffset.y
            let number = (kept as? NumberCell)?.number
            scene.scroll(to: scene.list.contentOffset.y - 13)
            #expect((kept as? NumberCell)?.number == number)
            #expect(kept.frame.minY - scene.list.contentOffset.y == place + 13)
            let cells = scene.list.visibleCells
            for (upper, lower) in zip(cells, cells.dropFirst()) { #expect(upper.frame.maxY == lower.frame.minY) }
            #expect(cells.first.map { $0.frame.minY <= scene.list.bounds.minY } == true)
            #expect(cells.last.map { $0.frame.maxY >= scene.list.bounds.maxY } == true)
        }
        #expect(asked < 300)
    }

    @Test(
        "A list scrolls to a row below its section's header and within the limits",
        arguments: [
            (ListView.ScrollPosition.top, 50, 2200.0), (.middle, 50, 2032), (.bottom, 50, 1864),
            (.none, 50, 1864), (.none, 3, 0), (.top, 99, 4020), (.bottom, 0, 0),
        ]
    )
    func scrollToRow(_ position: ListView.ScrollPosition, _ row: Int, _ offset: Double) throws {
        let scene = try ListScene { _, data in data.headerHeight = { _ in 20 } }
        scene.list.scrollToRow(at: .init(section: 0, row: row), at: position, animated: false)
        scene.harness.settle()
        #expect(scene.list.contentOffset.y == offset)
        #expect(scene.faults().isEmpty)
        scene.list.scrollToRow(at: .init(section: 7, row: row), at: position, animated: false)
        scene.list.scrollToRow(at: .init(section: 0, row: 100), at: .top, animated: false)
        #expect(scene.list.contentOffset.y == offset)
    }
}
