import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import Testing

@MainActor
@Suite("The instant of the newest input")
struct ActivityTests {
    let harness: AppHarness
    let start: MainRunLoop.Instant

    init() throws {
        harness = try AppHarness()
        start = harness.application.lastActivity
    }

    private var seconds: Int64 { start.duration(to: harness.application.lastActivity).components.seconds }

    @Test("The first read answers the present instant, and time alone changes nothing")
    func first() async {
        #expect(start == harness.now)
        await harness.advance(by: .seconds(5))
        #expect(harness.application.lastActivity == start)
    }

    // Rules: K2.
    @Test("Each sample of a finger counts, also where no view wants it; a finger that lies still does not")
    func touches() async {
        let view = harness.add(View(frame: Rect(0, 0, 100, 100)))
        view.isUserInteractionEnabled = false
        await harness.advance(by: .seconds(2))
        let finger = harness.finger().down(at: Point(10, 10))
        await harness.advance(by: .seconds(3))
        #expect(seconds == 2)
        finger.move(to: Point(20, 20))
        await harness.advance(by: .seconds(3))
        #expect(seconds == 5)
        finger.up()
        await harness.advance(by: .seconds(3))
        #expect(seconds == 8)
    }

    // Rules: K2.
    @Test("Touches that the application ignores count")
    func ignored() async {
        harness.application.beginIgnoringInteractionEvents()
        await harness.advance(by: .seconds(2))
        harness.finger().down(at: Point(10, 10)).up()
        await harness.settle()
        #expect(seconds == 2)
        #expect(harness.application.touchStatistics.refusedWhileIgnoring == 1)
        harness.application.endIgnoringInteractionEvents()
    }

    // Rules: K2.
    @Test("A source that cancels its touch is no activity")
    func cancelled() async {
        let finger = harness.finger().down(at: Point(10, 10))
        await harness.advance(by: .seconds(2))
        finger.cancel()
        await harness.settle()
        #expect(seconds == 0)
    }

    // Rules: K2.
    @Test("The wheel, a pointer that hovers, a key that nobody takes and a key that a command takes count")
    func others() async {
        await harness.advance(by: .seconds(1))
        harness.wheel(by: Point(0, 10), at: Point(10, 10))
        await harness.settle()
        #expect(seconds == 1)
        await harness.advance(by: .seconds(1))
        let pointer = harness.pointer().enter(at: Point(5, 5))
        await harness.settle()
        #expect(seconds == 2)
        await harness.advance(by: .seconds(1))
        pointer.move(to: Point(6, 6))
        await harness.settle()
        #expect(seconds == 3)
        await harness.advance(by: .seconds(1))
        harness.keyboard.type("q")
        await harness.settle()
        #expect(seconds == 4)
        var performed = 0
        harness.application.systemKeyCommands = [KeyCommand("k", .control) { _ in performed += 1 }]
        await harness.advance(by: .seconds(1))
        harness.keyboard.shortcut("k", .control)
        await harness.settle()
        #expect(seconds == 5 && performed == 1)
    }

    // Rules: K2.
    @Test("What the app notes itself counts")
    func own() async {
        await harness.advance(by: .seconds(7))
        harness.application.noteActivity()
        #expect(seconds == 7)
    }

    // Rules: K3.
    @Test("The first input after a second or more is told once, with the pause, after it was delivered")
    func notice() async {
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
        var told: [(Duration, Int)] = []
        let token = harness.application.notificationCenter.observe(Application.ActivityDidResume.self) {
            told.append(($0.pause, view.log.lines.count))
        }
        await harness.advance(by: .seconds(4))
        let finger = harness.finger().down(at: Point(10, 10))
        await harness.advance(by: .milliseconds(900))
        finger.move(to: Point(20, 10))
        await harness.advance(by: .milliseconds(900))
        finger.up()
        await harness.settle()
        #expect(told.count == 1)
        #expect(told.first?.0 == .seconds(4) && told.first?.1 == 1)
        withExtendedLifetime(token) {}
    }

    @Test("An application is released while its activity is noted")
    func release() async throws {
        weak var application: Application?
        do {
            let harness = try AppHarness()
            application = harness.application
            _ = harness.application.lastActivity
            harness.finger().down(at: Point(10, 10))
            await harness.settle()
        }
        #expect(application == nil)
    }
}
