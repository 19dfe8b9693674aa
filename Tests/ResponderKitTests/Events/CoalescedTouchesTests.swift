import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Coalesced touches")
struct CoalescedTouchesTests {
    private let scene: PortScene

    init() throws {
        scene = try PortScene()
    }

    private func xs(_ samples: [Touch.Sample]?) -> [Double]? { samples?.map(\.location.x) }

    // Rules: T37, T38, T6.
    @Test("Coalesced touches are all samples since the event before, in order; the last is what the touch is")
    func samples() {
        var seen: [[Double]?] = []
        var times: [Int64] = []
        defer { scene.view.handler = nil }
        scene.view.handler = { [self] _, touches, event in
            guard let touch = touches.first, let samples = event.coalescedTouches(for: touch) else { return }
            #expect(touches.count == 1 && event.allTouches.count == 1)
            #expect(samples.last == touch.sample)
            #expect(samples.allSatisfy { $0.phase == touch.phase })
            #expect(touch.timestamp == event.timestamp)
            seen.append(xs(samples))
            times += samples.map { $0.timestamp.nanoseconds / 1_000_000 }
        }
        scene.send(1, .began, 10, at: 1)
        for step in 2...5 { scene.send(1, .moved, 10 + Double(step), at: Double(step)) }
        scene.send(1, .ended, 16, at: 6)
        scene.settle()
        #expect(seen == [[10], [12, 13, 14, 15], [16]])
        #expect(times == [1, 2, 3, 4, 5, 6])
    }

    // Rules: T37.
    @Test("Coalesced touches are copies: they stay when the touch goes on")
    func copies() throws {
        var kept: [Touch.Sample] = []
        var touch: Touch?
        defer { scene.view.handler = nil }
        scene.view.handler = { phase, touches, event in
            touch = touches.first
            if phase == .moved, kept.isEmpty, let touch { kept = event.coalescedTouches(for: touch) ?? [] }
        }
        scene.send(1, .began, 10)
        scene.send(1, .moved, 11)
        scene.send(1, .moved, 12)
        scene.settle()
        scene.send(1, .moved, 13)
        scene.settle()
        #expect(xs(kept) == [11, 12])
        let last = try #require(touch)
        #expect(last.location(in: nil).x == 13 && last.sample != kept.last)
    }

    // Rules: T37, T38, T3.
    @Test("Coalesced touches of several touches are each touch's own, whatever frames they came in")
    func several() {
        var seen: [[Double]?] = []
        scene.send([(1, .began, 10), (2, .began, 20), (3, .began, 30)])
        scene.settle()
        defer { scene.view.handler = nil }
        scene.view.handler = { [self] phase, touches, event in
            #expect(phase == .moved && touches.count == 2 && event.allTouches.count == 3)
            for touch in event.allTouches { seen.append(xs(event.coalescedTouches(for: touch))) }
            #expect(event.allTouches.allSatisfy { event.coalescedTouches(for: $0)?.last == $0.sample })
        }
        scene.send(1, .moved, 11)
        scene.send(2, .moved, 21)
        scene.send([(2, .moved, 22), (1, .moved, 12)])
        scene.send(2, .moved, 23)
        scene.settle()
        // The stationary one has the sample that it stands with.
        #expect(seen == [[11, 12], [21, 22, 23], [30]])
    }

    // Rules: T37, T7, T38.
    @Test("Coalesced touches leave the touch the location of the event before as its previous one")
    func previousLocation() {
        var previous: [Double] = []
        defer { scene.view.handler = nil }
        scene.view.handler = { phase, touches, event in
            guard let touch = touches.first else { return }
            previous.append(touch.previousLocation(in: nil).x)
            #expect(touch.sample.previousLocation.x == previous.last)
            guard phase == .moved else { return }
            // Each replaced sample knows of the event before, too: that is where the touch was.
            let samples = event.coalescedTouches(for: touch) ?? []
            #expect(samples.allSatisfy { $0.previousLocation.x == previous.last })
        }
        scene.send(1, .began, 10)
        for x in 11...13 { scene.send(1, .moved, Double(x)) }
        scene.settle()
        for x in 14...16 { scene.send(1, .moved, Double(x)) }
        scene.send(1, .ended, 17)
        scene.settle()
        #expect(previous == [10, 10, 13, 16])
    }

