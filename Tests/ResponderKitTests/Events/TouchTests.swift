import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Touches")
struct TouchTests {
    private let harness: AppHarness
    private let view: RecordingView

    init() throws {
        harness = try AppHarness()
        view = harness.add(RecordingView("view", frame: Rect(100, 100, 200, 200)))
        view.isMultipleTouchEnabled = true
    }

    // Rules: T1.
    @Test("One finger is one touch, equal and hashed alike, and reads as its state of now")
    func identity() throws {
        var lines: [Touch: [Touch.Phase]] = [:]
        var first: Touch?
        view.handler = { phase, touches, _ in
            for touch in touches { lines[touch, default: []].append(phase) }
            if first == nil { first = touches.first }
        }
        let (one, two) = (harness.finger(), harness.finger())
        one.down(at: Point(110, 110)).move(to: Point(120, 120))
        two.down(at: Point(130, 130))
        one.up()
        harness.settle()
        #expect(Set(lines.values) == [[.began, .moved, .ended], [.began]])
        let touch = try #require(first)
        #expect(touch.phase == .ended)
        #expect(touch.location(in: nil) == Point(120, 120))
        one.down(at: Point(110, 110))
        harness.settle()
        #expect(lines.count == 3)
    }

    // Rules: T5, T15.
    @Test("A touch that its view refused is also stationary when it did not change")
    func refusedIsStationary() {
        view.isMultipleTouchEnabled = false
        let (held, refused) = (harness.finger(), harness.finger())
        held.down(at: Point(110, 110))
        refused.down(at: Point(120, 120))
        refused.move(to: Point(121, 121))
        harness.settle()
        var phases: [Touch.Phase] = []
        defer { view.handler = nil }
        view.handler = { _, _, event in phases = event.allTouches.map(\.phase) }
        held.move(to: Point(111, 111))
        harness.settle()
        #expect(phases == [.moved, .stationary])
    }

    // Rules: T5, T6, T12.
    @Test("A touch that did not change is stationary, keeps its timestamp, and causes no call")
    func stationary() {
        let (still, moving) = (harness.finger(), harness.finger())
        still.down(at: Point(110, 110))
        harness.settle()
        let began = harness.now
        harness.advance(by: .milliseconds(10))
        var phases: [Touch.Phase] = []
        var timestamps: [Bool] = []
        defer { view.handler = nil }
        view.handler = { _, touches, event in
            #expect(touches.count == 1)
            phases = event.allTouches.map(\.phase)
            timestamps = event.allTouches.map { $0.timestamp == began }
            #expect(event.timestamp == harness.now)
        }
        moving.down(at: Point(120, 120))
        harness.settle()
        #expect(phases == [.stationary, .began])
        #expect(timestamps == [true, false])
        still.move(to: Point(111, 111))
        harness.settle()
        #expect(phases == [.moved, .stationary])
        #expect(timestamps == [false, false])
        #expect(view.log.lines.count == 3)
    }

