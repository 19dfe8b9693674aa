import ResponderKitTesting
import Testing

@MainActor
@Suite("Waiting for an idle app")
final class IdleTests {
    private let harness: AppHarness

    init() throws {
        harness = try AppHarness(screenSize: Size(320, 480))
    }

    /// How long the app is busy.
    private func idleTime(within nearness: Duration = .milliseconds(100)) throws -> Duration {
        let start = harness.now
        try harness.advanceUntilIdle(within: nearness)
        return start.duration(to: harness.now)
    }

    /// The reasons why the app does not become idle.
    private func reasons(limit: Duration = .seconds(30)) throws -> [String] {
        try error(limit: limit).reasons
    }

    private func error(limit: Duration = .seconds(30)) throws -> BusyAppError {
        try #require(throws: BusyAppError.self) { try harness.advanceUntilIdle(limit: limit) }
    }

    @Test("Time passes to each deadline that is near, and no further")
    func near() throws {
        var fired = 0
        for delay in [50, 150, 250, 351] { harness.loop.addTimer(after: .milliseconds(delay)) { _ in fired += 1 } }
        #expect(try idleTime() == .milliseconds(250) && fired == 3)
        #expect(try idleTime() == .zero && fired == 3)
        #expect(try idleTime(within: .milliseconds(101)) == .milliseconds(101) && fired == 4)
        #expect(try idleTime(within: .seconds(-1)) == .zero)
    }

    @Test("A motion of a scroll view and a long press under way are waited for")
    func motions() throws {
        let scrollView = harness.add(ScrollView(frame: Rect(0, 0, 320, 480)))
        scrollView.contentSize = Size(320, 10_000)
        try harness.advanceUntilIdle()
        scrollView.setContentOffset(Point(0, 500), animated: true)
        try harness.advanceUntilIdle()
        #expect(scrollView.contentOffset == Point(0, 500))
        harness.flick(from: Point(100, 400), to: Point(100, 100))
        #expect(scrollView.isDecelerating)
        try harness.advanceUntilIdle()
        #expect(!scrollView.isDecelerating && scrollView.contentOffset.y > 800)
    }

    @Test("A clock that ticks each second, and text that is edited, keep no app busy")
    func seldom() throws {
        harness.loop.addTimer(after: .seconds(1), every: .seconds(1)) { _ in }
        let field = harness.add(TextField(frame: Rect(10, 10, 200, 40)))
        field.becomeFirstResponder()
        #expect(try idleTime() < .seconds(1) && field.isEditing)
        harness.advance(by: .milliseconds(950))
        #expect(try idleTime() < .milliseconds(100))
        harness.keyboard.type("a")
        #expect(try idleTime() < .seconds(1) && field.text == "a")
    }

