import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The input views of the first responder")
struct InputViewTests {
    let harness: AppHarness
    let teller = CoverTeller()

    init() throws { harness = try AppHarness(delegate: teller, screenSize: Size(400, 600)) }

    private var application: Application { harness.application }

    /// The frame on the screen of what is shown.
    private var frame: Rect? { harness.inputWindows.first?.frame }

    // Rules: R24.
    @Test("The keyboard is shown while a responder that takes text is first responder of the key window")
    func keyboard() throws {
        let view = harness.typing()
        #expect(frame == Rect(0, 408, 400, 192) && harness.window.coveredRect == Rect(0, 408, 400, 192))
        #expect(harness.window.isKeyWindow && application.windows.last === harness.inputWindows.first)
        #expect(harness.screenKeyboard.view === application.screenKeyboard)
        view.resignFirstResponder()
        #expect(harness.screenKeyboard.isShown)
        harness.settle()
        #expect(frame == nil && harness.window.coveredRect == .zero && application.windows == [harness.window])
    }

    // Rules: R24.
    @Test("The nearest input view and the nearest accessory are shown, each on its own")
    func lookup() {
        let (outer, inner) = (PlainFirst(frame: Rect(0, 0, 100, 100)), TypedView(frame: Rect(0, 0, 10, 10)))
        harness.add(outer)
        outer.addSubview(inner)
        outer.ownInputView = View(frame: Rect(0, 0, 10, 100))
        outer.ownAccessory = View(frame: Rect(0, 0, 10, 30))
        inner.becomeFirstResponder()
        harness.settle()
        #expect(frame == Rect(0, 470, 400, 130))
        #expect(outer.ownInputView?.frame == Rect(0, 30, 400, 100) && outer.ownAccessory?.frame == Rect(0, 0, 400, 30))
        inner.ownInputView = View(frame: Rect(0, 0, 10, 50))
        inner.reloadInputViews()
        harness.settle()
        #expect(frame == Rect(0, 520, 400, 80) && outer.ownInputView?.superview == nil)
        outer.becomeFirstResponder()
        harness.settle()
        #expect(frame == Rect(0, 470, 400, 130))
    }

    @Test("A first responder without text has no keyboard, but may have views")
    func withoutText() {
        let view = harness.add(PlainFirst(frame: Rect(0, 0, 10, 10)))
        view.becomeFirstResponder()
        harness.settle()
        #expect(frame == nil)
        view.ownAccessory = View(frame: Rect(0, 0, 10, 40))
        view.reloadInputViews()
        harness.settle()
        #expect(frame == Rect(0, 560, 400, 40))
        view.ownInputView = view.ownAccessory
        view.reloadInputViews()
        harness.settle()
        #expect(frame == Rect(0, 560, 400, 40))
    }

    @Test("Moving from one field to another neither hides nor shows any input view")
    func moving() {
        let (first, second) = (harness.typing(), harness.add(TypedView(frame: Rect(0, 100, 10, 10))))
        teller.log = []
        let window = harness.inputWindows.first
        first.resignFirstResponder()
        second.becomeFirstResponder()
        harness.settle()
        #expect(teller.log.isEmpty && harness.inputWindows.first === window)
    }

