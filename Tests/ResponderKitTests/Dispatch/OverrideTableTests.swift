import Glibc
import ResponderKitTesting
import Testing
import Widgets

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The override table")
struct OverrideTableTests {
    @Test("Every slot of the override table was found, and the answers known at the start are right")
    func found() {
        #expect(OverrideTable.shared.found == .all)
        #expect(OverrideTable.shared.isValid)
    }

    @Test("The override table judges classes of many shapes right")
    func judged() {
        class InFunction: View { override func touchesMoved(_ touches: TouchSet, with event: Event) {} }
        final class LocalGeneric<Element>: GenericWidget<Element> {
            override func touchesMoved(_ touches: TouchSet, with event: Event) {}
        }
        let cases: [(type: Responder.Type, overrides: Overrides)] = [
            (Responder.self, []), (View.self, []), (Window.self, []), (ViewController.self, []), (Application.self, []),
            (PlainWidget.self, []), (MoverWidget.self, .moved), (FinalMoverWidget.self, .moved),
            (LateFinalWidget.self, .moved), (SubMoverWidget.self, .moved), (GenericWidget<Int>.self, .ended),
            (PlainGenericWidget<Double>.self, []), (SubGenericWidget.self, .ended),
            (BeganSubGenericWidget.self, [.ended, .began]), (TwiceGenericWidget<Int>.self, [.ended, .cancelled]),
            (SuperCallingWidget.self, .moved), (IsolatedDeinitWidget.self, .began),
            (PlainIsolatedDeinitWidget.self, []),
            (ContravariantWidget.self, .moved), (NonisolatedWidget.self, .cancelled), (NextWidget.self, .next),
            (HitTestWidget.self, .hitTest), (PointInsideWidget.self, .pointInside), (WidgetController.self, .ended),
            (WidgetWindow.self, [.began, .windowEvents]), (WidgetApplication.self, .cancelled),
            (hiddenWidgets[0], .moved), (hiddenWidgets[1], .ended), (hiddenWidgets[2], .began),
            (InFunction.self, .moved), (LocalGeneric<Int>.self, [.moved, .ended]),
            (LocalSubSub.self, .moved), (LocalPlain.self, []),
            (LocalEverything.self, .all.subtracting([.applicationEvents, .windowEvents])),
            (LocalResponder.self, [.next, .began]), (Nest<String>.Inner.self, [.ended, .cancelled]),
        ]
        for (type, overrides) in cases {
            #expect(OverrideTable.shared.declared(by: type) == overrides, "\(type)")
            #expect(ResponderClass.of(type).pointee.declared == overrides, "\(type)")
            let relied = OverrideTable.shared.skips ? overrides : .all
            #expect(ResponderClass.of(type).pointee.overrides == relied, "\(type)")
        }
    }

    @Test("The delivery is the same when the environment switches the override table off")
    func switchedOff() async {
        await #expect(processExitsWith: .success) {
            setenv("RESPONDERKIT_OVERRIDE_TABLE", "off", 1)
            try await checkSwitchedOff()
        }
    }

    @Test("The delivery is the same where the override table is absent, as where its self-check fails")
    func absent() async {
        await #expect(processExitsWith: .success) {
            setenv("RESPONDERKIT_OVERRIDE_TABLE", "absent", 1)
            try await checkAbsent()
        }
    }

    @Test("The delivery is the same when the override table is given up in the middle of touches")
    func givenUp() async {
        await #expect(processExitsWith: .success) {
            setenv("RESPONDERKIT_OVERRIDE_TABLE", "on", 1)
            try await checkGivenUp()
        }
    }

    @Test("The scenario's delivery with the override table is what it is without")
    func scenario() throws {
        let scenario = try DeliveryScenario()
        for _ in 0..<2 {
            scenario.run()
            #expect(scenario.lines == DeliveryScenario.expected)
            scenario.clear()
        }
    }
}

@MainActor
private func checkSwitchedOff() throws {
    let scenario = try DeliveryScenario()
    try #require(OverrideTable.shared.isValid && !OverrideTable.shared.skips)
    scenario.run()
    try #require(scenario.lines == DeliveryScenario.expected, "\(scenario.lines)")
}

@MainActor
private func checkAbsent() throws {
    let scenario = try DeliveryScenario()
    try #require(!OverrideTable.shared.isValid && OverrideTable.shared.found.isEmpty)
    scenario.run()
    try #require(scenario.lines == DeliveryScenario.expected, "\(scenario.lines)")
}

