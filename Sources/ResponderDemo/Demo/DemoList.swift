import ResponderKit

/// A box with a list of a thousand rows, each with a button of its own.
@MainActor
final class DemoListBox: DemoView, ListViewDataSource {
    private static let rows = 1_000

    private let list = DemoList(frame: .zero)
    /// By row, how often its button was tapped.
    private var taps: [Int: Int] = [:]

    override var title: String { "List" }

    override init(frame: Rect) {
        super.init(frame: frame)
        list.rowHeight = TerminalCanvas.cell.height
        list.register(DemoRow.self, forCellReuseIdentifier: "row")
        list.dataSource = self
        addSubview(list)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        list.frame = bounds.insetBy(dx: TerminalCanvas.cell.width, dy: TerminalCanvas.cell.height)
    }

    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { Self.rows }

    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
        let cell = listView.dequeueReusableCell(withIdentifier: "row")
        guard let row = cell as? DemoRow else { return cell }
        row.number = indexPath.row
        row.button.taps = taps[indexPath.row, default: 0]
        row.button.addAction(for: .primaryActionTriggered, identifier: "count") { [unowned self] button in
            taps[indexPath.row, default: 0] += 1
            button.taps += 1
        }
        return row
    }
}

/// The list in the box.
@MainActor
final class DemoList: ListView {}

/// A row: its number, reversed while it is selected or a finger is on it, and a button at its end.
@MainActor
final class DemoRow: ListCell {
    let button = DemoRowButton(frame: .zero)
    var number = 0 { didSet { setNeedsDisplay() } }

    required init(reuseIdentifier: String?) {
        super.init(reuseIdentifier: reuseIdentifier)
        addSubview(button)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let width = min(5 * TerminalCanvas.cell.width, bounds.width)
        button.frame = Rect(bounds.maxX - width, 0, width, bounds.height)
    }

    override func selectionDidChange() { setNeedsDisplay() }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        let isReversed = isSelected || isHighlighted
        canvas.fill(bounds, with: isReversed ? .black : .white)
        let style = TextStyle(fontSize: TerminalCanvas.fontSize, color: isReversed ? .white : .black)
        canvas.draw("Row \(number)", at: bounds.origin, style: style)
    }
}

/// The button of a row: shows how often it was tapped.
@MainActor
final class DemoRowButton: Button {
    var taps = 0 { didSet { setNeedsDisplay() } }

    override init(frame: Rect) {
        super.init(frame: frame)
        trackingMargin = 0
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.fill(bounds, with: isHighlighted ? .black : .white)
        let style = TextStyle(fontSize: TerminalCanvas.fontSize, color: isHighlighted ? .white : .gray)
        canvas.draw("[\(String(taps % 1_000).padding(to: 3))]", at: bounds.origin, style: style)
    }
}

extension String {
    /// The text with blanks in front of it, up to a length.
    fileprivate func padding(to length: Int) -> String {
        String(repeating: " ", count: max(0, length - count)) + self
    }
}
