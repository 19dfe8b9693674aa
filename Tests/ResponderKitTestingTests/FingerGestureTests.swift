import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Gestures of the harness's fingers")
struct FingerGestureTests {
    @Test("A tap comes down and is lifted in one place, after its time")
    func tap() throws {
        let pad = try Pad()
        pad.harness.tap(at: Point(20, 30))
        #expect(pad.steps == ["0 began (20, 30)", "50 ended (20, 30)"])
        #expect(pad.milliseconds == 50)
        pad.harness.tap(at: Point(1, 2), for: .milliseconds(7))
        #expect(pad.steps.suffix(2) == ["50 began (1, 2)", "57 ended (1, 2)"])
    }

    @Test("Double taps and taps with several fingers keep their times, with one frame for all fingers")
    func taps() throws {
        let pad = try Pad()
        pad.harness.doubleTap(at: Point(20, 30))
        #expect(
            pad.steps == [
                "0 began (20, 30)", "50 ended (20, 30)", "150 began (20, 30)", "200 ended (20, 30)",
            ]
        )
        pad.harness.tap(at: Point(100, 50), taps: 3, touches: 2, for: .milliseconds(10), gap: .milliseconds(20))
        #expect(
            pad.steps.suffix(6) == [
                "200 began (80, 50) (120, 50)", "210 ended (80, 50) (120, 50)", "230 began (80, 50) (120, 50)",
                "240 ended (80, 50) (120, 50)", "260 began (80, 50) (120, 50)", "270 ended (80, 50) (120, 50)",
            ]
        )
        #expect(pad.milliseconds == 270)
        #expect(pad.frames == 10)
    }

    @Test("A long press lets its time pass without a move, and timers fire meanwhile")
    func longPress() throws {
        let pad = try Pad()
        var firedAt: MainRunLoop.Instant?
        pad.harness.loop.addTimer(after: .milliseconds(500)) { [clock = pad.harness.device.clock] _ in
            firedAt = clock.now
        }
        pad.harness.longPress(at: Point(20, 30), for: .milliseconds(600))
        #expect(pad.steps == ["0 began (20, 30)", "600 ended (20, 30)"])
        #expect(firedAt == .zero.advanced(by: .milliseconds(500)))
        pad.harness.longPress(at: Point(20, 30))
        #expect(pad.milliseconds == 1600)
    }

    @Test("A drag moves evenly, arrives after its duration, and rests before the lift")
    func drag() throws {
        let pad = try Pad()
        let (start, end) = (Point(10, 10), Point(50, 90))
        pad.harness.drag(from: start, to: end, for: .milliseconds(40), movesPerSecond: 100)
        #expect(
            pad.steps == [
                "0 began (10, 10)", "10 moved (20, 30)", "20 moved (30, 50)", "30 moved (40, 70)", "40 moved (50, 90)",
                "140 ended (50, 90)",
            ]
        )
        pad.harness.drag(from: start, to: end, for: .zero, rest: .zero)
        #expect(pad.steps.suffix(3) == ["140 began (10, 10)", "140 moved (50, 90)", "140 ended (50, 90)"])
        #expect(pad.frames == 9)
    }

    @Test("Moves come at the rate of the screen, whatever the duration", arguments: [60, 120])
    func rate(movesPerSecond: Int) throws {
        let pad = try Pad()
        pad.harness.drag(from: Point(0, 10), to: Point(300, 10), for: .seconds(1), movesPerSecond: movesPerSecond)
        let moves = pad.view.log.entries.filter { $0.phase == .moved }
        let expected = (1...movesPerSecond).map {
            MainRunLoop.Instant.zero.advanced(by: Duration.seconds(1) * $0 / movesPerSecond)
        }
        #expect(moves.map(\.time) == expected)
        #expect(moves.last?.touches.map(\.location) == [Point(300, 10)])
        // 51 ms are 3.06 moves at 60 a second: 3 moves, evenly spread.
        pad.view.log.clear()
        pad.harness.drag(from: Point(0, 10), to: Point(30, 10), for: .milliseconds(51), rest: .zero)
        #expect(
            pad.steps == [
                "1100 began (0, 10)", "1117 moved (10, 10)", "1134 moved (20, 10)", "1151 moved (30, 10)",
                "1151 ended (30, 10)",
            ]
        )
    }

    @Test("A flick has its speed until the lift, and a drag has none in the time before the lift")
    func speeds() throws {
        let pad = try Pad()
        pad.harness.flick(from: Point(10, 10), to: Point(310, 410), speed: 1000)
        #expect(pad.milliseconds == 500)
        #expect(pad.speed(inLast: .milliseconds(50)) == Point(600, 800))
        #expect(pad.steps.suffix(2) == ["500 moved (310, 410)", "500 ended (310, 410)"])
        pad.view.log.clear()
        pad.harness.drag(from: Point(10, 10), to: Point(310, 410))
        #expect(pad.speed(inLast: .milliseconds(50)) == .zero)
    }

    @Test("A swipe goes along an axis of the screen, with speed", arguments: AppHarness.SwipeDirection.allCases)
    func swipe(_ direction: AppHarness.SwipeDirection) throws {
        let pad = try Pad()
        pad.harness.swipe(direction, from: Point(250, 250), distance: 100, speed: 2000, movesPerSecond: 40)
        let ends =
            switch direction {
            case .left: ("200, 250", "150, 250")
            case .right: ("300, 250", "350, 250")
            case .up: ("250, 200", "250, 150")
            case .down: ("250, 300", "250, 350")
            }
        #expect(
            pad.steps == [
                "0 began (250, 250)", "25 moved (\(ends.0))", "50 moved (\(ends.1))", "50 ended (\(ends.1))",
            ]
        )
    }

    @Test("Several fingers that drag or swipe together move in one frame")
    func severalFingers() throws {
        let pad = try Pad()
        pad.harness.swipe(.right, from: Point(100, 50), distance: 30, speed: 3000, touches: 3)
        #expect(
            pad.steps == [
                "0 began (60, 50) (100, 50) (140, 50)", "10 moved (90, 50) (130, 50) (170, 50)",
                "10 ended (90, 50) (130, 50) (170, 50)",
            ]
        )
        #expect(pad.frames == 3)
    }

    @Test("A pinch spreads two fingers or brings them together, around the middle, both in one frame")
    func pinch() throws {
        let pad = try Pad()
        pad.harness.pinch(at: Point(200, 100), scale: 2, for: .milliseconds(20), movesPerSecond: 100)
        #expect(
            pad.steps == [
                "0 began (150, 100) (250, 100)", "10 moved (125, 100) (275, 100)", "20 moved (100, 100) (300, 100)",
                "120 ended (100, 100) (300, 100)",
            ]
        )
        #expect(pad.frames == 4)
        pad.view.log.clear()
        pad.harness.pinch(
            at: Point(200, 100),
            scale: 0.25,
            for: .milliseconds(10),
            span: 80,
            angle: .pi / 2,
            rest: .zero,
            movesPerSecond: 100
        )
        #expect(
            pad.steps == [
                "120 began (200, 60) (200, 140)", "130 moved (200, 90) (200, 110)", "130 ended (200, 90) (200, 110)",
            ]
        )
    }

    @Test("A rotation moves two fingers on a circle, clockwise where the angle is positive, both in one frame")
    func rotate() throws {
        let pad = try Pad()
        pad.harness.rotate(at: Point(200, 100), by: .pi, for: .milliseconds(20), movesPerSecond: 100)
        #expect(
            pad.steps == [
                "0 began (150, 100) (250, 100)", "10 moved (200, 50) (200, 150)", "20 moved (250, 100) (150, 100)",
                "120 ended (250, 100) (150, 100)",
            ]
        )
        #expect(pad.frames == 4)
        pad.view.log.clear()
        pad.harness.rotate(at: Point(200, 100), by: -.pi / 2, for: .milliseconds(10), span: 40, rest: .zero)
        #expect(
            pad.steps == [
                "120 began (180, 100) (220, 100)", "130 moved (200, 120) (200, 80)", "130 ended (200, 120) (200, 80)",
            ]
        )
    }

    @Test("A finger that moves in its time stays down, for a look into the middle of a gesture")
    func middle() throws {
        let pad = try Pad()
        let finger = pad.harness.finger().down(at: Point(10, 10))
        finger.move(to: Point(30, 10), for: .milliseconds(20), movesPerSecond: 100)
        #expect(pad.steps == ["0 began (10, 10)", "10 moved (20, 10)", "20 moved (30, 10)"])
        #expect(finger.isDown && finger.location == Point(30, 10))
        finger.up()
        pad.harness.settle()
        #expect(pad.steps.last == "20 ended (30, 10)")
    }

    @Test("Gestures with `await` take the same steps, and main-actor jobs run at the instants of the steps")
    func jobs() async throws {
        let pad = try Pad()
        var ranAt: [String] = []
        pad.view.handler = { [clock = pad.harness.device.clock] phase, _, _ in
            Task { ranAt.append("\(MainRunLoop.Instant.zero.duration(to: clock.now) / .milliseconds(1)) \(phase)") }
        }
        await pad.harness.doubleTap(at: Point(1, 1), for: .milliseconds(1), gap: .milliseconds(1))
        await pad.harness.tap(at: Point(1, 1), for: .milliseconds(1))
        await pad.harness.longPress(at: Point(1, 1), for: .milliseconds(1))
        #expect(
            ranAt == [
                "0.0 began", "1.0 ended", "2.0 began", "3.0 ended", "3.0 began", "4.0 ended", "4.0 began", "5.0 ended",
            ]
        )
        ranAt.removeAll()
        await pad.harness.drag(from: .zero, to: Point(9, 9), for: .milliseconds(2), rest: .milliseconds(1))
        await pad.harness.flick(from: .zero, to: Point(10, 0), speed: 10_000)
        await pad.harness.swipe(.right, from: .zero, distance: 10, speed: 10_000)
        #expect(
            ranAt == [
                "5.0 began", "7.0 moved", "8.0 ended", "8.0 began", "9.0 moved", "9.0 ended", "9.0 began",
                "10.0 moved", "10.0 ended",
            ]
        )
        ranAt.removeAll()
        await pad.harness.pinch(at: Point(99, 99), scale: 2, for: .milliseconds(1), rest: .zero)
        await pad.harness.rotate(at: Point(99, 99), by: 1, for: .milliseconds(1), rest: .milliseconds(1))
        await pad.harness.finger().down(at: .zero).move(to: Point(1, 1), for: .milliseconds(1)).up()
        await pad.harness.settle()
        #expect(
            ranAt == [
                "10.0 began", "11.0 moved", "11.0 ended", "11.0 began", "12.0 moved", "13.0 ended", "13.0 began",
                "14.0 moved", "14.0 ended",
            ]
        )
    }

    @Test("A gesture's fingers are others than those that are down, whoever put these down")
    func identifiers() throws {
        let pad = try Pad()
        let held = pad.harness.finger().down(at: Point(5, 5))
        pad.harness.device.touch([TouchContact(2, .began, at: Point(6, 6))])
        try pad.harness.device.perform(.fingerDown(3, at: Point(7, 7)))
        pad.harness.settle()
        pad.harness.pinch(at: Point(200, 100), scale: 2, for: .zero, rest: .zero)
        held.up()
        pad.harness.settle()
        #expect(
            pad.steps == [
                "0 began (5, 5)", "0 began (6, 6)", "0 began (7, 7)", "0 began (150, 100) (250, 100)",
                "0 moved (100, 100) (300, 100)", "0 ended (100, 100) (300, 100)", "0 ended (5, 5)",
            ]
        )
    }

    @Test("A gesture that a handler makes in the middle of another one delays the steps of the other one")
    func nested() throws {
        let pad = try Pad()
        var isFirst = true
        pad.view.handler = { [weak harness = pad.harness] _, _, _ in
            guard isFirst else { return }
            isFirst = false
            harness?.tap(at: Point(9, 9), for: .milliseconds(70))
        }
        pad.harness.tap(at: Point(1, 1))
        #expect(pad.steps == ["0 began (1, 1)", "0 began (9, 9)", "70 ended (9, 9)", "70 ended (1, 1)"])
    }
}

