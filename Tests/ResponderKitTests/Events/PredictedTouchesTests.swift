import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Predicted touches")
struct PredictedTouchesTests {
    private let scene: PortScene

    init() throws {
        scene = try PortScene()
    }

    /// What is predicted in the last event of the samples, each a time in milliseconds and two coordinates.
    private func predict(_ samples: [(Double, Double, Double)], oneTurn: Bool) -> [Touch.Sample]? {
        var predicted: [Touch.Sample]?
        scene.view.handler = { _, touches, event in
            predicted = touches.first.flatMap { event.predictedTouches(for: $0) }
        }
        defer { scene.view.handler = nil }
        for (index, sample) in samples.enumerated() {
            scene.send(1, index == 0 ? .began : .moved, sample.1, sample.2, at: sample.0)
            if !oneTurn { scene.settle() }
        }
        scene.settle()
        return predicted
    }

    // Rules: T39.
    @Test(
        "Predicted touches go on in a line from the last two samples, in steps of their time",
        arguments: [true, false]
    )
    func line(oneTurn: Bool) throws {
        let predicted = try #require(predict([(0, 10, 10), (4, 15, 20), (8, 22, 29)], oneTurn: oneTurn))
        #expect(predicted.map(\.location) == [Point(29, 38), Point(36, 47), Point(43, 56), Point(50, 65)])
        #expect(predicted.map(\.timestamp) == [12, 16, 20, 24].map { .milliseconds($0) })
        #expect(predicted.map(\.previousLocation) == [Point(22, 29), Point(29, 38), Point(36, 47), Point(43, 56)])
        #expect(predicted.allSatisfy { $0.phase == .moved && $0.type == .direct && $0.tapCount == 1 })
    }

    // Rules: T39.
    @Test(
        "Predicted touches are at most four, and reach at most a sixtieth of a second",
        arguments: [(1.0, 4), (4.1, 4), (4.2, 3), (5, 3), (8, 2), (16, 1), (16.6, 1), (16.7, 0), (1000, 0)],
        [true, false]
    )
    func reach(step: (Double, Int), oneTurn: Bool) throws {
        let predicted = try #require(predict([(0, 1, 1), (step.0, 2, 2)], oneTurn: oneTurn))
        #expect(predicted.count == step.1)
        let reach = predicted.last.map { $0.timestamp.nanoseconds - Int64(step.0 * 1_000_000) } ?? 0
        #expect(reach <= 1_000_000_000 / 60)
    }

    // Rules: T39.
    @Test(
        "No touches are predicted where the last two samples have one time, or the later has the earlier one",
        arguments: [5, 4.9]
    )
    func equalTimes(time: Double) throws {
        for oneTurn in [true, false] {
            let predicted = try #require(predict([(0, 1, 1), (5, 2, 2), (time, 3, 3)], oneTurn: oneTurn))
            #expect(predicted.isEmpty)
            scene.send(1, .ended, 3, 3)
            scene.settle()
        }
    }

    // Rules: T39, T5.
    @Test("No touches are predicted for a touch that does not move in the event")
    func notMoved() {
        var counts: [Touch.Phase: Int] = [:]
        defer { scene.view.handler = nil }
        scene.view.handler = { _, _, event in
            for touch in event.allTouches { counts[touch.phase] = event.predictedTouches(for: touch)?.count }
        }
        scene.send(1, .began, 1, at: 0)
        scene.send(2, .began, 20, at: 0)
        scene.send(1, .moved, 2, at: 4)
        scene.settle()
        scene.send(1, .ended, 2, at: 8)
        scene.send(2, .cancelled, 20, at: 9)
        scene.settle()
        #expect(counts == [.began: 0, .moved: 4, .stationary: 0, .ended: 0, .cancelled: 0])
    }

    // Rules: T39.
    @Test("Predicted touches are nil when the event is over, also of one that is kept")
    func over() throws {
        var kept: Event?
        var touch: Touch?
        defer { scene.view.handler = nil }
        scene.view.handler = { _, touches, event in (kept, touch) = (event, touches.first) }
        scene.send(1, .began, 1)
        scene.send(1, .moved, 2, at: 4)
        scene.settle()
        let (event, finger) = try (#require(kept), #require(touch))
        #expect(finger.phase == .moved && event.coalescedTouches(for: finger)?.count == 1)
        #expect(event.predictedTouches(for: finger) == nil)
    }

    // Rules: T39.
    @Test("Predicted touches of an event that a nested run interrupts are what they were before")
    func nested() {
        var before: [Touch.Sample]?
        var after: [Touch.Sample]?
        defer { scene.view.handler = nil }
        scene.view.handler = { [scene] phase, touches, event in
            guard phase == .moved, before == nil, let touch = touches.first else { return }
            before = event.predictedTouches(for: touch)
            scene.send(1, .moved, 30, at: 9)
            scene.turn()
            after = event.predictedTouches(for: touch)
        }
        scene.send(1, .began, 1)
        scene.send(1, .moved, 2, at: 4)
        scene.settle()
        #expect(before?.count == 4 && before == after)
    }

    // Rules: T39.
    @Test("Predicted touches stand times at the ends of the clock's range")
    func extremeTimes() {
        var counts: [Int?] = []
        defer { scene.view.handler = nil }
        scene.view.handler = { _, touches, event in
            counts.append(touches.first.flatMap { event.predictedTouches(for: $0)?.count })
        }
        for (phase, time) in [(TouchContact.Phase.began, Int64.min), (.moved, .max - 1), (.moved, .max)] {
            scene.sender.send(TouchContact(1, phase, at: Point(1, 1)), at: MainRunLoop.Instant(nanoseconds: time))
            scene.settle()
        }
        #expect(counts == [0, 0, 0])
    }
}
