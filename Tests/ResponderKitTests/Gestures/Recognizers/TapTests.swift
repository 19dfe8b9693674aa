import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Tap recognisers")
struct TapTests {
    private let harness: AppHarness
    private let view: RecordingView
    private let log = ActionLog()

    init() throws {
        harness = try .makeFrameByFrame()
        view = harness.add(RecordingView("view", frame: Rect(100, 100, 500, 500)))
        view.isMultipleTouchEnabled = true
    }

    /// Adds a tap recogniser whose actions are noted.
    private func add(_ name: String = "tap", taps: Int = 1, touches: Int = 1) -> TapGestureRecognizer {
        let tap = TapGestureRecognizer()
        tap.numberOfTapsRequired = taps
        tap.numberOfTouchesRequired = touches
        log.follow(tap, as: name, in: view)
        view.addGestureRecognizer(tap)
        return tap
    }

    /// Waits, and taps.
    private func tap(_ finger: Finger, at point: Point = Point(200, 200), after wait: Duration = .zero) {
        harness.advance(by: wait)
        finger.down(at: point).up()
        harness.settle()
    }

    // Rules: G2, G51.
    @Test("A tap is recognised on its lift, however long it lasts, and then again")
    func lift() {
        let tap = add()
        let finger = harness.finger()
        for _ in 0..<2 {
            finger.down(at: Point(210, 220))
            harness.advance(by: .seconds(60))
            #expect(log.take() == [])
            finger.up()
            harness.settle()
            #expect(log.take() == ["tap ended (110, 120)"])
            #expect(tap.state == .possible)
        }
        #expect(view.log.lines.filter { $0.contains("cancelled") }.count == 2)
    }

    // Rules: G51.
    @Test("A tap's finger may move by 18 points, at a lift too, and no further: the limit can be set")
    func movement() {
        let tap = add()
        let finger = harness.finger()
        finger.down(at: Point(200, 200)).move(by: 18, 0).move(by: -18, 18).up()
        harness.settle()
        #expect(log.take() == ["tap ended (100, 118)"])
        finger.down(at: Point(200, 200)).move(by: 13, 13).move(by: -13, -13).up()
        harness.settle()
        #expect(log.take() == [])
        let sender = harness.application.touchPort.makeSender()
        for (phase, x) in [(TouchContact.Phase.began, 200.0), (.ended, 218.5), (.began, 200), (.ended, 218)] {
            sender.send(TouchContact(9, phase, at: Point(x, 200)), at: harness.now)
            harness.settle()
        }
        #expect(log.take() == ["tap ended (118, 100)"])
        tap.allowableMovement = 0
        finger.down(at: Point(200, 200)).move(by: 0.5, 0).up()
        harness.settle()
        #expect(log.take() == [])
    }

    // Rules: G51.
    @Test("A tap with more fingers than required, fewer, or one after the other fails")
    func fingers() {
        _ = add(touches: 2)
        let (left, right, third) = (harness.finger(), harness.finger(), harness.finger())
        tap(left)
        #expect(log.take() == [])
        left.down(at: Point(200, 200))
        right.down(at: Point(300, 200))
        third.down(at: Point(400, 200))
        for finger in [left, right, third] { finger.up() }
        harness.settle()
        #expect(log.take() == [])
        left.down(at: Point(200, 200))
        right.down(at: Point(300, 200))
        left.up()
        left.down(at: Point(200, 200))
        right.up()
        left.up()
        harness.settle()
        #expect(log.take() == [])
        // After all fingers were lifted, the next attempt starts afresh.
        left.down(at: Point(200, 200))
        right.down(at: Point(300, 200)).up()
        left.up()
        harness.settle()
        #expect(log.take() == ["tap ended (150, 100)"])
    }

    @Test("A tap's fingers count also where the view takes only one of them")
    func viewWithoutMultiTouch() {
        view.isMultipleTouchEnabled = false
        _ = add(touches: 2)
        let (left, right) = (harness.finger(), harness.finger())
        left.down(at: Point(200, 200))
        right.down(at: Point(300, 200)).up()
        left.up()
        harness.settle()
        #expect(log.take() == ["tap ended (150, 100)"])
        #expect(view.log.lines == ["view.began(200, 200)", "view.cancelled(200, 200)"])
    }