@MainActor
private func checkGivenUp() throws {
    let scenario = try DeliveryScenario()
    scenario.onFirstMove = { OverrideTable.giveUp(because: View.self) }
    try #require(OverrideTable.shared.skips)
    scenario.run()
    try #require(!OverrideTable.shared.skips)
    try #require(scenario.lines == DeliveryScenario.expected, "\(scenario.lines)")
    // And once more, from the began on.
    scenario.clear()
    scenario.run()
    try #require(scenario.lines == DeliveryScenario.expected, "\(scenario.lines)")
}

/// Touches on a tree of responders that handle all, some, pass on, and name another next, with changes of the tree.
@MainActor
final class DeliveryScenario {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let (first, second): (WheelNotingView, WheelNotingView)
    private let leaf = View(frame: Rect(0, 0, 50, 50))
    private let passing: PassingView
    var onFirstMove: (() -> Void)?

    var lines: [String] { log.lines }

    static let expected = [
        // The leaf passes on; its chain changes.
        "first.began(10, 10)", "first.moved(11, 11)", "first.cancelled(11, 11)",
        // The passing view does both.
        "passing.began(60, 10)", "first.began(60, 10)", "passing.moved(61, 11)", "first.moved(61, 11)",
        "first.cancelled(61, 11)", "passing.ended(61, 11)",
        // Nobody handles it, and nobody does who comes later.
        // The wheel, which the first view gets at first from a view in it.
        "first.wheel", "first.wheel", "second.wheel",
        // A removed view.
        "second.began(110, 10)", "second.cancelled(110, 10)",
    ]

    init() throws {
        harness = try AppHarness()
        first = harness.add(WheelNotingView("first", log: log, frame: Rect(0, 0, 100, 100)))
        second = harness.add(WheelNotingView("second", log: log, frame: Rect(100, 0, 100, 100)))
        passing = PassingView("passing", log: log, frame: Rect(50, 0, 50, 50))
    }

    func clear() { log.clear() }

    func run() {
        first.addSubview(leaf)
        first.addSubview(passing)
        first.handler = { [weak self] phase, _, _ in
            guard let self, phase == .moved else { return }
            onFirstMove?()
            onFirstMove = nil
        }
        let finger = harness.finger()
        finger.down(at: Point(10, 10)).move(to: Point(11, 11))
        harness.settle()
        second.addSubview(leaf)
        finger.up()
        harness.settle()

        finger.down(at: Point(60, 10)).move(to: Point(61, 11))
        harness.settle()
        second.addSubview(passing)
        finger.up()
        harness.settle()
        passing.removeFromSuperview()
        leaf.removeFromSuperview()

        let plain = harness.add(View(frame: Rect(300, 300, 50, 50)))
        finger.down(at: Point(310, 310))
        harness.settle()
        first.addSubview(plain)
        finger.up()
        harness.settle()
        plain.frame.origin = .zero
        for x in [10.0, 60, 110, 900] { harness.wheel(by: Point(0, 1), at: Point(x, 10)) }
        harness.settle()
        plain.removeFromSuperview()

        finger.down(at: Point(110, 10))
        harness.settle()
        second.removeFromSuperview()
        finger.up()
        harness.settle()
        harness.add(second)
        #expect(harness.isIdle)
    }
}

/// A view that notes that it got the wheel.
private final class WheelNotingView: RecordingView {
    override func scrollWheel(with event: WheelEvent) { log.note("\(name).wheel") }
}

private class LocalSub: SubMoverWidget {}
private class LocalSubSub: LocalSub {}
private class LocalPlain: PlainGenericWidget<Int> { var text = "" }
private class LocalResponder: Responder {
    override var next: Responder? { nil }
    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
}
private enum Nest<Element> {
    class Inner: GenericWidget<Element> {
        override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
    }
}
private final class LocalEverything: View {
    override func scrollWheel(with event: WheelEvent) {}
    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {}
    override func pressesChanged(_ presses: PressSet, with event: PressesEvent) {}
    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {}
    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) {}
    override var undoManager: UndoManager? { nil }
    override func motionBegan(_ motion: EventSubtype, with event: MotionEvent) {}
    override func motionEnded(_ motion: EventSubtype, with event: MotionEvent) {}
    override func motionCancelled(_ motion: EventSubtype, with event: MotionEvent) {}
    override func remoteControlReceived(with event: RemoteControlEvent) {}
    override func canPerformAction(_ action: AnyAction, withSender sender: Any?) -> Bool { false }
    override func target(forAction action: AnyAction, withSender sender: Any?) -> Responder? { nil }
    override func touchesEstimatedPropertiesUpdated(_ touches: TouchSet) {}
    override var next: Responder? { super.next }
    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
    override func hitTest(_ point: Point, with event: Event?) -> View? { nil }
    override func point(inside point: Point, with event: Event?) -> Bool { false }
}
