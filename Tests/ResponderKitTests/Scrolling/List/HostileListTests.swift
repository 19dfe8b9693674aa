import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("A list that is changed inside its own calls")
struct HostileListTests {
    private nonisolated static let calls = [
        "sections", "rows", "cell", "height", "will", "ended", "header", "shouldHighlight", "didHighlight",
        "shouldSelect", "didSelect", "didUnhighlight", "scroll",
    ]

    @Test("A list shows its data after whatever a call does", arguments: calls, 0..<7)
    func changed(in call: String, to action: Int) throws {
        let scene = try ListScene([Array(0..<40), Array(40..<80)]) { _, data in
            data.height = { Double(30 + $0 % 4) }
            data.headerHeight = { _ in 20 }
        }
        let (list, data) = (scene.list, scene.data)
        var (count, done) = (0, 0)
        data.hook = { [unowned list, unowned data] line in
            guard line.hasPrefix(call) else { return }
            count += 1
            guard count == 1 || count % 3 == 0, done < 4 else { return }
            done += 1
            switch action {
            case 0: list.reloadData()
            case 1:
                data.sections = []
                list.reloadData()
            case 2: list.removeFromSuperview()
            case 3:
                guard data.sections.first?.isEmpty == false else { return }
                data.sections[0].removeFirst()
                list.deleteRows(at: [.init(section: 0, row: 0)])
            case 4:
                guard !data.sections.isEmpty else { return }
                data.sections[0].insert(500 + count, at: 1)
                list.insertRows(at: [.init(section: 0, row: 1)])
            case 5: list.contentOffset.y += 100
            default:
                list.setNeedsLayout()
                list.layoutIfNeeded()
            }
        }
        list.reloadData()
        let finger = scene.harness.finger()
        for step in 0..<6 {
            scene.scroll(to: Double(step) * 170)
            finger.down(at: Point(50, 200))
            scene.harness.advance(by: .milliseconds(60))
            finger.up()
            scene.harness.advance(by: .milliseconds(60))
        }
        data.hook = nil
        if list.superview == nil { scene.harness.add(list) }
        list.deselectRow(at: list.indexPathForSelectedRow ?? .init(section: 0, row: 0))
        scene.harness.settle()
        #expect(done > 0 || action < 3)
        #expect(scene.faults().isEmpty)
        list.reloadData()
        scene.harness.settle()
        #expect(scene.faults().isEmpty)
    }

    /// A row whose cell does something before its press begins, and when it is highlighted.
    private final class EndingCell: ListCell, ListViewDataSource, ListViewDelegate {
        var before: () -> Void = {}
        var atHighlight: () -> Void = {}
        var log: [String] = []

        override func touchesBegan(_ touches: TouchSet, with event: Event) {
            before()
            super.touchesBegan(touches, with: event)
        }
        override func selectionDidChange() { if isHighlighted { atHighlight() } }
        func numberOfSections(in listView: ListView) -> Int { 1 }
        func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { 1 }
        func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell { self }
        func listView(_ listView: ListView, didHighlightRowAt indexPath: ListView.IndexPath) { log.append("highlight") }
        func listView(_ listView: ListView, didUnhighlightRowAt indexPath: ListView.IndexPath) {
            log.append("unhighlight")
        }
        func listView(_ listView: ListView, didSelectRowAt indexPath: ListView.IndexPath) { log.append("select") }
    }

    @Test(
        "A press that ends in a run before it or in its hook leaves no highlight, and no call without its pair"
    )
    func endsInHook() throws {
        var logs: [[String]] = []
        for isBefore in [true, false] {
            let (harness, cell) = (try AppHarness(), EndingCell(reuseIdentifier: nil))
            let list = harness.add(ListView(frame: Rect(0, 0, 200, 400)))
            (list.dataSource, list.delegate, list.delaysContentTouches) = (cell, cell, false)
            harness.settle()
            let finger = harness.finger()
            let lift = { @MainActor [unowned harness] in
                guard finger.isDown else { return }
                finger.up()
                harness.loop.run(until: harness.now)
            }
            if isBefore { cell.before = lift } else { cell.atHighlight = lift }
            finger.down(at: Point(50, 20))
            harness.settle()
            if cell.isHighlighted { cell.log.append("stays") }
            logs.append(cell.log)
            list.removeFromSuperview()
        }
        #expect(logs == [[], ["select"]])
    }
}
