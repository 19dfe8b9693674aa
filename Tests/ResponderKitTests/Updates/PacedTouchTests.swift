import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Touches while a display link runs")
struct PacedTouchTests {
    private let scene: PortScene

    init() throws {
        scene = try PortScene()
        scene.clock.advance(to: .milliseconds(1_000))
    }

    private var application: Application { scene.application }
    private var log: ResponderLog { scene.view.log }

    private func add(
        _ framesPerSecond: Int = 100,
        in modes: MainRunLoop.ModeSet = .whileActive,
        body: @escaping @MainActor (DisplayLink) -> Void = { _ in }
    ) -> DisplayLink {
        application.addDisplayLink(framesPerSecond: framesPerSecond, in: modes) { [log] link in
            log.note("frame \(link.timestamp.nanoseconds / 1_000_000)")
            body(link)
        }
    }

    private func advance(_ milliseconds: Double) -> [String] {
        scene.loop.advance(by: .nanoseconds(Int64(milliseconds * 1_000_000)))
        return take()
    }

    private func settle() -> [String] {
        scene.settle()
        return take()
    }

    private func take() -> [String] { log.takeLines() }

    private func send(_ finger: Int, _ phase: TouchContact.Phase, _ x: Double) {
        scene.sender.send(TouchContact(finger, phase, at: Point(x, 0)), at: scene.clock.now)
    }

    // Rules: T36, L40, T37.
    @Test("A paced touch moves once a frame, before its callback, with all samples, and keeps no loop awake meanwhile")
    func onceAFrame() {
        let link = add()
        send(1, .began, 1)
        #expect(settle() == ["view.began(1, 0)"])
        var samples: [Double] = []
        scene.view.handler = { _, touches, event in
            samples += touches.flatMap { event.coalescedTouches(for: $0) ?? [] }.map(\.location.x)
        }
        defer { scene.view.handler = nil }
        scene.loop.startLedger()
        for x in 2...5 {
            send(1, .moved, Double(x))
            #expect(advance(2) == [])
        }
        // Two turns for each run of the loop, one before its wait and one after.
        #expect(scene.loop.stopLedger()?.turns ?? 0 <= 8)
        #expect(advance(2) == ["view.moved(5, 0)", "frame 1010"])
        #expect(samples == [2, 3, 4, 5])
        #expect(advance(10) == ["frame 1020"])
        link.cancel()
        send(1, .moved, 6)
        #expect(settle() == ["view.moved(6, 0)"])
    }

    // Rules: T36, T40.
    @Test(
        "Paced touches begin and end at once, after the moves before; the moves behind wait",
        arguments: [TouchContact.Phase.began, .ended, .cancelled]
    )
    func atOnce(phase: TouchContact.Phase) {
        _ = add()
        send(1, .began, 10)
        if phase != .began { send(2, .began, 20) }
        _ = settle()
        #expect(advance(12) == ["frame 1010"])
        send(1, .moved, 11)
        send(1, .moved, 12)
        #expect(settle() == [])
        send(2, phase, 20)
        send(1, .moved, 13)
        #expect(settle() == ["view.moved(12, 0)", "view.\(phase)(20, 0)"])
        send(1, .moved, 14)
        #expect(settle() == [])
        #expect(advance(8) == ["view.moved(14, 0)", "frame 1020"])
    }

    // Rules: T36, T40.
    @Test("A paced touch moves once in a frame's turn, and what follows comes after the frame's callbacks, in order")
    func afterFrame() {
        _ = add()
        send(1, .began, 10)
        _ = settle()
        func sendAll() {
            send(1, .moved, 11)
            send(2, .began, 20)
            send(1, .moved, 12)
            send(2, .ended, 20)
            send(1, .moved, 13)
            send(1, .moved, 14)
        }
        scene.clock.advance(to: .milliseconds(1_010))
        sendAll()
        let rest = ["view.moved(12, 0)", "view.ended(20, 0)"]
        #expect(settle() == ["view.moved(11, 0)", "view.began(20, 0)", "frame 1010"] + rest)
        #expect(advance(10) == ["view.moved(14, 0)", "frame 1020"])
        scene.loop.startLedger()
        sendAll()
        #expect(settle() == ["view.moved(11, 0)", "view.began(20, 0)"] + rest)
        #expect(scene.loop.stopLedger()?.turns ?? 0 <= 4)
        send(1, .ended, 13)
        #expect(settle() == ["view.moved(14, 0)", "view.ended(13, 0)"])
    }

