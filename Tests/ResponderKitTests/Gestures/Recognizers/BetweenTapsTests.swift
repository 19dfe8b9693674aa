import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("A recogniser that is taken away between taps, when no finger is down")
struct BetweenTapsTests {
    private let harness: AppHarness
    private let view: RecordingView
    private let log = ActionLog()
    private let double = TapGestureRecognizer()

    init() throws {
        harness = try .makeFrameByFrame()
        view = harness.add(RecordingView("view", frame: Rect(100, 100, 500, 500)))
        double.numberOfTapsRequired = 2
        // Otherwise the first touch is kept between the taps.
        double.delaysTouchesEnded = false
        log.follow(double, as: "double", in: view)
        view.addGestureRecognizer(double)
    }

    private func tap() {
        harness.finger().down(at: Point(200, 200)).up()
        harness.settle()
    }

    // Rules: G18.
    @Test("A recogniser removed from its view between taps starts afresh when it is added again")
    func removed() {
        tap()
        view.removeGestureRecognizer(double)
        view.addGestureRecognizer(double)
        tap()
        #expect(log.take() == [])
        tap()
        #expect(log.take() == ["double ended (100, 100)"])
    }

    // Rules: G18.
    @Test("A recogniser whose view leaves the window between taps starts afresh when the view comes back")
    func leftWindow() {
        tap()
        view.removeFromSuperview()
        harness.add(view)
        tap()
        #expect(log.take() == [])
    }

    // Rules: G18.
    @Test("A recogniser whose timer fires while its view is in no window works when the view comes back")
    func timerInNoWindow() {
        tap()
        view.removeFromSuperview()
        harness.advance(by: .seconds(1))
        harness.add(view)
        tap()
        tap()
        #expect(log.take() == ["double ended (100, 100)"])
    }
}
