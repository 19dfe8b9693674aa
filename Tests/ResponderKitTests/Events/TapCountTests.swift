import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Counting taps")
struct TapCountTests {
    private let harness: AppHarness
    private let view: RecordingView

    init() throws {
        harness = try AppHarness()
        view = harness.add(RecordingView("view", frame: Rect(0, 0, 500, 500)))
        view.isMultipleTouchEnabled = true
    }

    /// The counts that were noted, each with its phase, and forgets them.
    private func take(from log: ResponderLog? = nil) -> [String] {
        let log = log ?? view.log
        defer { log.clear() }
        return log.entries.flatMap { entry in entry.touches.map { "\(entry.phase) \($0.tapCount)" } }
    }

    /// Waits, and taps.
    private func tap(_ finger: Finger, at point: Point, after milliseconds: Int = 0) {
        harness.advance(by: .milliseconds(milliseconds))
        finger.down(at: point).up()
        harness.settle()
    }

    // Rules: T22.
    @Test("Each tap of a series counts one more, from its began to its end")
    func series() {
        let finger = harness.finger()
        for count in 1...4 {
            harness.advance(by: .milliseconds(100))
            finger.down(at: Point(100, 100)).move(by: 3, 3)
            harness.settle()
            harness.advance(by: .milliseconds(50))
            finger.up()
            harness.settle()
            #expect(take() == ["began \(count)", "moved \(count)", "ended \(count)"])
        }
    }

    // Rules: T22, T23.
    @Test("A series of taps goes on up to 0.3 s after the last end and 40 points from that tap's began")
    func defaults() {
        #expect(harness.application.tapCounting == Application.TapCounting())
        #expect(harness.application.tapCounting.interval == .milliseconds(300))
        #expect(harness.application.tapCounting.radius == 40)
        let finger = harness.finger()
        tap(finger, at: Point(100, 100))
        harness.advance(by: .milliseconds(300))
        finger.down(at: Point(100, 100))
        harness.settle()
        // From the end on, however long it was down.
        harness.advance(by: .seconds(5))
        finger.up()
        harness.settle()
        tap(finger, at: Point(140, 100), after: 300)
        tap(finger, at: Point(140, 140.5))
        #expect(take().filter { $0.hasPrefix("began") } == ["began 1", "began 2", "began 3", "began 1"])
        harness.advance(by: .nanoseconds(300_000_001))
        tap(finger, at: Point(140, 140.5))
        #expect(take() == ["began 1", "ended 1"])
    }

    // Rules: T23.
    @Test("The interval and the radius of a series of taps can be set, also to nothing")
    func settings() {
        harness.application.tapCounting.interval = .seconds(1)
        harness.application.tapCounting.radius = 5
        let finger = harness.finger()
        tap(finger, at: Point(100, 100))
        tap(finger, at: Point(103, 104), after: 1000)
        #expect(take() == ["began 1", "ended 1", "began 2", "ended 2"])
        tap(finger, at: Point(109, 104), after: 1)
        #expect(take() == ["began 1", "ended 1"])
        for radius in [0, -1, Double.nan] {
            harness.application.tapCounting.radius = radius
            tap(finger, at: Point(200, 200), after: 2000)
            tap(finger, at: Point(200, 200))
            tap(finger, at: Point(200, 201))
            #expect(take() == ["began 1", "ended 1", "began 2", "ended 2", "began 1", "ended 1"], "\(radius)")
        }
        harness.application.tapCounting.interval = .nanoseconds(-1)
        tap(finger, at: Point(300, 300))
        tap(finger, at: Point(300, 300))
        #expect(take() == ["began 1", "ended 1", "began 1", "ended 1"])
    }

