import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import Testing

@Suite("Queries of elements")
@MainActor
struct ElementQueryTests {
    let harness: AppHarness

    init() throws { harness = try AppHarness(screenSize: Size(400, 400)) }

    @discardableResult
    private func addButton(_ title: String, _ frame: Rect) -> Button {
        let button = Button(title: title)
        button.frame = frame
        return harness.add(button)
    }

    private func problem(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            return String("\(error)".split(separator: "\n").first ?? "")
        }
    }

    /// What the error says of the screen, line by line.
    private func screen(_ body: () throws -> Void) -> [String] {
        do {
            try body()
            return []
        } catch {
            return "\(error)".split(separator: "\n").dropFirst(2).map(String.init)
        }
    }

    @Test("An element is found by its role, label, identifier, text, type and tag")
    func kinds() throws {
        let button = addButton("Add", Rect(0, 0, 80, 40))
        button.accessibilityIdentifier = "add"
        button.tag = 7
        let field = harness.add(TextField(frame: Rect(0, 50, 200, 40)))
        field.text = "Ada"
        let plain = harness.add(RecordingView("plain", frame: Rect(0, 100, 10, 10)))
        #expect(try harness.find(.button("Add")).view === button)
        #expect(try harness.find(.button()).view === button)
        #expect(try harness.find(.label("Add")).view === button)
        #expect(try harness.find(.identifier("add")).view === button)
        #expect(try harness.find(.tag(7)).view === button)
        #expect(try harness.find(.text("Ada")).view === field)
        #expect(try harness.find(.type(RecordingView.self)).view === plain)
        #expect(try harness.find(.type(Control.self).nth(1)).view === field)
        #expect(harness.findAll(.role(.switch)).isEmpty)
    }

    @Test("A query within another one and a place among several say which element is meant")
    func narrowing() throws {
        for (number, name) in ["left", "right"].enumerated() {
            let box = harness.add(View(frame: Rect(Double(number) * 200, 0, 200, 100)))
            box.accessibilityIdentifier = name
            let button = Button(title: "Save")
            button.frame = Rect(10, 10, 80, 40)
            box.addSubview(button)
        }
        let right = try harness.find(.button("Save").within(.identifier("right")))
        #expect(right.frame.minX == 210)
        #expect(try harness.find(.button("Save").nth(0)).frame.minX == 10)
        #expect(
            problem { try harness.find(.button("Save")) }
                == "button \"Save\": 2 elements fit; say which by an identifier, by within(_:) or by nth(_:):"
        )
        #expect(problem { try harness.find(.button("Save").nth(2)) }.contains("nothing on the screen fits"))
    }

    @Test("What is not found is told with the nearest names and the whole screen")
    func notFound() {
        addButton("Save", Rect(0, 0, 80, 40))
        addButton("Load", Rect(100, 0, 80, 40))
        do {
            try harness.find(.button("Sav"))
            Issue.record("nothing has that name")
        } catch {
            #expect(
                error.description == """
                    button "Sav": nothing on the screen fits; there is button "Save"
                    the screen shows:
                    window (0, 0, 400 x 400)
                      button "Save" (0, 0, 80 x 40)
                      button "Load" (100, 0, 80 x 40)
                    """
            )
        }
    }

    @Test("A tap goes to where a finger reaches the element, and is refused with the reason where none does")
    func tapping() async throws {
        var taps = 0
        let button = addButton("Add", Rect(0, 0, 200, 100))
        button.addAction(for: .touchUpInside) { _ in taps += 1 }
        let cover = harness.add(View(frame: Rect(60, 20, 80, 60)))
        try await harness.tap(.button("Add"))
        #expect(taps == 1)
        cover.frame = Rect(0, 0, 400, 400)
        #expect(
            problem { try harness.tapNow(.button("Add")) }
                == "button \"Add\": no finger reaches button \"Add\" (0, 0, 200 x 100), covered by View"
        )
        cover.removeFromSuperview()
        try await harness.tap(.button("Add"), taps: 2)
        #expect(taps == 3)
        try harness.device.perform(.home)
        #expect(problem { try harness.tapNow(.button("Add")) }.hasPrefix("button \"Add\": no touch is accepted: "))
    }

    @Test("Text is typed into a field, on the keyboard of the screen where there is one and on keys otherwise")
    func typing() async throws {
        let field = harness.add(TextField(frame: Rect(0, 0, 200, 40)))
        field.placeholder = "Name"
        try await harness.type("Ada", into: .field("Name"))
        #expect(field.text == "Ada")
        field.resignFirstResponder()
        harness.application.screenKeyboard = KeyboardView(layout: .english)
        try await harness.type(" L", into: .field("Name"))
        #expect(field.text == "Ada L")
        addButton("Add", Rect(0, 50, 80, 40))
        #expect(problem { try harness.typeNow("x", into: .button("Add")) }.contains("takes no text"))
    }

    @Test("A keyboard that goes away while a text is typed, or has no key for it, is an error; its keys are one line")
    func keyboardGoesAway() {
        let field = harness.add(TextField(frame: Rect(0, 0, 200, 40)))
        field.placeholder = "Name"
        harness.application.screenKeyboard = KeyboardView(layout: .english)
        #expect(problem { try harness.typeNow("a日", into: .field("Name")) }.contains("no key of the keyboard types"))
        let shown = screen { try harness.tapNow(.button("Add")) }
        #expect(shown.contains { $0.contains("keyboard") && $0.hasSuffix(" keys") }, "\(shown)")
        #expect(!shown.contains { $0.contains("key \"q\"") }, "\(shown)")
        #expect(screen { try harness.tapNow(.role(.key, "none")) }.contains { $0.contains("key \"q\"") })
        field.addAction(for: .editingChanged) { $0.resignFirstResponder() }
        let reason = problem { try harness.typeNow("xyz", into: .field("Name")) }
        #expect(reason.contains("the text is not typed to its end: no keyboard is shown on the screen"), "\(reason)")
        #expect(field.text == "ax")
    }

    @Test("A slider is dragged, a view swiped and pinched at the places of their elements")
    func gestures() async throws {
        let slider = harness.add(Slider(frame: Rect(0, 0, 200, 40)))
        slider.accessibilityLabel = "Volume"
        slider.value = 0.5
        try await harness.drag(.slider("Volume"), by: 50, 0)
        #expect(slider.value > 0.6)
        let card = harness.add(View(frame: Rect(0, 100, 400, 300)))
        card.accessibilityIdentifier = "card"
        var swipes = 0
        let swipe = SwipeGestureRecognizer()
        swipe.direction = .left
        swipe.addAction { _ in swipes += 1 }
        card.addGestureRecognizer(swipe)
        try await harness.swipe(.left, over: .identifier("card"))
        #expect(swipes == 1)
        let pinch = PinchGestureRecognizer()
        card.addGestureRecognizer(pinch)
        var scale = 1.0
        pinch.addAction { scale = $0.scale }
        try await harness.pinch(.identifier("card"), scale: 2)
        #expect(scale > 1.5)
    }

    @Test("Text is not typed into a text view that is only read")
    func typingIntoReadOnly() {
        let view = harness.add(TextView(frame: Rect(0, 0, 200, 100)))
        view.accessibilityIdentifier = "terms"
        (view.text, view.isEditable) = ("Terms", false)
        #expect(problem { try harness.typeNow("x", into: .identifier("terms")) }.contains("takes no text"))
    }

    @Test("A scroll view in a scroll view is scrolled after that one, though both began at the same offset")
    func nestedScrolling() async throws {
        let outer = harness.add(ScrollView(frame: Rect(0, 0, 400, 200)))
        outer.contentSize = Size(400, 600)
        let inner = ScrollView(frame: Rect(0, 250, 400, 150))
        inner.contentSize = Size(1200, 150)
        outer.addSubview(inner)
        let button = Button(title: "Far")
        button.frame = Rect(900, 30, 80, 40)
        inner.addSubview(button)
        let found = try await harness.scroll(to: .button("Far"))
        #expect(found.reachablePoint != nil)
        #expect(outer.contentOffset.y > 0 && inner.contentOffset.x > 0)
    }

    @Test("A wait ends at the instant at which an element fits, and fails at its limit")
    func waiting() async throws {
        harness.loop.addTimer(after: .milliseconds(300)) { [harness] _ in
            let label = Label(text: "Ready")
            label.frame = Rect(0, 0, 100, 20)
            harness.add(label)
        }
        let start = harness.now
        try await harness.wait(for: .text("Ready"))
        #expect(start.duration(to: harness.now) == .milliseconds(300))
        let late = problem { try harness.waitNow(for: .text("Never"), upTo: .seconds(1)) }
        #expect(late.contains("nothing has fitted for 1.0 seconds"))
    }

    @Test("Scrolling brings in a row that the list has not made yet, downwards and back up")
    func scrolling() async throws {
        let source = NumberedRows(count: 200)
        let list = harness.add(ListView(frame: Rect(0, 0, 400, 400)))
        (list.rowHeight, list.dataSource) = (50, source)
        var selected: Int?
        let watcher = SelectionWatcher { selected = $0 }
        list.delegate = watcher
        try await harness.scroll(to: .row("row 120"))
        try await harness.tap(.row("row 120"))
        #expect(selected == 120)
        try await harness.scroll(to: .row("row 3"))
        #expect(try harness.find(.row("row 3")).reachablePoint != nil)
        await #expect(throws: ElementError.self) { try await harness.scroll(to: .row("row 999")) }
    }

    @Test("Scrolling brings in a view that lies outside of what its scroll view shows")
    func scrollingViews() async throws {
        let scroll = harness.add(ScrollView(frame: Rect(0, 0, 400, 200)))
        scroll.contentSize = Size(400, 2000)
        let button = Button(title: "Deep")
        button.frame = Rect(100, 1500, 80, 40)
        scroll.addSubview(button)
        var taps = 0
        button.addAction(for: .touchUpInside) { _ in taps += 1 }
        #expect(try harness.find(.button("Deep")).reach == .unreachable(.outside(of: scroll)))
        try await harness.scroll(to: .button("Deep"))
        await harness.advance(by: .seconds(2))
        try await harness.tap(.button("Deep"))
        #expect(taps == 1)
    }

    @Test("A harness of an app on a device finds and taps what that app shows")
    func onDevice() async throws {
        let device = SimulatedDevice(screenSize: Size(400, 400))
        var taps = 0
        let application = try device.launch(Application.self) { application in
            let window = Window(frame: Rect(0, 0, 400, 400), application: application)
            let button = Button(title: "Go")
            button.addAction(for: .touchUpInside) { _ in taps += 1 }
            window.addSubview(button)
            window.makeKeyAndVisible()
        }
        let other = AppHarness(of: application, on: device)
        try await other.tap(.button("Go"))
        #expect(taps == 1)
        #expect(other.window === application.keyWindow)
    }
}

extension AppHarness {
    // The variants without await are for functions that are not async, as these are.
    fileprivate func tapNow(_ query: ElementQuery) throws { try tap(query) }

    fileprivate func typeNow(_ text: String, into query: ElementQuery) throws { try type(text, into: query) }

    fileprivate func waitNow(for query: ElementQuery, upTo limit: Duration) throws {
        try wait(for: query, upTo: limit)
    }
}

@MainActor
private final class NumberedRows: ListViewDataSource {
    let count: Int

    init(count: Int) { self.count = count }

    func listView(_ listView: ListView, numberOfRowsInSection section: Int) -> Int { count }

    func listView(_ listView: ListView, cellForRowAt path: ListView.IndexPath) -> ListCell {
        let cell = ListCell(reuseIdentifier: nil)
        let label = Label(text: "row \(path.row)")
        label.frame = Rect(0, 0, 200, 50)
        cell.addSubview(label)
        return cell
    }
}

@MainActor
private final class SelectionWatcher: ListViewDelegate {
    private let onSelect: (Int) -> Void

    init(_ onSelect: @escaping (Int) -> Void) { self.onSelect = onSelect }

    func listView(_ listView: ListView, didSelectRowAt path: ListView.IndexPath) { onSelect(path.row) }
}
