import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Display links")
struct DisplayLinkTests {
    private let scene: PortScene
    private let log = ResponderLog()

    init() throws {
        scene = try PortScene()
        scene.clock.advance(to: .milliseconds(1_000))
        scene.settle()
    }

    private var application: Application { scene.application }

    /// Adds a link that notes its name and its frame's number of milliseconds.
    @discardableResult
    private func add(
        _ name: String,
        _ framesPerSecond: Int = 100,
        in modes: MainRunLoop.ModeSet = .whileActive,
        body: @escaping @MainActor (DisplayLink) -> Void = { _ in }
    ) -> DisplayLink {
        application.addDisplayLink(framesPerSecond: framesPerSecond, in: modes) { [log] link in
            log.note("\(name) \(link.timestamp.nanoseconds / 1_000_000)")
            body(link)
        }
    }

    private func advance(_ milliseconds: Int) -> [String] {
        log.clear()
        scene.loop.advance(by: .milliseconds(milliseconds))
        return log.lines
    }

    // Rules: L39.
    @Test("Display links are called once a frame, with its instant and the next one's, and do not drift")
    func frames() throws {
        var frames: [Int64] = []
        let link = application.addDisplayLink { [clock = scene.clock] link in
            #expect(link.timestamp == clock.now)
            #expect(link.duration == link.timestamp.duration(to: link.targetTimestamp))
            frames.append(link.timestamp.nanoseconds)
        }
        #expect(link.timestamp == .milliseconds(1_000) && link.framesPerSecond == 60)
        #expect(link.targetTimestamp.nanoseconds == 1_016_666_666)
        scene.loop.advance(by: .seconds(100))
        #expect(frames.count == 6_000)
        #expect(Array(frames.prefix(3)) == [1_016_666_666, 1_033_333_333, 1_050_000_000])
        #expect(frames.last == 101_000_000_000)
    }

    // Rules: L39, L25.
    @Test(
        "Display links are called once after missed frames, for the last of them, and keep their phase"
    )
    func busy() {
        add("link") { [clock = scene.clock] link in
            #expect(link.targetTimestamp > clock.now)
            if link.timestamp == .milliseconds(1_020) { clock.advance(to: .milliseconds(1_065)) }
        }
        #expect(advance(85) == ["link 1010", "link 1020", "link 1070", "link 1080"])
        scene.clock.advance(to: .milliseconds(1_139))
        #expect(advance(16) == ["link 1130", "link 1140", "link 1150"])
    }

    // Rules: L40, L36.
    @Test("Display links come after the frame's touches and before its update pass")
    func order() {
        let view = scene.view
        let laidOut = NotedLayout(log)
        scene.window.addSubview(laidOut)
        scene.settle()
        log.clear()
        view.handler = { [log] phase, _, _ in
            log.note("\(phase)")
            laidOut.setNeedsLayout()
        }
        defer { view.handler = nil }
        scene.send(1, .began, 1)
        scene.settle()
        // Added before the link, and due at the same instant.
        scene.loop.addTimer(after: .milliseconds(10)) { [log] _ in log.note("timer") }
        add("link") { _ in laidOut.setNeedsLayout() }.framesPerSecond = 50
        add("fast", 100)
        scene.send(1, .moved, 2, at: 1_000)
        #expect(advance(10) == ["moved", "timer", "fast 1010", "layout"])
        scene.send(1, .moved, 3, at: 1_010)
        scene.send(1, .ended, 3, at: 1_020)
        #expect(advance(10) == ["moved", "ended", "layout", "link 1020", "fast 1020", "layout"])
    }

    // Rules: L40.
    @Test("Display links come after touches that arrive between the turn's input and its timers")
    func lateTouches() {
        scene.send(1, .began, 1)
        scene.settle()
        scene.view.log.clear()
        scene.loop.addTimer(after: .milliseconds(10)) { [scene] _ in scene.send(1, .moved, 2) }
        let slow = add("slow", 50) { [scene] _ in
            #expect(scene.view.log.lines == ["view.moved(2, 0)", "view.moved(3, 0)"])
        }
        let fast = add("fast") { [scene] link in
            #expect(scene.view.log.lines.count == (link.timestamp == .milliseconds(1_010) ? 1 : 2))
        }
        // Their closures retain the scene.
        defer {
            slow.cancel()
            fast.cancel()
        }
        #expect(advance(10) == ["fast 1010"])
        scene.loop.addTimer(at: .milliseconds(1_015)) { [scene] _ in scene.send(1, .moved, 3) }
        #expect(advance(10) == ["slow 1020", "fast 1020"])
    }

