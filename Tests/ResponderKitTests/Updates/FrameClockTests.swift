import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The clock of frames")
struct FrameClockTests {
    private let scene: PortScene
    private let log = ResponderLog()

    init() throws {
        scene = try PortScene()
        scene.clock.advance(to: .milliseconds(1_000))
        scene.settle()
    }

    private var application: Application { scene.application }

    /// Drives the clock, and notes when frames are wanted.
    private func drive() {
        application.frameClock.driver = { [log] in log.note($0 ? "wanted" : "unwanted") }
    }

    /// Announces a frame each so many nanoseconds.
    private func announce(_ count: Int, every nanoseconds: Int64, _ body: () -> Void = {}) {
        for _ in 0..<count {
            scene.loop.advance(by: .nanoseconds(nanoseconds))
            let now = scene.clock.now
            application.frameClock.announceFrame(at: now, next: now.advanced(by: .nanoseconds(nanoseconds)))
            scene.settle()
            body()
        }
    }

    // Rules: L39.
    @Test("75 frames that are announced in a second give 75 calls, with the frames' instants")
    func announced() {
        var frames: [MainRunLoop.Instant] = []
        drive()
        let link = application.addDisplayLink { [clock = scene.clock] link in
            #expect(link.timestamp == clock.now && link.duration == .nanoseconds(13_333_333))
            frames.append(link.timestamp)
        }
        scene.settle()
        #expect(log.takeLines() == ["wanted"] && frames.isEmpty)
        announce(75, every: 13_333_333)
        #expect(frames.count == 75 && Set(frames).count == 75)
        link.cancel()
        #expect(log.takeLines() == ["unwanted"])
        announce(5, every: 13_333_333)
        #expect(frames.count == 75)
    }

    // Rules: L39.
    @Test("Links of a rate of their own are called for as many announced frames as it says")
    func rates() {
        drive()
        var counts = [30: 0, 60: 0, 75: 0, 120: 0]
        for rate in counts.keys {
            application.addDisplayLink(framesPerSecond: rate) { _ in counts[rate, default: 0] += 1 }
        }
        announce(750, every: 13_333_333)
        // The last frame comes just before ten seconds are over.
        #expect(counts == [30: 299, 60: 599, 75: 750, 120: 750])
        let target = application.addDisplayLink(framesPerSecond: 10) { link in
            #expect(link.targetTimestamp >= link.timestamp.advanced(by: .nanoseconds(13_333_333)))
        }
        announce(75, every: 13_333_333)
        target.cancel()
    }

    // Rules: L39.
    @Test("No link is called while no frame is announced, and the loop sleeps; frames that come late are frames again")
    func stopped() {
        drive()
        var calls = 0
        application.addDisplayLink { _ in calls += 1 }
        announce(10, every: 10_000_000)
        #expect(calls == 10)
        scene.loop.startLedger()
        var turns = 0
        let observer = scene.loop.addObserver(of: .beforeTimers, name: "turns") { _ in turns += 1 }
        scene.loop.advance(by: .seconds(100))
        // Once for the deadline of the frame that has not come.
        #expect(calls == 10 && turns <= 4)
        observer.cancel()
        announce(10, every: 10_000_000)
        #expect(calls == 20)
    }

    // Rules: L39.
    @Test("The loop is not woken while no link runs, driven or not, and the driver is asked only when one runs")
    func idle() {
        var turns = 0
        let observer = scene.loop.addObserver(of: .beforeTimers, name: "turns") { _ in turns += 1 }
        scene.loop.advance(by: .seconds(10))
        let idleTurns = turns
        drive()
        application.setScreen(Screen(framesPerSecond: 75))
        turns = 0
        scene.loop.advance(by: .seconds(10))
        #expect(turns <= idleTurns && log.lines.isEmpty && !application.frameClock.wantsFrames)
        observer.cancel()
        let link = application.addDisplayLink { _ in }
        let other = application.addDisplayLink { _ in }
        other.isPaused = true
        link.isPaused = true
        other.cancel()
        #expect(log.takeLines() == ["wanted", "unwanted"])
    }

    // Rules: L39.
    @Test("Without a driver links that follow the screen have its rate, and the others their own")
    func timers() {
        var (following, own) = (0, 0)
        let link = application.addDisplayLink { _ in following += 1 }
        application.addDisplayLink(framesPerSecond: 50) { _ in own += 1 }
        scene.loop.advance(by: .seconds(1))
        #expect(following == 60 && own == 50)
        application.setScreen(Screen(framesPerSecond: 75))
        scene.loop.advance(by: .seconds(1))
        #expect(following == 135 && own == 100 && link.framesPerSecond == 75)
        link.framesPerSecond = 10
        application.setScreen(Screen(framesPerSecond: 90))
        scene.loop.advance(by: .seconds(1))
        #expect(following == 145 && link.framesPerSecond == 10)
    }

