import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Keyboards and input views, whatever the app does meanwhile")
struct KeyboardHostilityTests {
    let harness: AppHarness
    let teller = CoverTeller()

    init() throws { harness = try AppHarness(delegate: teller, screenSize: Size(400, 600)) }

    private var application: Application { harness.application }

    private func at(_ text: String) -> Point { harness.screenKeyboard.location(of: text) }

    private func down(_ point: Point) -> Finger {
        let finger = harness.finger().down(at: point)
        harness.settle()
        return finger
    }

    @Test("A keyboard that goes while fingers are on it types nothing, and lets go of them")
    func goes() throws {
        let view = harness.typing()
        let keyboard = try #require(harness.screenKeyboard.view)
        let fingers = [down(at("q")), down(harness.screenKeyboard.location(of: .delete))]
        #expect(view.text.isEmpty)
        view.text = "abc"
        view.resignFirstResponder()
        harness.settle()
        #expect(keyboard.fingers.isEmpty && keyboard.deletion == nil)
        for finger in fingers { finger.up() }
        harness.advance(by: .seconds(1))
        #expect(view.text == "abc")
    }

    @Test("A responder may resign, leave, or make another first inside what is typed")
    func changesInText() {
        for change in 0..<4 {
            let view = harness.typing()
            let other = harness.add(TypedView(frame: Rect(0, 100, 10, 10)))
            view.onInsert = { [unowned view, unowned other, harness] _ in
                switch change {
                case 0: view.resignFirstResponder()
                case 1: view.removeFromSuperview()
                case 2: other.becomeFirstResponder()
                default: harness.window.isHidden = true
                }
            }
            let fingers = [down(at("a"))]
            let point = at("b")
            let second = down(point)
            fingers[0].up()
            second.up()
            harness.settle()
            #expect(view.text == "a" && other.text == (change == 2 ? "b" : ""), "change \(change)")
            view.onInsert = nil
            harness.window.makeKeyAndVisible()
            view.resignFirstResponder()
            other.resignFirstResponder()
            harness.settle()
            #expect(harness.inputWindows.isEmpty, "change \(change)")
        }
    }

    @Test("Fingers that go in a run of the loop inside a typed key are read no more")
    func nestedRun() {
        let view = harness.typing()
        let points = [at("a"), at("b"), at("c")]
        let first = down(points[0])
        let fingers = [harness.finger(), harness.finger()]
        var isNested = false
        view.onInsert = { [unowned harness] _ in
            guard !isNested else { return }
            isNested = true
            for finger in fingers { finger.up() }
            harness.settle()
            // Other contacts take the slots.
            for _ in 0..<70 { harness.finger().down(at: Point(10, 10)).up() }
            harness.settle()
        }
        harness.together {
            fingers[0].down(at: points[1])
            fingers[1].down(at: points[2])
        }
        harness.settle()
        first.up()
        harness.settle()
        #expect(view.text.first == "a" && isNested)
    }

    @Test("64 fingers at once type 64 letters in their order")
    func manyFingers() {
        let view = harness.typing()
        let letters = Array("qwertyuiopasdfghjklzxcvbnm")
        let points = letters.map { at(String($0)) }
        var fingers: [Finger] = []
        for index in 0..<64 { fingers.append(down(points[index % points.count])) }
        for finger in fingers { finger.up() }
        harness.settle()
        #expect(view.text == String((0..<64).map { letters[$0 % letters.count] }))
    }

    @Test("An input view that several responders share stays where it is")
    func shared() {
        let input = View(frame: Rect(0, 0, 10, 50))
        let views = (0..<2).map { TypedView(frame: Rect(0, Double($0) * 50, 10, 10)) }
        for view in views {
            harness.add(view)
            view.ownInputView = input
        }
        views[0].becomeFirstResponder()
        harness.settle()
        let moves = input.windowMoves
        views[1].becomeFirstResponder()
        harness.settle()
        #expect(input.windowMoves == moves && harness.inputWindows.first?.subviews == [input])
    }