    // Rules: L40, L35.
    @Test("Display links come after late touches also when no link sets the pace, moves do not wait, or a message does")
    func lateTouchesUnpaced() throws {
        let late: [@MainActor (PortScene) -> Void] = [
            { $0.send(1, .moved, 2, at: 1_010) },
            { $0.send(2, .began, 2, at: 1_010) },
            { scene in
                scene.application.isTouchCoalescingEnabled = false
                scene.send(1, .moved, 2, at: 1_010)
                scene.send(1, .moved, 3, at: 1_010)
            },
            { scene in
                scene.application.notificationPort.handle(Int.self) { _ in }
                scene.application.notificationPort.makeSender().send(7, at: .milliseconds(1_011))
                scene.send(1, .moved, 2, at: 1_010)
            },
        ]
        for (send, rate) in late.flatMap({ send in [20, 100].map { (send, $0) } }) {
            let other = try PortScene()
            other.send(1, .began, 1)
            other.settle()
            other.view.log.clear()
            let link = other.application.addDisplayLink(framesPerSecond: rate) { [log = other.view.log] _ in
                log.note("link")
            }
            other.loop.addTimer(at: link.targetTimestamp) { [unowned other] _ in send(other) }
            // Behind the timer.
            link.isPaused = true
            link.isPaused = false
            other.loop.advance(by: link.duration)
            #expect(other.view.log.lines.last == "link" && other.view.log.lines.count >= 2)
            #expect(other.view.log.lines.filter { $0 == "link" }.count == 1)
        }
    }