    // Rules: L39.
    @Test("A driver that comes takes links over at once, and one that goes gives them back to the timers")
    func takesOver() {
        var calls = 0
        application.addDisplayLink(framesPerSecond: 100) { _ in calls += 1 }
        scene.loop.advance(by: .milliseconds(100))
        #expect(calls == 10)
        drive()
        #expect(log.takeLines() == ["wanted"])
        scene.loop.advance(by: .milliseconds(100))
        #expect(calls == 10)
        announce(5, every: 20_000_000)
        #expect(calls == 15)
        application.frameClock.driver = nil
        scene.loop.advance(by: .milliseconds(100))
        #expect(calls == 25)
        // Without a driver there is nothing to announce.
        application.frameClock.announceFrame(at: scene.clock.now, next: scene.clock.now)
        scene.settle()
        #expect(calls == 25)
    }

    // Rules: L39.
    @Test("Of several frames before the call the last counts, and instants that cannot be are corrected or left out")
    func instants() {
        drive()
        var frames: [(Int64, Int64)] = []
        application.addDisplayLink { frames.append(($0.timestamp.nanoseconds, $0.targetTimestamp.nanoseconds)) }
        let clock = application.frameClock
        func announce(_ timestamp: Int64, _ next: Int64) {
            clock.announceFrame(at: .init(nanoseconds: timestamp), next: .init(nanoseconds: next))
        }
        announce(900_000_000, 910_000_000)
        announce(910_000_000, 920_000_000)
        scene.settle()
        announce(910_000_000, 930_000_000)
        announce(-5, 930_000_000)
        announce(.min, .max)
        scene.settle()
        announce(.max, .max)
        scene.settle()
        scene.loop.advance(by: .milliseconds(1))
        announce(1_001_000_000, 0)
        scene.settle()
        #expect(frames.map(\.0) == [910_000_000, 1_000_000_000, 1_001_000_000])
        #expect(frames.map(\.1) == [920_000_000, 2_000_000_000, 1_001_000_000 + 1_000_000_000 / 60])
    }

    // Rules: L27, L39.
    @Test("A frame that is announced inside a link's call is its next call, and a link that is paused misses frames")
    func inside() {
        drive()
        var calls = 0
        let link = application.addDisplayLink { [application, clock = scene.clock] link in
            calls += 1
            guard calls == 1 else { return }
            clock.advance(to: .milliseconds(1_015))
            application.frameClock.announceFrame(at: clock.now, next: clock.now)
        }
        announce(1, every: 10_000_000)
        scene.settle()
        scene.loop.advance(by: .nanoseconds(1))
        #expect(calls == 2)
        link.isPaused = true
        announce(3, every: 10_000_000)
        link.isPaused = false
        scene.loop.advance(by: .milliseconds(100))
        #expect(calls == 2)
        announce(1, every: 10_000_000)
        #expect(calls == 3)
        // Its closure retains the application.
        link.cancel()
    }

    // Rules: T36, L40.
    @Test("Moves wait for an announced frame and come before the links, but not for one that does not come")
    func touches() {
        scene.send(1, .began, 1)
        scene.settle()
        drive()
        let log = scene.view.log
        application.addDisplayLink { _ in log.note("link") }
        announce(2, every: 10_000_000)
        log.clear()
        scene.send(1, .moved, 2, at: 1_020)
        scene.settle()
        scene.send(1, .moved, 3, at: 1_020)
        scene.settle()
        #expect(log.takeLines().isEmpty)
        announce(1, every: 10_000_000)
        #expect(log.takeLines() == ["view.moved(3, 0)", "link"])
        scene.send(1, .moved, 4, at: 1_030)
        scene.loop.advance(by: .milliseconds(25))
        #expect(log.takeLines() == ["view.moved(4, 0)"])
        scene.send(1, .moved, 5, at: 1_055)
        scene.settle()
        #expect(log.takeLines() == ["view.moved(5, 0)"])
    }

    @Test("A scroll view moves once for each announced frame, and stands still while there is none")
    func scrolling() {
        let scrollView = ScrollView(frame: Rect(0, 0, 100, 100))
        scrollView.contentSize = Size(100, 10_000)
        scene.window.addSubview(scrollView)
        drive()
        scrollView.setContentOffset(Point(0, 500), animated: true)
        scene.loop.advance(by: .seconds(1))
        #expect(scrollView.contentOffset.y == 0 && log.lines.first == "wanted")
        var offsets: [Double] = []
        announce(40, every: 13_333_333) { offsets.append(scrollView.contentOffset.y) }
        #expect(offsets.last == 500 && log.lines.last == "unwanted")
    }

    @Test("An application that ends releases its driver, and calls it no more")
    func end() {
        drive()
        let link = application.addDisplayLink { _ in }
        #expect(log.takeLines() == ["wanted"])
        application.terminate()
        #expect(log.lines.isEmpty && !link.isValid && application.frameClock.driver == nil)
        drive()
        #expect(log.lines.isEmpty && application.frameClock.driver == nil)
    }
}
