import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("The wheel")
struct WheelTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let pad: WheelView

    init() throws {
        harness = try AppHarness()
        pad = harness.add(WheelView("pad", log: log, frame: Rect(100, 100, 400, 400)))
    }

    private func turn(_ y: Double, at point: Point = Point(110, 120)) -> [String] {
        harness.wheel(by: Point(0, y), at: point)
        harness.settle()
        return log.takeLines()
    }

    // Rules: T42, H8.
    @Test("The wheel goes to the view that is hit at the pointer's place, of the frontmost window there")
    func hit() {
        let inner = WheelView("inner", log: log, frame: Rect(50, 50, 100, 100))
        pad.addSubview(inner)
        pad.bounds.origin = Point(0, 20)
        #expect(turn(1, at: Point(160, 140)) == ["inner.wheel(0, 1) at (10, 10)"])
        #expect(turn(2, at: Point(149, 140)) == ["pad.wheel(0, 2) at (49, 60)"])
        inner.isUserInteractionEnabled = false
        #expect(turn(3, at: Point(160, 140)) == ["pad.wheel(0, 3) at (60, 60)"])
        #expect(turn(4, at: Point(90, 90)) == [])
        #expect(turn(5, at: Point(-90, 5000)) == [])
        let other = Window(frame: Rect(120, 0, 100, 1000), application: harness.application)
        let front = WheelView("front", log: log, frame: Rect(0, 0, 100, 1000))
        other.addSubview(front)
        other.isHidden = false
        var kept: WheelEvent?
        front.onWheel = { kept = $0 }
        #expect(turn(6, at: Point(160, 140)) == ["front.wheel(0, 6) at (40, 140)"])
        #expect(kept?.view === front && kept?.window === other)
        #expect(kept?.location(in: nil) == Point(40, 140) && kept?.location(in: harness.window) == Point(160, 140))
        other.isHidden = true
        #expect(turn(7, at: Point(160, 140)) == ["pad.wheel(0, 7) at (60, 60)"])
    }

    @Test("The wheel's event tells its delta, whether it is precise, and when it was turned")
    func values() {
        var events: [WheelEvent] = []
        pad.onWheel = { events.append($0) }
        harness.advance(by: .seconds(2))
        harness.wheel(by: Point(0.5, -3), at: Point(110, 120), isPrecise: true)
        harness.wheel(by: Point(-1, 0), at: Point(110, 120))
        harness.settle()
        #expect(events.map(\.delta) == [Point(0.5, -3), Point(-1, 0)] && events.map(\.isPrecise) == [true, false])
        #expect(events.allSatisfy { $0.timestamp == harness.now && $0.view === pad && $0.window === harness.window })
    }

    // Rules: T42, R8, R9.
    @Test("The wheel's event is passed up the whole chain by those that do not handle it")
    func chain() {
        pad.removeFromSuperview()
        let delegate = WheelDelegate()
        harness.application.delegate = delegate
        let root = ViewController()
        harness.window.rootViewController = root
        root.view.addSubview(View(frame: Rect(0, 0, 900, 900)))
        for y in 1...3 { #expect(turn(Double(y)) == []) }
        #expect(delegate.deltas == [1, 2, 3])
    }

    // Rules: T42, R9, R10.
    @Test("The wheel's event ends at a responder that handles it without calling super, and goes on otherwise")
    func superCalls() {
        let (middle, leaf) = (
            WheelView("middle", log: log, frame: Rect(0, 0, 400, 400)), View(frame: Rect(0, 0, 400, 400))
        )
        pad.addSubview(middle)
        middle.addSubview(leaf)
        for y in 1...2 { #expect(turn(Double(y)) == ["middle.wheel(0, \(y)) at (10, 20)"]) }
        middle.passesOn = true
        #expect(turn(3) == ["middle.wheel(0, 3) at (10, 20)", "pad.wheel(0, 3) at (10, 20)"])
    }

    // Rules: T42, R9.
    @Test("The wheel's event goes up as long as the chain is no circle")
    func circle() {
        final class CircleView: WheelView {
            override var next: Responder? { self }
        }
        let circle = CircleView("circle", log: log, frame: Rect(0, 0, 400, 400))
        pad.addSubview(circle)
        #expect(turn(1) == ["circle.wheel(0, 1) at (10, 20)"])
        final class PassingCircle: View {
            var calls = 0
            override var next: Responder? { self }
            override func scrollWheel(with event: WheelEvent) {
                calls += 1
                super.scrollWheel(with: event)
            }
        }
        let passing = PassingCircle(frame: Rect(0, 0, 400, 400))
        pad.addSubview(passing)
        #expect(turn(2) == [] && passing.calls > 1)
    }

    // Rules: T42, R9.
    // With the table switched off the hit-test goes down by a call inside a call, which no stack takes.
    @Test("The wheel's event goes up a chain of any length", .enabled(if: isOverrideTableWanted))
    func deep() {
        var inner = View(frame: Rect(0, 0, 400, 400))
        for _ in 0..<20_000 {
            let outer = View(frame: Rect(0, 0, 400, 400))
            outer.addSubview(inner)
            inner = outer
        }
        pad.addSubview(inner)
        #expect(turn(1) == ["pad.wheel(0, 1) at (10, 20)"])
    }

    // Rules: T28, T34, T42.
    @Test("The wheel is dropped while the application ignores touches or is not active, and kept for no later time")
    func inactive() throws {
        harness.application.beginIgnoringInteractionEvents()
        #expect(turn(1) == [])
        harness.application.endIgnoringInteractionEvents()
        #expect(turn(2) == ["pad.wheel(0, 2) at (10, 20)"])
        let sender = harness.application.touchPort.makeSender()
        try harness.device.perform(.home)
        sender.send(WheelFrame(time: harness.now, location: Point(110, 120), delta: Point(0, 3)))
        #expect(turn(4) == [])
        try harness.device.perform(.openSwitcher)
        try harness.device.perform(.choose("Application"))
        harness.settle()
        #expect(log.lines == [])
        #expect(turn(5) == ["pad.wheel(0, 5) at (10, 20)"])
    }

    // Rules: T42, T33.
    @Test("A wheel handler may remove its view: its touch is cancelled then, and the next movement goes elsewhere")
    func removal() {
        let inner = WheelView("inner", log: log, frame: Rect(0, 0, 400, 400))
        pad.addSubview(inner)
        harness.finger().down(at: Point(110, 120))
        harness.settle()
        log.clear()
        inner.onWheel = { [log, unowned inner] in
            inner.removeFromSuperview()
            log.note("removed at \($0.location(in: nil))")
        }
        harness.wheel(by: Point(0, 1), at: Point(110, 120))
        #expect(
            turn(2) == [
                "inner.wheel(0, 1) at (10, 20)", "removed at \(Point(110, 120))", "inner.cancelled(110, 120)",
                "pad.wheel(0, 2) at (10, 20)",
            ]
        )
        inner.onWheel = nil
    }

    // Rules: T42.
    @Test("A search for the wheel's view that makes the app inactive, or leads out of its windows, ends without a call")
    func hostileSearch() {
        final class Trap: View {
            var act: (() -> View?)?
            override func hitTest(_ point: Point, with event: Event?) -> View? { act?() }
        }
        let trap = Trap(frame: Rect(0, 0, 400, 400))
        pad.addSubview(trap)
        let stray = WheelView("stray", log: log, frame: Rect(0, 0, 10, 10))
        trap.act = { stray }
        #expect(turn(1) == [])
        trap.act = { [pad, application = harness.application] in
            application.beginIgnoringInteractionEvents()
            return pad
        }
        #expect(turn(2) == [])
        trap.act = nil
        harness.application.endIgnoringInteractionEvents()
        #expect(turn(3) == ["pad.wheel(0, 3) at (10, 20)"])
    }

    // Rules: T42.
    @Test("A wheel handler may release the application, and nothing more is delivered")
    func released() throws {
        weak var released: Application?
        let log = ResponderLog()
        try withExtendedLifetime(MainRunLoop(clock: VirtualClock())) { loop in
            var application: Application? = Application(runLoop: loop)
            released = application
            application?.launch()
            var window = application.map { Window(frame: Rect(0, 0, 100, 100), application: $0) }
            window?.isHidden = false
            let view = WheelView("view", log: log, frame: Rect(0, 0, 100, 100))
            window?.addSubview(view)
            let sender = application?.touchPort.makeSender()
            func turn(_ y: Double) { sender?.send(WheelFrame(time: .zero, location: Point(1, 2), delta: Point(0, y))) }
            view.onWheel = { _ in
                (application, window) = (nil, nil)
                turn(2)
            }
            turn(1)
            loop.run(until: loop.now)
            view.onWheel = nil
        }
        #expect(log.lines == ["view.wheel(0, 1) at (1, 2)"])
        #expect(released == nil)
    }

    // Rules: T42.
    @Test("The wheel does not pass through `sendEvent`, and leaves an event that somebody keeps as it is")
    func keptEvent() {
        var kept: Event?
        pad.handler = { kept = $2 }
        harness.finger().down(at: Point(110, 120))
        harness.settle()
        let (time, touches) = (kept?.timestamp, kept?.allTouches.count)
        harness.advance(by: .seconds(1))
        let events = harness.application.touchStatistics.events
        log.clear()
        #expect(turn(1) == ["pad.wheel(0, 1) at (10, 20)"])
        #expect(harness.application.touchStatistics.events == events)
        #expect(touches == 1 && kept?.timestamp == time && kept?.allTouches.count == touches)
        pad.handler = nil
    }
}

@MainActor
private final class WheelDelegate: Responder, ApplicationDelegate {
    var deltas: [Double] = []

    override func scrollWheel(with event: WheelEvent) { deltas.append(event.delta.y) }
}