    /// What makes a run while the link that sets the pace is taken out as due.
    enum Nesting: CaseIterable {
        case link, timer, handler, handlerBeforeOtherLink
    }

    // Rules: T36, L27, L40.
    @Test(
        "Paced touches do not wait, nor does what begins or ends, in a run in which the link cannot fire",
        arguments: Nesting.allCases
    )
    func nested(nesting: Nesting) {
        var hasRun = false
        let run: @MainActor () -> Void = { [scene] in
            guard !hasRun else { return }
            hasRun = true
            for x in 3...5 {
                scene.sender.send(TouchContact(1, .moved, at: Point(Double(x), 0)), at: scene.clock.now)
                scene.settle()
            }
            scene.sender.send(TouchContact(2, .began, at: Point(9, 0)), at: scene.clock.now)
            scene.sender.send(TouchContact(1, .ended, at: Point(6, 0)), at: scene.clock.now)
            scene.settle()
        }
        var links: [DisplayLink] = []
        if nesting == .link || nesting == .handlerBeforeOtherLink {
            links.append(
                add(50) { [log] _ in
                    if nesting == .link { run() }
                    log.note("done")
                }
            )
        }
        links.append(add(100))
        scene.loop.addTimer(at: .milliseconds(1_020)) { [scene, log] _ in
            log.note("timer")
            if nesting == .timer { run() }
            if nesting == .handler || nesting == .handlerBeforeOtherLink {
                scene.sender.send(TouchContact(1, .moved, at: Point(2, 0)), at: scene.clock.now)
            }
        }
        // The timer is scheduled before the links.
        for link in links {
            link.isPaused = true
            link.isPaused = false
        }
        send(1, .began, 1)
        _ = settle()
        scene.view.handler = { phase, _, _ in if phase == .moved { run() } }
        if nesting == .link || nesting == .timer { scene.view.handler = nil }
        let lines = advance(20).filter { $0.hasPrefix("view") }
        scene.view.handler = nil
        let before = nesting == .link || nesting == .timer ? [] : ["view.moved(2, 0)"]
        #expect(
            lines == before + [
                "view.moved(3, 0)", "view.moved(4, 0)", "view.moved(5, 0)", "view.began(9, 0)", "view.ended(6, 0)",
            ]
        )
        for link in links { link.cancel() }
    }

    // Rules: T36.
    @Test("Moves that waited for their frame do not count as delayed, unless the loop was late for the frame")
    func delays() {
        let link = add()
        send(1, .began, 1)
        _ = settle()
        scene.loop.startLedger()
        send(1, .moved, 2)
        _ = advance(9)
        send(1, .ended, 3)
        _ = settle()
        #expect(scene.loop.stopLedger()?.longestDelay == .zero)
        send(1, .began, 1)
        _ = settle()
        send(1, .moved, 2)
        scene.loop.startLedger()
        scene.clock.advance(to: .milliseconds(1_013))
        _ = settle()
        #expect(scene.loop.stopLedger()?.longestDelay == .milliseconds(3))
        link.cancel()
    }

    // Rules: T36.
    @Test("Paced touches follow the fastest of several links that run, but none of less than 30 frames per second")
    func fastest() {
        let (slow, fast) = (add(50), add(100))
        send(1, .began, 1)
        _ = settle()
        send(1, .moved, 2)
        #expect(advance(10) == ["view.moved(2, 0)", "frame 1010"])
        fast.isPaused = true
        send(1, .moved, 3)
        #expect(settle() == [])
        #expect(advance(9) == [])
        #expect(advance(1) == ["view.moved(3, 0)", "frame 1020"])
        slow.framesPerSecond = 100
        fast.framesPerSecond = 40
        fast.isPaused = false
        send(1, .moved, 4)
        #expect(advance(10) == ["frame 1025", "view.moved(4, 0)", "frame 1030"])
        slow.cancel()
        send(1, .moved, 5)
        #expect(advance(19) == [])
        #expect(advance(1) == ["view.moved(5, 0)", "frame 1050"])
        fast.framesPerSecond = 29
        send(1, .moved, 6)
        #expect(settle() == ["view.moved(6, 0)"])
    }

    // Rules: T36, L18.
    @Test("Paced touches follow the links of the mode that the loop runs in, and none where none runs")
    func modes() {
        let links = [add(100, in: .default), add(50, in: .tracking)]
        send(1, .began, 1)
        _ = settle()
        send(1, .moved, 2)
        scene.loop.advance(by: .milliseconds(10), mode: .tracking)
        #expect(take() == [])
        scene.loop.advance(by: .milliseconds(10), mode: .tracking)
        #expect(take() == ["view.moved(2, 0)", "frame 1020"])
        links[1].cancel()
        send(1, .moved, 3)
        scene.loop.runUntilIdle(mode: .tracking)
        #expect(take() == ["view.moved(3, 0)"])
        send(1, .moved, 4)
        send(1, .moved, 5)
        // The overdue frame of the default mode.
        #expect(settle() == ["view.moved(5, 0)", "frame 1020"])
    }

    // Rules: T36.
    @Test("Waiting moves come at once when the link stops or coalescing ends; then every frame is an event")
    func released() {
        let link = add()
        send(1, .began, 1)
        _ = settle()
        let releases: [() -> Void] = [
            { link.isPaused = true }, { application.isTouchCoalescingEnabled = false }, { link.cancel() },
        ]
        for release in releases {
            (link.isPaused, application.isTouchCoalescingEnabled) = (false, true)
            send(1, .moved, 2)
            send(1, .moved, 3)
            #expect(settle() == [])
            release()
            let single = application.isTouchCoalescingEnabled
            #expect(settle() == (single ? ["view.moved(3, 0)"] : ["view.moved(2, 0)", "view.moved(3, 0)"]))
        }
    }

    // Rules: T36.
    @Test("Waiting moves wake a sleeping loop when the link is cancelled outside of a turn")
    func wakes() async {
        let link = add(30)
        send(1, .began, 1)
        await scene.loop.runUntilIdle()
        send(1, .moved, 2)
        await scene.loop.runUntilIdle()
        #expect(take() == ["view.began(1, 0)"])
        Task { link.cancel() }
        await scene.loop.runUntilIdle()
        #expect(take() == ["view.moved(2, 0)"])
    }

    // Rules: T36, T25, T34.
    @Test("Waiting moves come before the application stops being active, and then the touch is cancelled")
    func resign() throws {
        _ = add()
        send(1, .began, 1)
        _ = settle()
        send(1, .moved, 2)
        _ = settle()
        try application.receive(.resignActive)
        #expect(take() == ["view.moved(2, 0)", "view.cancelled(2, 0)"])
        send(1, .moved, 3)
        #expect(settle() == [])
        try application.receive(.activate)
        send(1, .began, 4)
        #expect(settle() == ["view.began(4, 0)"])
        send(1, .moved, 5)
        scene.view.handler = { [application] phase, _, _ in
            if phase == .moved { _ = try? application.receive(.kill) }
        }
        #expect(throws: HostMessage.Refusal.self) { try application.receive(.enterBackground) }
        scene.view.handler = nil
        #expect(application.lifecycleState == .notRunning)
    }

    // Rules: T36, A27.
    @Test("Waiting moves come before a device that is turned has the touch cancelled")
    func turned() throws {
        application.manifest.supportedOrientations = Set(InterfaceOrientation.allCases)
        scene.window.rootViewController = ViewController()
        let link = add()
        send(1, .began, 1)
        _ = settle()
        send(1, .moved, 2)
        _ = settle()
        try application.receive(.change(.orientation(.landscapeLeft)))
        #expect(take() == ["view.moved(2, 0)", "view.cancelled(2, 0)"])
        link.cancel()
    }

    // Rules: T36, A47.
    @Test("Waiting moves whose handler sends a message hold up no later message")
    func messageOfHandler() throws {
        let link = add()
        send(1, .began, 1)
        _ = settle()
        send(1, .moved, 2)
        _ = settle()
        scene.view.handler = { [application] phase, _, _ in
            guard phase == .moved else { return }
            let reception = try? application.receive(.change(.batteryLevel(0.5)))
            #expect(reception == .waiting)
        }
        #expect(try application.receive(.resignActive) == .performed)
        scene.view.handler = nil
        #expect(application.deviceEnvironment.batteryLevel == 0.5)
        #expect(try application.receive(.activate) == .performed)
        #expect(application.lifecycleState == .active)
        link.cancel()
    }

    // Rules: T36, L35.
    @Test("Moves do not wait while a message does, which they precede or follow by their times")
    func messages() {
        let port = NotificationPort(loop: scene.loop, center: application.notificationCenter)
        port.handle(Int.self) { [log] in log.note("message \($0)") }
        let host = port.makeSender()
        _ = add()
        send(1, .began, 1)
        _ = settle()
        send(1, .moved, 2)
        #expect(advance(2) == [])
        host.send(7, at: .milliseconds(1_001))
        scene.send(1, .moved, 3, at: 1_001.5)
        #expect(settle() == ["view.moved(2, 0)", "message 7"])
        #expect(advance(8) == ["view.moved(3, 0)", "frame 1010"])
        port.invalidate()
    }

    // Rules: T36, T9.
    @Test("Moves do not wait when an update of one of their estimates does")
    func estimates() {
        _ = add()
        let details = TouchContact.Details(estimatedPropertiesExpectingUpdates: .force, estimationUpdateIndex: 1)
        scene.sender.send(TouchContact(1, .began, at: .zero, kind: .pencil), at: scene.clock.now)
        _ = settle()
        scene.sender.send(
            TouchContact(1, .moved, at: Point(1, 0), kind: .pencil, details: details),
            at: scene.clock.now
        )
        #expect(settle() == [])
        scene.sender.update(TouchContact(1, .moved, at: .zero, force: 2, details: .init(estimationUpdateIndex: 1)))
        #expect(settle() == ["view.moved(1, 0)", "view.updated(1, 0)"])
    }

    // Rules: T36, T40.
    @Test("Waiting moves leave room for begans in a port that gets full before the frame")
    func crowded() {
        _ = add(30)
        send(1, .began, 0)
        _ = settle()
        for x in 1...5_000 {
            send(1, .moved, Double(x))
            if x % 100 == 0 { scene.settle() }
        }
        send(2, .began, 1)
        scene.settle()
        #expect(take().last == "view.began(1, 0)")
        #expect(application.touchPort.statistics.droppedBegans == 0)
        #expect(application.touchPort.statistics.coalescedMoves == 0)
    }

    // Rules: T36, T10.
    @Test("Moves of several senders wait, and what begins is merged with them by time")
    func senders() {
        _ = add()
        let other = scene.makeSender()
        send(1, .began, 1)
        _ = settle()
        send(1, .moved, 2)
        #expect(advance(1) == [])
        other.send(TouchContact(1, .began, at: Point(9, 0)), at: scene.clock.now)
        #expect(settle() == ["view.moved(2, 0)", "view.began(9, 0)"])
    }

    // Rules: T36, T20.
    @Test("Paced touches end when their sender goes, with the moves that waited")
    func senderGoes() {
        _ = add()
        var other: TouchPort.Sender? = scene.makeSender()
        other?.send(TouchContact(1, .began, at: Point(9, 0)), at: scene.clock.now)
        _ = settle()
        other?.send(TouchContact(1, .moved, at: Point(10, 0)), at: scene.clock.now)
        #expect(settle() == [])
        other = nil
        #expect(settle() == ["view.moved(10, 0)", "view.cancelled(10, 0)"])
    }
}