    // Rules: G51.
    @Test("The fingers of a tap may land up to 0.3 s apart, and lift at any time")
    func apart() {
        let tap = add(touches: 2)
        let (left, right) = (harness.finger(), harness.finger())
        left.down(at: Point(200, 200))
        harness.advance(by: .milliseconds(300))
        right.down(at: Point(300, 200))
        harness.advance(by: .seconds(3))
        left.up()
        harness.advance(by: .seconds(3))
        right.up()
        harness.settle()
        #expect(log.take() == ["tap ended (150, 100)"])
        left.down(at: Point(200, 200))
        harness.advance(by: .nanoseconds(300_000_001))
        #expect(tap.state == .possible)
        right.down(at: Point(300, 200)).up()
        left.up()
        harness.settle()
        #expect(log.take() == [])
    }

    // Rules: G52.
    @Test("A tap's location is the mean of the fingers' places, and stays after their lift and after the reset")
    func location() {
        let tap = add(touches: 2)
        #expect(tap.location(in: nil) == .zero)
        let (left, right) = (harness.finger(), harness.finger())
        harness.together {
            left.down(at: Point(200, 200))
            right.down(at: Point(300, 300))
        }
        harness.settle()
        #expect(tap.numberOfTouches == 2)
        #expect(tap.location(in: nil) == Point(250, 250))
        #expect(tap.location(in: view) == Point(150, 150))
        left.move(by: 10, 0)
        left.up()
        harness.settle()
        #expect(tap.numberOfTouches == 1)
        #expect(tap.location(in: nil) == Point(255, 250))
        right.up()
        harness.settle()
        #expect(log.take() == ["tap ended (155, 150)"])
        #expect(tap.numberOfTouches == 0)
        #expect(tap.location(in: nil) == Point(255, 250))
        #expect(tap.location(in: view) == Point(155, 150))
    }

