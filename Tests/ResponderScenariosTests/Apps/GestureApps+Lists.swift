import ResponderKitTesting
import ResponderScenarios

/// A scroll view that notes its layouts, and whether it was scrolled then.
private final class NotedScrollView: ScrollView {
    weak var log: ScreenLog?

    override func layoutSubviews() {
        super.layoutSubviews()
        log?.note(contentOffset.y > 0 ? "scrolled layout" : "layout", isMove: true)
    }
}

/// `scrolling`: a scroll view with content twice as high, in which there are a pad and the button Press.
@MainActor
func fillScrolling(_ window: Window) {
    let log = ScreenLog(frame: Rect(0, 920, 1000, 60))
    let scroll = NotedScrollView(frame: Rect(0, 0, 600, 600))
    scroll.log = log
    scroll.accessibilityIdentifier = "scroll"
    scroll.contentSize = Size(600, 1200)
    scroll.panGestureRecognizer.name = "scroll pan"
    let pad = Pad("pad", Rect(100, 100, 400, 200), log)
    let button = Button(title: "Press")
    button.frame = Rect(100, 400, 400, 60)
    for (event, name) in [
        (Control.Events.touchDown, "down"), (.touchUpInside, "up inside"), (.touchCancel, "cancelled"),
    ] {
        button.addAction(for: event) { (_: Button) in log.note(name) }
    }
    scroll.addSubview(pad)
    scroll.addSubview(button)
    window.addSubview(log)
    window.addSubview(scroll)
}

/// A cell with a label for its row.
private final class TitleCell: ListCell {
    let title = Label(frame: Rect(10, 0, 300, 44))

    required init(reuseIdentifier: String?) {
        super.init(reuseIdentifier: reuseIdentifier)
        addSubview(title)
    }
}

/// A list of 40 rows, each called Row and its number from 1, that notes which is chosen.
private final class RowList: ListView, ListViewDataSource, ListViewDelegate {
    let log: ScreenLog

    init(_ frame: Rect, _ log: ScreenLog) {
        self.log = log
        super.init(frame: frame)
        register(TitleCell.self, forCellReuseIdentifier: "row")
        (dataSource, delegate) = (self, self)
    }

    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { 40 }

    func listView(_ listView: ListView, cellForRowAt indexPath: IndexPath) -> ListCell {
        let cell = listView.dequeueReusableCell(withIdentifier: "row")
        (cell as? TitleCell)?.title.text = "Row \(indexPath.row + 1)"
        return cell
    }

    func listView(_ listView: ListView, didSelectRowAt indexPath: IndexPath) { log.note("chose \(indexPath.row + 1)") }

    func listView(_ listView: ListView, didHighlightRowAt indexPath: IndexPath) { log.note("lit \(indexPath.row + 1)") }

    func listView(_ listView: ListView, didUnhighlightRowAt indexPath: IndexPath) {
        log.note("unlit \(indexPath.row + 1)")
    }
}

/// `list`: a list of 40 rows of 44 points, ten of which are seen.
@MainActor
func fillList(_ window: Window) {
    let log = ScreenLog(frame: Rect(0, 920, 1000, 60))
    let list = RowList(Rect(0, 0, 400, 440), log)
    list.panGestureRecognizer.name = "list pan"
    window.addSubview(log)
    window.addSubview(list)
}

/// A view that notes its layout, its drawing and its moves in the tree.
private final class Tile: View {
    let name: String
    let log: ScreenLog
    /// How often a layout asks for another one.
    var repetitions = 0
    var notesMoves = false

    init(_ name: String, _ frame: Rect, _ log: ScreenLog) {
        (self.name, self.log) = (name, log)
        super.init(frame: frame)
        accessibilityIdentifier = name
    }

    override func layoutSubviews() {
        log.note("layout \(name)")
        if repetitions > 0 {
            repetitions -= 1
            setNeedsLayout()
        }
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        log.note("draw \(name) \(Int(rect.origin.x)),\(Int(rect.origin.y)) \(Int(rect.width))x\(Int(rect.height))")
    }