    @Test("The calls of a keyboard that is shown come in order: will, the views, the delegate, did")
    func order() {
        teller.observe(application) { [unowned harness] in "\(harness.window.coveredRect.height)" }
        let view = harness.typing()
        #expect(
            teller.log == [
                "willChangeFrame 600.0 408.0 [0.0]", "willShow 600.0 408.0 [0.0]", "delegate 192.0 [192.0]",
                "didChangeFrame 600.0 408.0 [192.0]", "didShow 600.0 408.0 [192.0]",
            ]
        )
        teller.log = []
        view.ownAccessory = View(frame: Rect(0, 0, 10, 8))
        view.reloadInputViews()
        harness.settle()
        #expect(
            teller.log == [
                "willChangeFrame 408.0 400.0 [192.0]", "delegate 200.0 [200.0]", "didChangeFrame 408.0 400.0 [200.0]",
            ]
        )
        teller.log = []
        view.resignFirstResponder()
        harness.settle()
        #expect(
            teller.log == [
                "willChangeFrame 400.0 600.0 [200.0]", "willHide 400.0 600.0 [200.0]", "delegate 0.0 [0.0]",
                "didChangeFrame 400.0 600.0 [0.0]", "didHide 400.0 600.0 [0.0]",
            ]
        )
    }

    @Test("A responder that becomes first by keys gets no keyboard, unless a touch or the policy asks for one")
    func policy() {
        let (first, second) = (TypedView(frame: Rect(0, 0, 10, 10)), TypedView(frame: Rect(0, 100, 10, 10)))
        harness.add(first)
        harness.add(second)
        harness.keyboard.type("x")
        harness.settle()
        first.becomeFirstResponder()
        harness.settle()
        #expect(!harness.screenKeyboard.isShown)
        // A touch that makes it first once more.
        harness.add(RecordingView("touched", frame: Rect(0, 200, 50, 50)))
        harness.finger().down(at: Point(20, 220)).up()
        harness.settle()
        first.becomeFirstResponder()
        harness.settle()
        #expect(harness.screenKeyboard.isShown)
        // Keys that type do not hide it; a key that leads to another field does.
        harness.keyboard.type("y")
        harness.settle()
        #expect(harness.screenKeyboard.isShown && first.text == "y")
        second.becomeFirstResponder()
        harness.settle()
        #expect(!harness.screenKeyboard.isShown)
        application.keyboardPolicy = .always
        harness.settle()
        #expect(harness.screenKeyboard.isShown)
        application.keyboardPolicy = .never
        second.ownAccessory = View(frame: Rect(0, 0, 10, 8))
        second.reloadInputViews()
        harness.settle()
        #expect(!harness.screenKeyboard.isShown && frame == Rect(0, 592, 400, 8))
    }

    @Test("Touches above the keyboard go to the windows behind, and touches on the keyboard do not")
    func touches() {
        let log = ResponderLog()
        harness.add(RecordingView("back", log: log, frame: Rect(0, 0, 400, 600)))
        _ = harness.typing()
        harness.finger().down(at: Point(200, 407)).up()
        harness.finger().down(at: Point(200, 409)).up()
        harness.settle()
        #expect(log.lines.count == 2)
    }

    // Rules: R25, R27.
    @Test("The window of input views is never the key window, nor when the key window is hidden")
    func neverKey() throws {
        _ = harness.typing()
        let window = try #require(harness.inputWindows.first)
        window.makeKey()
        #expect(harness.window.isKeyWindow)
        window.makeKeyAndVisible()
        #expect(harness.window.isKeyWindow)
        harness.window.isHidden = true
        #expect(application.keyWindow == nil)
        harness.settle()
        #expect(application.windows.isEmpty)
    }

    @Test("Input views are in front of alerts and of the key window, whatever its level is")
    func level() throws {
        harness.window.windowLevel = .init(5000)
        _ = harness.typing()
        #expect(application.windows.last === harness.inputWindows.first && Window.Level.keyboard > .alert)
    }

    @Test("Input views go while an alert is the key window, and come back afterwards")
    func alert() {
        let view = harness.typing()
        let alert = AlertController(title: "Alert")
        alert.show(over: harness.window)
        harness.settle()
        #expect(frame == nil && view.isFirstResponder)
        alert.close()
        harness.settle()
        #expect(frame != nil)
    }

    @Test("Input views follow the key window that is moved, resized or turned")
    func following() throws {
        _ = harness.typing()
        harness.window.frame = Rect(10, 20, 300, 400)
        harness.settle()
        #expect(frame == Rect(10, 228, 300, 192) && harness.window.coveredRect == Rect(0, 208, 300, 192))
        harness.window.center.x += 5
        harness.settle()
        #expect(frame == Rect(15, 228, 300, 192))
        // There is no place for them where the window's own is beyond all numbers.
        harness.window.transform = Transform(scaleX: 1e308, y: 1e308)
        harness.settle()
        #expect(frame == nil)
    }

    @Test("Input views stand as the key window stands when the interface is turned")
    func turned() throws {
        harness.window.rootViewController = ViewController()
        application.manifest.supportedOrientations = Set(InterfaceOrientation.allCases)
        _ = harness.typing()
        for (device, expected) in [
            (DeviceOrientation.landscapeLeft, Rect(0, 0, 192, 600)), (.portraitUpsideDown, Rect(0, 0, 400, 192)),
            (.landscapeRight, Rect(208, 0, 192, 600)), (.portrait, Rect(0, 408, 400, 192)),
        ] {
            try harness.device.perform(.change(.orientation(device)))
            harness.settle()
            #expect(frame == expected, "\(device)")
            harness.screenKeyboard.type("ab")
        }
        #expect((application.textInput as? TypedView)?.text == "abababab")
    }

    @Test("Two windows are told when the first responder moves from one to the other")
    func twoWindows() {
        let other = Window(frame: Rect(0, 0, 400, 600), application: application)
        let (first, second) = (harness.typing(), TypedView(frame: Rect(0, 0, 10, 10)))
        other.addSubview(second)
        other.isHidden = false
        teller.log = []
        second.becomeFirstResponder()
        harness.settle()
        #expect(teller.log == ["delegate 0.0", "delegate 192.0"] && first.isFirstResponder)
        #expect(harness.window.coveredRect == other.coveredRect)
    }

    @Test("Input views do not change in the background, and are right on the return")
    func background() throws {
        let view = harness.typing()
        try harness.device.perform(.home)
        view.resignFirstResponder()
        harness.settle()
        #expect(harness.inputWindows.count == 1)
        try harness.device.perform(.openSwitcher)
        try harness.device.perform(.choose("Application"))
        harness.settle()
        #expect(harness.inputWindows.isEmpty)
    }

    @Test("Another keyboard takes the place of the first")
    func ownKeyboard() {
        _ = harness.typing()
        let german = KeyboardView(layout: .german)
        application.screenKeyboard = german
        harness.settle()
        #expect(harness.screenKeyboard.view === german && harness.inputWindows.first?.subviews == [german])
        harness.screenKeyboard.type("grün")
        #expect((application.textInput as? TypedView)?.text == "grün")
        application.screenKeyboard = View(frame: Rect(0, 0, 0, 60))
        harness.settle()
        #expect(frame == Rect(0, 540, 400, 60))
    }

    @Test("Reloading input views does nothing for a responder that is not above the first responder")
    func reloading() {
        let view = harness.typing()
        let stranger = harness.add(View())
        let asked = view.askedViews
        stranger.reloadInputViews()
        harness.settle()
        #expect(view.askedViews == asked)
        for responder in [view, harness.window, application] as [Responder] {
            let asked = view.askedViews
            responder.reloadInputViews()
            harness.settle()
            #expect(view.askedViews == asked + 1)
        }
    }

    // MARK: Scroll views

    @Test("A scroll view that avoids input views can be scrolled above them, and shows the first responder")
    func scrollView() {
        let scroll = harness.add(ScrollView(frame: Rect(0, 100, 400, 500)))
        scroll.contentSize = Size(400, 1000)
        scroll.contentInset.bottom = 10
        let field = TypedView(frame: Rect(0, 450, 100, 20))
        scroll.addSubview(field)
        scroll.avoidsInputViews = true
        field.becomeFirstResponder()
        harness.settle()
        #expect(scroll.adjustedContentInset.bottom == 202 && scroll.contentInset.bottom == 10)
        #expect(scroll.contentOffset.y == 450 + 20 - (500 - 202))
        let lower = TypedView(frame: Rect(0, 900, 100, 20))
        scroll.addSubview(lower)
        lower.becomeFirstResponder()
        harness.settle()
        #expect(scroll.contentOffset.y == 900 + 20 - (500 - 202))
        scroll.contentOffset.y = 702
        lower.resignFirstResponder()
        harness.settle()
        #expect(scroll.adjustedContentInset == scroll.contentInset && scroll.contentOffset.y == 510)
    }

    @Test("A scroll view shows the caret of a text larger than itself; other scroll views stay as they are")
    func caret() {
        let scroll = harness.add(ScrollView(frame: Rect(0, 100, 400, 500)))
        scroll.contentSize = Size(400, 2000)
        let text = CaretView(frame: Rect(0, 0, 400, 2000))
        text.text = String(repeating: "\n", count: 100)
        scroll.addSubview(text)
        text.becomeFirstResponder()
        harness.settle()
        #expect(scroll.contentOffset.y == 0 && scroll.adjustedContentInset == .zero)
        scroll.avoidsInputViews = true
        #expect(scroll.adjustedContentInset.bottom == 192 && scroll.contentOffset.y == 1010 - (500 - 192))
        scroll.avoidsInputViews = false
        #expect(scroll.adjustedContentInset == .zero)
    }
}

