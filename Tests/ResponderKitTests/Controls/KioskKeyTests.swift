import ResponderKitTesting
import Testing

@MainActor
@Suite("Keys alone")
final class KioskKeyTests {
    /// A controller with a button above a list of ten rows.
    private final class Orders: ViewController, ListViewDataSource, ListViewDelegate {
        let button = Button(title: "Order")
        let list = ListView(frame: Rect(0, 48, 320, 339))
        var selected: [Int] = []
        var unselectable: Set<Int> = []

        override func viewDidLoad() {
            super.viewDidLoad()
            list.register(ListCell.self, forCellReuseIdentifier: "row")
            (list.dataSource, list.delegate) = (self, self)
            view.addSubview(button)
            view.addSubview(list)
        }

        func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { 10 }
        func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
            let cell = listView.dequeueReusableCell(withIdentifier: "row")
            cell.accessibilityLabel = "\(indexPath.row)"
            return cell
        }
        func listView(_ listView: ListView, shouldHighlightRowAt indexPath: ListView.IndexPath) -> Bool {
            !unselectable.contains(indexPath.row)
        }
        func listView(_ listView: ListView, didSelectRowAt indexPath: ListView.IndexPath) {
            selected.append(indexPath.row)
        }
    }

    private let harness: AppHarness
    private let tabs = TabBarController()
    private let navigation = NavigationController()
    private let orders = Orders()
    private let log = ResponderLog()

    init() throws {
        harness = try AppHarness(screenSize: Size(320, 480))
    }

    private func showKiosk() {
        let (first, help) = (ViewController(), ViewController())
        (first.title, navigation.title, help.title) = ("Start", "Orders", "Help")
        navigation.viewControllers = [first, orders]
        tabs.viewControllers = [navigation, help]
        harness.window.rootViewController = tabs
        harness.settle()
    }

    private func type(_ keys: HIDUsage...) {
        for key in keys {
            harness.keyboard.press(key).release(key)
            harness.settle()
        }
    }

    /// What has the focus.
    private var focused: String {
        harness.elements.first { $0.state.contains(.focused) }.map { "\($0.role) \($0.label ?? "")" } ?? "nothing"
    }

    private let around =
        ["button Start", "button Order"] + (0..<10).map { "row \($0)" } + ["tab Orders", "tab Help"]

    @Test("Keys reach each button, row and tab of a kiosk, by tab around and by arrows up and down")
    func reach() {
        showKiosk()
        let forwards = (0..<29).map { _ in
            type(.keyboardTab)
            return focused
        }
        #expect(forwards == around + around + ["button Start"])
        // Arrows come into the rows that are seen.
        orders.list.contentOffset = .zero
        harness.settle()
        let downwards = (0..<13).map { _ in
            type(.keyboardDownArrow)
            return focused
        }
        #expect(downwards == Array(around[1...12]) + ["tab Orders"])
        let upwards = (0..<12).map { _ in
            type(.keyboardUpArrow)
            return focused
        }
        #expect(upwards == Array(around[..<12].reversed()))
        #expect(orders.list.contentOffset == .zero)
    }

    @Test("Keys select a row, choose a tab and go back, when return or the space bar is released")
    func choose() {
        showKiosk()
        orders.unselectable = [1]
        type(.keyboardTab, .keyboardTab, .keyboardTab)
        harness.keyboard.press(.keyboardSpacebar)
        harness.settle()
        let cell = orders.list.cellForRow(at: ListView.IndexPath(section: 0, row: 0))
        #expect(cell?.isHighlighted == true && cell?.isFocused == true && orders.selected.isEmpty)
        harness.keyboard.release(.keyboardSpacebar)
        harness.settle()
        #expect(cell?.isHighlighted == false && orders.selected == [0] && cell?.isSelected == true)
        type(.keyboardDownArrow, .keyboardReturnOrEnter, .keyboardDownArrow, .keyboardReturnOrEnter)
        #expect(orders.selected == [0, 2])
        // A cancelled key does nothing.
        harness.keyboard.press(.keyboardReturnOrEnter)
        harness.settle()
        harness.keyboard.unplug()
        harness.settle()
        #expect(orders.selected == [0, 2] && cell?.isHighlighted == false)
        orders.list.allowsSelection = false
        type(.keyboardTab)
        #expect(focused == "button Start")
        type(.keyboardTab, .keyboardTab, .keyboardTab, .keyboardReturnOrEnter)
        #expect(focused == "tab Help" && tabs.selectedIndex == 1)
        type(.keyboardLeftArrow, .keyboardReturnOrEnter)
        #expect(tabs.selectedIndex == 0)
        type(.keyboardTab, .keyboardTab)
        #expect(focused == "button Start")
        type(.keyboardReturnOrEnter)
        #expect(navigation.viewControllers.count == 1)
    }

    @Test("Keys go through a scroll view's content before what lies beneath, and see what a finger scrolled away")
    func scrolls() {
        let scrollView = harness.add(ScrollView(frame: Rect(0, 0, 320, 200)))
        scrollView.contentSize = Size(320, 1000)
        let buttons = (0..<5).map { Button(title: "\($0)") }
        for (index, button) in buttons.enumerated() {
            button.frame.origin.y = Double(index) * 150
            button.addAction(for: .primaryActionTriggered) { [log] in log.note($0.currentTitle ?? "") }
            scrollView.addSubview(button)
        }
        harness.add(Button(title: "below")).frame.origin.y = 210
        var seen: [String] = []
        for _ in 0..<6 {
            type(.keyboardTab)
            seen.append(focused)
        }
        #expect(seen == (0..<5).map { "button \($0)" } + ["button below"])
        type(.keyboardUpArrow)
        #expect(focused == "button 4" && scrollView.contentOffset.y == 448)
        // Return, and arrows that lead nowhere.
        for key in [HIDUsage.keyboardReturnOrEnter, .keyboardRightArrow] {
            buttons[4].frame.origin = Point(0, key == .keyboardRightArrow ? 850 : 600)
            scrollView.contentOffset = .zero
            harness.settle()
            if key == .keyboardRightArrow { harness.window.subviews.last?.isHidden = true }
            type(key)
            #expect(scrollView.contentOffset.y == (key == .keyboardRightArrow ? 698 : 448))
        }
        #expect(log.lines == ["4"] && focused == "button 4")
    }

    @Test("Keys answer an alert that has one answer, by return and by escape")
    func alerts() {
        let (one, two) = (AlertController(title: "One"), AlertController(title: "Two"))
        one.addAction("Well") { [log] in log.note("well") }
        for title in ["Yes", "No"] { two.addAction(title) { [log] in log.note(title) } }
        for key in [HIDUsage.keyboardReturnOrEnter, .keypadEnter, .consumerMenuPick, .keyboardEscape] {
            for alert in [one, two] {
                alert.show(over: harness.window)
                harness.settle()
                type(key)
            }
            #expect(two.isOpen)
            type(.keyboardTab, .keyboardTab, .keyboardReturnOrEnter)
        }
        #expect(log.lines == Array(repeating: ["well", "No"], count: 4).flatMap { $0 })
    }

    @Test("Keys undo and redo outside of text, by the undo manager that is nearest to the focus")
    func undo() {
        final class Board: View {
            let manager: UndoManager
            init(_ manager: UndoManager) {
                self.manager = manager
                super.init(frame: Rect(0, 0, 320, 200))
            }
            override var undoManager: UndoManager? { manager }
        }
        let board = harness.add(Board(UndoManager(loop: harness.loop)))
        let button = Button(title: "Draw")
        board.addSubview(button)
        func note(_ what: String, _ manager: UndoManager?) {
            log.note(what)
            manager?.registerUndo(withTarget: log) { [weak self] _ in self?.log.note("un\(what)") }
            harness.settle()
        }
        note("board", board.manager)
        note("window", harness.window.undoManager)
        for isFocused in [true, false] {
            if isFocused { button.becomeFirstResponder() } else { button.resignFirstResponder() }
            harness.keyboard.shortcut("z", [.control])
            harness.settle()
        }
        #expect(log.lines == ["board", "window", "unboard", "unwindow"])
    }
}
