import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The colors of appearances")
struct AppearanceColorTests {
    enum Kind: CaseIterable {
        case plain
        case filled

        @MainActor
        func make(_ scheme: ControlAppearance.ColorScheme) -> ControlAppearance {
            switch self {
            case .plain: ControlAppearance(scheme)
            case .filled: FilledAppearance(scheme)
            }
        }
    }

    @Test("Contrast is that of WCAG: 21 between black and white, and between two grays as its tables say")
    func contrast() {
        #expect(abs(Color.black.contrastRatio(with: .white) - 21) < 1e-9)
        #expect(abs(Color.white.contrastRatio(with: .black) - 21) < 1e-9)
        #expect(Color.red.contrastRatio(with: .red) == 1)
        // #767676 on white is the lightest gray that passes: 4.54.
        #expect(abs(Color(white: 0x76 / 255).contrastRatio(with: .white) - 4.54) < 0.005)
        #expect(abs(Color(red: 1, green: 0, blue: 0).contrastRatio(with: .white) - 3.998) < 0.005)
        #expect(Color(white: 0, alpha: 0.5).blended(over: .white) == Color(white: 0.5))
    }

    @Test(
        "Text has a contrast of at least 4.5 on what it stands on, in both appearances and both schemes",
        arguments: Kind.allCases,
        ControlAppearance.ColorScheme.allCases
    )
    func text(kind: Kind, scheme: ControlAppearance.ColorScheme) {
        let appearance = kind.make(scheme)
        let text = appearance.textStyle.color
        var pairs = [
            ("text", text, appearance.background), ("text in an alert", text, appearance.panel),
            ("a bar's title", text, appearance.barBackground),
            ("a bar's button", appearance.tint, appearance.barBackground),
            ("a tab", appearance.secondaryText, appearance.barBackground),
            ("a badge", appearance.badgeText, appearance.badge),
            ("a placeholder", appearance.placeholder, appearance.background),
            ("secondary text", appearance.secondaryText, appearance.background),
            ("selected text", text, appearance.selection), ("a filled button", appearance.background, appearance.tint),
            ("a pressed button", appearance.background, appearance.pressed),
            ("a button that destroys", appearance.destructive, appearance.panel),
            ("one that is pressed", appearance.background, appearance.destructive),
            ("a pressed row", text, appearance.pressedBackground),
        ]
        if let filled = appearance as? FilledAppearance {
            let pale = filled.destructive.withAlpha(FilledAppearance.pale)
            let paleTint = filled.tint.withAlpha(FilledAppearance.pale)
            pairs += [
                ("a pale button in an alert", filled.destructive, pale.blended(over: filled.panel)),
                ("an ordinary button", filled.tint, paleTint.blended(over: filled.background)),
                ("one in an alert", filled.tint, paleTint.blended(over: filled.panel)),
                ("a pale button", filled.destructive, pale.blended(over: filled.background)),
                ("a button that cancels", text, filled.fill), ("a segment", text, filled.fill),
                ("a selected segment", text, filled.raised), ("a key", text, filled.commandKey),
                ("a sign", filled.tint, filled.fill),
            ]
        } else {
            pairs.append(("a frame's title", appearance.tint, appearance.panel))
        }
        for (name, front, back) in pairs {
            let ratio = front.contrastRatio(with: back)
            #expect(ratio >= 4.5, "\(name): \(ratio)")
        }
    }

    @Test("What is disabled differs less from the background than what is off")
    func disabled() {
        for kind in Kind.allCases {
            for scheme in ControlAppearance.ColorScheme.allCases {
                let appearance = kind.make(scheme)
                let background = appearance.background
                let off = appearance.line.contrastRatio(with: background)
                #expect(appearance.disabledTrack.contrastRatio(with: background) < off)
                #expect(appearance.disabled.contrastRatio(with: background) < 4.5)
            }
        }
    }

    /// The colors that a view fills, with what is in it.
    private func fills(_ view: View) -> [Color] {
        let canvas = ColorCanvas()
        view.render(in: canvas)
        return canvas.colors
    }