    // Rules: G27.
    @Test("A double tap is recognised on the second lift; its touches are taken from the view")
    func double() {
        let tap = add(taps: 2)
        let finger = harness.finger()
        self.tap(finger, at: Point(200, 200))
        #expect(log.take() == [])
        #expect(tap.location(in: nil) == Point(200, 200))
        self.tap(finger, at: Point(220, 200), after: .milliseconds(300))
        #expect(log.take() == ["tap ended (120, 100)"])
        #expect(
            view.log.lines == [
                "view.began(200, 200)", "view.began(220, 200)", "view.cancelled(200, 200)(220, 200)",
            ]
        )
        // The third tap is the first of the next series.
        self.tap(finger)
        #expect(log.take() == [])
        self.tap(finger)
        #expect(log.take() == ["tap ended (100, 100)"])
    }

    // Rules: G24, G43.
    @Test("A gap between taps that is too long fails the recogniser by a timer: the view gets the end then")
    func gap() {
        let tap = add(taps: 2)
        let finger = harness.finger()
        self.tap(finger)
        harness.advance(by: .milliseconds(300))
        #expect(view.log.lines == ["view.began(200, 200)"])
        harness.advance(by: .nanoseconds(1))
        #expect(view.log.lines == ["view.began(200, 200)", "view.ended(200, 200)"])
        self.tap(finger)
        self.tap(finger)
        #expect(log.take() == ["tap ended (100, 100)"])
        tap.maximumGap = .milliseconds(50)
        self.tap(finger)
        self.tap(finger, after: .milliseconds(51))
        #expect(log.take() == [])
        self.tap(finger, after: .milliseconds(50))
        #expect(log.take() == ["tap ended (100, 100)"])
    }

    @Test("The times of frames count for taps when the loop was busy")
    func frameTimes() {
        _ = add(taps: 2)
        let sender = harness.application.touchPort.makeSender()
        let start = harness.now
        for (milliseconds, phase) in [(0, TouchContact.Phase.began), (10, .ended), (311, .began), (320, .ended)] {
            let instant = start.advanced(by: .milliseconds(milliseconds))
            sender.send(TouchContact(1, phase, at: Point(200, 200)), at: instant)
        }
        harness.advance(by: .seconds(10))
        #expect(log.take() == [])
    }

    @Test("Taps that are more than 40 points apart are no double tap: the limit can be set")
    func separation() {
        let tap = add(taps: 2)
        let finger = harness.finger()
        self.tap(finger, at: Point(200, 200))
        self.tap(finger, at: Point(240, 200))
        #expect(log.take() == ["tap ended (140, 100)"])
        self.tap(finger, at: Point(200, 200))
        self.tap(finger, at: Point(240, 201))
        #expect(log.take() == [])
        tap.allowableSeparation = 400
        self.tap(finger, at: Point(200, 200))
        self.tap(finger, at: Point(500, 200))
        #expect(log.take() == ["tap ended (400, 100)"])
    }

    // Rules: G33.
    @Test("A single tap is recognised on the first tap of a double tap, the double tap alone on the second")
    func singleAndDouble() {
        let (single, double) = (add("single"), add("double", taps: 2))
        #expect(!single.canPrevent(double))
        #expect(double.canPrevent(single))
        #expect(single.canPrevent(single))
        #expect(single.canPrevent(GestureRecognizer()))
        let finger = harness.finger()
        tap(finger)
        #expect(log.take() == ["single ended (100, 100)"])
        tap(finger)
        #expect(log.take() == ["double ended (100, 100)"])
        harness.advance(by: .seconds(1))
        // In the other order, too.
        view.removeGestureRecognizer(single)
        view.addGestureRecognizer(single)
        tap(finger)
        tap(finger)
        #expect(log.take() == ["single ended (100, 100)", "double ended (100, 100)"])
    }

    // Rules: G33.
    @Test("Of three tap recognisers, the one that needs most taps is recognised, whatever their order")
    func threeTaps() {
        for order in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
            let taps = order.map { add("\($0)", taps: $0) }
            let finger = harness.finger()
            for _ in 0..<3 { tap(finger) }
            #expect(log.take() == ["1 ended (100, 100)", "2 ended (100, 100)", "3 ended (100, 100)"])
            harness.advance(by: .seconds(1))
            for tap in taps { view.removeGestureRecognizer(tap) }
        }
    }

    // Rules: G34.
    @Test("A single tap that waits for a double tap is recognised when the gap has passed, at its place")
    func waiting() {
        let (single, double) = (add("single"), add("double", taps: 2))
        single.require(toFail: double)
        let finger = harness.finger()
        tap(finger)
        tap(finger)
        #expect(log.take() == ["double ended (100, 100)"])
        tap(finger)
        harness.advance(by: .milliseconds(300))
        #expect(log.take() == [])
        harness.advance(by: .nanoseconds(1))
        #expect(log.take() == ["single ended (100, 100)"])
        #expect(single.state == .possible && double.state == .possible)
    }

    // Rules: G17, G18.
    @Test("A cancel or a removal between taps ends the series")
    func aborted() {
        let tap = add(taps: 2)
        let finger = harness.finger()
        self.tap(finger)
        finger.down(at: Point(200, 200)).cancel()
        self.tap(finger)
        #expect(log.take() == [])
        harness.advance(by: .seconds(1))
        self.tap(finger)
        view.removeGestureRecognizer(tap)
        view.addGestureRecognizer(tap)
        self.tap(finger)
        #expect(log.take() == [])
        self.tap(finger)
        #expect(log.take() == ["tap ended (100, 100)"])
    }

    @Test("A tap's parameters have their defaults, and values that make no sense stop with a message")
    func parameters() async {
        let tap = TapGestureRecognizer()
        #expect(tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1)
        #expect(tap.allowableMovement == 18 && tap.allowableSeparation == 40)
        #expect(tap.maximumGap == .milliseconds(300))
        let taps = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            TapGestureRecognizer().numberOfTapsRequired = 0
        }
        taps.expectMessage("numberOfTapsRequired of TapGestureRecognizer cannot be 0: the least is 1")
        let touches = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            TapGestureRecognizer().numberOfTouchesRequired = -1
        }
        touches.expectMessage("numberOfTouchesRequired of TapGestureRecognizer cannot be -1: the least is 1")
        let movement = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            TapGestureRecognizer().allowableMovement = .nan
        }
        movement.expectMessage("allowableMovement of TapGestureRecognizer cannot be nan: it is a number of points")
        let gap = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            TapGestureRecognizer().maximumGap = .seconds(-1)
        }
        gap.expectMessage("maximumGap of TapGestureRecognizer cannot be -1.0 seconds: it is at least zero")
    }
}
