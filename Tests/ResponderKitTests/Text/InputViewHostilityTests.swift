import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Input views of odd sizes, in odd windows")
struct InputViewHostilityTests {
    let harness: AppHarness
    let teller = CoverTeller()

    init() throws { harness = try AppHarness(delegate: teller, screenSize: Size(400, 600)) }

    private var application: Application { harness.application }
    private var frame: Rect? { harness.inputWindows.first?.frame }

    @Test("A window that gets an extent while it has a first responder gets its keyboard")
    func emptyWindow() {
        for size in [Size.zero, Size(0, 600), Size(400, 0)] {
            harness.window.frame = Rect(origin: .zero, size: size)
            let view = harness.typing()
            #expect(harness.inputWindows.isEmpty)
            harness.window.frame = Rect(0, 0, 400, 600)
            harness.settle()
            #expect(frame == Rect(0, 408, 400, 192), "\(size)")
            view.resignFirstResponder()
            harness.settle()
        }
        harness.window.frame = Rect(0, 0, 1, 1)
        _ = harness.typing()
        #expect(frame == Rect(0, 0, 1, 1))
    }

    @Test("An input view that a low window cuts has its own height again in a higher window")
    func lowWindow() {
        let view = TypedView(frame: Rect(0, 0, 10, 10))
        let (input, accessory) = (View(frame: Rect(0, 0, 10, 200)), View(frame: Rect(0, 0, 10, 50)))
        (view.ownInputView, view.ownAccessory) = (input, accessory)
        _ = harness.typing(view)
        #expect(frame == Rect(0, 350, 400, 250))
        for height in [100.0, 40] {
            harness.window.frame = Rect(0, 0, 400, height)
            harness.settle()
            #expect(frame == Rect(0, 0, 400, height))
        }
        harness.window.frame = Rect(0, 0, 400, 600)
        harness.settle()
        #expect(frame == Rect(0, 350, 400, 250))
        harness.window.frame = Rect(0, 0, 400, 100)
        harness.settle()
        view.resignFirstResponder()
        harness.settle()
        #expect(input.bounds.height == 200 && accessory.bounds.height == 50)
        view.becomeFirstResponder()
        harness.settle()
        input.frame.size.height = 30
        view.reloadInputViews()
        harness.settle()
        #expect(frame == Rect(0, 20, 400, 80))
    }

    @Test("An input view without a height is asked again which one fits")
    func fitting() {
        final class Half: View {
            override func sizeThatFits(_ size: Size) -> Size { Size(size.width, size.height / 2) }
        }
        let view = TypedView(frame: Rect(0, 0, 10, 10))
        view.ownInputView = Half(frame: .zero)
        _ = harness.typing(view)
        #expect(frame == Rect(0, 300, 400, 300))
        harness.window.frame = Rect(0, 0, 400, 200)
        harness.settle()
        #expect(frame == Rect(0, 100, 400, 100))
    }

    @Test("Heights of an input view that are none keep the keyboard away")
    func oddHeights() {
        final class Odd: View {
            var height = 0.0
            override func sizeThatFits(_ size: Size) -> Size { Size(size.width, height) }
        }
        let (view, odd) = (TypedView(frame: Rect(0, 0, 10, 10)), Odd(frame: .zero))
        view.ownInputView = odd
        view.ownAccessory = View(frame: Rect(0, 0, 10, 40))
        _ = harness.typing(view)
        for height in [0, -20, Double.nan, .infinity, -.infinity] {
            odd.height = height
            view.reloadInputViews()
            harness.settle()
            #expect(frame == Rect(0, 560, 400, 40), "\(height)")
        }
        // A rectangle's height is that without its sign.
        odd.bounds = Rect(0, 0, 10, -30)
        view.reloadInputViews()
        harness.settle()
        #expect(frame == Rect(0, 530, 400, 70))
    }

    @Test("The keyboard stays in front of the key window, whose level changes or which comes to the front again")
    func level() {
        _ = harness.typing()
        for level in [5000, 3000, Double.infinity, 0] {
            harness.window.windowLevel = .init(level)
            harness.settle()
            #expect(application.windows.last === harness.inputWindows.first, "\(level)")
            harness.window.makeKeyAndVisible()
            harness.settle()
            #expect(application.windows.last === harness.inputWindows.first, "\(level), to the front")
        }
    }