    @Test(
        "Bars, alerts, lists and scroll indicators have the colors of the application's appearance, also of a new one"
    )
    func everything() throws {
        let harness = try AppHarness(screenSize: Size(400, 400))
        let application = harness.application
        application.controlAppearance = ControlAppearance(.dark)
        let tabs = TabBarController()
        let list = ListScreen()
        let navigation = NavigationController(rootViewController: list)
        let other = ViewController()
        other.title = "Other"
        tabs.viewControllers = [navigation, other]
        tabs.tabBar.items[0].badgeValue = "3"
        harness.window.rootViewController = tabs
        let text = TextView(frame: Rect(0, 100, 200, 100))
        text.text = "Text"
        harness.add(text)
        harness.settle()
        list.list.flashScrollIndicators()
        let alert = AlertController(title: "Title", message: "Text")
        alert.addAction("Delete", style: .destructive)
        for appearance in [ControlAppearance(.dark), ControlAppearance(.light), FilledAppearance(.dark)] {
            application.controlAppearance = appearance
            alert.show(over: harness.window)
            harness.settle()
            let bar = navigation.navigationBar
            #expect(bar.backgroundColor == appearance.barBackground)
            #expect(tabs.tabBar.backgroundColor == appearance.barBackground)
            #expect(
                fills(tabs.tabBar).contains(appearance.badge) && fills(tabs.tabBar).contains(appearance.secondaryText)
            )
            #expect(fills(bar).contains(appearance.textStyle.color))
            #expect(fills(list.list).contains(appearance.separator))
            #expect(fills(list.list).contains(appearance.scrollIndicator))
            #expect(fills(text).contains(appearance.textStyle.color))
            let view = try #require(alert.viewIfLoaded)
            #expect(view.backgroundColor == appearance.dimming && fills(view).contains(appearance.panel))
            #expect(fills(view).contains(appearance.textStyle.color))
            alert.close()
        }
    }

    @Test("Controls that are out of sight while the appearance changes have the new colors when they come back")
    func outOfSight() throws {
        let harness = try AppHarness(screenSize: Size(400, 400))
        let application = harness.application
        application.controlAppearance = ControlAppearance(.light)
        let covered = ViewController()
        let label = Label(frame: Rect(0, 100, 100, 20))
        label.text = "Text"
        covered.view.addSubview(label)
        let navigation = NavigationController(rootViewController: covered)
        harness.window.rootViewController = navigation
        let hidden = Window(frame: Rect(0, 0, 400, 100), application: application)
        let other = Label(frame: Rect(0, 0, 100, 20))
        other.text = "Text"
        hidden.addSubview(other)
        hidden.isHidden = false
        harness.settle()
        navigation.pushViewController(ViewController())
        hidden.isHidden = true
        harness.settle()
        application.controlAppearance = ControlAppearance(.dark)
        harness.settle()
        navigation.popViewController()
        hidden.isHidden = false
        harness.settle()
        let color = ControlAppearance(.dark).textStyle.color
        #expect(fills(label) == [color] && fills(other) == [color])
    }

    @Test("A control that moves to a view with another appearance is drawn by it, and so is an open alert")
    func moved() throws {
        let harness = try AppHarness(screenSize: Size(400, 400))
        let label = harness.add(Label(frame: Rect(0, 0, 100, 20)))
        label.text = "Text"
        let dark = harness.add(View(frame: Rect(0, 200, 400, 200)))
        dark.controlAppearance = ControlAppearance(.dark)
        harness.settle()
        dark.addSubview(label)
        let alert = AlertController(title: "Title", message: "Text")
        alert.show(over: harness.window)
        harness.settle()
        #expect(fills(label) == [ControlAppearance(.dark).textStyle.color])
        let appearance = FilledAppearance(.dark)
        harness.application.controlAppearance = appearance
        harness.settle()
        let view = try #require(alert.viewIfLoaded)
        #expect(fills(view).contains(appearance.panel) && fills(view).contains(appearance.textStyle.color))
    }

    @Test("Lines between rows follow the list's properties in cells that are used again, and in headers there are none")
    func separators() throws {
        let harness = try AppHarness(screenSize: Size(400, 400))
        let screen = ListScreen()
        harness.window.rootViewController = screen
        harness.settle()
        let (list, color) = (screen.list, harness.application.controlAppearance.separator)
        func lines() -> Int { fills(list).count { $0 == color } }
        let rows = lines()
        #expect(rows > 5)
        // Fewer rows are seen: some cells wait.
        harness.window.frame.size.height = 100
        harness.settle()
        list.hasSeparators = false
        harness.settle()
        #expect(lines() == 0)
        harness.window.frame.size.height = 400
        harness.settle()
        #expect(lines() == 0)
        list.hasSeparators = true
        harness.settle()
        #expect(lines() == rows)
        let cell = ListCell(reuseIdentifier: nil)
        cell.lineInset = 16
        list.putIn(cell, isHeader: true)
        #expect(cell.lineInset == nil)
    }

    @Test("A bar keeps the color that an app gives it, and has a title that can be read on it")
    func barOfApp() throws {
        let harness = try AppHarness(screenSize: Size(400, 400))
        let root = ViewController()
        root.title = "Title"
        let navigation = NavigationController(rootViewController: root)
        harness.window.rootViewController = navigation
        navigation.navigationBar.barTintColor = .black
        harness.settle()
        #expect(fills(navigation.navigationBar).contains(.white))
        harness.application.controlAppearance = ControlAppearance(.dark)
        harness.settle()
        #expect(navigation.navigationBar.backgroundColor == .black)
        navigation.navigationBar.barTintColor = .yellow
        harness.settle()
        #expect(fills(navigation.navigationBar).contains(.black))
    }

    @Test("The focus frame appears where keys have brought the focus, and nowhere else")
    func focus() throws {
        let harness = try AppHarness(screenSize: Size(400, 400))
        let field = harness.add(TextField(frame: Rect(20, 20, 200, 48)))
        let control = harness.add(Switch(frame: Rect(20, 100, 200, 48)))
        let color = harness.application.controlAppearance.focus
        func frames() -> [Bool] { [field, control].map { fills($0).contains(color) } }
        try harness.tap(.field())
        #expect(field.isFirstResponder && !field.isFocusVisible && frames() == [false, false])
        harness.keyboard.press(.keyboardTab)
        harness.settle()
        #expect(control.isFocusVisible && frames() == [false, true])
        try harness.tap(.field())
        #expect(frames() == [false, false])
        control.becomeFirstResponder()
        harness.settle()
        #expect(control.isFocused && frames() == [false, false])
        // A view that draws no other focus loses its frame, too.
        harness.keyboard.release(.keyboardTab)
        let row = harness.add(FramedView(frame: Rect(20, 200, 200, 48)))
        harness.keyboard.press(.keyboardTab)
        harness.settle()
        #expect(row.isFocusVisible && fills(row).contains(color))
        field.becomeFirstResponder()
        harness.settle()
        #expect(!fills(row).contains(color))
    }

    @Test("A switch is as wide as its appearance says, at the left, and a finger may be anywhere in its frame")
    func switchExtent() throws {
        let harness = try AppHarness(screenSize: Size(400, 400))
        let control = harness.add(Switch(frame: Rect(20, 20, 300, 60)))
        #expect(control.barRect == Rect(0, 0, 48, 60) && control.knobRect == Rect(0, 0, 24, 60))
        harness.tap(at: Point(300, 50))
        #expect(control.isOn && control.knobRect == Rect(24, 0, 24, 60))
        control.frame.size.width = 30
        #expect(control.barRect.width == 30)
    }

    @Test("An alert is as wide as its texts need, within limits; buttons below each other stand apart")
    func alerts() throws {
        let harness = try AppHarness(screenSize: Size(1000, 800))
        func panel(_ message: String, _ buttons: [String]) throws -> (panel: View, buttons: [Button]) {
            let alert = AlertController(title: "Title", message: message)
            for button in buttons { alert.addAction(button) }
            alert.show(over: harness.window)
            harness.settle()
            let view = try #require(alert.viewIfLoaded as? AlertView)
            return (try #require(view.subviews.first), view.buttons)
        }
        #expect(try panel("Short", ["OK"]).panel.frame.width == 304)
        let medium = try panel(String(repeating: "x", count: 45), ["OK"]).panel.frame.width
        #expect(medium > 304 && medium < 480)
        let long = try panel(String(repeating: "word ", count: 50), ["A long answer to give", "Another long answer"])
        #expect(long.panel.frame.width == 480 && long.panel.cornerRadius == 12)
        let stacked = try panel("x", ["A very long answer to give", "Another very long answer"])
        #expect(stacked.buttons[1].frame.minY - stacked.buttons[0].frame.maxY == 16)
    }

    @Test("A title that is longer than a third of the bar gets the room that the way back does not need")
    func longTitle() throws {
        let harness = try AppHarness(screenSize: Size(480, 400))
        let (first, second) = (ViewController(), ViewController())
        (first.title, second.title) = ("Home", String(repeating: "long ", count: 10))
        let navigation = NavigationController(rootViewController: first)
        harness.window.rootViewController = navigation
        navigation.pushViewController(second)
        harness.settle()
        let bar = navigation.navigationBar
        #expect(bar.backButton.frame == Rect(0, 0, 64, 44))
        #expect(bar.titleLabel.frame == Rect(64, 0, 416, 44))
        second.title = "Short"
        bar.setNeedsLayout()
        harness.settle()
        #expect(bar.titleLabel.frame == Rect(160, 0, 160, 44))
    }
}

