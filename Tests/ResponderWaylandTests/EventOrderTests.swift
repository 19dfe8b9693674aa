#if Wayland
import ResponderCairo
import ResponderKit
import ResponderWayland
import TestCompositor
import TestSupport
import Testing

@MainActor
@Suite("Events of a Wayland compositor in random orders")
struct EventOrderTests {
    /// How many seeds are tried, where the environment says it.
    nonisolated private static let seeds: UInt64? = environment("RESPONDERKIT_MODEL_SEEDS")

    @Test(
        "Each touch and each press has one end, and the last picture is that of the application",
        arguments: 1...(seeds ?? 12)
    )
    func random(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var options = WaylandScreen.options
        if seed % 2 == 0 { options.fractional_scale = 150 }
        options.holds_frames = seed % 3 == 0
        options.holds_buffers = seed % 5 == 0
        var configuration = WaylandConfiguration()
        configuration.waitsForCompositor = true
        let screen = try WaylandScreen(options, configuration)
        let view = CountingView(frame: screen.window.bounds)
        let field = TextField(frame: Rect(10, 10, 200, 40))
        field.text = "text"
        screen.window.addSubview(view)
        screen.window.addSubview(field)
        for _ in 0..<120 {
            for _ in 0..<Int.random(in: 1...8, using: &random) { act(on: screen.compositor, &random) }
            if Bool.random(using: &random) {
                view.backgroundColor = Color(white: Double.random(in: 0...1, using: &random))
            }
            if Int.random(in: 0..<9, using: &random) == 0 {
                if field.isFirstResponder { field.resignFirstResponder() } else { field.becomeFirstResponder() }
            }
            if Int.random(in: 0..<60, using: &random) == 0 {
                screen.stopCompositor()
                #expect(view.live == 0)
                screen.advance(by: .seconds(1))
                try screen.restartCompositor(options)
                screen.awaitConnection()
            }
            screen.advance(by: .milliseconds(Int64.random(in: 0...40, using: &random)))
        }
        // All that is held comes back, and the window is seen.
        for _ in 0..<4 {
            screen.advance(by: .milliseconds(600))
            tc_configure(screen.compositor, 400, 300, true, false)
            tc_release_buffers(screen.compositor)
            tc_send_frames(screen.compositor, 4_000_000_000)
            screen.settle()
        }
        tc_set_capabilities(screen.compositor, 0)
        screen.settle()
        #expect(view.live == 0 && view.wrong == 0, "seed \(seed)")
        #expect(tc_faults(screen.compositor) == 0, "seed \(seed)")
        let size = screen.application.screen.size
        let whole = try screen.application.rendered(size: size, scale: screen.application.screen.scale)
        for point in [(5, 5), (200, 150), (350, 250)] {
            let place = (Int(Double(point.0) * whole.scale), Int(Double(point.1) * whole.scale))
            #expect(
                tc_pixel(screen.compositor, Int32(place.0), Int32(place.1)) == whole[place.0, place.1] & 0xffffff,
                "seed \(seed) at \(point)"
            )
        }
        screen.end()
        let areLosses = screen.errors.allSatisfy { $0.isLoss }
        #expect(areLosses)
    }

    private func act(on compositor: OpaquePointer, _ random: inout SeededGenerator) {
        func number(_ range: ClosedRange<Int32>) -> Int32 { Int32.random(in: range, using: &random) }
        let place = (Double(number(-20...420)), Double(number(-20...320)))
        switch number(0...27) {
        case 0, 1, 2: tc_touch_down(compositor, number(0...4), place.0, place.1)
        case 3, 4: tc_touch_move(compositor, number(0...4), place.0, place.1)
        case 5, 6: tc_touch_up(compositor, number(0...4))
        case 7, 8: tc_touch_frame(compositor)
        case 9: tc_touch_cancel(compositor)
        case 10: tc_pointer_enter(compositor, place.0, place.1)
        case 11: tc_pointer_move(compositor, place.0, place.1)
        case 12: tc_pointer_leave(compositor)
        case 13: tc_pointer_button(compositor, UInt32(number(0x10f...0x122)), Bool.random(using: &random))
        case 14: tc_pointer_wheel(compositor, number(-240...240))
        case 15: tc_pointer_pad(compositor, place.1)
        case 16: tc_keyboard_enter(compositor, [UInt32(number(0...60)), 30], Int(number(0...2)))
        case 17: tc_keyboard_leave(compositor)
        case 18, 19: tc_key(compositor, UInt32(number(0...120)), Bool.random(using: &random))
        case 20: tc_modifiers(compositor, UInt32(number(0...255)), UInt32(number(0...3)), UInt32(number(0...3)))
        case 21: tc_repeat(compositor, number(-1...40), number(-1...600))
        case 22: Bool.random(using: &random) ? tc_text_enter(compositor) : tc_text_leave(compositor)
        case 23: tc_text(compositor, "ab", Bool.random(using: &random) ? "你" : nil, number(0...9), number(0...9))
        case 24:
            let isActivated = Bool.random(using: &random)
            tc_configure(compositor, number(0...500), number(0...400), isActivated, !isActivated && number(0...3) == 0)
        case 25: tc_set_fractional_scale(compositor, number(0...300))
        case 26:
            tc_release_buffers(compositor)
            tc_send_frames(compositor, UInt32.random(in: 0 ... .max, using: &random))
        default: tc_set_capabilities(compositor, number(0...7))
        }
    }
}

/// Counts the touches and presses that have begun and not ended.
@MainActor
private final class CountingView: View {
    private(set) var (live, wrong) = (0, 0)

    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    private func begin(_ count: Int) { live += count }

    private func end(_ count: Int) {
        live -= count
        if live < 0 { wrong += 1 }
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { begin(touches.count) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) { end(touches.count) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { end(touches.count) }
}
#endif
