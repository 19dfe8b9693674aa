import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("A gesture that no fingers can make stops the test's process, with a message that names")
struct GestureMisuseTests {
    @Test("A gesture of a finger that is not down stops the process with a message naming finger and line")
    func finger() async {
        let up = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let finger = try AppHarness().finger()
            await finger.move(to: Point(1, 1), for: .seconds(1), file: "CardTests.swift", line: 42)
        }
        up.expectMessage("CardTests.swift:42: Fatal error: finger 1 is not down: call down(at:) first")
        let lifted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let harness = try AppHarness()
            let finger = harness.finger().down(at: .zero)
            harness.loop.addTimer(after: .milliseconds(500)) { _ in finger.up() }
            await finger.move(to: Point(1, 1), for: .seconds(1))
        }
        lifted.expectMessage("finger 1 is not down: call down(at:) first")
        let moved = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().finger().down(at: .zero).move(to: Point(.nan, 0), for: .seconds(1))
        }
        moved.expectMessage("move of finger 1: to is (nan, 0.0); both coordinates must be finite numbers")
    }

    @Test("A gesture inside `together`, which makes one frame, stops the process with a message")
    func together() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try tapTogether(AppHarness())
        }
        result.expectMessage("tap: a gesture takes time, so it cannot share a frame: call it outside together(_:)")
    }

    @Test("A tap or a press that no fingers can make stops the process with a message naming argument and line")
    func taps() async {
        let point = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().tap(at: Point(0, .infinity), file: "CardTests.swift", line: 42)
        }
        point.expectMessage("CardTests.swift:42: Fatal error: tap: at is (0.0, inf); both coordinates must be finite")
        let taps = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().tap(at: .zero, taps: 0)
        }
        taps.expectMessage("tap: taps is 0; it must be from 1 to 100")
        let touches = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().doubleTap(at: .zero, touches: -1)
        }
        touches.expectMessage("doubleTap: touches is -1; it must be from 1 to 100")
        let gap = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().doubleTap(at: .zero, gap: .seconds(-1))
        }
        gap.expectMessage("doubleTap: gap is -1.0 seconds; it must be from zero to one hour")
        let time = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().longPress(at: .zero, for: .seconds(-2))
        }
        time.expectMessage("longPress: for is -2.0 seconds; it must be from zero to one hour")
    }

    @Test("A drag, a flick or a swipe that no fingers can make stops the process with a message naming the argument")
    func drags() async {
        let time = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().drag(from: .zero, to: Point(1, 1), for: .seconds(7200))
        }
        time.expectMessage("drag: for is 7200.0 seconds; it must be from zero to one hour")
        let rate = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().drag(from: .zero, to: Point(1, 1), movesPerSecond: 0)
        }
        rate.expectMessage("drag: movesPerSecond is 0; it must be from 1 to 1000")
        let way = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().flick(from: Point(1, 1), to: Point(1, 1))
        }
        way.expectMessage("flick: from and to are both (1.0, 1.0); a flick has a direction")
        let slow = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().flick(from: .zero, to: Point(100, 0), speed: 0.01)
        }
        slow.expectMessage("flick: at 0.01 points a second from (0.0, 0.0) to (100.0, 0.0) takes longer than one hour")
        let speed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().swipe(.left, from: .zero, speed: .nan)
        }
        speed.expectMessage("swipe: speed is nan; it must be a finite number above 0")
        let distance = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().swipe(.left, from: .zero, distance: 0)
        }
        distance.expectMessage("swipe: distance is 0.0; it must be a finite number above 0")
    }

    @Test("A pinch or a rotation that no fingers can make stops the process with a message naming the argument")
    func turns() async {
        let scale = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().pinch(at: .zero, scale: 0)
        }
        scale.expectMessage("pinch: scale is 0.0; it must be a finite number above 0")
        let span = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().pinch(at: .zero, scale: 1e308)
        }
        span.expectMessage("pinch: span times scale is inf; it must be a finite number above 0")
        let rotation = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().rotate(at: .zero, by: .infinity)
        }
        rotation.expectMessage("rotate: by is inf; it must be a finite number")
        let rest = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try await AppHarness().rotate(at: .zero, by: 1, rest: .seconds(-1))
        }
        rest.expectMessage("rotate: rest is -1.0 seconds; it must be from zero to one hour")
    }
}

@MainActor
private func tapTogether(_ harness: AppHarness) {
    harness.together { harness.tap(at: .zero) }
}