    override func willMove(toSuperview superview: View?) { noteMove("to superview", superview) }
    override func willMove(toWindow window: Window?) { noteMove("to window", window) }
    override func didMoveToSuperview() { noteMove("did superview", superview) }
    override func didMoveToWindow() { noteMove("did window", window) }
    override func didAddSubview(_ subview: View) { if notesMoves { log.note("\(name) added") } }
    override func willRemoveSubview(_ subview: View) { if notesMoves { log.note("\(name) removes") } }

    private func noteMove(_ what: String, _ view: View?) {
        if notesMoves { log.note("\(name) \(what)\(view == nil ? " none" : "")") }
    }
}

/// `layouts`: the tile `outer` with the tile `inner` in it, on the left; on the right a column of buttons that change
/// them.
///
/// The button Clear empties the log; the launch's words are not in it.
@MainActor
func fillLayouts(_ window: Window) {
    let log = ScreenLog(frame: Rect(0, 920, 1000, 60))
    let outer = Tile("outer", Rect(0, 0, 400, 400), log)
    let inner = Tile("inner", Rect(100, 100, 200, 200), log)
    outer.addSubview(inner)
    window.addSubview(outer)
    window.addSubview(log)
    let other = Tile("other", Rect(0, 500, 400, 200), log)
    window.addSubview(other)
    let spare = Tile("spare", Rect(0, 0, 50, 50), log)
    let child = Tile("child", Rect(0, 0, 20, 20), log)
    spare.addSubview(child)
    var y = 0.0
    func button(_ title: String, _ change: @escaping (Tile, Tile, Tile) -> Void) {
        let button = Button(title: title)
        button.frame = Rect(600, y, 300, 40)
        y += 50
        button.addAction(for: .touchUpInside) { [weak outer, weak inner, weak other] (_: Button) in
            guard let outer, let inner, let other else { return }
            change(outer, inner, other)
        }
        window.addSubview(button)
    }
    button("Clear") { _, _, _ in log.clear() }
    button("Mark thrice") { outer, _, _ in
        for _ in 0..<3 { outer.setNeedsLayout() }
        log.note("marked")
    }
    button("Lay out now") { outer, inner, _ in
        outer.setNeedsLayout()
        inner.setNeedsLayout()
        inner.layoutIfNeeded()
        log.note("laid out")
        inner.layoutIfNeeded()
    }
    button("Mark both") { outer, inner, _ in
        inner.setNeedsLayout()
        outer.setNeedsLayout()
        inner.setNeedsDisplay()
    }
    button("Resize") { _, inner, _ in inner.bounds.size = Size(150, 150) }
    button("Move") { _, inner, _ in inner.frame.origin = Point(10, 10) }
    button("Scroll") { _, inner, _ in inner.bounds.origin = Point(0, 30) }
    button("Repeat") { _, inner, _ in
        inner.repetitions = 2
        inner.setNeedsLayout()
    }
    button("Draw corners") { _, inner, _ in
        inner.setNeedsDisplay(Rect(10, 10, 10, 10))
        inner.setNeedsDisplay(Rect(40, 40, 10, 10))
    }
    button("Hide and draw") { _, inner, _ in
        inner.isHidden = true
        inner.setNeedsDisplay()
    }
    button("Show") { _, inner, _ in inner.isHidden = false }
    button("Add") { outer, _, _ in
        (spare.notesMoves, child.notesMoves, outer.notesMoves) = (true, true, true)
        outer.addSubview(spare)
    }
    button("Add to other") { _, _, other in
        other.notesMoves = true
        other.addSubview(spare)
    }
    button("Add again") { outer, inner, _ in
        outer.notesMoves = true
        inner.notesMoves = true
        outer.addSubview(inner)
    }
}
