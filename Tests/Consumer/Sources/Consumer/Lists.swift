import ResponderKit

/// The list with each open member overridden.
final class MyListView: ListView {
    override func layoutSubviews() {
        called.insert("ListView.layoutSubviews")
        super.layoutSubviews()
    }
}

/// The cell with each open member overridden.
final class MyListCell: ListCell {
    override func prepareForReuse() {
        called.insert("ListCell.prepareForReuse")
        super.prepareForReuse()
    }

    override func selectionDidChange() {
        called.insert("ListCell.selectionDidChange")
        super.selectionDidChange()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        called.insert("ListCell.touchesBegan")
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        called.insert("ListCell.touchesMoved")
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        called.insert("ListCell.touchesEnded")
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        called.insert("ListCell.touchesCancelled")
        super.touchesCancelled(touches, with: event)
    }

    override var canBecomeFocused: Bool {
        called.insert("ListCell.canBecomeFocused")
        return super.canBecomeFocused
    }

    override var canBecomeFirstResponder: Bool {
        called.insert("ListCell.canBecomeFirstResponder")
        return super.canBecomeFirstResponder
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        called.insert("ListCell.draw")
        super.draw(rect, in: canvas)
    }

    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        called.insert("ListCell.pressesBegan")
        super.pressesBegan(presses, with: event)
    }

    override func pressesChanged(_ presses: PressSet, with event: PressesEvent) {
        called.insert("ListCell.pressesChanged")
        super.pressesChanged(presses, with: event)
    }

    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        called.insert("ListCell.pressesEnded")
        super.pressesEnded(presses, with: event)
    }

    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) {
        called.insert("ListCell.pressesCancelled")
        super.pressesCancelled(presses, with: event)
    }
}

/// The rows of the list.
private final class Rows: ListViewDataSource {
    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { 1_000 }

    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
        listView.dequeueReusableCell(withIdentifier: "row")
    }
}

/// Scrolls a list so that its cells are used again, selects a row by a tap, and drags it away under a finger.
@MainActor
func useLists(in window: Window, send: (TouchContact) -> Void) {
    let list = MyListView(frame: Rect(0, 0, 100, 88))
    let rows = Rows()
    list.register(MyListCell.self, forCellReuseIdentifier: "row")
    list.dataSource = rows
    list.delaysContentTouches = false
    window.addSubview(list)
    list.layoutIfNeeded()
    list.contentOffset = Point(0, 440)
    list.layoutIfNeeded()
    window.application?.isTouchCoalescingEnabled = false
    send(TouchContact(9, .began, at: Point(50, 10)))
    send(TouchContact(9, .moved, at: Point(50, 12)))
    send(TouchContact(9, .ended, at: Point(50, 12)))
    guard list.indexPathForSelectedRow == ListView.IndexPath(section: 0, row: 10) else {
        fatalError("the selected row is \(String(describing: list.indexPathForSelectedRow))")
    }
    send(TouchContact(9, .began, at: Point(50, 60)))
    send(TouchContact(9, .moved, at: Point(50, 30)))
    send(TouchContact(9, .cancelled, at: Point(50, 30)))
    window.application?.isTouchCoalescingEnabled = true
    list.removeFromSuperview()
}
