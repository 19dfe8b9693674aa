import ResponderKitTesting
import Testing

@testable import ResponderCore

/// Responders that handle began alone: of the other messages the dispatch skips them, as long as there is a table of
/// overrides, and what a touch's chain says of them must count all the same.
@MainActor
@Suite("A responder that handles began alone")
struct SkippedResponderTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let (parent, newcomer): (RecordingView, RecordingView)
    private let view: BeganView

    init() throws {
        harness = try .makeFrameByFrame()
        parent = harness.add(RecordingView("parent", log: log, frame: Rect(0, 0, 300, 300)))
        newcomer = harness.add(RecordingView("newcomer", log: log, frame: Rect(500, 0, 300, 300)))
        view = BeganView(frame: Rect(0, 0, 100, 100))
        parent.addSubview(view)
    }

    /// Has the dispatch see the classes, which it skips from then on.
    private func showClasses() {
        harness.finger().down(at: Point(10, 10)).move(to: Point(11, 11)).up()
        harness.finger().down(at: Point(10, 10)).cancel()
        harness.settle()
        log.clear()
    }

    /// A touch in whose middle the view gets under the newcomer.
    private func touchAndReparent() {
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        newcomer.addSubview(view)
        finger.move(to: Point(520, 20)).up()
        harness.settle()
    }

    // Rules: T20, T27, R14.
    @Test("A responder that passes began on brings nothing to who comes above; who was there gets a cancel")
    func reparented() {
        showClasses()
        touchAndReparent()
        #expect(log.lines == ["parent.began(10, 10)", "parent.cancelled(10, 10)"])
        #expect(harness.isIdle)
    }

    // Rules: T20, R11.
    @Test("A responder that handles began and keeps it brings who comes above it nothing")
    func keptAndReparented() {
        view.keeps = true
        showClasses()
        touchAndReparent()
        #expect(log.lines == [])
    }

    // Rules: T20, T27, R14.
    @Test("A began responder below who comes, under a view that passes all on, brings the newcomer nothing")
    func inBetween() {
        view.addSubview(PassingView("leaf", log: log, frame: Rect(0, 0, 100, 100)))
        showClasses()
        touchAndReparent()
        let lines = log.lines.filter { !$0.hasPrefix("leaf.") }
        #expect(lines == ["parent.began(10, 10)", "parent.cancelled(10, 10)"])
        #expect(harness.isIdle)
    }

    // Rules: T20, R14.
    @Test("A run of the loop before began is passed on brings nothing to who did not get the began")
    func nestedRun() {
        showClasses()
        let finger = harness.finger()
        view.onBegan = { [harness] in
            finger.move(to: Point(20, 20)).up()
            harness.settle()
        }
        finger.down(at: Point(10, 10))
        harness.settle()
        #expect(log.lines == [])
        #expect(harness.isIdle)
    }

    // Rules: R11.
    @Test("A responder that handles began alone gives those above the other messages while nothing changes")
    func unchanged() {
        showClasses()
        harness.finger().down(at: Point(10, 10)).move(to: Point(20, 20)).up()
        harness.settle()
        #expect(log.lines == ["parent.began(10, 10)", "parent.moved(20, 20)", "parent.ended(20, 20)"])
    }
}

private final class BeganView: View {
    var keeps = false
    var onBegan: (() -> Void)?

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        onBegan?()
        onBegan = nil
        if !keeps { super.touchesBegan(touches, with: event) }
    }
}