@MainActor
@Suite("The keyboard on the screen types into")
struct TypedTextTests {
    let harness: AppHarness

    init() throws { harness = try AppHarness(screenSize: Size(400, 600)) }

    @Test("The screen keyboard types into a text field, with upper case, deletion and the return key")
    func field() async {
        let field = harness.add(TextField(frame: Rect(0, 0, 200, 48)))
        field.autocapitalizationType = .sentences
        await harness.tap(at: Point(20, 20))
        await harness.settle()
        await harness.screenKeyboard.type("Hello. World")
        harness.finger().down(at: harness.screenKeyboard.location(of: .delete)).up()
        await harness.settle()
        #expect(field.text == "Hello. Worl")
    }

    @Test("The screen keyboard types into a text view, which keeps its caret above the keyboard")
    func textView() async throws {
        let view = harness.add(TextView(frame: Rect(0, 0, 400, 600)))
        view.avoidsInputViews = true
        view.becomeFirstResponder()
        await harness.screenKeyboard.type(String(repeating: "a\n", count: 60))
        #expect(view.text == String(repeating: "a\n", count: 60))
        let caret = view.caretRect(for: view.selectedTextRange.upperBound)
        #expect(caret.maxY - view.contentOffset.y <= harness.window.coveredRect.minY && view.contentOffset.y > 0)
    }