    @Test("A keyboard that is shown gets the height of its new layout")
    func layoutHeight() throws {
        _ = harness.typing()
        let keyboard = try #require(harness.screenKeyboard.view)
        keyboard.layout = try KeyboardLayout(["a": "a\nb"])
        harness.settle()
        #expect(frame == Rect(0, 504, 400, 96))
        keyboard.layout = .english
        harness.settle()
        #expect(frame == Rect(0, 408, 400, 192))
        let low = ControlAppearance()
        low.keyboardRowHeight = 20
        application.controlAppearance = low
        harness.settle()
        #expect(frame == Rect(0, 520, 400, 80))
    }

    @Test("An application that goes to the background inside a notification has its keyboard on the return")
    func backgroundInside() throws {
        var hasLeft = false
        let view = harness.add(TypedView(frame: Rect(0, 0, 10, 10)))
        let token = application.notificationCenter.observe(Window.KeyboardWillShow.self) { [harness] _ in
            if hasLeft { return }
            hasLeft = true
            #expect(throws: Never.self) { try harness.device.perform(.home) }
            harness.settle()
        }
        view.becomeFirstResponder()
        harness.settle()
        #expect(hasLeft)
        try harness.device.perform(.openSwitcher)
        try harness.device.perform(.choose("Application"))
        harness.settle()
        #expect(frame == Rect(0, 408, 400, 192))
        token.cancel()
    }

    @Test("The app may hide all windows, and show its own again")
    func hidesAll() {
        _ = harness.typing()
        for window in application.windows.reversed() { window.isHidden = true }
        harness.settle()
        harness.window.makeKeyAndVisible()
        harness.settle()
        #expect(frame == Rect(0, 408, 400, 192))
    }

    @Test("A keyboard in a window with a transform and another origin gets its fingers on the right keys")
    func transforms() throws {
        let view = harness.typing()
        harness.window.bounds.origin = Point(30, -50)
        for transform in [Transform(rotationAngle: 0.3), Transform(scaleX: 0.5, y: -0.5), Transform(scaleX: 0, y: 1)] {
            harness.window.transform = transform
            harness.settle()
            #expect(harness.window.coveredRect == Rect(30, 358, 400, 192))
            guard transform.inverted() != nil else { continue }
            harness.screenKeyboard.type("qp")
            #expect(view.text == "qp")
            view.text = ""
        }
    }

    // MARK: Scroll views

