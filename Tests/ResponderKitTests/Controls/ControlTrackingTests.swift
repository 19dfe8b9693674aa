import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A control's touch")
struct ControlTrackingTests {
    private let harness: AppHarness
    private let control: TracedControl
    private let inside = Point(150, 150)
    private let outside = Point(250, 150)

    init() throws {
        harness = try AppHarness()
        control = harness.addTracedControl()
    }

    // Rules: C3.
    @Test("A control's touch begins with its hook, then sets tracking, inside and highlighted, then sends down")
    func begins() {
        control.begins = { [unowned control] in
            #expect(!control.isTracking && !control.isTouchInside && !control.isHighlighted)
            return true
        }
        control.notesStates = true
        control.onEvent = { [unowned control] _ in
            #expect(control.isTracking && control.isTouchInside && control.isHighlighted)
        }
        harness.finger().down(at: inside)
        harness.settle()
        #expect(control.lines() == ["begin", "state 1", "down"])
    }

    // Rules: C3.
    @Test("A control's touch sends down-repeat after down when it is the second tap on the spot")
    func repeats() {
        let finger = harness.finger()
        finger.down(at: inside).up().down(at: inside).up()
        harness.settle()
        #expect(
            control.lines() == ["begin", "down", "end", "upInside", "begin", "down", "downRepeat", "end", "upInside"]
        )
    }

    // Rules: C4.
    @Test("A touch that the control refuses to track sends nothing, and calls no other hook", arguments: [true, false])
    func refused(isCancelled: Bool) {
        control.begins = { false }
        let finger = harness.finger().down(at: inside)
        harness.settle()
        #expect(!control.isTracking && !control.isHighlighted)
        finger.move(to: outside)
        harness.settle()
        if isCancelled { finger.cancel() } else { finger.up() }
        harness.settle()
        #expect(control.lines() == ["begin"])
        control.begins = { true }
        harness.finger().down(at: inside)
        harness.settle()
        #expect(control.isTracking)
    }

    // Rules: C5.
    @Test("A control's touch calls the hook at each move, and sends exit and enter before outside and inside")
    func moves() {
        let finger = harness.finger().down(at: inside)
        harness.settle()
        #expect(control.lines() == ["begin", "down"])
        for (place, events, isInside) in [
            (Point(160, 150), ["dragInside"], true),
            (outside, ["dragExit", "dragOutside"], false),
            (Point(260, 150), ["dragOutside"], false),
            (inside, ["dragEnter", "dragInside"], true),
        ] {
            finger.move(to: place)
            harness.settle()
            #expect(control.lines() == ["continue"] + events)
            #expect(control.isTouchInside == isInside && control.isHighlighted == isInside && control.isTracking)
        }
    }

    // Rules: C6.
    @Test("A touch is tracked no longer when the control's hook says so, and the next touch is tracked")
    func stops() {
        control.continues = { false }
        let finger = harness.finger().down(at: inside)
        harness.settle()
        finger.move(to: Point(155, 150))
        harness.settle()
        #expect(control.lines() == ["begin", "down", "continue"])
        #expect(!control.isTracking && !control.isTouchInside && !control.isHighlighted)
        finger.move(to: inside).up()
        harness.settle()
        #expect(control.lines().isEmpty)
        harness.finger().down(at: inside).up()
        harness.settle()
        #expect(control.lines() == ["begin", "down", "downRepeat", "end", "upInside"])
    }

    // Rules: C7.
    @Test("A control's touch ends with its hook, then the event of where it ended", arguments: [true, false])
    func ends(isInside: Bool) {
        let finger = harness.finger().down(at: inside)
        harness.settle()
        // The place of the end counts, even if no move brought the finger there.
        finger.move(to: isInside ? Point(199, 199) : Point(200, 199)).up()
        control.atEnd = { [unowned control] in
            #expect(control.isTracking && control.isTouchInside == isInside)
        }
        control.onEvent = { [unowned control] event in
            guard event == .touchUpInside || event == .touchUpOutside else { return }
            #expect(control.isTracking && control.isTouchInside == isInside && !control.isHighlighted)
        }
        _ = control.lines()
        harness.settle()
        #expect(control.lines().suffix(2) == ["end", isInside ? "upInside" : "upOutside"])
        #expect(!control.isTracking && !control.isTouchInside && !control.isHighlighted)
    }

    // Rules: C8.
    @Test("A control's touch that is cancelled calls the hook, then sends cancel, and no up")
    func cancelled() {
        let finger = harness.finger().down(at: inside)
        harness.settle()
        finger.cancel()
        harness.settle()
        #expect(control.lines() == ["begin", "down", "cancel", "touchCancel"])
        #expect(!control.isTracking && !control.isTouchInside && !control.isHighlighted)
    }

    // Rules: C9.
    @Test(
        "A control's touch is inside up to the margin beyond the bounds: 70 points unless it is set",
        arguments: [0, 20, 70]
    )
    func margin(_ margin: Double) {
        let plain = harness.add(Control(frame: Rect(500, 500, 100, 100)))
        if margin < 70 { plain.trackingMargin = margin }
        #expect(plain.trackingMargin == margin)
        let finger = harness.finger().down(at: Point(550, 550))
        for (place, isInside) in [
            (Point(500 - margin, 550), true), (Point(499.9 - margin, 550), false),
            (Point(599.9 + margin, 550), true), (Point(600 + margin, 550), false),
            (Point(550, 500 - margin), true), (Point(550, 499.9 - margin), false),
            (Point(550, 599.9 + margin), true), (Point(550, 600 + margin), false),
        ] {
            finger.move(to: place)
            harness.settle()
            #expect(plain.isTouchInside == isInside && plain.isHighlighted == isInside, "\(place)")
        }
    }

    // Rules: C9.
    @Test("A control's touch is inside where the control's own inside test says so")
    func ownShape() {
        final class Wide: Control {
            override func point(inside point: Point, with event: Event?) -> Bool { abs(point.x) < 300 }
        }
        let wide = harness.add(Wide(frame: Rect(500, 500, 10, 10)))
        wide.trackingMargin = 5
        let finger = harness.finger().down(at: Point(505, 505)).move(to: Point(700, 900))
        harness.settle()
        #expect(wide.isTouchInside)
        finger.move(to: Point(850, 505))
        harness.settle()
        #expect(!wide.isTouchInside)
    }

    // Rules: C10.
    @Test("A control tracks one touch only: other fingers do nothing until it ends", arguments: [true, false])
    func severalFingers(takesMany: Bool) {
        control.isMultipleTouchEnabled = takesMany
        let first = harness.finger().down(at: inside)
        harness.settle()
        let second = harness.finger().down(at: Point(120, 120))
        harness.settle()
        second.move(to: outside)
        harness.settle()
        second.up()
        harness.settle()
        #expect(control.lines() == ["begin", "down"])
        first.move(to: Point(155, 150))
        harness.settle()
        first.up()
        harness.settle()
        #expect(control.lines() == ["continue", "dragInside", "end", "upInside"])
    }

    // Rules: C10.
    @Test("A control tracks one of several touches that begin together")
    func together() {
        control.isMultipleTouchEnabled = true
        let fingers = [harness.finger(), harness.finger()]
        harness.together { for finger in fingers { finger.down(at: inside) } }
        harness.settle()
        harness.together { for finger in fingers { finger.up() } }
        harness.settle()
        #expect(control.lines() == ["begin", "down", "end", "upInside"])
    }

    @Test("A control tracks a touch through a view inside the control that passes the touch on")
    func subview() {
        control.addSubview(View(frame: Rect(0, 0, 50, 50)))
        let finger = harness.finger().down(at: Point(110, 110))
        harness.settle()
        finger.up()
        harness.settle()
        #expect(control.lines() == ["begin", "down", "end", "upInside"])
    }
}
