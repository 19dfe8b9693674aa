#if Wayland
import ResponderKit
import ResponderWayland
import TestCompositor
import TestSupport
import Testing

@MainActor
@Suite("Input from a Wayland compositor")
struct InputTests {
    private let screen: WaylandScreen
    private let view: NotingView
    private let log = Log()

    init() throws {
        screen = try WaylandScreen()
        view = NotingView(log, frame: screen.window.bounds)
        screen.window.addSubview(view)
        screen.settle()
    }

    private func settled(_ tell: () -> Void) -> [String] {
        tell()
        screen.settle()
        return log.take()
    }

    private var compositor: OpaquePointer { screen.compositor }

    @Test("Fingers of one frame come as one event; each has its beginning, its moves and its end")
    func fingers() {
        defer { screen.end() }
        let began = settled {
            tc_touch_down(compositor, 1, 10, 20)
            tc_touch_down(compositor, 2, 30.5, 40.25)
            tc_touch_frame(compositor)
        }
        #expect(began == ["began 10,20 30.5,40.25"])
        let moved = settled {
            tc_touch_move(compositor, 1, 11, 22)
            tc_touch_frame(compositor)
        }
        #expect(moved == ["moved 11,22"])
        let ended = settled {
            tc_touch_up(compositor, 2)
            tc_touch_frame(compositor)
            tc_touch_up(compositor, 1)
            tc_touch_frame(compositor)
        }
        #expect(ended == ["ended 30.5,40.25", "ended 11,22"])
    }

    @Test("A cancel of the compositor, a number that is used again, and a device that goes strand no finger")
    func lostEnds() {
        defer { screen.end() }
        _ = settled {
            tc_touch_down(compositor, 1, 10, 20)
            tc_touch_down(compositor, 2, 30, 40)
            tc_touch_frame(compositor)
        }
        #expect(settled { tc_touch_cancel(compositor) } == ["cancelled 10,20 30,40"])
        let again = settled {
            tc_touch_down(compositor, 5, 1, 1)
            tc_touch_frame(compositor)
            tc_touch_down(compositor, 5, 2, 2)
            tc_touch_frame(compositor)
        }
        #expect(again == ["began 1,1", "cancelled 1,1", "began 2,2"])
        #expect(settled { tc_set_capabilities(compositor, 0) } == ["cancelled 2,2"])
        let unknown = settled {
            tc_set_capabilities(compositor, 7)
            screen.settle()
            tc_touch_move(compositor, 9, 1, 1)
            tc_touch_up(compositor, 9)
            tc_touch_frame(compositor)
        }
        #expect(unknown == [])
    }

    @Test(
        "The mouse hovers, presses and scrolls, and what is down is cancelled when it leaves"
    )
    func pointer() {
        defer { screen.end() }
        let hover = HoverGestureRecognizer()
        hover.addAction { [log] in log.write("hover \($0.state)") }
        view.addGestureRecognizer(hover)
        let scroll = ScrollView(frame: Rect(200, 0, 100, 100))
        scroll.contentSize = Size(100, 1000)
        screen.window.addSubview(scroll)
        screen.settle()
        #expect(settled { tc_pointer_enter(compositor, 10, 10) } == ["hover began"])
        #expect(settled { tc_pointer_button(compositor, 0x110, true) }.contains("began 10,10"))
        #expect(settled { tc_pointer_move(compositor, 15, 10) } == ["moved 15,10"])
        #expect(settled { tc_pointer_button(compositor, 0x110, false) }.contains("ended 15,10"))
        _ = settled { tc_pointer_move(compositor, 250, 50) }
        _ = settled { tc_pointer_wheel(compositor, 120) }
        #expect(scroll.contentOffset.y == 48)
        _ = settled { tc_pointer_pad(compositor, 7) }
        #expect(scroll.contentOffset.y == 55)
        _ = settled { tc_pointer_move(compositor, 10, 10) }
        _ = settled { tc_pointer_button(compositor, 0x110, true) }
        #expect(settled { tc_pointer_leave(compositor) }.contains("cancelled 10,10"))
    }