    // Rules: L40, T36.
    @Test("Display links come after what did not move in this turn; a touch moves once a turn all the same")
    func twiceInTurn() {
        scene.send(1, .began, 1)
        scene.settle()
        scene.view.log.clear()
        scene.loop.addTimer(at: .milliseconds(1_050)) { [scene] _ in
            scene.send(1, .moved, 3)
            scene.send(2, .began, 9)
        }
        let link = add("slow", 20) { [scene] _ in scene.view.log.note("link") }
        link.isPaused = true
        link.isPaused = false
        scene.clock.advance(to: .milliseconds(1_050))
        scene.send(1, .moved, 2)
        scene.settle()
        #expect(
            scene.view.log.lines == ["view.moved(2, 0)", "link", "view.moved(3, 0)", "view.began(9, 0)"]
        )
        link.cancel()
    }

    // Rules: L39, L40.
    @Test("Display links of one turn have the same frame, though one of them takes long")
    func commonInstant() {
        var frames: [MainRunLoop.Instant] = []
        for _ in 0..<2 {
            application.addDisplayLink(framesPerSecond: 100) { [clock = scene.clock] link in
                frames.append(link.timestamp)
                if frames.count == 1 { clock.advance(to: .milliseconds(1_025)) }
            }
        }
        scene.loop.advance(by: .milliseconds(30))
        #expect(frames == [1_010, 1_010, 1_030, 1_030].map { .milliseconds($0) })
    }

    // Rules: L39, L33.
    @Test("Display links are not called in their frame's turn after the application has stopped being active")
    func inactive() {
        add("link", 50)
        scene.loop.addTimer(at: .milliseconds(1_020)) { [application] _ in
            _ = try? application.receive(.resignActive)
        }
        add("second", 50)
        #expect(advance(30) == ["link 1020"])
    }

    // Rules: L39, L33.
    @Test("Display links pause while the application is inactive or in the background, or never, as their modes say")
    func presence() throws {
        add("active", 10)
        add("foreground", 10, in: .whileInForeground)
        add("always", 10, in: .common)
        #expect(advance(100) == ["active 1100", "foreground 1100", "always 1100"])
        try application.receive(.resignActive)
        #expect(advance(200) == ["foreground 1200", "always 1200", "foreground 1300", "always 1300"])
        try application.receive(.enterBackground)
        #expect(advance(100) == ["always 1400"])
        scene.clock.advance(to: .milliseconds(1_450))
        try application.receive(.enterForeground())
        // Once for what was missed, and in phase from then on.
        #expect(advance(0) == ["active 1400", "foreground 1400"])
        #expect(advance(50) == ["always 1500", "active 1500", "foreground 1500"])
        application.terminate()
        #expect(advance(200).isEmpty)
        let late = add("late")
        #expect(!late.isValid && late.isPaused)
        late.isPaused = false
        #expect(advance(20).isEmpty && late.isPaused)
    }

    // Rules: L39, L18.
    @Test("Display links are not called in runs of other modes")
    func modes() {
        add("tracking", in: .tracking)
        add("default", in: .default)
        #expect(advance(10) == ["default 1010"])
        log.clear()
        scene.loop.advance(by: .milliseconds(10), mode: .tracking)
        // First the frame that the other run missed.
        #expect(log.lines == ["tracking 1010", "tracking 1020"])
    }

    // Rules: L39.
    @Test("Display links do not fire while they are paused, even inside their own call")
    func paused() {
        let link = add("link") { if $0.timestamp == .milliseconds(1_020) { $0.isPaused = true } }
        #expect(advance(50) == ["link 1010", "link 1020"])
        #expect(link.isPaused && link.isValid)
        scene.loop.advance(by: .milliseconds(5))
        link.isPaused = false
        link.isPaused = false
        #expect(advance(10) == ["link 1060"])
        link.isPaused = true
        #expect(advance(30).isEmpty)
        let toggled = add("toggled") {
            $0.isPaused = true
            $0.isPaused = false
        }
        #expect(advance(20) == ["toggled 1100", "toggled 1110"])
        toggled.cancel()
    }

    // Rules: L39, L19.
    @Test("Display links end when cancelled, even by a timer or a touch of their frame, and release their closures")
    func cancelled() {
        let victim = add("victim", 50)
        scene.loop.addTimer(at: .milliseconds(1_020)) { _ in victim.cancel() }
        #expect(advance(30) == ["victim 1020"])
        #expect(!victim.isValid && victim.isPaused)
        weak var object: ResponderLog?
        do {
            let held = ResponderLog()
            object = held
            add("self") { [held] link in
                held.note("called")
                link.cancel()
                link.cancel()
            }
        }
        #expect(object != nil)
        #expect(advance(30) == ["self 1040"])
        #expect(object == nil)
        let touched = add("touched")
        scene.send(1, .began, 1)
        scene.settle()
        scene.view.handler = { _, _, _ in touched.cancel() }
        scene.send(1, .moved, 2, at: 1_060)
        #expect(advance(20).isEmpty)
        scene.view.handler = nil
    }

    // Rules: L39.
    @Test("Display links have their frames at common instants, whenever added, and change their rates at once")
    func common() {
        add("a", 50)
        #expect(advance(13).isEmpty)
        let link = add("b", 100)
        #expect(advance(17) == ["a 1020", "b 1020", "b 1030"])
        link.framesPerSecond = 50
        #expect(link.targetTimestamp == .milliseconds(1_040))
        #expect(advance(20) == ["a 1040", "b 1040"])
        let changing = add("c", 100) { $0.framesPerSecond = 25 }
        #expect(advance(40) == ["a 1060", "b 1060", "c 1060", "a 1080", "b 1080", "c 1080"])
        #expect(changing.framesPerSecond == 25)
    }

    // Rules: L27, L36.
    @Test("Display links are not called again in a run inside their call, where touches move once a turn")
    func nested() {
        scene.send(1, .began, 1)
        scene.settle()
        scene.view.log.clear()
        let link = add("link") { [scene, log] link in
            guard link.timestamp == .milliseconds(1_010) else { return }
            for x in 2...3 {
                scene.send(1, .moved, Double(x))
                scene.settle()
            }
            #expect(scene.view.log.lines == ["view.moved(2, 0)", "view.moved(3, 0)"])
            scene.loop.run(until: .milliseconds(1_045))
            log.note("done")
        }
        #expect(advance(50) == ["link 1010", "done", "link 1050"])
        link.cancel()
    }

    // Rules: L39.
    @Test("Many display links cost a frame what each of them costs, and so do their ends")
    func many() {
        var calls = 0
        let links = (0..<20_000).map { number in
            application.addDisplayLink { link in
                calls += 1
                // Each of them may set the pace afterwards.
                link.framesPerSecond = link.framesPerSecond == 60 ? 120 : 60
                if number % 2 == 0 {
                    link.isPaused = true
                    link.isPaused = false
                }
            }
        }
        scene.send(1, .began, 1)
        scene.settle()
        scene.send(1, .moved, 2)
        scene.loop.advance(by: .milliseconds(20))
        #expect(calls == 20_000)
        #expect(scene.view.log.lines == ["view.began(1, 0)", "view.moved(2, 0)"])
        scene.send(1, .moved, 3)
        scene.settle()
        for link in links { link.cancel() }
        #expect(links.allSatisfy { !$0.isValid })
        scene.loop.advance(by: .milliseconds(20))
        #expect(calls == 20_000)
    }

    @Test("Display links refuse a rate that no display has")
    func rates() async {
        let made = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try PortScene().application.addDisplayLink(framesPerSecond: 0) { _ in }
        }
        made.expectMessage("a display link was given 0 frames per second; give a number from 1 to 1000")
        let changed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            try PortScene().application.addDisplayLink { _ in }.framesPerSecond = 1_001
        }
        changed.expectMessage("a display link was given 1001 frames per second; give a number from 1 to 1000")
    }
}

/// A view that notes each of its layouts.
private final class NotedLayout: View {
    private let log: ResponderLog

    init(_ log: ResponderLog) {
        self.log = log
        super.init(frame: Rect(500, 0, 10, 10))
    }

    override func layoutSubviews() { log.note("layout") }
}
