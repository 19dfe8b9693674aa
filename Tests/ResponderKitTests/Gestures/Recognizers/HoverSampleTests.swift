import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

/// The samples of contacts that hover, on their way from the port to the recogniser, among those of touches.
@MainActor
@Suite("Samples of hovering contacts")
struct HoverSampleTests {
    private let scene: PortScene
    private let hover = HoverGestureRecognizer()
    private var log: ResponderLog { scene.view.log }

    init() throws {
        scene = try PortScene()
        scene.clock.advance(to: .milliseconds(1_000))
        hover.addAction { [log = scene.view.log] hover in
            log.note("hover \(hover.state) \(Int(hover.location(in: nil).x))")
        }
        scene.view.addGestureRecognizer(hover)
    }

    private func send(_ phase: TouchContact.Phase, _ x: Double, by sender: TouchPort.Sender? = nil) {
        (sender ?? scene.sender).send(.hovering(7, phase, at: Point(x, 0)), at: scene.clock.now)
    }

    private func touch(_ phase: TouchContact.Phase, _ x: Double) {
        scene.sender.send(TouchContact(1, phase, at: Point(x, 0)), at: scene.clock.now)
    }

    private func take() -> [String] {
        scene.settle()
        return log.takeLines()
    }

    // Rules: T36.
    @Test("Hovering samples of one turn become one change, and stay in order with touches' begins and ends")
    func coalesced() {
        send(.began, 1)
        for x in 2...5 { send(.moved, Double(x)) }
        touch(.began, 10)
        touch(.moved, 11)
        send(.moved, 6)
        touch(.moved, 12)
        send(.moved, 7)
        touch(.ended, 12)
        send(.moved, 8)
        send(.ended, 9)
        #expect(
            take() == [
                "hover began 1", "hover changed 5", "view.began(10, 0)", "view.moved(12, 0)", "hover changed 7",
                "view.ended(12, 0)", "hover changed 8", "hover ended 9",
            ]
        )
    }

    @Test("Hovering samples are each a change without coalescing")
    func uncoalesced() {
        scene.application.isTouchCoalescingEnabled = false
        send(.began, 1)
        send(.moved, 2)
        touch(.began, 10)
        scene.sender.send(
            TouchFrame(
                time: scene.clock.now,
                contacts: [.hovering(7, .moved, at: Point(3, 0)), TouchContact(1, .moved, at: Point(11, 0))]
            )
        )
        send(.ended, 4)
        #expect(
            take() == [
                "hover began 1", "hover changed 2", "view.began(10, 0)", "view.moved(11, 0)", "hover changed 3",
                "hover ended 4",
            ]
        )
        touch(.ended, 11)
    }

    @Test("Hovering samples wait for a display link's frame when they are moves")
    func paced() {
        let link = scene.application.addDisplayLink(framesPerSecond: 100) { [log] _ in log.note("frame") }
        send(.began, 1)
        #expect(take() == ["hover began 1"])
        for x in 2...4 {
            send(.moved, Double(x))
            scene.loop.advance(by: .milliseconds(2))
        }
        #expect(take() == [])
        scene.loop.advance(by: .milliseconds(4))
        #expect(take() == ["hover changed 4", "frame"])
        send(.moved, 5)
        send(.ended, 6)
        #expect(take() == ["hover changed 5", "hover ended 6"])
        link.cancel()
    }

    @Test("Hovering samples that come in one frame, also with touches, are all taken")
    func oneFrame() {
        let (first, second) = (scene.view, RecordingView("second", log: log, frame: Rect(500, 0, 100, 100)))
        scene.window.addSubview(second)
        let other = HoverGestureRecognizer()
        other.addAction { [log] in log.note("other \($0.state)") }
        second.addGestureRecognizer(other)
        scene.sender.send(
            TouchFrame(
                time: scene.clock.now,
                contacts: [
                    .hovering(7, .began, at: Point(1, 0)), TouchContact(1, .began, at: Point(2, 0)),
                    .hovering(8, .began, at: Point(501, 0), kind: .direct), .hovering(7, .ended, at: Point(3, 0)),
                    TouchContact(1, .ended, at: Point(2, 0)),
                ]
            )
        )
        #expect(
            take() == [
                "view.began(2, 0)", "hover began 1", "other began", "view.ended(2, 0)", "hover ended 3",
            ]
        )
        scene.sender.send(
            TouchFrame(
                time: scene.clock.now,
                contacts: [.hovering(7, .began, at: Point(4, 0)), .hovering(8, .moved, at: Point(502, 0))]
            )
        )
        scene.sender.send(
            TouchFrame(
                time: scene.clock.now,
                contacts: [.hovering(7, .moved, at: Point(5, 0)), .hovering(8, .moved, at: Point(503, 0))]
            )
        )
        #expect(take() == ["hover began 4", "other changed", "hover changed 5", "other changed"])
        send(.ended, 4)
        scene.sender.send(.hovering(8, .ended, at: Point(501, 0)), at: scene.clock.now)
        #expect(take() == ["hover ended 4", "other ended"])
        withExtendedLifetime(first) {}
    }

    @Test("Hovering samples need the mark only when they begin, and a touch stays one whatever comes later")
    func marks() {
        send(.began, 1)
        scene.sender.send(TouchContact(7, .moved, at: Point(2, 0)), at: scene.clock.now)
        #expect(take() == ["hover began 1", "hover changed 2"])
        scene.sender.send(TouchContact(7, .ended, at: Point(3, 0)), at: scene.clock.now)
        touch(.began, 10)
        scene.sender.send(.hovering(1, .moved, at: Point(11, 0)), at: scene.clock.now)
        scene.sender.send(.hovering(1, .ended, at: Point(12, 0)), at: scene.clock.now)
        #expect(take() == ["hover ended 3", "view.began(10, 0)", "view.moved(11, 0)", "view.ended(12, 0)"])
    }

    // Rules: G17.
    @Test("Hovering samples are followed by a cancel when their sender is gone, or begins the contact anew")
    func senderGone() {
        var sender: TouchPort.Sender? = scene.makeSender()
        send(.began, 1, by: sender)
        #expect(take() == ["hover began 1"])
        send(.began, 2, by: sender)
        #expect(take() == ["hover cancelled 1", "hover began 2"])
        sender = nil
        #expect(take() == ["hover cancelled 2"])
        send(.began, 3)
        #expect(take() == ["hover began 3"])
        scene.application.touchPort.invalidate()
        #expect(take() == ["hover cancelled 3"])
    }

    @Test("Hovering samples go with 64 fingers down, and take none of their places")
    func manyFingers() {
        let fingers = scene.makeSender()
        for finger in 0..<64 { fingers.send(TouchContact(finger, .began, at: Point(600, 0)), at: scene.clock.now) }
        for pointer in 0..<64 {
            scene.sender.send(.hovering(pointer, .began, at: Point(Double(pointer), 0)), at: scene.clock.now)
        }
        #expect(take() == ["hover began 0"])
        #expect(scene.application.touchStatistics.excessTouches == 0)
        #expect(scene.application.touchPort.statistics.contacts == 128)
        for pointer in 0..<64 {
            scene.sender.send(.hovering(pointer, .ended, at: Point(1, 0)), at: scene.clock.now)
        }
        #expect(take() == ["hover ended 1"])
    }

    @Test("Hovering samples come to a run nested in a handler, in order; an action's run takes newer ones")
    func nested() {
        send(.began, 1)
        _ = take()
        scene.view.handler = { [scene, log] phase, _, _ in
            guard phase == .moved else { return }
            scene.sender.send(.hovering(7, .ended, at: Point(9, 0)), at: scene.clock.now)
            scene.settle()
            log.note("handler returns")
        }
        touch(.began, 10)
        touch(.moved, 11)
        send(.moved, 2)
        #expect(
            take() == [
                "view.began(10, 0)", "view.moved(11, 0)", "hover changed 2", "hover ended 9", "handler returns",
            ]
        )
        scene.view.handler = nil
        touch(.ended, 11)
        var hasRun = false
        let action = hover.addAction { [scene, log] hover in
            guard !hasRun else { return }
            hasRun = true
            scene.sender.send(.hovering(7, .moved, at: Point(4, 0)), at: scene.clock.now)
            scene.sender.send(.hovering(7, .ended, at: Point(5, 0)), at: scene.clock.now)
            scene.settle()
            log.note("action returns, \(hover.state)")
        }
        send(.began, 3)
        #expect(
            take() == [
                "view.ended(11, 0)", "hover began 3", "hover changed 4", "hover ended 5", "action returns, possible",
            ]
        )
        hover.remove(action)
    }
}