    @Test("An input view that is elsewhere is moved to the window of input views")
    func elsewhere() {
        let input = harness.add(View(frame: Rect(0, 0, 10, 50)))
        let view = TypedView(frame: Rect(0, 0, 10, 10))
        view.ownInputView = input
        _ = harness.typing(view)
        #expect(input.superview === harness.inputWindows.first)
        view.resignFirstResponder()
        harness.settle()
        #expect(input.superview == nil)
    }

    @Test("An input view that is a new one each time is asked for once a change")
    func newEachTime() {
        final class Maker: TypedView {
            override var inputView: View? {
                askedViews += 1
                return View(frame: Rect(0, 0, 10, 50))
            }
        }
        let view = harness.typing(Maker(frame: Rect(0, 0, 10, 10)))
        harness.advance(by: .seconds(1))
        #expect(view.askedViews == 1 && harness.inputWindows.first?.subviews.count == 1)
        view.reloadInputViews()
        harness.settle()
        #expect(view.askedViews == 2 && harness.inputWindows.first?.subviews.count == 1)
    }

    @Test("An app that undoes each change in the notification of it comes to rest")
    func pingPong() {
        let view = harness.add(TypedView(frame: Rect(0, 0, 10, 10)))
        let center = application.notificationCenter
        let tokens = [
            center.observe(Window.KeyboardDidShow.self) { [unowned view] _ in view.resignFirstResponder() },
            center.observe(Window.KeyboardDidHide.self) { [unowned view] _ in view.becomeFirstResponder() },
        ]
        view.becomeFirstResponder()
        harness.settle()
        #expect(harness.inputWindows.isEmpty != view.isFirstResponder)
        harness.settle()
        for token in tokens { token.cancel() }
        view.resignFirstResponder()
        harness.settle()
        harness.settle()
        #expect(harness.inputWindows.isEmpty)
    }

