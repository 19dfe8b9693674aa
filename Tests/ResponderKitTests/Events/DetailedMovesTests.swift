import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("What a stylus tells, on every way that its samples take")
struct DetailedMovesTests {
    private let harness: AppHarness
    private let view: EstimatesView
    private let sender: TouchPort.Sender

    init() throws {
        harness = try AppHarness()
        view = harness.add(EstimatesView("view", frame: Rect(0, 0, 500, 500)))
        view.isMultipleTouchEnabled = true
        sender = harness.application.touchPort.makeSender()
    }

    /// A sample at (x, 200), whose altitude is a hundredth of `x`, and whose force is an estimate named `x`.
    private func pencil(_ phase: TouchContact.Phase, at x: Int) -> TouchContact {
        let details = TouchContact.Details(
            altitudeAngle: Float(x) / 100,
            estimatedProperties: .force,
            estimatedPropertiesExpectingUpdates: .force,
            estimationUpdateIndex: UInt16(x)
        )
        return TouchContact(7, phase, at: Point(Double(x), 200), kind: .pencil, force: 1, details: details)
    }

    private func send(_ phase: TouchContact.Phase, at x: Int) {
        sender.send(pencil(phase, at: x), at: harness.now)
    }

    private func update(_ x: Int, force: Float = 2) {
        sender.update(
            TouchContact(7, .moved, at: .zero, force: force, details: .init(estimationUpdateIndex: UInt16(x)))
        )
    }

    // Rules: T9, T37.
    @Test("Moves that become one event keep their details each, also those of a finger that moves with them")
    func coalesced() throws {
        var seen: [[Touch.Sample]] = []
        defer { view.handler = nil }
        view.handler = { phase, touches, event in
            guard phase == .moved else { return }
            for touch in touches {
                let samples = event.coalescedTouches(for: touch) ?? []
                #expect(samples.last == touch.sample)
                seen.append(samples)
            }
        }
        sender.send(TouchContact(1, .began, at: Point(10, 10)), at: harness.now)
        send(.began, at: 200)
        harness.settle()
        for x in [210, 220, 230] {
            send(.moved, at: x)
            sender.send(TouchContact(1, .moved, at: Point(Double(x), 10)), at: harness.now)
        }
        harness.settle()
        try #require(seen.count == 2)
        let (finger, stylus) = seen[0][0].type == .direct ? (seen[0], seen[1]) : (seen[1], seen[0])
        #expect(stylus.map(\.location.x) == [210, 220, 230])
        #expect(stylus.map(\.details.altitudeAngle) == [2.1, 2.2, 2.3])
        #expect(stylus.map(\.details.estimationUpdateIndex) == [210, 220, 230])
        #expect(finger.map(\.location.x) == [210, 220, 230])
        #expect(finger.allSatisfy { $0.details == TouchContact.Details() })
        // Each of them may get its update.
        update(220)
        update(210)
        harness.settle()
        #expect(view.updated.map(\.details.estimationUpdateIndex) == [220, 210])
        #expect(view.updated.map(\.location.x) == [220, 210])
    }

    // Rules: T9, T39.
    @Test("A predicted touch of a stylus has its angles, and expects no update")
    func predicted() {
        var predicted: [Touch.Sample] = []
        defer { view.handler = nil }
        view.handler = { _, touches, event in
            if let touch = touches.first { predicted = event.predictedTouches(for: touch) ?? [] }
        }
        send(.began, at: 200)
        harness.settle()
        harness.advance(by: .milliseconds(4))
        send(.moved, at: 210)
        harness.settle()
        #expect(predicted.map(\.location.x) == [220, 230, 240, 250])
        for sample in predicted {
            #expect(sample.details.altitudeAngle == 2.1 && sample.details.estimationUpdateIndex == 0)
            #expect(sample.details.estimatedPropertiesExpectingUpdates.isEmpty)
        }
    }

    // Rules: T36.
    @Test("A touch moves once a turn, whatever it tells", arguments: [true, false], [true, false])
    func onceATurn(isStylus: Bool, isOnlySender: Bool) throws {
        var order: [String] = []
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let window = Window(frame: Rect(0, 0, 1000, 1000), application: application)
        window.addSubview(view)
        window.isHidden = false
        application.launch()
        let senders = (0..<(isOnlySender ? 1 : 2)).map { _ in application.touchPort.makeSender() }
        defer { view.handler = nil }
        view.handler = { phase, touches, _ in
            guard phase == .moved else { return order.append("\(phase)") }
            order.append("moved \(touches.first.map { Int($0.sample.location.x) } ?? 0)")
            application.runLoop.post { order.append("turn") }
        }
        func move(_ phase: TouchContact.Phase, at x: Int) {
            let plain = TouchContact(7, phase, at: Point(Double(x), 200))
            senders[0].send(isStylus ? pencil(phase, at: x) : plain, at: harness.now)
        }
        move(.began, at: 200)
        application.runLoop.run(until: harness.now)
        move(.moved, at: 210)
        senders[0].send(TouchContact(1, .began, at: Point(10, 10)), at: harness.now)
        move(.moved, at: 220)
        application.runLoop.run(until: harness.now)
        #expect(order == ["began", "moved 210", "began", "turn", "moved 220", "turn"])
    }