    @Test("Keys come by the compositor's layout, with compose, repeat as it says, and end when the focus goes")
    func keys() {
        defer { screen.end() }
        view.becomeFirstResponder()
        tc_keyboard_layout(compositor, Self.layout)
        tc_keyboard_enter(compositor, [30], 1)
        screen.settle()
        // The key that was down already comes up without an effect.
        #expect(settled { tc_key(compositor, 30, false) } == [])
        #expect(settled { tc_key(compositor, 21, true) } == ["key began z"])
        tc_repeat(compositor, 10, 500)
        #expect(settled { tc_key(compositor, 21, false) } == ["key ended z"])
        #expect(settled { tc_key(compositor, 30, true) } == ["key began a"])
        screen.advance(by: .milliseconds(720))
        #expect(log.take() == ["key changed a", "key changed a", "key changed a"])
        #expect(settled { tc_keyboard_leave(compositor) } == ["key cancelled a"])
        screen.advance(by: .seconds(2))
        #expect(log.take() == [])
        tc_keyboard_enter(compositor, [], 0)
        tc_modifiers(compositor, 1, 0, 0)
        #expect(settled { tc_key(compositor, 21, true) } == ["key began Z"])
        _ = settled {
            tc_key(compositor, 21, false)
            tc_keyboard_layout(compositor, "no layout")
            tc_key(compositor, 70_000, true)
        }
        #expect(settled { tc_key(compositor, 21, true) } == ["key began Z"])
        _ = settled { tc_key(compositor, 21, false) }
        // Control without a key, as a keyboard on the screen sends it.
        tc_modifiers(compositor, 4, 0, 0)
        #expect(settled { tc_key(compositor, 30, true) } == ["key began control \u{1}"])
    }

    /// Two keys, with the letters where a German keyboard has them.
    private static let layout = """
        xkb_keymap {
        xkb_keycodes { minimum = 8; maximum = 255; <AC01> = 38; <AD06> = 29; };
        xkb_types { virtual_modifiers NumLock;
            type "TWO_LEVEL" {
                modifiers = Shift; map[Shift] = Level2; level_name[Level1] = "1"; level_name[Level2] = "2";
            };
        };
        xkb_compatibility { };
        xkb_symbols { key <AC01> { type = "TWO_LEVEL", [ a, A ] }; key <AD06> { type = "TWO_LEVEL", [ z, Z ] }; };
        };
        """

    @Test("An input method composes, types and deletes, and is told what is around the caret")
    func textInput() throws {
        defer { screen.end() }
        let field = TextField(frame: Rect(20, 30, 200, 40))
        screen.window.addSubview(field)
        field.text = "Grüße"
        screen.application.keyboardPolicy = .never
        tc_text_enter(compositor)
        screen.settle()
        #expect(!screen.asked.contains("enabled"))
        field.becomeFirstResponder()
        screen.settle()
        #expect(screen.asked.contains("text enabled \"Grüße\" 7 7 at "), "\(screen.asked)")
        _ = settled { tc_text(compositor, "ni", nil, 0, 0) }
        #expect(field.text == "Grüßeni" && field.markedTextRange != nil)
        _ = settled { tc_text(compositor, nil, "你", 0, 0) }
        #expect(field.text == "Grüße你" && field.markedTextRange == nil)
        _ = settled { tc_text(compositor, nil, nil, 3 + 1 + 2, 0) }
        #expect(field.text == "Grü")
        #expect(screen.asked.contains("text  \"Grü\" 4 4 at "), "\(screen.asked)")
        field.resignFirstResponder()
        screen.settle()
        #expect(screen.asked.contains("text disabled"))
        _ = settled { tc_text(compositor, nil, "late", 0, 0) }
        #expect(field.text == "Grü")
        field.becomeFirstResponder()
        // The compositor hears of the field before it sends text for it.
        screen.settle()
        _ = settled { tc_text(compositor, "你好", nil, 0, 0) }
        #expect(field.text == "Grü你好")
        _ = settled { tc_text(compositor, nil, "你好", 0, 0) }
        _ = settled { tc_text(compositor, nil, nil, 6, 0) }
        #expect(field.text == "Grü")
        // A key that came before the text acts before it.
        _ = settled {
            tc_keyboard_enter(compositor, [], 0)
            tc_key(compositor, 14, true)
            tc_key(compositor, 14, false)
            tc_text(compositor, nil, "x", 0, 0)
        }
        #expect(field.text == "Grx")
        _ = settled { tc_text(compositor, nil, "\u{fc}", 1, 0) }
        field.isSecureTextEntry = true
        screen.settle()
        #expect(screen.asked.contains("enabled password at") && !screen.asked.contains("Grü"))
        field.resignFirstResponder()
        screen.settle()
        field.becomeFirstResponder()
        screen.settle()
        #expect(screen.asked.contains("enabled password at") && !screen.asked.contains("Grü"))
    }