/// Notes the colors of all that is filled, stroked or written.
@MainActor
private final class ColorCanvas: Canvas {
    private(set) var colors: [Color] = []

    func saveState() {}
    func restoreState() {}
    func concatenate(_ transform: Transform) {}
    func clip(to path: Path) {}
    func beginTransparencyLayer(alpha: Double) {}
    func endTransparencyLayer() {}
    func fill(_ path: Path, with color: Color) { colors.append(color) }
    func stroke(_ path: Path, with color: Color, style: StrokeStyle) { colors.append(color) }
    func draw(_ image: Image, in rect: Rect) {}
    func draw(_ text: String, at point: Point, style: TextStyle) { colors.append(style.color) }
}

/// A view of an app that may have the focus, and draws a frame by itself.
private final class FramedView: View {
    override var canBecomeFocused: Bool { true }
    override var canBecomeFirstResponder: Bool { true }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        if isFocusVisible { resolvedControlAppearance.drawFocus(around: bounds, cornerRadius: 0, in: canvas) }
    }
}

/// A list of a hundred rows with lines between them.
private final class ListScreen: ViewController, ListViewDataSource {
    let list = ListView(frame: .zero)

    override func loadView() {
        title = "List"
        list.hasSeparators = true
        list.dataSource = self
        list.register(ListCell.self, forCellReuseIdentifier: "row")
        view = list
    }

    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { 100 }

    func listView(_ listView: ListView, cellForRowAt indexPath: ListView.IndexPath) -> ListCell {
        listView.dequeueReusableCell(withIdentifier: "row")
    }
}