    @Test("Fingers scroll away from the first responder, at any fraction of a point")
    func scrollsAway() {
        let scroll = harness.add(ScrollView(frame: Rect(0.1, 100.7, 400, 333.3)))
        scroll.contentSize = Size(400, 3000)
        scroll.avoidsInputViews = true
        let field = TypedView(frame: Rect(0, 250, 100, 20))
        scroll.addSubview(field)
        field.becomeFirstResponder()
        harness.settle()
        let bottom = scroll.adjustedContentInset.bottom
        let finger = harness.finger().down(at: Point(200, 300))
        for step in 1...100 {
            finger.move(by: 0, -1.37)
            harness.settle()
            if step == 20 { #expect(scroll.contentOffset.y > 0) }
        }
        #expect(scroll.contentOffset.y > 100 && abs(scroll.adjustedContentInset.bottom - bottom) < 0.01)
        for step in 1...1000 {
            scroll.contentOffset.y = 1000 + Double(step) * 1.01
            harness.settle()
            #expect(scroll.contentOffset.y == 1000 + Double(step) * 1.01)
            guard scroll.contentOffset.y > 1000 else { return }
        }
    }

    @Test("A scroll view that is moved, or is in a view that is moved, avoids the keyboard there")
    func movedScrollView() {
        let container = harness.add(View(frame: Rect(0, 0, 400, 600)))
        let scroll = ScrollView(frame: Rect(0, 0, 400, 500))
        container.addSubview(scroll)
        scroll.contentSize = Size(400, 3000)
        scroll.avoidsInputViews = true
        _ = harness.typing()
        #expect(scroll.adjustedContentInset.bottom == 92)
        // Whoever shows the windows has the moves of views in a pass.
        application.onPresent = { _, _ in }
        scroll.frame.origin.y = 50
        harness.settle()
        #expect(scroll.adjustedContentInset.bottom == 142)
        container.frame.origin.y = -50
        harness.settle()
        #expect(scroll.adjustedContentInset.bottom == 92)
    }

    @Test("A thousand scroll views that come and go are forgotten")
    func manyScrollViews() {
        _ = harness.typing()
        weak var last: ScrollView?
        for _ in 0..<1000 {
            let scroll = harness.add(ScrollView(frame: Rect(0, 0, 400, 500)))
            scroll.avoidsInputViews = true
            #expect(scroll.adjustedContentInset.bottom == 92)
            scroll.removeFromSuperview()
            last = scroll
        }
        harness.settle()
        #expect(last == nil)
    }

    @Test("A list in a scroll view, in a turned interface, and a zoomed list show their first responder")
    func turnedScrollViews() throws {
        harness.window.rootViewController = ViewController()
        application.manifest.supportedOrientations = Set(InterfaceOrientation.allCases)
        try harness.device.perform(.change(.orientation(.landscapeLeft)))
        harness.settle()
        let scroll = harness.add(ScrollView(frame: Rect(0, 0, 600, 400)))
        (scroll.contentSize, scroll.avoidsInputViews, scroll.isPagingEnabled) = (Size(600, 2000), true, true)
        let inner = ScrollView(frame: Rect(0, 350, 600, 300))
        (inner.contentSize, inner.avoidsInputViews) = (Size(600, 1000), true)
        scroll.addSubview(inner)
        let field = TypedView(frame: Rect(0, 250, 100, 20))
        inner.addSubview(field)
        field.becomeFirstResponder()
        for _ in 0..<5 { harness.settle() }
        let place = harness.window.convert(field.bounds, from: field)
        #expect(harness.window.coveredRect == Rect(0, 208, 600, 192))
        #expect(place.minY >= 0 && place.maxY <= harness.window.coveredRect.minY, "\(place)")
        harness.screenKeyboard.type("q")
        #expect(field.text == "q")
        scroll.contentOffset.y = 2000 - 208
        field.resignFirstResponder()
        harness.settle()
        #expect(scroll.contentOffset.y == 1600 && inner.adjustedContentInset == .zero)
    }

    @Test("A first responder that is a window, a controller or has views from the delegate is served")
    func otherResponders() {
        final class FirstWindow: Window {
            let accessory = View(frame: Rect(0, 0, 10, 20))
            override var canBecomeFirstResponder: Bool { true }
            override var inputAccessoryView: View? { accessory }
        }
        final class TypingController: ViewController, KeyInput {
            var hasText: Bool { false }
            var text = ""
            func insertText(_ text: String) { self.text += text }
            func deleteBackward() {}
            override var canBecomeFirstResponder: Bool { true }
        }
        let window = FirstWindow(frame: Rect(0, 0, 400, 600), application: application)
        let controller = TypingController()
        window.rootViewController = controller
        window.makeKeyAndVisible()
        window.becomeFirstResponder()
        harness.settle()
        #expect(frame == Rect(0, 580, 400, 20))
        controller.becomeFirstResponder()
        harness.settle()
        #expect(frame == Rect(0, 388, 400, 212))
        harness.screenKeyboard.type("q")
        #expect(controller.text == "q")
        let presented = ViewController()
        controller.present(presented)
        harness.settle()
        controller.dismiss()
        harness.settle()
        window.isHidden = true
        window.rootViewController = nil
        harness.settle()
        #expect(frame == nil)
    }

    @Test("Gestures of the app's window hear nothing of fingers on the keyboard")
    func gestures() {
        var taps = 0
        let tap = TapGestureRecognizer()
        tap.addAction { _ in taps += 1 }
        harness.window.addGestureRecognizer(tap)
        let view = harness.typing()
        harness.screenKeyboard.type("qwerty")
        #expect(taps == 0 && view.text == "qwerty")
        harness.finger().down(at: Point(200, 300)).up()
        harness.settle()
        #expect(taps == 1)
    }
}