    @Test("What others have copied is on the pasteboard, and what the app copies is offered to others")
    func clipboard() {
        defer { screen.end() }
        tc_offer(compositor, "from elsewhere")
        screen.settle()
        #expect(screen.application.pasteboard.string == "from elsewhere")
        #expect(!tc_begin_paste(compositor))
        screen.application.pasteboard.string = "from here ü"
        screen.settle()
        // The compositor takes an offer for an event of the user alone.
        #expect(!tc_begin_paste(compositor))
        _ = settled {
            tc_touch_down(compositor, 1, 1, 1)
            tc_touch_frame(compositor)
        }
        #expect(tc_begin_paste(compositor))
        screen.settle()
        #expect(tc_end_paste(compositor).map { String(cString: $0) } == "from here ü")
        tc_offer(compositor, "")
        screen.settle()
        #expect(screen.application.pasteboard.string == "from here ü")
    }

    @Test("The cursor is hidden over the window where the configuration says so")
    func cursor() throws {
        screen.end()
        var configuration = WaylandConfiguration()
        configuration.hidesCursor = true
        let kiosk = try WaylandScreen(WaylandScreen.options, configuration)
        defer { kiosk.end() }
        tc_pointer_enter(kiosk.compositor, 10, 10)
        kiosk.settle()
        #expect(kiosk.asked.contains("cursor hidden"))
    }

    @Test("A compositor that floods touches, and one without devices, keep the guarantee: one end for each finger")
    func flood() throws {
        defer { screen.end() }
        var random = SeededGenerator(seed: 4)
        for _ in 0..<40 {
            for _ in 0..<200 {
                let id = Int32.random(in: 0..<12, using: &random)
                switch Int.random(in: 0..<8, using: &random) {
                case 0, 1: tc_touch_down(compositor, id, Double(id), 5)
                case 2, 3: tc_touch_up(compositor, id)
                case 4: tc_touch_frame(compositor)
                case 5: if id == 0 { tc_touch_cancel(compositor) }
                default: tc_touch_move(compositor, id, Double(id), 9)
                }
            }
            screen.settle()
        }
        tc_set_capabilities(compositor, 0)
        screen.settle()
        #expect(view.began > 100 && view.began == view.ended)
    }
}

/// Notes its touches and its keys.
@MainActor
private final class NotingView: View {
    private let log: Log
    private(set) var (began, ended) = (0, 0)

    init(_ log: Log, frame: Rect) {
        self.log = log
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    override var canBecomeFirstResponder: Bool { true }

    private func note(_ name: String, _ touches: TouchSet) {
        func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
        let places = touches.map { touch in
            let place = touch.location(in: self)
            return number(place.x) + "," + number(place.y)
        }
        log.write(([name] + places.sorted()).joined(separator: " "))
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        began += touches.count
        note("began", touches)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) { note("moved", touches) }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        ended += touches.count
        note("ended", touches)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        ended += touches.count
        note("cancelled", touches)
    }

    private func note(_ name: String, _ presses: PressSet) {
        for press in presses {
            let control = press.key.modifiers.contains(.control) ? "control " : ""
            log.write("key \(name) \(control)\(press.key.characters)")
        }
    }

    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) { note("began", presses) }
    override func pressesChanged(_ presses: PressSet, with event: PressesEvent) { note("changed", presses) }
    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) { note("ended", presses) }
    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) { note("cancelled", presses) }
}
#endif