    // Rules: T2, T9.
    @Test("An event that is kept has the details of then, whatever is sent or updated later")
    func kept() throws {
        var kept: Event?
        defer { view.handler = nil }
        view.handler = { phase, _, event in if phase == .moved && kept == nil { kept = event } }
        send(.began, at: 200)
        send(.moved, at: 210)
        harness.settle()
        let (touch, event) = (try #require(view.last), try #require(kept))
        update(210)
        harness.settle()
        #expect(touch.force == 2 && touch.estimatedPropertiesExpectingUpdates.isEmpty)
        let sample = try #require(event.coalescedTouches(for: touch)?.last)
        #expect(sample.force == 1 && sample.details.estimatedPropertiesExpectingUpdates == .force)
        send(.moved, at: 220)
        send(.ended, at: 230)
        harness.settle()
        #expect(event.coalescedTouches(for: touch)?.map(\.details.altitudeAngle) == [2.1])
        #expect(touch.altitudeAngle == 2.3)
    }

    // Rules: T9.
    @Test("A frame in which the contact appears again and again keeps what each sample tells")
    func repeated() {
        var angles: [Float] = []
        defer { view.handler = nil }
        view.handler = { _, touches, _ in angles += touches.map(\.altitudeAngle) }
        let phases: [TouchContact.Phase] = [.began, .moved, .moved, .ended]
        let contacts = phases.enumerated().map { pencil($1, at: 200 + $0) }
        sender.send(TouchFrame(time: harness.now, contacts: contacts))
        harness.settle()
        #expect(angles == [2, 2.01, 2.02, 2.03])
    }

    // Rules: T9.
    @Test("A move that finds no room in the ring keeps its details, and its update comes after it")
    func overflow() throws {
        var last: Float = 0
        defer { view.handler = nil }
        view.handler = { [view] _, touches, _ in
            last = touches.first?.altitudeAngle ?? 0
            #expect(view.updated.isEmpty)
        }
        // The samples fill the ring's 1024 places, with those that are kept for ends. One more sample waits for the
        // next turn, since the touch has moved in this one.
        send(.began, at: 200)
        for x in 201...1220 { send(.moved, at: x) }
        sender.send(TouchContact(1, .began, at: Point(10, 10)), at: harness.now)
        send(.moved, at: 1500)
        update(1500)
        harness.settle()
        #expect(harness.application.touchPort.statistics.coalescedMoves == 1)
        #expect(last == 15)
        #expect(view.updated.map(\.details.estimationUpdateIndex) == [1500])
    }

    // Rules: T9.
    @Test("An update in a run inside a handler may bring about a run of its own, and touches in that run")
    func nested() {
        let finger = harness.finger()
        var lines: [String] = []
        view.handler = { [harness] phase, touches, _ in
            let x = touches.first.map { Int($0.sample.location.x) } ?? 0
            lines.append("\(phase) \(x)")
            guard phase == .moved else { return }
            update(210)
            harness.settle()
            lines.append("\(phase) \(x) ends")
        }
        view.onUpdate = { [harness] in
            lines.append("update")
            finger.down(at: Point(20, 20))
            harness.settle()
            finger.up()
            harness.settle()
            lines.append("update ends")
        }
        defer { (view.onUpdate, view.handler) = (nil, nil) }
        send(.began, at: 200)
        harness.settle()
        send(.moved, at: 210)
        harness.settle()
        send(.ended, at: 220)
        harness.settle()
        #expect(
            lines == [
                "began 200", "moved 210", "update", "began 20", "ended 20", "update ends", "moved 210 ends",
                "ended 220",
            ]
        )
    }
}

/// A view that keeps what updates of estimates say.
private final class EstimatesView: RecordingView {
    var updated: [Touch.Sample] = []
    var last: Touch?
    var onUpdate: (() -> Void)?

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        last = touches.first
        super.touchesBegan(touches, with: event)
    }

    override func touchesEstimatedPropertiesUpdated(_ touches: TouchSet) {
        updated += touches.map(\.sample)
        onUpdate?()
    }
}
