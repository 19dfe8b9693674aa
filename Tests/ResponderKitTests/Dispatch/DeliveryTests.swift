import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Delivery of touches to views")
struct DeliveryTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws {
        harness = try AppHarness()
    }

    private func add(_ name: String, _ frame: Rect, multiple: Bool = true) -> RecordingView {
        let view = harness.add(RecordingView(name, log: log, frame: frame))
        view.isMultipleTouchEnabled = multiple
        return view
    }

    // Rules: T11.
    @Test("A touch stays with the view it began in, wherever the finger goes")
    func binding() {
        let first = add("first", Rect(0, 0, 100, 100))
        _ = add("second", Rect(100, 0, 100, 100))
        var bound: [View?] = []
        first.handler = { _, touches, _ in bound.append(touches.first?.view) }
        harness.finger().down(at: Point(50, 50)).move(to: Point(150, 50)).up()
        harness.settle()
        #expect(log.lines == ["first.began(50, 50)", "first.moved(150, 50)", "first.ended(150, 50)"])
        #expect(bound == [first, first, first])
        #expect(harness.application.touchStatistics.events == 3)
    }

    // Rules: T12, T14.
    @Test("Fingers that come down on a view in one frame make one call; another view's are not in it")
    func together() {
        _ = add("left", Rect(0, 0, 100, 100))
        _ = add("right", Rect(100, 0, 100, 100))
        let fingers = (0..<3).map { _ in harness.finger() }
        harness.together {
            fingers[0].down(at: Point(10, 10))
            fingers[1].down(at: Point(110, 10))
            fingers[2].down(at: Point(20, 20))
        }
        harness.settle()
        #expect(log.lines == ["left.began(10, 10)(20, 20)", "right.began(110, 10)"])
        fingers[2].move(to: Point(21, 21))
        harness.settle()
        #expect(log.lines.last == "left.moved(21, 21)")
    }

    // Rules: T13.
    @Test("Phases mixed in one frame make separate calls, view by view: began, moved, ended, cancelled")
    func mixed() {
        _ = add("left", Rect(0, 0, 100, 100))
        _ = add("right", Rect(100, 0, 100, 100))
        let fingers = (0..<8).map { _ in harness.finger() }
        for index in 0..<3 { fingers[index].down(at: Point(Double(index), 0)) }
        for index in 4..<7 { fingers[index].down(at: Point(100 + Double(index), 0)) }
        harness.settle()
        log.clear()
        harness.together {
            for start in [4, 0] {
                fingers[start].cancel()
                fingers[start + 1].up()
                fingers[start + 2].move(by: 0, 9)
                fingers[start + 3].down(at: Point(start == 0 ? 3 : 107, 0))
            }
        }
        harness.settle()
        #expect(
            log.lines == [
                "left.began(3, 0)", "left.moved(2, 9)", "left.ended(1, 0)", "left.cancelled(0, 0)",
                "right.began(107, 0)", "right.moved(106, 9)", "right.ended(105, 0)", "right.cancelled(104, 0)",
            ]
        )
    }

    // Rules: T15, T17.
    @Test("Without multi-touch a view gets one touch at a time, and never one that the view was refused")
    func singleTouch() {
        let view = add("view", Rect(0, 0, 100, 100), multiple: false)
        let child = RecordingView("child", log: log, frame: Rect(50, 0, 50, 50))
        view.addSubview(child)
        let (first, second, third, fourth) = (harness.finger(), harness.finger(), harness.finger(), harness.finger())
        first.down(at: Point(1, 1))
        second.down(at: Point(2, 2))
        third.down(at: Point(60, 3))
        harness.settle()
        #expect(log.lines == ["view.began(1, 1)", "child.began(60, 3)"])
        log.clear()
        first.up()
        second.move(to: Point(9, 9))
        fourth.down(at: Point(4, 4))
        second.up()
        fourth.up()
        harness.settle()
        #expect(log.lines == ["view.ended(1, 1)", "view.began(4, 4)", "view.ended(4, 4)"])
        third.up()
        harness.settle()
        #expect(harness.isIdle && view.record.pointee.touchCount == 0)
    }

    // Rules: T17.
    @Test("A refused touch is not promoted in a run nested in the handler of the first, where the first one ends")
    func refusedAndNested() {
        let view = add("view", Rect(0, 0, 100, 100), multiple: false)
        let (first, second) = (harness.finger(), harness.finger())
        defer { view.handler = nil }
        view.handler = { phase, _, _ in
            guard phase == .began else { return }
            first.up()
            second.move(to: Point(3, 3)).up()
            harness.loop.run(until: harness.loop.now)
        }
        harness.together {
            first.down(at: Point(1, 1))
            second.down(at: Point(2, 2))
        }
        harness.settle()
        #expect(log.lines == ["view.began(1, 1)", "view.ended(1, 1)"])
        #expect(harness.isIdle && view.record.pointee.touchCount == 0)
    }

    // Rules: T15, T13.
    @Test("Without multi-touch, an end and a began in one frame are told in that order")
    func handingOver() {
        _ = add("view", Rect(0, 0, 100, 100), multiple: false)
        let (first, second) = (harness.finger(), harness.finger())
        first.down(at: Point(1, 1))
        harness.settle()
        harness.together {
            second.down(at: Point(2, 2))
            first.up()
        }
        second.up()
        harness.settle()
        #expect(log.lines == ["view.began(1, 1)", "view.ended(1, 1)", "view.began(2, 2)", "view.ended(2, 2)"])
    }

    // Rules: T15.
    @Test("Without multi-touch a view takes no touch of its new application while the former owes it a cancel")
    func otherApplication() throws {
        let view = add("view", Rect(0, 0, 100, 100), multiple: false)
        let other = try AppHarness()
        let (finger, late, next) = (harness.finger(), other.finger(), other.finger())
        defer { view.handler = nil }
        view.handler = { phase, _, _ in
            guard phase == .began, view.window !== other.window else { return }
            other.window.addSubview(view)
            late.down(at: Point(2, 2))
            other.settle()
        }
        finger.down(at: Point(1, 1))
        harness.settle()
        late.up()
        other.settle()
        #expect(log.lines == ["view.began(1, 1)", "view.cancelled(1, 1)"])
        next.down(at: Point(3, 3)).up()
        other.settle()
        #expect(log.lines.suffix(2) == ["view.began(3, 3)", "view.ended(3, 3)"])
        #expect(harness.isIdle && other.isIdle && view.record.pointee.touchCount == 0)
    }

    // Rules: T40.
    @Test("Several messages of one finger in a frame arrive step by step")
    func repeated() {
        _ = add("view", Rect(0, 0, 100, 100))
        let finger = harness.finger()
        harness.together {
            finger.down(at: Point(1, 1)).move(to: Point(2, 2)).move(to: Point(3, 3)).up().down(at: Point(4, 4)).up()
        }
        harness.settle()
        #expect(
            log.lines == [
                "view.began(1, 1)", "view.moved(2, 2)", "view.moved(3, 3)", "view.began(4, 4)", "view.ended(3, 3)",
                "view.ended(4, 4)",
            ]
        )
        #expect(harness.isIdle)
    }

    // Rules: T40, T20.
    @Test("A run nested in a handler begins with the rest of the frame, whose contact comes again after it")
    func repeatedAndNested() {
        let view = add("view", Rect(0, 0, 100, 100))
        let finger = harness.finger()
        defer { view.handler = nil }
        view.handler = { phase, touches, _ in
            guard phase == .began, touches.first?.location(in: nil) == Point(1, 1) else { return }
            finger.down(at: Point(3, 3)).up()
            harness.loop.run(until: harness.loop.now)
        }
        harness.together { finger.down(at: Point(1, 1)).up() }
        harness.settle()
        #expect(
            log.lines == ["view.began(1, 1)", "view.ended(1, 1)", "view.began(3, 3)", "view.ended(3, 3)"]
        )
        #expect(harness.isIdle)
    }

    // Rules: T41.
    @Test("The 65th contact is dropped for its life, and counted")
    func cap() {
        let view = add("view", Rect(0, 0, 1000, 1000))
        let other = harness.application.touchPort.makeSender()
        func send(_ phase: TouchContact.Phase, _ identifier: Int) {
            other.send(TouchContact(identifier, phase, at: Point(500, 500)), at: harness.now)
        }
        let fingers = (0..<64).map { harness.finger().down(at: Point(Double($0), 0)) }
        harness.settle()
        #expect(log.lines.count == 64 && view.record.pointee.touchCount == 64)
        for phase in [TouchContact.Phase.began, .moved, .ended] { send(phase, 1) }
        harness.settle()
        #expect(log.lines.count == 64)
        #expect(harness.application.touchStatistics.excessTouches == 1)
        fingers[0].up()
        harness.settle()
        send(.began, 1)
        send(.ended, 1)
        for finger in fingers.dropFirst() { finger.up() }
        harness.settle()
        #expect(log.lines.count == 64 + 1 + 2 + 63)
        #expect(harness.isIdle && view.record.pointee.touchCount == 0)
    }
}