    // Rules: T37.
    @Test("Coalesced touches are nil for a touch of another event or of another application")
    func foreign() throws {
        let other = try PortScene()
        var touches: [Touch] = []
        for scene in [scene, other] {
            scene.view.handler = { _, called, _ in touches += Array(called) }
            scene.send(1, .began, 10)
            scene.send(1, .moved, 11)
            scene.send(1, .moved, 12)
            scene.settle()
            scene.view.handler = nil
        }
        scene.send(1, .ended, 12)
        scene.settle()
        let (over, foreign) = (touches[0], touches[2])
        try #require(over != foreign)
        var checked = 0
        defer { scene.view.handler = nil }
        scene.view.handler = { _, called, event in
            checked += 1
            #expect(event.coalescedTouches(for: over) == nil)
            #expect(event.coalescedTouches(for: foreign) == nil)
            #expect(event.predictedTouches(for: over) == nil)
            #expect(event.predictedTouches(for: foreign) == nil)
            #expect(called.allSatisfy { event.coalescedTouches(for: $0) != nil })
        }
        scene.send(2, .began, 20)
        for x in 21...24 { scene.send(2, .moved, Double(x)) }
        scene.settle()
        #expect(checked == 2)
        // Nor is it taken for the one that has its slot later.
        for _ in 0..<64 {
            scene.send(3, .began, 30)
            scene.send(3, .ended, 30)
            scene.settle()
        }
        #expect(checked == 2 + 128 && over.slot.pointee.contact != over.contact)
    }

    // Rules: T37, T1.
    @Test("Coalesced touches carry force, radius and type as each came, in the window's coordinates")
    func data() {
        scene.window.frame.origin = Point(0, 100)
        var samples: [Touch.Sample] = []
        defer { scene.view.handler = nil }
        scene.view.handler = { _, touches, event in
            samples += touches.first.flatMap { event.coalescedTouches(for: $0) } ?? []
        }
        func send(_ phase: TouchContact.Phase, _ force: Float) {
            scene.sender.send(
                TouchContact(
                    1,
                    phase,
                    at: Point(10, 100 + Double(force)),
                    kind: .pencil,
                    force: force,
                    majorRadius: force * 2,
                    majorRadiusTolerance: force / 2
                ),
                at: .milliseconds(Double(force))
            )
        }
        send(.began, 1)
        for force in 2...4 { send(.moved, Float(force)) }
        send(.ended, 5)
        scene.settle()
        #expect(samples.map(\.force) == [1, 2, 3, 4, 5])
        #expect(samples.map(\.majorRadius) == [2, 4, 6, 8, 10])
        #expect(samples.map(\.majorRadiusTolerance) == [0.5, 1, 1.5, 2, 2.5])
        #expect(samples.map(\.location.y) == [1, 2, 3, 4, 5])
        #expect(samples.allSatisfy { $0.type == .pencil && $0.tapCount == 1 })
        #expect(samples.map(\.phase) == [.began, .moved, .moved, .moved, .ended])
    }

    // Rules: T37, T5.
    @Test("Coalesced touches are the same at every call, and the next event has none of them")
    func next() {
        var seen: [[Double]?] = []
        defer { scene.view.handler = nil }
        scene.view.handler = { [self] phase, touches, event in
            guard phase == .moved, let touch = touches.first else { return }
            let samples = event.coalescedTouches(for: touch)
            #expect(event.coalescedTouches(for: touch) == samples)
            seen.append(xs(samples))
        }
        scene.send(1, .began, 10)
        scene.settle()
        for counts in [[11.0, 12, 13], [14], [15, 16], [17], [18]] {
            for x in counts { scene.send(1, .moved, x) }
            scene.settle()
        }
        #expect(seen == [[11, 12, 13], [14], [15, 16], [17], [18]])
    }
}
