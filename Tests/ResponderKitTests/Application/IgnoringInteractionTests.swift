import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Ignoring interaction")
struct IgnoringInteractionTests {
    private let harness: AppHarness
    private let view: RecordingView
    private var application: Application { harness.application }

    init() throws {
        harness = try AppHarness()
        view = harness.add(RecordingView("view", frame: Rect(0, 0, 500, 500)))
        view.isMultipleTouchEnabled = true
    }

    // Rules: T28.
    @Test("Contacts that begin while interaction is ignored are dropped for life, until each begin has its end")
    func drops() {
        let (first, second, third) = (harness.finger(), harness.finger(), harness.finger())
        #expect(!application.isIgnoringInteractionEvents)
        application.beginIgnoringInteractionEvents()
        application.beginIgnoringInteractionEvents()
        #expect(application.isIgnoringInteractionEvents)
        first.down(at: Point(1, 1))
        harness.settle()
        application.endIgnoringInteractionEvents()
        #expect(application.isIgnoringInteractionEvents)
        second.down(at: Point(2, 2))
        harness.settle()
        application.endIgnoringInteractionEvents()
        #expect(!application.isIgnoringInteractionEvents)
        first.move(to: Point(3, 3)).up()
        second.move(to: Point(4, 4)).up()
        third.down(at: Point(5, 5)).up()
        harness.settle()
        #expect(view.log.lines == ["view.began(5, 5)", "view.ended(5, 5)"])
        #expect(application.touchStatistics.refusedWhileIgnoring == 2)
        #expect(application.touchStatistics.refusedWhileInactive == 0)
    }

    // Rules: T28, T32.
    @Test("Touches that are down are cancelled at the first begin of ignoring, at once, and get nothing more")
    func cancels() {
        let (first, second) = (harness.finger(), harness.finger())
        first.down(at: Point(1, 1))
        second.down(at: Point(2, 2))
        harness.settle()
        view.log.clear()
        application.beginIgnoringInteractionEvents()
        #expect(view.log.lines == ["view.cancelled(1, 1)(2, 2)"])
        application.beginIgnoringInteractionEvents()
        application.endIgnoringInteractionEvents()
        application.endIgnoringInteractionEvents()
        first.move(to: Point(3, 3)).up()
        second.up()
        harness.settle()
        #expect(view.log.lines.count == 1)
        #expect(harness.isIdle)
    }

    // Rules: T28, T33, T20.
    @Test(
        "When ignoring begins inside a handler, the cancel waits for its return, and spares an ended touch",
        arguments: [Touch.Phase.began, .moved, .ended]
    )
    func insideHandler(_ phase: Touch.Phase) {
        let (finger, other) = (harness.finger(), harness.finger())
        other.down(at: Point(400, 400))
        harness.settle()
        view.log.clear()
        defer { view.handler = nil }
        view.handler = { [application, harness, view] current, _, _ in
            guard current == phase else { return }
            view.handler = nil
            application.beginIgnoringInteractionEvents()
            // Nothing reaches the view before its cancel, in a nested run neither.
            if finger.isDown { finger.move(to: Point(9, 9)) }
            other.up()
            harness.loop.run(until: harness.loop.now)
            application.endIgnoringInteractionEvents()
            view.log.note("returns")
        }
        finger.down(at: Point(1, 1))
        harness.settle()
        if phase != .began {
            finger.move(to: Point(2, 2))
            harness.settle()
        }
        if phase == .ended { finger.up() }
        harness.settle()
        let lines = view.log.lines
        let end = lines.firstIndex(of: "returns").map { Array(lines[$0...]) }
        let cancelled = Set(view.log.entries.filter { $0.phase == .cancelled }.flatMap { $0.touches.map(\.location) })
        let own: Set<Point> = phase == .ended ? [] : [phase == .began ? Point(1, 1) : Point(2, 2)]
        #expect(cancelled == own.union([Point(400, 400)]))
        #expect(end?.dropFirst().allSatisfy { $0.hasPrefix("view.cancelled") } == true)
        #expect(harness.isIdle)
    }

    // Rules: T28, T34.
    @Test("Ignoring outlasts the application's becoming active; an inactive one counts its refusals as such")
    func lifecycle() throws {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let sender = application.touchPort.makeSender()
        let window = Window(frame: Rect(0, 0, 100, 100), application: application)
        let view = RecordingView("view", frame: Rect(0, 0, 100, 100))
        window.addSubview(view)
        window.isHidden = false
        func touch() {
            for phase in [TouchContact.Phase.began, .ended] {
                sender.send(TouchContact(1, phase, at: Point(1, 1)), at: application.runLoop.now)
            }
            application.runLoop.run(until: application.runLoop.now)
        }
        application.beginIgnoringInteractionEvents()
        touch()
        #expect(application.touchStatistics.refusedWhileInactive == 1)
        application.launch()
        touch()
        #expect(application.touchStatistics.refusedWhileIgnoring == 1)
        #expect(view.log.lines.isEmpty)
        application.endIgnoringInteractionEvents()
        touch()
        #expect(view.log.lines.count == 2)
    }

    // Rules: T28.
    @Test("One end of ignoring too many stops the process with a message")
    func unmatchedEnd() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                let application = try AppHarness().application
                application.beginIgnoringInteractionEvents()
                application.endIgnoringInteractionEvents()
                application.endIgnoringInteractionEvents()
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("endIgnoringInteractionEvents() was called once more"), "\(text)")
    }
}
