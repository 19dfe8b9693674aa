import ResponderKit
import ResponderKitTesting
import Testing

@Suite("The element tree")
@MainActor
struct ElementTreeTests {
    let harness: AppHarness

    init() throws { harness = try AppHarness(screenSize: Size(400, 400)) }

    private var lines: [String] { harness.application.elementTree().map(\.description) }

    private func element(_ label: String) -> Element? {
        harness.application.elementTree().first { $0.label == label }
    }

    @Test("Controls, labels and pictures say by themselves what they are, are called and show")
    func controls() {
        let button = Button(title: "Save")
        button.frame = Rect(10, 10, 100, 40)
        let lamp = Switch(frame: Rect(10, 60, 60, 30))
        lamp.accessibilityLabel = "Lamp"
        lamp.isOn = true
        let slider = Slider(frame: Rect(10, 100, 100, 30))
        slider.value = 0.25
        let label = Label(text: "Hello")
        label.frame = Rect(10, 140, 100, 20)
        let progress = ProgressView(frame: Rect(10, 170, 100, 20))
        progress.progress = 0.5
        let pages = PageControl(frame: Rect(10, 200, 100, 30))
        (pages.numberOfPages, pages.currentPage) = (3, 1)
        let image = ImageView(image: Image(name: "sun", size: Size(20, 20)))
        image.frame = Rect(10, 240, 20, 20)
        for view in [button, lamp, slider, label, progress, pages, image] { harness.add(view) }
        #expect(
            lines == [
                "window (0, 0, 400 x 400)",
                "button \"Save\" (10, 10, 100 x 40)",
                "switch \"Lamp\", value \"on\" (10, 60, 60 x 30)",
                "slider, value \"0.25\" (10, 100, 100 x 30)",
                "text \"Hello\" (10, 140, 100 x 20)",
                "progress, value \"0.5\" (10, 170, 100 x 20)",
                "pages, value \"2 of 3\" (10, 200, 100 x 30)",
                "image \"sun\" (10, 240, 20 x 20)",
            ]
        )
    }

    @Test("A stepper and a segmented control list their parts, each with its state and place")
    func parts() {
        let stepper = Stepper(frame: Rect(0, 0, 100, 40))
        stepper.value = 3
        let segments = SegmentedControl(titles: ["Day", "Night"])
        segments.frame = Rect(0, 50, 200, 40)
        segments.selectedSegmentIndex = 1
        segments.setEnabled(false, forSegment: 0)
        harness.add(stepper)
        harness.add(segments)
        #expect(
            lines.dropFirst() == [
                "stepper, value \"3\" (0, 0, 100 x 40)",
                "button \"−\" (0, 0, 50 x 40)",
                "button \"+\" (50, 0, 50 x 40)",
                "segments, value \"Night\" (0, 50, 200 x 40)",
                "segment \"Day\", disabled (0, 50, 100 x 40)",
                "segment \"Night\", selected (100, 50, 100 x 40)",
            ]
        )
    }

    @Test("A field tells its placeholder and its text, that it is edited, and nothing of a secure text")
    func fields() async {
        let name = TextField(frame: Rect(10, 10, 200, 40))
        name.placeholder = "Name"
        name.text = "Ada"
        let secret = TextField(frame: Rect(10, 60, 200, 40))
        secret.placeholder = "Password"
        secret.isSecureTextEntry = true
        secret.text = "enigma"
        harness.add(name)
        harness.add(secret)
        await harness.tap(at: Point(50, 30))
        #expect(element("Name")?.state == [.enabled, .focused, .editing])
        #expect(element("Name")?.value == "Ada")
        #expect(element("Password")?.state == .enabled)
        #expect(element("Password")?.value == "••••••")
    }

    @Test("What the app says of a view comes before what the view says of itself")
    func ownWords() {
        let button = Button(title: "+")
        button.frame = Rect(0, 0, 40, 40)
        button.accessibilityIdentifier = "add"
        button.accessibilityLabel = "Add a row"
        let plain = View(frame: Rect(50, 0, 40, 40))
        plain.accessibilityTraits = [.link, .selected]
        plain.accessibilityLabel = "Elsewhere"
        plain.accessibilityValue = "far"
        let unnamed = View(frame: Rect(100, 0, 40, 40))
        for view in [button, plain, unnamed] { harness.add(view) }
        #expect(
            lines.dropFirst() == [
                "button \"Add a row\" #add (0, 0, 40 x 40)",
                "link \"Elsewhere\", value \"far\", selected (50, 0, 40 x 40)",
            ]
        )
        unnamed.isAccessibilityElement = true
        button.accessibilityLabel = nil
        #expect(lines.last == "View (100, 0, 40 x 40)")
        #expect(lines[1] == "button \"+\" #add (0, 0, 40 x 40)")
    }

    @Test("Traits of the app say what a label or a button is, and leave a row and a stepper what they are")
    func givenTraits() async {
        let title = harness.add(Label(text: "Title"))
        title.accessibilityTraits = .header
        let link = harness.add(Button(title: "More"))
        link.accessibilityTraits = [.link, .selected]
        let stepper = harness.add(Stepper(frame: Rect(0, 200, 100, 40)))
        stepper.accessibilityLabel = "Count"
        stepper.accessibilityTraits = .adjustable
        let source = Names()
        let list = harness.add(ListView(frame: Rect(0, 0, 200, 40)))
        (list.rowHeight, list.dataSource) = (40, source)
        await harness.settle()
        list.cellForRow(at: ListView.IndexPath(section: 0, row: 0))?.accessibilityTraits = .button
        #expect(element("Title")?.role == .header)
        #expect(element("More")?.role == .link)
        #expect(element("Count")?.role == .stepper)
        #expect(harness.application.elementTree().contains { $0.role == .row })
    }

    @Test("A text view that is only read has the focus, and is not edited")
    func readOnly() {
        let view = harness.add(TextView(frame: Rect(0, 0, 200, 100)))
        view.text = "Terms"
        view.becomeFirstResponder()
        let state = { harness.application.elementTree().first { $0.view === view }?.state }
        #expect(state() == [.enabled, .focused, .editing])
        view.isEditable = false
        #expect(state() == [.enabled, .focused])
    }

    @Test("A button that the app has said to be no element is left out, unless it has an identifier")
    func refused() {
        let button = harness.add(Button(title: "Save"))
        button.isAccessibilityElement = false
        #expect(element("Save") == nil)
        button.accessibilityIdentifier = "save"
        #expect(element("Save") != nil)
    }

    @Test("What a finger reaches behind a label does not cover the label; what is drawn in front does")
    func behindLabel() {
        let window = harness.window
        let back = harness.add(View(frame: window.bounds))
        let label = harness.add(Label(text: "Hello"))
        label.frame = Rect(0, 0, 100, 20)
        #expect(element("Hello")?.reach == .unreachable(.interactionDisabled(label)))
        let front = harness.add(View(frame: window.bounds))
        #expect(element("Hello")?.reach == .unreachable(.covered(by: front)))
        front.addSubview(label)
        #expect(element("Hello")?.reach == .reachable(at: Point(50, 10)))
        front.removeFromSuperview()
        window.insertSubview(label, belowSubview: back)
        #expect(element("Hello")?.reach == .unreachable(.covered(by: back)))
    }

    @Test("A label in a window in front is not covered by what a finger reaches in the window behind")
    func labelInFrontWindow() {
        let back = harness.add(View(frame: harness.window.bounds))
        let window = Window(frame: harness.window.bounds, application: harness.application)
        let label = Label(text: "Hello")
        label.frame = Rect(0, 0, 100, 20)
        window.addSubview(label)
        window.isUserInteractionEnabled = false
        window.isHidden = false
        #expect(element("Hello")?.reach == .unreachable(.interactionDisabled(window)))
        back.removeFromSuperview()
        #expect(element("Hello")?.reach == .unreachable(.interactionDisabled(window)))
    }

    @Test("A control of the app's own class says by itself whether it is enabled and selected")
    func ownControl() {
        let control = harness.add(Control(frame: Rect(0, 0, 40, 40)))
        control.accessibilityLabel = "Dial"
        #expect(element("Dial")?.state == [.enabled])
        (control.isEnabled, control.isSelected) = (false, true)
        #expect(element("Dial")?.state == [.selected])
        #expect(lines.last == "Control \"Dial\", disabled, selected (0, 0, 40 x 40)")
    }

    @Test("Texts of the app are escaped for a terminal")
    func escapes() {
        let view = harness.add(View(frame: Rect(0, 0, 40, 40)))
        view.accessibilityLabel = "a\u{1B}[2Jb\n"
        view.accessibilityIdentifier = "x\ny"
        #expect(lines.last == "View \"a\\u{1B}[2Jb\\n\" #x\\ny (0, 0, 40 x 40)")
    }

    @Test("Hidden and transparent views are left out with all that they hold")
    func hidden() {
        let box = harness.add(View(frame: Rect(0, 0, 200, 200)))
        box.addSubview(Button(title: "Inside"))
        #expect(lines.count == 2)
        box.isHidden = true
        #expect(lines.count == 1)
        (box.isHidden, box.alpha) = (false, 0)
        #expect(lines.count == 1)
    }

    @Test("An element is reached where a touch hits it, beside what covers its middle")
    func reach() {
        let button = harness.add(Button(title: "Save"))
        button.frame = Rect(0, 0, 200, 100)
        #expect(element("Save")?.reach == .reachable(at: Point(100, 50)))
        let cover = harness.add(View(frame: Rect(80, 20, 40, 60)))
        #expect(element("Save")?.reach == .reachable(at: Point(50, 25)))
        cover.frame = Rect(0, 0, 400, 400)
        #expect(element("Save")?.reach == .unreachable(.covered(by: cover)))
        #expect(element("Save")?.description == "button \"Save\" (0, 0, 200 x 100), covered by View")
    }

    @Test("An element that no finger reaches says which view keeps fingers away")
    func obstacles() {
        let box = harness.add(View(frame: Rect(0, 0, 200, 100)))
        let button = Button(title: "Save")
        button.frame = Rect(10, 10, 80, 40)
        box.addSubview(button)
        box.isUserInteractionEnabled = false
        #expect(element("Save")?.reach == .unreachable(.interactionDisabled(box)))
        box.isUserInteractionEnabled = true
        button.frame = Rect(10, 300, 80, 40)
        #expect(element("Save")?.reach == .unreachable(.outside(of: box)))
        button.frame = Rect(10, 10, 0, 40)
        #expect(element("Save")?.reach == .unreachable(.noExtent))
        button.frame = Rect(10, 90, 80, 40)
        #expect(element("Save")?.reach == .reachable(at: Point(50, 95)))
        button.transform = Transform(scaleX: 0, y: 1)
        #expect(element("Save")?.reachablePoint == nil)
    }

    @Test("An element that is scrolled away is outside of the scroll view, not of the view that holds the content")
    func scrolledAway() {
        let scroll = harness.add(ScrollView(frame: Rect(0, 0, 200, 100)))
        scroll.contentSize = Size(200, 1000)
        let content = View(frame: Rect(0, 0, 200, 1000))
        scroll.addSubview(content)
        let button = Button(title: "Save")
        button.frame = Rect(10, 500, 80, 40)
        content.addSubview(button)
        #expect(element("Save")?.reach == .unreachable(.outside(of: scroll)))
        button.frame = Rect(10, 1500, 80, 40)
        #expect(element("Save")?.reach == .unreachable(.outside(of: content)))
    }

    @Test("A label in a button is reached through the button, and is covered where the button is")
    func throughLabels() {
        let row = harness.add(RecordingView("row", frame: Rect(0, 0, 200, 40)))
        let label = Label(text: "Ada")
        label.frame = Rect(10, 0, 100, 40)
        row.addSubview(label)
        #expect(element("Ada")?.reach == .reachable(at: Point(60, 20)))
        let cover = harness.add(View(frame: Rect(0, 0, 400, 400)))
        #expect(element("Ada")?.reach == .unreachable(.covered(by: cover)))
    }

    @Test("The frame of an element in a turned and scaled view is what the screen shows")
    func transforms() {
        let box = harness.add(View(frame: Rect(100, 100, 100, 100)))
        box.transform = Transform(scaleX: 2, y: 2)
        let button = Button(title: "Save")
        button.frame = Rect(0, 0, 50, 50)
        box.addSubview(button)
        #expect(element("Save")?.frame == Rect(50, 50, 100, 100))
        #expect(element("Save")?.reach == .reachable(at: Point(100, 100)))
    }

    @Test("Elements inside an element come after it, one deeper, and windows come front to back")
    func order() {
        let list = harness.add(View(frame: Rect(0, 0, 200, 200)))
        list.accessibilityLabel = "outer"
        let middle = View(frame: Rect(0, 0, 100, 100))
        list.addSubview(middle)
        middle.addSubview(Button(title: "inner"))
        harness.add(Button(title: "last"))
        let front = Window(frame: Rect(0, 0, 50, 50), application: harness.application)
        front.accessibilityLabel = "front"
        front.isHidden = false
        let tree = harness.application.elementTree()
        #expect(tree.map(\.label) == ["front", nil, "outer", "inner", "last"])
        #expect(tree.map(\.depth) == [0, 0, 1, 2, 1])
        #expect(tree.children(of: tree[1]).map(\.label) == ["outer", "last"])
        #expect(tree.elements(inside: tree[1]).map(\.label) == ["outer", "inner", "last"])
        #expect(tree[3].parent == 2)
    }

    @Test("An element of an earlier, larger tree has nothing inside in a later one")
    func earlierElement() throws {
        let button = harness.add(Button(title: "Save"))
        let last = try #require(element("Save"))
        button.removeFromSuperview()
        #expect(harness.application.elementTree().elements(inside: last).isEmpty)
    }

    @Test("Bars, alerts, lists and the keyboard fill the tree by themselves")
    func containers() async {
        let first = ViewController()
        first.title = "First"
        let navigation = NavigationController(rootViewController: first)
        let second = ViewController()
        second.title = "Second"
        navigation.pushViewController(second)
        let tabs = TabBarController()
        tabs.viewControllers = [navigation]
        harness.window.rootViewController = tabs
        await harness.settle()
        let labels = harness.application.elementTree().map(\.summary)
        #expect(labels.contains("bar \"Second\""))
        #expect(labels.contains("button \"First\""))
        #expect(labels.contains("tab \"First\", selected"))
        let alert = AlertController(title: "Leave?")
        alert.addAction("Yes")
        alert.show(over: harness.window)
        await harness.settle()
        let tree = harness.application.elementTree()
        #expect(tree.contains { $0.role == .alert && $0.label == "Leave?" })
        #expect(tree.first { $0.label == "Yes" }?.reachablePoint != nil)
        #expect(tree.first { $0.label == "First" && $0.role == .button }?.reachablePoint == nil)
    }

    @Test("The rows of a list that are seen are elements, with their texts inside and their selection")
    func lists() async {
        let source = Names()
        let list = harness.add(ListView(frame: Rect(0, 0, 200, 100)))
        (list.rowHeight, list.dataSource) = (40, source)
        await harness.settle()
        list.selectRow(at: ListView.IndexPath(section: 0, row: 1))
        let tree = harness.application.elementTree()
        #expect(tree.filter { $0.role == .row }.count == 3)
        #expect(tree.filter { $0.role == .row }.map { $0.state.contains(.selected) } == [false, true, false])
        #expect(tree.filter { $0.role == .text }.map(\.label) == ["name 0", "name 1", "name 2"])
    }

    @Test("The keys of the keyboard on the screen are elements that fingers reach")
    func keyboard() async {
        harness.application.screenKeyboard = KeyboardView(layout: .english)
        let field = harness.add(TextField(frame: Rect(0, 0, 200, 40)))
        field.becomeFirstResponder()
        await harness.settle()
        let tree = harness.application.elementTree()
        #expect(tree.contains { $0.role == .keyboard })
        let key = tree.first { $0.role == .key && $0.label == "a" }
        #expect(key?.reachablePoint != nil)
        if let point = key?.reachablePoint { await harness.tap(at: point) }
        #expect(field.text == "a")
    }

    @Test("A tree of an inactive application says why no touch is accepted, and where touches would go")
    func inactive() throws {
        harness.add(Button(title: "Save"))
        try harness.device.perform(.home)
        let tree = harness.application.elementTree()
        #expect(tree.refusal == .applicationInactive)
        #expect(tree.description.hasPrefix("no touch is accepted: "))
    }

    @Test("A label's getter that removes views from the tree leaves a tree of what was found")
    func meddling() {
        let box = harness.add(View(frame: Rect(0, 0, 100, 100)))
        let meddler = Meddler(frame: Rect(0, 0, 50, 50))
        box.addSubview(meddler)
        box.addSubview(Button(title: "later"))
        meddler.onAsked = { [weak box] in box?.removeFromSuperview() }
        let tree = harness.application.elementTree()
        #expect(tree.contains { $0.label == "asked" })
        #expect(tree.first { $0.label == "asked" }?.reachablePoint == nil)
        #expect(harness.application.elementTree().count == 1)
    }

    // Without the table each view is asked through the class's own search, which calls itself.
    @Test("A tree that is 20,000 views deep is walked without recursion", .enabled(if: isOverrideTableWanted))
    func deep() {
        var view = harness.add(View(frame: Rect(0, 0, 400, 400)))
        for _ in 0..<20_000 {
            let inner = View(frame: view.bounds)
            view.addSubview(inner)
            view = inner
        }
        view.accessibilityLabel = "deepest"
        #expect(element("deepest")?.reachablePoint == Point(200, 200))
    }
}

/// A view whose label does something to the tree.
private final class Meddler: View {
    var onAsked: () -> Void = {}

    override var accessibilityLabel: String? {
        get {
            onAsked()
            return "asked"
        }
        set {}
    }
}

@MainActor
private final class Names: ListViewDataSource {
    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { 10 }

    func listView(_ listView: ListView, cellForRowAt path: ListView.IndexPath) -> ListCell {
        let cell = ListCell(reuseIdentifier: nil)
        let label = Label(text: "name \(path.row)")
        label.frame = Rect(0, 0, 100, 40)
        cell.addSubview(label)
        return cell
    }
}
