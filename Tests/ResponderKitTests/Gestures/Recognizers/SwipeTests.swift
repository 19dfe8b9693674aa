import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Swipe recognisers")
struct SwipeTests {
    private let harness: AppHarness
    private let view: RecordingView
    private let log = ActionLog()
    private let swipe = SwipeGestureRecognizer()

    init() throws {
        harness = try .makeFrameByFrame()
        view = harness.add(RecordingView("view", frame: Rect(100, 100, 500, 500)))
        view.isMultipleTouchEnabled = true
        log.follow(swipe, as: "swipe", in: view)
        view.addGestureRecognizer(swipe)
    }

    /// Moves a finger by `x` and `y` points, lifts it, and returns whether the swipe was recognised.
    private func isRecognized(_ x: Double, _ y: Double) -> Bool {
        let finger = harness.finger().down(at: Point(300, 300)).move(by: x, y)
        harness.settle()
        finger.up()
        harness.settle()
        return log.take().count == 1
    }

    // Rules: G2, G50.
    @Test("A swipe is recognised while the finger moves, once, and takes the touch from the view")
    func moving() {
        let finger = harness.finger().down(at: Point(200, 200)).move(by: 47, 0)
        harness.settle()
        #expect(log.take() == [])
        finger.move(by: 1, 24)
        harness.settle()
        #expect(log.take() == ["swipe ended (148, 124)"])
        #expect(view.log.lines.last == "view.cancelled(248, 224)")
        finger.move(by: 100, 0).up()
        harness.settle()
        #expect(log.take() == [])
        #expect(isRecognized(48, 0))
    }

    // Rules: G50.
    @Test("A swipe's finger may move half as far across as along the direction")
    func straightness() {
        #expect(isRecognized(48, 24) && isRecognized(48, -24) && isRecognized(100, 50))
        #expect(!isRecognized(48, 24.5) && !isRecognized(100, -51) && !isRecognized(47.5, 0))
    }

    @Test("A swipe's direction is recognised when it is among those that were set, and no other")
    func directions() {
        let moves: [(SwipeGestureRecognizer.Direction, x: Double, y: Double)] = [
            (.right, 60, 0), (.left, -60, 0), (.up, 0, -60), (.down, 0, 60),
        ]
        #expect(swipe.direction == .right)
        for rawValue in 0..<16 {
            swipe.direction = SwipeGestureRecognizer.Direction(rawValue: rawValue)
            for (direction, x, y) in moves {
                #expect(isRecognized(x, y) == swipe.direction.contains(direction), "\(rawValue), \(direction)")
            }
        }
    }

    @Test("A swipe is complete within half a second, or a timer fails it: distance and time can be set")
    func time() {
        let finger = harness.finger().down(at: Point(200, 200))
        harness.advance(by: .milliseconds(500))
        finger.move(by: 50, 0).up()
        harness.settle()
        #expect(log.take() == ["swipe ended (150, 100)"])
        finger.down(at: Point(200, 200))
        harness.advance(by: .nanoseconds(500_000_001))
        finger.move(by: 50, 0).up()
        harness.settle()
        #expect(log.take() == [])
        swipe.maximumDuration = .seconds(1)
        swipe.minimumDistance = 100
        finger.down(at: Point(200, 200)).move(by: 99, 0)
        harness.advance(by: .seconds(1))
        #expect(log.take() == [])
        finger.move(by: 1, 0).up()
        harness.settle()
        #expect(log.take() == ["swipe ended (200, 100)"])
    }

    @Test("The times of frames count for a swipe when the loop was busy")
    func frameTimes() {
        let sender = harness.application.touchPort.makeSender()
        let start = harness.now
        for (milliseconds, phase, x) in [(0, TouchContact.Phase.began, 200.0), (501, .moved, 300), (502, .ended, 300)] {
            let instant = start.advanced(by: .milliseconds(milliseconds))
            sender.send(TouchContact(1, phase, at: Point(x, 200)), at: instant)
        }
        harness.advance(by: .seconds(10))
        #expect(log.take() == [])
    }

    @Test("The mean of a swipe's two fingers counts; one finger, or three, are none of its swipes")
    func fingers() {
        swipe.numberOfTouchesRequired = 2
        #expect(!isRecognized(100, 0))
        let (left, right) = (harness.finger(), harness.finger())
        left.down(at: Point(200, 200))
        right.down(at: Point(300, 200))
        left.move(by: 60, 0)
        harness.settle()
        #expect(log.take() == [])
        right.move(by: 36, 0)
        harness.settle()
        #expect(log.take() == ["swipe ended (198, 100)"])
        left.up()
        right.up()
        harness.settle()
        let third = harness.finger()
        for finger in [left, right, third] { finger.down(at: Point(200, 200)) }
        for finger in [left, right, third] { finger.move(by: 100, 0) }
        harness.settle()
        #expect(log.take() == [])
    }

    @Test("A swipe's values that make no sense stop with a message")
    func parameters() async {
        #expect(swipe.numberOfTouchesRequired == 1 && swipe.minimumDistance == 48)
        #expect(swipe.maximumDuration == .milliseconds(500))
        let touches = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            SwipeGestureRecognizer().numberOfTouchesRequired = 0
        }
        touches.expectMessage("numberOfTouchesRequired of SwipeGestureRecognizer cannot be 0: the least is 1")
    }
}