    // Rules: T7.
    @Test("A touch gives its location and that of the event before, in any view's coordinates")
    func locations() {
        let window = harness.show(Window(frame: Rect(50, 60, 900, 900), application: harness.application))
        let list = View(frame: Rect(100, 100, 400, 400))
        let row = RecordingView("row", frame: Rect(10, 1000, 300, 300))
        list.bounds.origin = Point(0, 1000)
        window.addSubview(list)
        list.addSubview(row)
        var seen: [[Point]] = []
        defer { row.handler = nil }
        row.handler = { _, touches, _ in
            guard let touch = touches.first else { return }
            seen.append([touch.location(in: nil), touch.location(in: row), touch.previousLocation(in: row)])
            #expect(touch.location(in: window) == touch.location(in: nil))
            #expect(touch.location(in: list) == row.convert(touch.location(in: row), to: list))
            #expect(touch.view === row && touch.window === window)
        }
        harness.finger().down(at: Point(170, 170)).move(to: Point(180, 190)).up()
        harness.settle()
        #expect(
            seen == [
                [Point(120, 110), Point(10, 10), Point(10, 10)],
                [Point(130, 130), Point(20, 30), Point(10, 10)],
                [Point(130, 130), Point(20, 30), Point(20, 30)],
            ]
        )
    }

    // Rules: T7, T5.
    @Test("The previous location of a stationary touch is where it is")
    func stationaryLocation() {
        let (still, moving) = (harness.finger(), harness.finger())
        var touch: Touch?
        view.handler = { _, touches, _ in touch = touch ?? touches.first }
        still.down(at: Point(110, 110)).move(to: Point(120, 120))
        moving.down(at: Point(130, 130))
        harness.settle()
        #expect(touch?.phase == .stationary)
        #expect(touch?.previousLocation(in: nil) == Point(120, 120))
        #expect(touch?.sample.previousLocation == Point(120, 120))
    }

    // Rules: T7.
    @Test("A touch's view and window are those of the began, and nil after the end")
    func viewAndWindow() {
        var touch: Touch?
        view.handler = { _, touches, _ in touch = touches.first }
        let finger = harness.finger().down(at: Point(110, 110)).move(to: Point(900, 900))
        harness.settle()
        #expect(touch?.view === view && touch?.window === harness.window)
        finger.up()
        harness.settle()
        #expect(touch?.view == nil && touch?.window == nil)
    }

    // Rules: T9.
    @Test("A touch's type, force and radius are carried as they came, and a snapshot has the same")
    func data() {
        var samples: [Touch.Sample] = []
        defer { view.handler = nil }
        view.handler = { _, touches, _ in
            guard let touch = touches.first else { return }
            #expect(touch.type == .pencil && touch.majorRadiusTolerance == 0.5)
            #expect(touch.force == touch.sample.force && touch.majorRadius == touch.sample.majorRadius)
            samples.append(touch.sample)
        }
        let sender = harness.application.touchPort.makeSender()
        for (phase, force) in [(TouchContact.Phase.began, Float(1)), (.moved, 2), (.ended, 0)] {
            let contact = TouchContact(
                1,
                phase,
                at: Point(110, 110),
                kind: .pencil,
                force: force,
                majorRadius: 4 + force,
                majorRadiusTolerance: 0.5
            )
            sender.send(contact, at: harness.now)
        }
        harness.settle()
        #expect(samples.map(\.force) == [1, 2, 0])
        #expect(samples.map(\.majorRadius) == [5, 6, 4])
        #expect(samples.map(\.phase) == [.began, .moved, .ended])
        #expect(samples.allSatisfy { $0.type == .pencil && $0.timestamp == harness.now })
    }

    // Rules: T8.
    @Test("After its end a touch gives its last values, until 63 later contacts have come", arguments: [0, 5])
    func afterItsEnd(othersDown: Int) throws {
        let others = (0..<othersDown).map { harness.finger().down(at: Point(Double($0), 0)) }
        var touch: Touch?
        view.handler = { _, touches, _ in touch = touch ?? touches.first }
        let finger = harness.finger().down(at: Point(110, 110)).up()
        harness.settle()
        for _ in 0..<(63 - othersDown) {
            finger.down(at: Point(1, 1)).up()
            harness.settle()
            #expect(touch?.location(in: nil) == Point(110, 110))
        }
        finger.down(at: Point(1, 1)).up()
        harness.settle()
        let kept = try #require(touch)
        #expect(kept.slot.pointee.contact != kept.contact)
        #expect(kept == kept && Set([kept]).contains(kept))
        for finger in others { finger.up() }
        harness.settle()
    }

    // Rules: T8.
    @Test("Reading a touch whose slot is used again stops the process with a message")
    func lateRead() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                let touch = try #require(try lateTouches().first)
                _ = touch.phase
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a touch was read after its end"), "\(text)")
    }

    // Rules: T8.
    @Test("Reading a set of touches whose slot is used again stops the process with a message")
    func lateSet() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await MainActor.run { _ = try lateTouchSet().first }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("a touch set was read after its touches' end"), "\(text)")
    }
}

/// A set of touches after whose end 64 others came.
@MainActor
private func lateTouchSet() throws -> TouchSet {
    try late { touches in touches }
}

@MainActor
private func lateTouches() throws -> [Touch] {
    try late { touches in Array(touches) }
}

@MainActor
private func late<Kept>(_ keep: @escaping (TouchSet) -> Kept) throws -> Kept {
    let harness = try AppHarness()
    let view = harness.add(RecordingView("view", frame: Rect(0, 0, 100, 100)))
    var kept: Kept?
    view.handler = { _, touches, _ in kept = kept ?? keep(touches) }
    for _ in 0...64 {
        harness.finger().down(at: Point(10, 10)).up()
        harness.settle()
    }
    return try #require(kept)
}