/// A harness whose only view notes what it gets.
@MainActor
private struct Pad {
    let harness: AppHarness
    let view: RecordingView

    init() throws {
        harness = try AppHarness(screenSize: Size(500, 500))
        view = harness.add(RecordingView("pad", frame: Rect(0, 0, 500, 500)))
        view.isMultipleTouchEnabled = true
    }

    /// The calls that the view got: milliseconds, phase, and the fingers' points rounded to thousandths.
    var steps: [String] {
        view.log.entries.map { entry in
            let places = entry.touches.map { " (\(text($0.location.x)), \(text($0.location.y)))" }.joined()
            return "\(text(milliseconds(at: entry.time))) \(entry.phase)\(places)"
        }
    }

    /// The number of frames that the fingers sent.
    var frames: Int { harness.application.touchPort.statistics.frames }

    var milliseconds: Double { milliseconds(at: harness.now) }

    /// The mean speed over the time before the last call, in points a second, as a velocity estimator sees it.
    func speed(inLast window: Duration) -> Point {
        guard let last = view.log.entries.last else { return .zero }
        let recent = view.log.entries.filter { $0.time.duration(to: last.time) <= window }
        guard let first = recent.first, first.time < last.time else { return .zero }
        let seconds = first.time.duration(to: last.time) / .seconds(1)
        let (from, to) = (first.touches[0].location, last.touches[0].location)
        return Point(rounded((to.x - from.x) / seconds), rounded((to.y - from.y) / seconds))
    }

    private func milliseconds(at time: MainRunLoop.Instant) -> Double {
        MainRunLoop.Instant.zero.duration(to: time) / .milliseconds(1)
    }

    private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

    private func text(_ number: Double) -> String {
        let number = rounded(number)
        return Int(exactly: number).map(String.init) ?? String(number)
    }
}