    @Test("A test that types on a keyboard not shown, or a character that no key types, stops with a message")
    func mistakes() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            await (try AppHarness()).screenKeyboard.type("a")
        }
        expect(result, "no keyboard is shown on the screen; make a responder that takes text the first responder")
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let harness = try AppHarness()
            let field = harness.add(TextField(frame: Rect(0, 0, 200, 48)))
            field.becomeFirstResponder()
            await harness.screenKeyboard.type("aж")
        }
        expect(result, "no key of the keyboard types \"ж\"")
    }

    private func expect(_ result: ExitTest.Result?, _ message: String) {
        guard let result else { return }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains(message), "\(text)")
    }
}

/// A delegate that notes what is covered, and the notifications.
@MainActor
final class CoverTeller: ApplicationDelegate {
    var log: [String] = []
    var onCover: (@MainActor (Rect) -> Void)?
    private var note: (@MainActor () -> String)?
    private var tokens: [ObservationToken] = []

    func application(_ application: Application, inputViewsDidCover rect: Rect, of window: Window) {
        log.append("delegate \(rect.height)" + suffix)
        onCover?(rect)
    }

    private var suffix: String { note.map { " [\($0())]" } ?? "" }

    func observe(_ application: Application, _ note: @escaping @MainActor () -> String) {
        self.note = note
        let center = application.notificationCenter
        func add(_ name: String, _ begin: Rect, _ end: Rect) {
            log.append("\(name) \(begin.minY) \(end.minY)" + suffix)
        }
        tokens = [
            center.observe(Window.KeyboardWillShow.self) { add("willShow", $0.frameBegin, $0.frameEnd) },
            center.observe(Window.KeyboardDidShow.self) { add("didShow", $0.frameBegin, $0.frameEnd) },
            center.observe(Window.KeyboardWillHide.self) { add("willHide", $0.frameBegin, $0.frameEnd) },
            center.observe(Window.KeyboardDidHide.self) { add("didHide", $0.frameBegin, $0.frameEnd) },
            center.observe(Window.KeyboardWillChangeFrame.self) { add("willChangeFrame", $0.frameBegin, $0.frameEnd) },
            center.observe(Window.KeyboardDidChangeFrame.self) { add("didChangeFrame", $0.frameBegin, $0.frameEnd) },
        ]
    }
}