    @Test("A repeating timer keeps the app busy until the limit, and is named with its interval, but no slow one is")
    func timer() throws {
        harness.loop.addTimer(after: .zero, every: .milliseconds(50), name: "poll()") { _ in }
        harness.loop.addTimer(after: .zero, every: .milliseconds(400), name: "slow()") { _ in }
        let error = try error()
        #expect(
            error.reasons
                == [
                    "a timer that \"poll()\" has added, and that repeats every 0.05 seconds, "
                        + "fired 21 times in 1.0 seconds"
                ]
        )
        #expect(error.duration == .seconds(30) && !error.isStandstill)
        #expect(MainRunLoop.Instant.zero.duration(to: harness.now) == .seconds(30))
        #expect(
            error.description
                == "the app is still busy, after 30.0 seconds of the device's time:\n  \(error.reasons[0])"
        )
        #expect(try self.error(limit: .milliseconds(200)).reasons[0].hasSuffix("fired 3 times in 0.1 seconds"))
        #expect(harness.loop.ledger == nil)
    }

    @Test("What adds, posts or signals itself anew is named")
    func anew() throws {
        let loop = harness.loop
        var goesOn = true
        @MainActor func again() {
            if goesOn { loop.addTimer(after: .milliseconds(20), name: "again()") { _ in again() } }
        }
        again()
        #expect(try reasons() == ["a timer that \"again()\" adds anew fired 51 times in 1.0 seconds"])
        goesOn = false
        try harness.advanceUntilIdle()
        goesOn = true
        @MainActor func postAgain() {
            if goesOn { loop.post(name: "postAgain()") { postAgain() } }
        }
        postAgain()
        let error = try error()
        #expect(error.reasons == ["a block that \"postAgain()\" posts anew ran 101 times at one instant"])
        #expect(error.isStandstill && error.duration == .zero)
        // The app goes on.
        goesOn = false
        try harness.advanceUntilIdle()
    }

    @Test("A display link is named with its rate, and a scroll view in motion with its place")
    func links() throws {
        let link = harness.application.addDisplayLink(framesPerSecond: 30, name: "spin()") { _ in }
        #expect(
            try reasons()
                == [
                    "a display link that \"spin()\" has added, with 30 frames per second, was called 31 times "
                        + "in 1.0 seconds"
                ]
        )
        link.isPaused = true
        try harness.advanceUntilIdle()
        let carousel = harness.add(Carousel(frame: Rect(0, 40, 320, 100)))
        carousel.contentSize = Size(3200, 100)
        carousel.delegate = carousel
        carousel.setContentOffset(Point(320, 0), animated: true)
        let reasons = try reasons()
        #expect(reasons == ["a scroll view in motion: Carousel (0, 40, 320 x 100)"])
    }

    @Test("A view that has itself drawn anew in each update pass is named, and a handler that asks for a pass")
    func updates() throws {
        let view = harness.add(Flicker(frame: Rect(1, 2, 30, 40)))
        let error = try error()
        #expect(error.isStandstill)
        #expect(
            error.reasons
                == ["a view that is marked anew in each update pass: Flicker (1, 2, 30 x 40); 101 times at one instant"]
        )
        view.removeFromSuperview()
        try harness.advanceUntilIdle()
        let handler = harness.loop.addUpdateHandler(name: "refresh()") { [loop = harness.loop] in
            loop.setNeedsUpdate()
        }
        harness.loop.setNeedsUpdate()
        let reasons = try reasons()
        handler.cancel()
        #expect(reasons == ["an update pass that is asked for anew called \"refresh()\" 101 times at one instant"])
        // An update pass, and a block, that something else causes are not named.
        let timer = harness.loop.addTimer(after: .zero, every: .milliseconds(50), name: "poll()") {
            [loop = harness.loop] _ in
            loop.setNeedsUpdate()
            loop.post {}
        }
        let ofTimer = try self.reasons()
        #expect(ofTimer.count == 1 && ofTimer[0].hasPrefix("a timer that \"poll()\""))
        var goesOn = true
        @MainActor func postAgain() {
            harness.loop.setNeedsUpdate()
            if goesOn { harness.loop.post(name: "postAgain()") { postAgain() } }
        }
        postAgain()
        #expect(try self.reasons() == ["a block that \"postAgain()\" posts anew ran 101 times at one instant"])
        goesOn = false
        timer.cancel()
        harness.settle()
    }

    @Test("Notifications that an app schedules for at once, whenever it is told of one, keep the device busy")
    func notifications() throws {
        let delegate = Rescheduling()
        harness.application.delegate = delegate
        harness.application.scheduleLocalNotification(LocalNotification(identifier: "again"))
        let error = try error()
        #expect(error.isStandstill)
        #expect(error.reasons.map { $0.prefix(49) } == ["the device's own events: local notifications, the"])
    }

    @Test("While other apps run, a reason names its app")
    func others() throws {
        let manifest = Manifest(identifier: "player", delegateClass: Player.self, backgroundModes: [.audio])
        try harness.device.install(manifest)
        try harness.device.perform(.home)
        try harness.device.perform(.launch("player"))
        #expect(try reasons().first?.hasPrefix("a timer that \"application(_:didFinish") == true)
        try harness.device.perform(.beginActivity("player", .audio))
        try harness.device.perform(.openSwitcher)
        try harness.device.perform(.choose("Application"))
        #expect(try reasons().first?.hasPrefix("\"player\": a timer that ") == true)
    }

    @Test("Awaited, main-actor jobs settle too, and the same is named")
    func awaited() async throws {
        var ran = 0
        harness.loop.addTimer(after: .milliseconds(50)) { [loop = harness.loop] _ in
            Task { @MainActor in
                ran += 1
                loop.addTimer(after: .milliseconds(50)) { _ in ran += 1 }
            }
        }
        try await harness.advanceUntilIdle()
        #expect(ran == 2 && MainRunLoop.Instant.zero.duration(to: harness.now) == .milliseconds(100))
        let timer = harness.loop.addTimer(after: .zero, every: .milliseconds(50), name: "poll()") { _ in }
        let error = await #expect(throws: BusyAppError.self) {
            try await harness.advanceUntilIdle(limit: .seconds(2))
        }
        #expect(error?.reasons.count == 1 && error?.reasons[0].contains("\"poll()\"") == true)
        timer.cancel()
        try await harness.advanceUntilIdle()
    }
}

private final class Flicker: View {
    override func draw(_ rect: Rect, in canvas: any Canvas) { setNeedsDisplay() }
}

/// A scroll view that turns back at each end.
private final class Carousel: ScrollView, ScrollViewDelegate {
    func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
        setContentOffset(Point(contentOffset.x == 0 ? 2880 : 0, 0), animated: true)
    }
}

private final class Rescheduling: ApplicationDelegate {
    func application(_ application: Application, didReceive notification: LocalNotification) {
        application.scheduleLocalNotification(LocalNotification(identifier: "again"))
    }
}

private final class Player: Responder, EntryPointDelegate {
    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        application.runLoop.addTimer(after: .zero, every: .milliseconds(50)) { _ in }
        return true
    }
}