    @Test("An app that resigns in the first notification sees the others, and then those of hiding")
    func resignsInWillShow() {
        let view = harness.add(TypedView(frame: Rect(0, 0, 10, 10)))
        teller.observe(application) { "" }
        let token = application.notificationCenter.observe(Window.KeyboardWillShow.self) { [unowned view] _ in
            view.resignFirstResponder()
        }
        view.becomeFirstResponder()
        harness.settle()
        #expect(
            teller.log.compactMap { $0.split(separator: " ").first } == [
                "willChangeFrame", "willShow", "delegate", "didChangeFrame", "didShow",
                "willChangeFrame", "willHide", "delegate", "didChangeFrame", "didHide",
            ]
        )
        #expect(harness.inputWindows.isEmpty)
        token.cancel()
    }

    @Test("An app that undoes each change hears of each show's hide, also when the last change was told to nobody")
    func undoesForEver() {
        let view = harness.add(TypedView(frame: Rect(0, 0, 10, 10)))
        teller.observe(application) { "" }
        let tokens = [
            application.notificationCenter.observe(Window.KeyboardWillShow.self) { [unowned view] _ in
                view.resignFirstResponder()
            },
            application.notificationCenter.observe(Window.KeyboardDidHide.self) { [unowned view] _ in
                view.becomeFirstResponder()
            },
        ]
        view.becomeFirstResponder()
        harness.settle()
        for token in tokens { token.cancel() }
        for _ in 0..<2 {
            view.resignFirstResponder()
            harness.settle()
            view.becomeFirstResponder()
            harness.settle()
        }
        let told = teller.log.compactMap { $0.split(separator: " ").first }.filter {
            $0.hasSuffix("Show") || $0.hasSuffix("Hide")
        }
        let order = ["willShow", "didShow", "willHide", "didHide"]
        #expect(told.count > 8 && told.enumerated().allSatisfy { $0.element == order[$0.offset % 4] })
    }

    @Test("An application that ends inside a notification, or in the delegate's call, hears nothing more")
    func ends() throws {
        for place in 0..<3 {
            let teller = CoverTeller()
            let harness = try AppHarness(delegate: teller)
            teller.observe(harness.application) { "" }
            var tokens: [ObservationToken] = []
            let end: @MainActor () -> Void = { [unowned application = harness.application] in application.terminate() }
            switch place {
            case 0:
                tokens.append(
                    harness.application.notificationCenter.observe(Window.KeyboardWillShow.self) { _ in end() }
                )
            case 1: teller.onCover = { _ in end() }
            default:
                tokens.append(
                    harness.application.notificationCenter.observe(Window.KeyboardDidShow.self) { _ in end() }
                )
            }
            let view = harness.add(TypedView(frame: Rect(0, 0, 10, 10)))
            view.becomeFirstResponder()
            harness.settle()
            let count = teller.log.count
            #expect(harness.application.lifecycle.hasEnded && count == [2, 3, 5][place], "place \(place)")
            view.resignFirstResponder()
            harness.settle()
            harness.advance(by: .seconds(1))
            #expect(teller.log.count == count)
            for token in tokens { token.cancel() }
        }
    }

    @Test("An application that is released takes its keyboard and input views along")
    func released() throws {
        weak var keyboard: View?
        weak var window: Window?
        weak var input: View?
        weak var application: Application?
        do {
            let clock = VirtualClock()
            let application_ = Application(runLoop: try MainRunLoop(clock: clock))
            application = application_
            let shown = Window(frame: Rect(0, 0, 400, 600), application: application_)
            shown.makeKeyAndVisible()
            let view = TypedView(frame: Rect(0, 0, 10, 10))
            view.ownAccessory = View(frame: Rect(0, 0, 10, 10))
            input = view.ownAccessory
            shown.addSubview(view)
            view.becomeFirstResponder()
            application_.launch()
            application_.runLoop.run(until: clock.now)
            window = application_.windows.last
            keyboard = application_.screenKeyboard
            #expect(application_.windows.count == 2)
        }
        #expect(application == nil && keyboard == nil && window == nil && input == nil)
    }

    @Test("The window of a text is released as usual, along with what was shown for it")
    func releasedWindow() {
        weak var window: Window?
        weak var input: View?
        do {
            let other = Window(frame: Rect(0, 0, 400, 600), application: application)
            window = other
            let view = TypedView(frame: Rect(0, 0, 10, 10))
            view.ownInputView = View(frame: Rect(0, 0, 10, 40))
            input = view.ownInputView
            other.addSubview(view)
            other.isHidden = false
            view.becomeFirstResponder()
            harness.settle()
            #expect(harness.inputWindows.count == 1)
            other.isHidden = true
        }
        harness.settle()
        harness.settle()
        #expect(window == nil && input == nil && harness.inputWindows.isEmpty)
    }

    @Test("Several applications have a keyboard each")
    func several() throws {
        let other = try AppHarness(screenSize: Size(400, 600))
        let (first, second) = (harness.typing(), other.typing())
        harness.screenKeyboard.type("one")
        other.screenKeyboard.type("two")
        #expect(first.text == "one" && second.text == "two")
        #expect(application.screenKeyboard !== other.application.screenKeyboard)
    }

    @Test("A chain of a hundred thousand responders is asked once for its input views")
    func deepChain() {
        let links = (0..<100_000).map { _ in Link() }
        for (link, above) in zip(links, links.dropFirst()) { link.above = above }
        final class Bottom: TypedView {
            var above: Responder?
            override var next: Responder? { above }
        }
        let view = Bottom(frame: Rect(0, 0, 10, 10))
        view.above = links[0]
        links[99_999].accessory = View(frame: Rect(0, 0, 10, 10))
        _ = harness.typing(view)
        #expect(links[99_999].asked == 1 && links[50_000].asked == 1)
        #expect(harness.inputWindows.first?.frame == Rect(0, 398, 400, 202))
        // Each is released without recursion.
        for link in links { link.above = nil }
    }

    private final class Link: Responder {
        var above: Responder?
        var accessory: View?
        var asked = 0
        override var next: Responder? { above }
        override var inputAccessoryView: View? {
            asked += 1
            return accessory
        }
    }

    @Test("A keyboard's layout may change while keys are held")
    func layoutChanges() throws {
        let view = harness.typing()
        let keyboard = try #require(harness.screenKeyboard.view)
        let finger = down(at("p"))
        let shift = down(harness.screenKeyboard.location(of: .shift))
        keyboard.layout = .numberPad
        harness.settle()
        finger.move(to: Point(20, 500))
        harness.settle()
        finger.up()
        shift.up()
        harness.settle()
        #expect(view.text == "p" && !keyboard.isShifted && keyboard.fingers.isEmpty)
    }

    @Test("Delete goes on while one of two fingers stays on it")
    func twoDeletes() {
        let view = harness.typing()
        view.text = String(repeating: "a", count: 100)
        let point = harness.screenKeyboard.location(of: .delete)
        let (first, second) = (down(point), down(point))
        #expect(view.text.count == 98)
        first.up()
        harness.advance(by: .milliseconds(700))
        #expect(view.text.count == 95)
        second.up()
        harness.advance(by: .seconds(1))
        #expect(view.text.count == 95)
    }

    @Test("A finger that holds shift presses no key of another plane")
    func shiftAcrossPlanes() throws {
        let view = harness.typing()
        let keyboard = try #require(harness.screenKeyboard.view)
        let shift = down(harness.screenKeyboard.location(of: .shift))
        down(harness.screenKeyboard.location(of: .plane("digits"))).up()
        harness.settle()
        #expect(!keyboard.places.contains(where: keyboard.isPressed))
        down(harness.screenKeyboard.location(of: .plane("letters"))).up()
        harness.settle()
        down(at("A")).up()
        shift.up()
        harness.settle()
        #expect(view.text == "A" && !keyboard.isShifted)
    }

    @Test("A return key without effect is not pressed, whether a finger comes down on it or slides to it")
    func disabledReturn() throws {
        let view = TypedView(frame: Rect(0, 0, 10, 10))
        view.enablesReturnKeyAutomatically = true
        _ = harness.typing(view)
        let keyboard = try #require(harness.screenKeyboard.view)
        for start in [at("\n"), at("a")] {
            let finger = down(start)
            finger.move(to: Point(at("\n").x + 3, at("\n").y))
            harness.settle()
            #expect(!keyboard.places.contains(where: keyboard.isPressed))
            finger.up()
            harness.settle()
        }
        #expect(view.text.isEmpty)
    }

    @Test("A keyboard's subclass chooses the layout of usual texts as well")
    func ownLayouts() throws {
        final class Choosing: KeyboardView {
            override func layout(for type: KeyboardType) -> KeyboardLayout {
                type == .normal ? .numberPad : super.layout(for: type)
            }
        }
        application.screenKeyboard = Choosing(layout: .english)
        _ = harness.typing()
        #expect(harness.screenKeyboard.view?.shownLayout == .numberPad)
    }

    @Test("A keyboard layout of the least widths has keys with places")
    func leastWidths() throws {
        let view = harness.typing()
        application.screenKeyboard = KeyboardView(layout: try KeyboardLayout(["a": "[space:1e-310] [return:5e-324]"]))
        harness.settle()
        harness.screenKeyboard.type(" ")
        #expect(view.text == " ")
    }

    @Test("Random changes by the app while fingers type trap nothing and leave nothing behind", arguments: 1...10)
    func anyChange(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let (harness, application) = (harness, application)
        let views = (0..<4).map { TypedView(frame: Rect(0, Double($0) * 50, 40, 40)) }
        let scroll = harness.add(ScrollView(frame: Rect(0, 0, 400, 600)))
        (scroll.contentSize, scroll.avoidsInputViews) = (Size(400, 1000), true)
        let other = Window(frame: Rect(20, 30, 300, 500), application: application)
        other.addSubview(views[3])
        for view in views.dropLast() { scroll.addSubview(view) }
        views[1].ownAccessory = View(frame: Rect(0, 0, 10, 40))
        views[2].ownInputView = KeyboardView(layout: .phonePad)
        application.manifest.supportedOrientations = Set(InterfaceOrientation.allCases)
        var depth = 0
        func change() {
            guard depth < 3 else { return }
            depth += 1
            defer { depth -= 1 }
            let view = views.randomElement(using: &random) ?? views[0]
            switch Int.random(in: 0...19, using: &random) {
            case 0...3: view.becomeFirstResponder()
            case 4: view.resignFirstResponder()
            case 5: view.superview == nil ? scroll.addSubview(view) : view.removeFromSuperview()
            case 6: application.keyboardPolicy = KeyboardPolicy.allCases.randomElement(using: &random) ?? .always
            case 7: application.screenKeyboard = KeyboardView(layout: Bool.random(using: &random) ? .german : .english)
            case 8: (application.screenKeyboard as? KeyboardView)?.layout = .decimalPad(",")
            case 9: application.screenKeyboard.removeFromSuperview()
            case 10: harness.window.isHidden.toggle()
            case 11: other.isHidden.toggle()
            case 12: other.makeKeyAndVisible()
            case 13: harness.window.makeKeyAndVisible()
            case 14: view.keyboardType = KeyboardType.allCases.randomElement(using: &random) ?? .normal
            case 15: view.reloadInputViews()
            case 16: other.frame.size.height = Double(Int.random(in: 0...500, using: &random))
            case 17: harness.window.windowLevel = .init(Bool.random(using: &random) ? 4000 : 0)
            case 18: harness.settle()
            default: application.windows.last?.isHidden = true
            }
        }
        for view in views { view.onInsert = { _ in change() } }
        teller.onCover = { _ in if Int.random(in: 0...2, using: &random) == 0 { change() } }
        let center = application.notificationCenter
        let tokens = [
            center.observe(Window.KeyboardWillShow.self) { _ in if Bool.random(using: &random) { change() } },
            center.observe(Window.KeyboardDidHide.self) { _ in if Bool.random(using: &random) { change() } },
        ]
        var fingers: [Finger] = []
        for _ in 0..<300 {
            if fingers.count < 5, Bool.random(using: &random) {
                let point = Point(
                    Double.random(in: 0..<400, using: &random),
                    Double.random(in: 400..<600, using: &random)
                )
                fingers.append(harness.finger().down(at: point))
            } else if let index = fingers.indices.randomElement(using: &random) {
                switch Int.random(in: 0...3, using: &random) {
                case 0: fingers[index].move(by: 10, 5)
                case 1: fingers.remove(at: index).cancel()
                default: fingers.remove(at: index).up()
                }
            }
            if Bool.random(using: &random) { change() }
            Bool.random(using: &random) ? harness.settle() : harness.advance(by: .milliseconds(300))
        }
        for token in tokens { token.cancel() }
        teller.onCover = nil
        for finger in fingers { finger.up() }
        for view in views { (view.onInsert, view.keyboardType) = (nil, .normal) }
        (harness.window.frame, application.keyboardPolicy) = (Rect(0, 0, 400, 600), .always)
        let keyboard = KeyboardView(layout: .english)
        application.screenKeyboard = keyboard
        harness.window.makeKeyAndVisible()
        views[0].removeFromSuperview()
        harness.add(views[0]).becomeFirstResponder()
        views[0].text = ""
        harness.settle()
        #expect(harness.inputWindows.first?.frame == Rect(0, 408, 400, 192))
        #expect(application.windows.last === harness.inputWindows.first && harness.loop.nextDeadline == nil)
        harness.screenKeyboard.type("Ok")
        #expect(views[0].text == "Ok" && keyboard.fingers.isEmpty)
    }

    @Test("Taps on shift at any time are no trap", arguments: [[Int64.max, .min], [.min, .max], [.min, .min, .max]])
    func oddTimes(times: [Int64]) throws {
        _ = harness.typing()
        let keyboard = try #require(harness.screenKeyboard.view)
        let sender = application.touchPort.makeSender()
        let point = harness.screenKeyboard.location(of: .shift)
        for time in times {
            for phase in [TouchContact.Phase.began, .ended] {
                sender.send(TouchFrame(time: .init(nanoseconds: time), contacts: [TouchContact(1, phase, at: point)]))
                harness.settle()
            }
        }
        #expect(keyboard.fingers.isEmpty)
    }

    @Test(
        "Odd texts before the caret decide about upper case",
        arguments: [
            ("", true), (" ", true), ("\n", true), ("a\r\n", true), ("a.", false), ("a. ", true), ("a.\u{a0}", true),
            ("a.\") ", true), ("a.\u{301} ", false), ("\u{301} ", false), ("\u{1F469}\u{200D}\u{1F467}! ", true),
            ("\u{6F22}\u{3002}\u{3000}", true), (String(repeating: ")", count: 99) + " ", true),
            ("a" + String(repeating: " ", count: 99), true), ("\0", false), ("\u{2028}", true),
        ]
    )
    func oddTexts(text: String, isUpper: Bool) {
        let view = CaretView(frame: Rect(0, 0, 10, 10))
        view.text = text
        #expect(AutocapitalizationType.sentences.isUpper(in: view) == isUpper)
    }

    @Test("A loop run inside a notification lets fingers type on what is shown, and comes back to what is right")
    func nestedInNotification() throws {
        let (first, second) = (harness.add(TypedView(frame: Rect(0, 0, 10, 10))), TypedView(frame: Rect(0, 50, 10, 10)))
        harness.add(second)
        second.ownInputView = View(frame: Rect(0, 0, 10, 70))
        var isNested = false
        let token = application.notificationCenter.observe(Window.KeyboardDidShow.self) { [harness] _ in
            if isNested { return }
            isNested = true
            harness.screenKeyboard.type("a")
            second.becomeFirstResponder()
            harness.advance(by: .seconds(1))
            harness.window.frame.size.height = 500
            harness.settle()
        }
        first.becomeFirstResponder()
        harness.settle()
        #expect(isNested && first.text == "a" && harness.inputWindows.first?.frame == Rect(0, 430, 400, 70))
        token.cancel()
    }

    @Test("An input view that hides, moves or removes itself, or ends the application when it is shown, is no trap")
    func refusing() throws {
        final class Refusing: View {
            var onMove: (@MainActor (Refusing) -> Void)?
            override func didMoveToWindow() { onMove?(self) }
        }
        for change in 0..<5 {
            let harness = try AppHarness(screenSize: Size(400, 600))
            let view = TypedView(frame: Rect(0, 0, 10, 10))
            let input = Refusing(frame: Rect(0, 0, 10, 50))
            input.onMove = { [unowned harness, unowned view] input in
                guard input.window != nil else { return }
                switch change {
                case 0: input.removeFromSuperview()
                case 1: harness.add(input)
                case 2: view.resignFirstResponder()
                case 3: harness.window.isHidden = true
                default: harness.application.terminate()
                }
            }
            view.ownInputView = input
            _ = harness.typing(view)
            harness.advance(by: .seconds(1))
            if change == 2 || change == 3 { #expect(harness.inputWindows.isEmpty, "change \(change)") }
            (input.onMove, view.ownInputView) = (nil, nil)
            input.removeFromSuperview()
        }
    }

    @Test("A keyboard that comes back for the same text has the keys that the text wants by then")
    func comesBack() throws {
        let view = harness.typing()
        for isOwn in [true, false] {
            view.keyboardType = .normal
            view.reloadInputViews()
            harness.settle()
            #expect(harness.screenKeyboard.view?.shownLayout == .english)
            if isOwn {
                view.ownInputView = View(frame: Rect(0, 0, 10, 50))
            } else {
                application.keyboardPolicy = .never
            }
            view.reloadInputViews()
            harness.settle()
            #expect(!harness.screenKeyboard.isShown)
            view.keyboardType = .numberPad
            (view.ownInputView, application.keyboardPolicy) = (nil, .always)
            view.reloadInputViews()
            harness.settle()
            #expect(harness.screenKeyboard.view?.shownLayout == .numberPad)
        }
    }
}
