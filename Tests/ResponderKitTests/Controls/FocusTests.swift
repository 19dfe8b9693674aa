import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The focus by keys")
struct FocusTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws {
        harness = try AppHarness()
    }

    @discardableResult
    private func add<Added: View>(_ view: Added, _ tag: Int, _ x: Double, _ y: Double, in superview: View? = nil)
        -> Added
    {
        view.frame = Rect(x, y, 100, 48)
        view.tag = tag
        (superview ?? harness.window).addSubview(view)
        return view
    }

    private var focused: Int? { (harness.application.keyWindow?.firstResponder as? View)?.tag }

    private func type(_ key: HIDUsage, _ modifiers: KeyModifiers = []) {
        harness.keyboard.shortcut(key, modifiers)
        harness.settle()
    }

    private func order(in root: View? = nil) -> [Int] { FocusOrder(in: root ?? harness.window).views.map(\.tag) }

    @Test("The focus has an order of reading: rows from top to bottom, each from left to right")
    func reading() {
        add(Button(), 4, 0, 100)
        add(Button(), 2, 200, 10)
        add(Switch(), 1, 0, 20)
        add(Slider(), 3, 400, 0)
        add(Button(), 6, 200, 148)
        add(Button(), 5, 200, 99)
        #expect(order() == [1, 2, 3, 4, 5, 6])
    }

    @Test("The focus leaves out hidden, disabled, transparent and empty controls, and parts of controls")
    func left() {
        let panel = View(frame: Rect(0, 300, 500, 500))
        harness.window.addSubview(panel)
        add(Button(), 1, 0, 0)
        add(Button(), 2, 0, 100).isHidden = true
        add(Button(), 3, 0, 200).isEnabled = false
        let holder = add(Control(), 4, 0, 300)
        add(Button(), 5, 0, 0, in: holder)
        add(Button(), 6, 0, 400).alpha = 0
        add(Button(), 7, 0, 500).frame = Rect(0, 500, 0, 48)
        let inPanel = add(Button(), 8, 0, 0, in: panel)
        add(Label(), 9, 0, 600)
        #expect(order() == [1, 8, 4])
        inPanel.transform = Transform(translationX: 0, y: 400)
        #expect(order() == [1, 4, 8])
        panel.isUserInteractionEnabled = false
        #expect(order() == [1, 4])
    }

    @Test("The focus finds its order in a tree of ten thousand controls, and a very deep one")
    func many() {
        let root = View(frame: Rect(0, 0, 1000, 1000))
        for index in 0..<10_000 {
            add(Control(), index, Double(index % 100) * 200, Double(index / 100) * 100, in: root)
        }
        #expect(order(in: root) == Array(0..<10_000))
        var deepest = View(frame: Rect(0, 0, 100, 100))
        let top = deepest
        for _ in 0..<20_000 {
            let next = View(frame: Rect(0, 0, 100, 100))
            deepest.addSubview(next)
            deepest = next
        }
        add(Button(), 1, 0, 0, in: deepest)
        #expect(order(in: top) == [1])
    }

    @Test("The focus moves by tab, both ways and around, and by arrows, which stop at the ends")
    func moves() {
        for (tag, x, y) in [(1, 0.0, 0.0), (2, 200, 0), (3, 400, 0), (4, 210, 100), (5, 0, 200)] {
            add(Button(), tag, x, y)
        }
        var seen: [Int?] = []
        for _ in 0..<6 {
            type(.keyboardTab)
            seen.append(focused)
        }
        #expect(seen == [1, 2, 3, 4, 5, 1])
        type(.keyboardTab, [.shift])
        #expect(focused == 5)
        for (key, expected) in [
            (HIDUsage.keyboardUpArrow, 4), (.keyboardUpArrow, 2), (.keyboardUpArrow, 2), (.keyboardLeftArrow, 1),
            (.keyboardLeftArrow, 1), (.keyboardRightArrow, 2), (.keyboardRightArrow, 3), (.keyboardRightArrow, 4),
            (.keyboardDownArrow, 5), (.keyboardRightArrow, 5),
        ] {
            type(key)
            #expect(focused == expected, "\(key)")
        }
        #expect((harness.window.firstResponder as? Control)?.state == .focused)
    }

    @Test("The focus begins at the last control by shift and tab, and stays where keys with other modifiers leave it")
    func begins() {
        for tag in 1...3 { add(Button(), tag, 0, Double(tag) * 100) }
        type(.keyboardTab, [.command])
        #expect(focused == nil)
        type(.keyboardTab, [.shift])
        #expect(focused == 3)
    }

    @Test("The focus is the first responder, and is given up when the control is disabled, hidden or removed")
    func state() {
        let (first, second) = (add(Button(), 1, 0, 0), add(Button(), 2, 0, 100))
        #expect(first.becomeFirstResponder() && first.isFocused && first.state == .focused)
        #expect(second.becomeFirstResponder() && second.isFocused && !first.isFocused)
        second.isEnabled = false
        #expect(second.state == .disabled && harness.window.firstResponder == nil)
        #expect(!second.becomeFirstResponder())
        first.becomeFirstResponder()
        first.removeFromSuperview()
        #expect(first.state == .normal)
        harness.window.addSubview(first)
        first.becomeFirstResponder()
        first.isHidden = true
        first.addAction(for: .touchDown) { [log] _ in log.note("pressed") }
        type(.keyboardReturnOrEnter)
        #expect(log.lines.isEmpty)
        second.isEnabled = true
        type(.keyboardTab)
        #expect(focused == 2)
    }

    @Test(
        "Return, enter and the space bar press the control that has the focus, as a finger does",
        arguments: [
            HIDUsage.keyboardReturnOrEnter, .keyboardSpacebar, .keypadEnter, .consumerMenuPick,
        ]
    )
    func presses(_ key: HIDUsage) {
        let button = add(Button(), 1, 0, 0)
        for bit in Control.Events.named { button.addAction(for: bit.event) { [log] _ in log.note(bit.name) } }
        harness.keyboard.press(key).release(key)
        harness.settle()
        #expect(log.lines.isEmpty)
        button.becomeFirstResponder()
        harness.keyboard.press(key)
        harness.settle()
        #expect(log.lines == ["down"] && button.state == [.focused, .highlighted])
        harness.keyboard.release(key)
        harness.settle()
        #expect(log.lines == ["down", "upInside", "primary"] && button.state == .focused)
    }

    @Test(
        "A control sends a cancel when the key's press is cancelled or the control disabled meanwhile",
        arguments: [true, false]
    )
    func cancels(isDisabled: Bool) throws {
        let button = add(Button(), 1, 0, 0)
        for bit in Control.Events.named { button.addAction(for: bit.event) { [log] _ in log.note(bit.name) } }
        button.becomeFirstResponder()
        harness.keyboard.press(.keyboardSpacebar)
        harness.settle()
        if isDisabled { button.isEnabled = false } else { try harness.device.perform(.home) }
        harness.settle()
        #expect(log.lines == ["down", "touchCancel"] && !button.isHighlighted)
        harness.keyboard.release(.keyboardSpacebar)
        harness.settle()
        #expect(log.lines == ["down", "touchCancel"])
    }

    @Test("Arrows along the control's way change its value, and arrows up and down move the focus on")
    func values() {
        let slider = add(Slider(), 1, 0, 0)
        let stepper = add(Stepper(), 2, 0, 100)
        let segments = add(SegmentedControl(titles: ["A", "B", "C"]), 3, 0, 200)
        let pages = add(PageControl(), 4, 0, 300)
        let control = add(Switch(), 5, 0, 400)
        slider.step = 0.25
        pages.numberOfPages = 3
        segments.setEnabled(false, forSegment: 1)
        for view in [slider, stepper, segments, pages, control] as [Control] {
            view.addAction(for: .valueChanged) { [log] in log.note("\($0.tag)") }
        }
        type(.keyboardTab)
        for _ in 0..<4 {
            for key in [HIDUsage.keyboardRightArrow, .keyboardRightArrow, .keyboardLeftArrow] { type(key) }
            type(.keyboardDownArrow)
        }
        #expect(focused == 5)
        #expect(slider.value == 0.25 && stepper.value == 1 && segments.selectedSegmentIndex == 0)
        #expect(pages.currentPage == 1)
        type(.keyboardSpacebar)
        #expect(control.isOn)
        #expect(log.lines == ["1", "1", "1", "2", "2", "2", "3", "3", "3", "4", "4", "4", "5"])
    }

    @Test("A held arrow changes a value again and again, and a held tab moves the focus on")
    func repeats() async {
        let slider = add(Slider(), 1, 0, 0)
        add(Button(), 2, 0, 100)
        add(Button(), 3, 0, 200)
        slider.becomeFirstResponder()
        await harness.keyboard.hold(
            .keyboardRightArrow,
            for: .milliseconds(700),
            repeatingAfter: .milliseconds(500),
            every: .milliseconds(100)
        )
        await harness.settle()
        #expect(slider.value > 0.25)
        await harness.keyboard.hold(
            .keyboardTab,
            for: .milliseconds(550),
            repeatingAfter: .milliseconds(500),
            every: .milliseconds(100)
        )
        await harness.settle()
        #expect(focused == 3)
    }

    @Test("The focus stays where a responder takes the key")
    func taken() {
        final class Editor: View {
            override var canBecomeFirstResponder: Bool { true }
            override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {}
        }
        let editor = add(Editor(), 1, 0, 0)
        add(Button(), 2, 0, 100)
        editor.becomeFirstResponder()
        type(.keyboardTab)
        #expect(focused == 1)
    }

    @Test("The focus moves inside a presented controller alone, and keys press nothing behind it")
    func presented() {
        let (root, front) = (ViewController(), ViewController())
        harness.window.rootViewController = root
        let behind = add(Button(), 1, 0, 0, in: root.view)
        behind.addAction(for: .touchUpInside) { [log] _ in log.note("behind") }
        behind.becomeFirstResponder()
        add(Button(), 2, 0, 100, in: front.view)
        front.presentationStyle = .overFullScreen
        root.present(front)
        #expect(behind.window != nil)
        type(.keyboardReturnOrEnter)
        #expect(log.lines.isEmpty)
        type(.keyboardTab)
        #expect(focused == 2)
        type(.keyboardTab)
        #expect(focused == 2)
        front.dismiss()
        type(.keyboardTab)
        #expect(focused == 1)
    }

    @Test("The focus shows the control in the scroll view that it is in")
    func scrolls() {
        let scrollView = harness.add(ScrollView(frame: Rect(0, 0, 200, 100)))
        scrollView.contentSize = Size(200, 1000)
        for tag in 1...5 { add(Button(), tag, 0, Double(tag) * 150, in: scrollView) }
        for _ in 1...3 { type(.keyboardTab) }
        #expect(focused == 3 && scrollView.contentOffset == Point(0, 398))
        type(.keyboardTab, [.shift])
        #expect(focused == 2 && scrollView.contentOffset == Point(0, 300))
    }

    @Test("A control that a key's action removes loses the focus quietly, and lives until the call has returned")
    func removed() {
        weak var released: Button?
        do {
            let button = add(Button(), 1, 0, 0)
            released = button
            button.addAction(for: .touchUpInside) { $0.removeFromSuperview() }
            button.addAction(for: .primaryActionTriggered) { [log] _ in log.note("primary") }
            button.becomeFirstResponder()
        }
        type(.keyboardReturnOrEnter)
        #expect(log.lines == ["primary"] && harness.window.firstResponder == nil)
        harness.advance(by: .seconds(1))
        #expect(released == nil)
    }
}
