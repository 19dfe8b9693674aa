import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Exclusive touch")
struct ExclusiveTouchTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private let exclusive: RecordingView
    private let left: RecordingView
    private let right: RecordingView

    init() throws {
        harness = try AppHarness()
        exclusive = RecordingView("exclusive", log: log, frame: Rect(0, 0, 100, 100))
        left = RecordingView("left", log: log, frame: Rect(0, 100, 100, 100))
        right = RecordingView("right", log: log, frame: Rect(100, 100, 100, 100))
        for view in [exclusive, left, right] {
            view.isMultipleTouchEnabled = true
            harness.add(view)
        }
        exclusive.isExclusiveTouch = true
    }

    private func take() -> [String] { log.takeLines() }

    // Rules: T18.
    @Test("While an exclusive view holds a touch, other views get no new ones, and what was refused stays so")
    func keepsOthersOut() {
        #expect(!left.isExclusiveTouch && exclusive.isExclusiveTouch)
        let (first, second, third, fourth) = (harness.finger(), harness.finger(), harness.finger(), harness.finger())
        first.down(at: Point(1, 1))
        second.down(at: Point(1, 101))
        third.down(at: Point(2, 2))
        harness.settle()
        #expect(take() == ["exclusive.began(1, 1)", "exclusive.began(2, 2)"])
        first.up()
        second.move(to: Point(2, 102))
        fourth.down(at: Point(101, 101))
        third.up()
        harness.settle()
        #expect(take() == ["exclusive.ended(1, 1)", "exclusive.ended(2, 2)"])
        second.move(to: Point(3, 103)).up()
        fourth.up().down(at: Point(101, 101)).up()
        harness.settle()
        #expect(take() == ["right.began(101, 101)", "right.ended(101, 101)"])
        #expect(harness.isIdle)
        #expect([exclusive, left, right].allSatisfy { $0.record.pointee.touchCount == 0 })
    }

    // Rules: T18, T12.
    @Test("An exclusive view gets no touch while another view of the window holds one")
    func waitsForOthers() {
        let (first, second, third) = (harness.finger(), harness.finger(), harness.finger())
        first.down(at: Point(1, 101))
        second.down(at: Point(1, 1))
        third.down(at: Point(101, 101))
        harness.settle()
        #expect(take() == ["left.began(1, 101)", "right.began(101, 101)"])
        first.up()
        third.up()
        second.move(to: Point(5, 5))
        harness.settle()
        #expect(take() == ["left.ended(1, 101)", "right.ended(101, 101)"])
        first.down(at: Point(2, 2))
        harness.settle()
        #expect(take() == ["exclusive.began(2, 2)"])
        first.cancel()
        second.up()
        harness.settle()
        #expect(take() == ["exclusive.cancelled(2, 2)"])
        #expect(harness.isIdle)
    }

    // Rules: T19.
    @Test("Exclusive touch counts for the window, a view inside and one around included, not for other windows")
    func scope() {
        let inner = RecordingView("inner", log: log, frame: Rect(50, 50, 50, 50))
        exclusive.addSubview(inner)
        let other = harness.show(Window(frame: Rect(500, 500, 100, 100), application: harness.application))
        other.addSubview(RecordingView("other", log: log, frame: Rect(0, 0, 100, 100)))
        let fingers = (0..<4).map { _ in harness.finger() }
        fingers[0].down(at: Point(1, 1))
        fingers[1].down(at: Point(60, 60))
        fingers[2].down(at: Point(510, 510))
        fingers[3].down(at: Point(900, 900))
        harness.settle()
        #expect(take() == ["exclusive.began(1, 1)", "other.began(10, 10)"])
        for finger in fingers { finger.up() }
        harness.settle()
        log.clear()
        fingers[1].down(at: Point(60, 60))
        fingers[0].down(at: Point(1, 1))
        harness.settle()
        #expect(take() == ["inner.began(60, 60)"])
    }

    // Rules: T18.
    @Test(
        "Of fingers that come down in one frame near an exclusive view, the first one in the frame wins",
        arguments: [false, true]
    )
    func oneFrame(exclusiveFirst: Bool) {
        // Slots are used again oldest first, so their order is not the frame's.
        for _ in 0..<63 {
            harness.finger().down(at: Point(1, 1)).up()
            harness.settle()
        }
        log.clear()
        let (first, second, third) = (harness.finger(), harness.finger(), harness.finger())
        harness.together {
            first.down(at: exclusiveFirst ? Point(1, 1) : Point(1, 101))
            second.down(at: exclusiveFirst ? Point(1, 101) : Point(1, 1))
            third.down(at: exclusiveFirst ? Point(2, 2) : Point(2, 102))
        }
        harness.settle()
        let winners = Set(log.entries.map(\.responder))
        #expect(winners == [exclusiveFirst ? "exclusive" : "left"])
        #expect([exclusive, left].map(\.record.pointee.touchCount).sorted() == [0, 2])
        for finger in [first, second, third] { finger.up() }
        harness.settle()
        #expect(harness.isIdle)
    }

    // Rules: T18, T13.
    @Test(
        "A touch that ends in the frame makes way for a new one, and its end is told first",
        arguments: [false, true]
    )
    func handsOver(exclusiveEnds: Bool) {
        let (from, to) = exclusiveEnds ? (Point(1, 1), Point(1, 101)) : (Point(1, 101), Point(1, 1))
        for cancels in [false, true] {
            // The end in a higher slot than the began, and the other way round.
            for skipped in [0, 1, 62] {
                for _ in 0..<skipped {
                    harness.finger().down(at: Point(900, 900)).up()
                    harness.settle()
                }
                let (first, second) = (harness.finger(), harness.finger())
                first.down(at: from)
                harness.settle()
                log.clear()
                harness.together {
                    second.down(at: to)
                    if cancels { first.cancel() } else { first.up() }
                }
                harness.settle()
                let (former, next) = exclusiveEnds ? ("exclusive", "left") : ("left", "exclusive")
                #expect(
                    take() == [
                        "\(former).\(cancels ? "cancelled" : "ended")(1, \(exclusiveEnds ? 1 : 101))",
                        "\(next).began(1, \(exclusiveEnds ? 101 : 1))",
                    ]
                )
                second.up()
                harness.settle()
            }
        }
    }

    // Rules: T18, T33.
    @Test("A touch about to be cancelled is held until the cancel, also in a run nested in a handler")
    func cancelIsHeld() {
        let finger = harness.finger()
        defer { exclusive.handler = nil }
        exclusive.handler = { [harness, exclusive] phase, _, _ in
            guard phase == .began else { return }
            exclusive.removeFromSuperview()
            harness.finger().down(at: Point(1, 101)).up()
            harness.loop.run(until: harness.loop.now)
        }
        finger.down(at: Point(1, 1))
        harness.settle()
        #expect(take() == ["exclusive.began(1, 1)", "exclusive.cancelled(1, 1)"])
        harness.finger().down(at: Point(1, 101))
        harness.settle()
        #expect(take() == ["left.began(1, 101)"])
    }

    // Rules: T18, T20.
    @Test("A touch of a run nested in a hit-test stands against the touch whose view was being looked for")
    func nestedHitTest() {
        let asked = harness.add(AskingView(frame: Rect(300, 300, 10, 10)))
        let first = harness.finger()
        let second = harness.finger()
        defer { asked.onHitTest = nil }
        asked.onHitTest = { [harness] in
            second.down(at: Point(1, 1))
            harness.loop.run(until: harness.loop.now)
        }
        first.down(at: Point(101, 101))
        harness.settle()
        #expect(take() == ["exclusive.began(1, 1)"])
        first.up()
        second.up()
        harness.settle()
        #expect(take() == ["exclusive.ended(1, 1)"])
        #expect(harness.isIdle)
    }

    // Rules: T18, T19, T17.
    @Test("After any frames the touches that views hold are those that the rule gives them", arguments: 0..<100)
    func model(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        right.isExclusiveTouch = true
        let other = harness.show(Window(frame: Rect(500, 0, 100, 100), application: harness.application))
        let elsewhere = RecordingView("elsewhere", log: log, frame: Rect(0, 0, 100, 100))
        elsewhere.isMultipleTouchEnabled = true
        other.addSubview(elsewhere)
        let plain = harness.add(RecordingView("plain", log: log, frame: Rect(100, 0, 100, 100)))
        plain.isMultipleTouchEnabled = true
        let places: [(view: RecordingView, point: Point)] = [
            (exclusive, Point(10, 10)), (left, Point(10, 110)), (right, Point(110, 110)), (plain, Point(110, 10)),
            (elsewhere, Point(510, 10)),
        ]
        let fingers = (0..<5).map { _ in harness.finger() }
        var down: Set<Int> = []
        /// Which view holds the touch of each finger that was not refused.
        var held: [Int: RecordingView] = [:]
        let check = InvariantCheck()
        for (view, _) in places { view.handler = { phase, touches, _ in check.note(phase, touches, of: view) } }
        defer { for (view, _) in places { view.handler = nil } }
        for step in 0..<60 {
            let actors = fingers.indices.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.shuffled(
                using: &random
            )
            var begans: [(finger: Int, view: RecordingView)] = []
            harness.together {
                for finger in actors {
                    if down.remove(finger) != nil {
                        held[finger] = nil
                        fingers[finger].up()
                    } else {
                        let (view, point) = places[Int.random(in: 0..<places.count, using: &random)]
                        down.insert(finger)
                        begans.append((finger, view))
                        fingers[finger].down(at: point)
                    }
                }
            }
            for (finger, view) in begans {
                let isRefused = held.values.contains {
                    $0 !== view && $0.window === view.window && ($0.isExclusiveTouch || view.isExclusiveTouch)
                }
                if !isRefused { held[finger] = view }
            }
            harness.settle()
            for (view, _) in places {
                let expected = held.values.filter { $0 === view }.count
                #expect(Int(view.record.pointee.touchCount) == expected, "step \(step), \(view.name)")
            }
            #expect(check.violations == 0, "step \(step)")
        }
    }
}

/// Looks at each call that no exclusive view shares its window's touches with another view.
@MainActor
private final class InvariantCheck {
    private(set) var violations = 0
    private var holders: [Touch: View] = [:]

    func note(_ phase: Touch.Phase, _ touches: TouchSet, of view: View) {
        for touch in touches {
            holders[touch] = phase == .ended || phase == .cancelled ? nil : view
        }
        let isViolated = holders.values.contains { one in
            one.isExclusiveTouch && holders.values.contains { $0 !== one && $0.window === one.window }
        }
        if isViolated { violations += 1 }
    }
}

/// A view that runs something once when it is asked for a hit.
private final class AskingView: View {
    var onHitTest: (() -> Void)?

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        let once = onHitTest
        onHitTest = nil
        once?()
        return super.hitTest(point, with: event)
    }
}
