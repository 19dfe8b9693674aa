import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Long press recognisers")
struct LongPressTests {
    private let harness: AppHarness
    private let view: RecordingView
    private let log = ActionLog()
    private let press = LongPressGestureRecognizer()

    init() throws {
        harness = try .makeFrameByFrame()
        view = harness.add(RecordingView("view", frame: Rect(100, 100, 500, 500)))
        view.isMultipleTouchEnabled = true
        log.follow(press, as: "press", in: view)
        view.addGestureRecognizer(press)
    }

    // Rules: G3, G46.
    @Test("A long press begins after half a second without an event, changes with moves, and ends with the lift")
    func lifeOfPress() {
        let finger = harness.finger().down(at: Point(200, 200))
        harness.advance(by: .nanoseconds(499_999_999))
        #expect(log.take() == [])
        harness.advance(by: .nanoseconds(1))
        #expect(log.take() == ["press began (100, 100)"])
        #expect(view.log.lines == ["view.began(200, 200)", "view.cancelled(200, 200)"])
        finger.move(by: 5, 0)
        finger.move(by: 200, 0)
        harness.settle()
        #expect(log.take() == ["press changed (105, 100)", "press changed (305, 100)"])
        finger.up()
        harness.settle()
        #expect(log.take() == ["press ended (305, 100)"])
        #expect(press.state == .possible)
        finger.down(at: Point(200, 200))
        harness.advance(by: .milliseconds(500))
        #expect(log.take() == ["press began (100, 100)"])
        finger.cancel()
        harness.settle()
        #expect(log.take() == ["press cancelled (100, 100)"])
    }

    // Rules: G46.
    @Test("A long press that moves by more than 10 points before the time fails: the limit can be set")
    func movement() {
        let finger = harness.finger().down(at: Point(200, 200)).move(by: 10, 0)
        harness.advance(by: .milliseconds(500))
        #expect(log.take() == ["press began (110, 100)"])
        finger.up()
        harness.settle()
        _ = log.take()
        finger.down(at: Point(200, 200)).move(by: 8, 8).move(by: -8, -8)
        harness.advance(by: .seconds(1))
        finger.up()
        press.allowableMovement = 20
        finger.down(at: Point(200, 200)).move(by: 12, 16)
        harness.advance(by: .seconds(1))
        #expect(log.take() == ["press began (112, 116)"])
    }

    // Rules: G47.
    @Test("A long press lifted before the time fails; the time can be set, also to nothing")
    func duration() {
        let finger = harness.finger().down(at: Point(200, 200))
        harness.advance(by: .milliseconds(499))
        finger.up()
        harness.advance(by: .seconds(1))
        #expect(log.take() == [])
        #expect(view.log.lines == ["view.began(200, 200)", "view.ended(200, 200)"])
        press.minimumPressDuration = .seconds(2)
        finger.down(at: Point(200, 200))
        harness.advance(by: .milliseconds(1999))
        #expect(log.take() == [])
        harness.advance(by: .milliseconds(1))
        finger.up()
        harness.settle()
        #expect(log.take() == ["press began (100, 100)", "press ended (100, 100)"])
        press.minimumPressDuration = .zero
        finger.down(at: Point(200, 200))
        harness.settle()
        #expect(log.take() == ["press began (100, 100)"])
    }

    // Rules: G47.
    @Test("A long press with taps needs that many full taps first, each soon after the other")
    func taps() {
        press.numberOfTapsRequired = 2
        let finger = harness.finger()
        func tap() {
            finger.down(at: Point(200, 200)).up()
            harness.advance(by: .milliseconds(300))
        }
        tap()
        tap()
        finger.down(at: Point(200, 200))
        harness.advance(by: .milliseconds(500))
        #expect(log.take() == ["press began (100, 100)"])
        finger.up()
        harness.settle()
        #expect(log.take() == ["press ended (100, 100)"])
        // One tap too few: the press counts as a tap.
        tap()
        finger.down(at: Point(200, 200))
        harness.advance(by: .seconds(1))
        finger.up()
        harness.advance(by: .nanoseconds(300_000_001))
        // One tap too many, since the press is too short.
        tap()
        tap()
        tap()
        finger.down(at: Point(200, 200))
        harness.advance(by: .milliseconds(500))
        finger.up()
        harness.advance(by: .seconds(1))
        // The press comes too late.
        tap()
        tap()
        harness.advance(by: .nanoseconds(1))
        finger.down(at: Point(200, 200))
        harness.advance(by: .milliseconds(500))
        #expect(log.take() == [])
    }

    // Rules: G46, G52.
    @Test("A long press of two fingers runs its time from the second on, and the first lift ends the press")
    func fingers() {
        press.numberOfTouchesRequired = 2
        let (left, right) = (harness.finger().down(at: Point(200, 200)), harness.finger())
        harness.advance(by: .milliseconds(200))
        right.down(at: Point(300, 200))
        harness.advance(by: .milliseconds(499))
        #expect(log.take() == [])
        harness.advance(by: .milliseconds(1))
        #expect(log.take() == ["press began (150, 100)"])
        // A further finger changes nothing.
        let third = harness.finger().down(at: Point(500, 500)).move(by: 5, 5)
        harness.settle()
        #expect(log.take() == [])
        left.up()
        harness.settle()
        #expect(log.take() == ["press ended (150, 100)"])
        right.up()
        third.up()
        harness.settle()
        for finger in [left, right, third] { finger.down(at: Point(200, 200)) }
        harness.advance(by: .seconds(1))
        #expect(log.take() == [])
    }

    // Rules: G34, G43.
    @Test("A tap that waits for the press succeeds after a short touch, and fails when the press begins")
    func tapThatWaits() {
        let tap = TapGestureRecognizer()
        log.follow(tap, as: "tap", in: view)
        view.addGestureRecognizer(tap)
        tap.require(toFail: press)
        let finger = harness.finger().down(at: Point(200, 200)).up()
        harness.settle()
        #expect(log.take() == ["tap ended (100, 100)"])
        finger.down(at: Point(200, 200))
        harness.advance(by: .milliseconds(500))
        finger.up()
        harness.settle()
        #expect(log.take() == ["press began (100, 100)", "press ended (100, 100)"])
    }

    @Test("The times of frames count for a long press when the loop was busy")
    func frameTimes() {
        let sender = harness.application.touchPort.makeSender()
        let start = harness.now
        for (milliseconds, phase) in [
            (0, TouchContact.Phase.began), (500, .moved), (510, .ended), (520, .began), (1019, .ended),
        ] {
            let place = Point(phase == .began ? 200 : 220, 200)
            sender.send(TouchContact(1, phase, at: place), at: start.advanced(by: .milliseconds(milliseconds)))
        }
        harness.advance(by: .seconds(10))
        #expect(log.take() == ["press began (120, 100)", "press ended (120, 100)"])
    }

    @Test("A long press's parameters have their defaults, and values that make no sense stop with a message")
    func parameters() async {
        #expect(press.minimumPressDuration == .milliseconds(500) && press.allowableMovement == 10)
        #expect(press.numberOfTapsRequired == 0 && press.numberOfTouchesRequired == 1)
        let taps = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            LongPressGestureRecognizer().numberOfTapsRequired = -1
        }
        taps.expectMessage("numberOfTapsRequired of LongPressGestureRecognizer cannot be -1: the least is 0")
        let time = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            LongPressGestureRecognizer().minimumPressDuration = .seconds(-1)
        }
        time.expectMessage("minimumPressDuration of LongPressGestureRecognizer cannot be -1.0 seconds")
    }
}