    // Rules: T24.
    @Test("A drag ends with a tap count of 0 and breaks the series; at the radius a touch is no drag yet")
    func drag() {
        let finger = harness.finger()
        tap(finger, at: Point(100, 100))
        finger.down(at: Point(100, 100)).move(to: Point(140.01, 100)).up()
        harness.settle()
        #expect(take() == ["began 1", "ended 1", "began 2", "moved 2", "ended 0"])
        tap(finger, at: Point(100, 100))
        finger.down(at: Point(100, 100)).move(to: Point(140, 100)).up()
        harness.settle()
        tap(finger, at: Point(100, 100))
        #expect(
            take() == ["began 1", "ended 1", "began 2", "moved 2", "ended 2", "began 3", "ended 3"]
        )
    }

    // Rules: T22, T24.
    @Test("A cancelled touch keeps its tap count and breaks the series")
    func cancelled() {
        let finger = harness.finger()
        tap(finger, at: Point(100, 100))
        finger.down(at: Point(100, 100)).cancel()
        tap(finger, at: Point(100, 100))
        #expect(take() == ["began 1", "ended 1", "began 2", "cancelled 2", "began 1", "ended 1"])
        finger.down(at: Point(100, 100))
        harness.settle()
        view.isHidden = false
        view.removeFromSuperview()
        harness.add(view)
        finger.up()
        harness.settle()
        tap(finger, at: Point(100, 100))
        #expect(take() == ["began 2", "cancelled 2", "began 1", "ended 1"])
    }

    // Rules: T22.
    @Test("Each spot has a series of taps of its own, and one tap is followed by one only")
    func spots() {
        let (left, right) = (harness.finger(), harness.finger())
        for count in 1...3 {
            left.down(at: Point(100, 100))
            right.down(at: Point(300, 100))
            left.up()
            right.up()
            harness.settle()
            #expect(take() == ["began \(count)", "began \(count)", "ended \(count)", "ended \(count)"])
        }
        // Both land on the one spot: only one of them goes on.
        left.down(at: Point(300, 100))
        right.down(at: Point(310, 100))
        harness.settle()
        #expect(take() == ["began 4", "began 1"])
        left.up()
        right.up()
        harness.settle()
        // Two spots within each other's radius: each finger follows the nearest.
        #expect(take() == ["ended 4", "ended 1"])
        right.down(at: Point(311, 100))
        left.down(at: Point(299, 100))
        harness.settle()
        #expect(take() == ["began 2", "began 5"])
    }

    // Rules: T22.
    @Test("A series of taps is of one view in one window")
    func viewsAndWindows() {
        let log = view.log
        let other = harness.add(RecordingView("other", log: log, frame: Rect(110, 0, 100, 500)))
        let finger = harness.finger()
        tap(finger, at: Point(105, 100))
        tap(finger, at: Point(115, 100))
        tap(finger, at: Point(105, 100))
        #expect(take() == ["began 1", "ended 1", "began 1", "ended 1", "began 2", "ended 2"])
        let window = harness.show(Window(frame: Rect(0, 0, 1000, 1000), application: harness.application))
        window.addSubview(other)
        tap(finger, at: Point(115, 100))
        tap(finger, at: Point(115, 100))
        #expect(take() == ["began 1", "ended 1", "began 2", "ended 2"])
    }

    // Rules: T22.
    @Test("A view in the memory of one that is gone does not go on with its taps", arguments: [false, true])
    func recycledView(isTappedElsewhere: Bool) throws {
        let finger = harness.finger()
        let frame = Rect(600, 600, 100, 100)
        var former: RecordingView? = harness.add(RecordingView("former", frame: frame))
        let record = try #require(former?.record)
        tap(finger, at: Point(610, 610))
        former?.removeFromSuperview()
        former = nil
        // The records that are free are used before it.
        var others: [View] = []
        while others.count < 2_000_000 {
            let view = RecordingView("heir", frame: frame)
            guard view.record == record else {
                others.append(view)
                continue
            }
            harness.add(view)
            if isTappedElsewhere { tap(finger, at: Point(690, 690)) }
            view.log.clear()
            tap(finger, at: Point(610, 610))
            #expect(take(from: view.log) == ["began 1", "ended 1"])
            return
        }
        Issue.record("the record was not used again")
    }

    // Rules: T22, T23.
    @Test("The times of frames count for taps, not when they are taken: a busy loop changes nothing")
    func frameTimes() {
        let sender = harness.application.touchPort.makeSender()
        let start = harness.now
        for (milliseconds, phase) in [
            (0, TouchContact.Phase.began), (10, .ended), (310, .began), (320, .ended), (621, .began),
        ] {
            sender.send(TouchContact(1, phase, at: Point(50, 50)), at: start.advanced(by: .milliseconds(milliseconds)))
        }
        harness.advance(by: .seconds(10))
        #expect(take() == ["began 1", "ended 1", "began 2", "ended 2", "began 1"])
    }

    // Rules: T22.
    @Test("A touch that its view was refused is no tap")
    func refused() {
        view.isMultipleTouchEnabled = false
        let (held, other) = (harness.finger(), harness.finger())
        held.down(at: Point(400, 400))
        tap(other, at: Point(100, 100))
        held.up()
        tap(other, at: Point(100, 100))
        #expect(take() == ["began 1", "ended 1", "began 1", "ended 1"])
    }

    @Test("`sendEvent` sees the tap count of a touch that begins, and that of one that ends as it is then")
    func inSendEvent() {
        let window = harness.show(InterceptingWindow(frame: Rect(0, 0, 1000, 1000), application: harness.application))
        var counts: [Int] = []
        defer { window.intercept = nil }
        window.intercept = { event in
            counts += event.allTouches.map(\.tapCount)
            return true
        }
        let finger = harness.finger()
        tap(finger, at: Point(100, 100))
        finger.down(at: Point(100, 100)).move(to: Point(400, 100)).up()
        harness.settle()
        #expect(counts == [1, 1, 2, 2, 0])
    }

    @Test("Tap counts stop at 255, and more spots than are kept at once forget the oldest")
    func bounds() {
        let finger = harness.finger()
        for _ in 0..<257 { tap(finger, at: Point(10, 10)) }
        #expect(take().suffix(4) == ["began 255", "ended 255", "began 255", "ended 255"])
        harness.application.tapCounting.interval = .seconds(1000)
        harness.application.tapCounting.radius = 1
        for index in 0..<65 { tap(finger, at: Point(Double(index) * 5, 300)) }
        view.log.clear()
        tap(finger, at: Point(5, 300))
        #expect(take() == ["began 2", "ended 2"])
        tap(finger, at: Point(0, 300))
        #expect(take() == ["began 1", "ended 1"])
    }
}
