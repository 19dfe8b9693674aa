import Glibc
import ResponderKit
import TestSupport
import Testing

@testable import ResponderEnvironment

@MainActor
@Suite struct ServiceReadinessTests {
    // Rules: U1.
    @Test("The manager is told once that the service is ready, after the first update pass of the active application")
    func firstUpdate() async throws {
        let fixture = try ServiceFixture()
        try fixture.follow()
        let window = Window(frame: Rect(0, 0, 100, 100), application: fixture.application)
        window.makeKeyAndVisible()
        await fixture.loop.runUntilIdle()
        #expect(fixture.manager.take() == [])
        var before: [String]?
        fixture.loop.addUpdateHandler { [manager = fixture.manager] in before = before ?? manager.take() }
        fixture.application.launch()
        #expect(fixture.manager.take() == [])
        await fixture.loop.runUntilIdle()
        #expect(before == [])
        #expect(fixture.application.updateStatistics.passes == 1)
        #expect(fixture.manager.take() == ["READY=1"])
        window.setNeedsLayout()
        await fixture.loop.runUntilIdle()
        #expect(fixture.manager.take() == [])
    }

    // Rules: U1.
    @Test("Where the host tells of pictures, the service is ready with the first one that was shown")
    func firstFrame() async throws {
        let (fixture, host) = (try ServiceFixture(), FrameHost())
        fixture.application.host = host
        try fixture.follow()
        await fixture.launch()
        #expect(fixture.manager.take() == [])
        fixture.application.didPresentFrame()
        fixture.application.didPresentFrame()
        #expect(fixture.manager.take() == ["READY=1"])
    }

    // Rules: U1.
    @Test("A picture that was shown before the application is active does not make the service ready")
    func earlyFrame() async throws {
        let (fixture, host) = (try ServiceFixture(), FrameHost())
        fixture.application.host = host
        try fixture.follow()
        fixture.application.didPresentFrame()
        #expect(fixture.manager.take() == [])
        await fixture.launch()
        #expect(fixture.manager.take() == ["READY=1"])
    }

    // Rules: U1.
    @Test("A service that is launched in the background is ready when it comes to the foreground")
    func background() async throws {
        let fixture = try ServiceFixture()
        try fixture.follow()
        try fixture.application.receive(.launchInBackground(LaunchOptions()))
        await fixture.loop.runUntilIdle()
        #expect(fixture.manager.take() == [])
        try fixture.application.receive(.enterForeground(for: nil))
        await fixture.loop.runUntilIdle()
        #expect(fixture.manager.take() == ["READY=1"])
    }

    // Rules: U6.
    @Test("The manager is told that the service stops before the first call of the end, and nothing after that")
    func stopping() async throws {
        let (fixture, delegate) = (try ServiceFixture(), EndingDelegate())
        fixture.application.delegate = delegate
        try fixture.follow()
        await fixture.launch()
        _ = fixture.manager.take()
        delegate.manager = fixture.manager
        fixture.application.terminate()
        fixture.application.serviceStatus = "late"
        await fixture.loop.runUntilIdle()
        #expect(delegate.messagesAtFirstCall == ["STOPPING=1"])
        #expect(fixture.manager.take() == [])
    }

    // Rules: U6.
    @Test("A service that ends before it is ready tells only that it stops")
    func endsEarly() async throws {
        let fixture = try ServiceFixture()
        try fixture.follow()
        fixture.application.launch()
        fixture.application.terminate()
        await fixture.loop.runUntilIdle()
        #expect(fixture.manager.take() == ["STOPPING=1"])
    }

    // Rules: U7.
    @Test("A service that another process of the manager started names its own process")
    func mainProcess() async throws {
        let fixture = try ServiceFixture()
        try fixture.follow(["SYSTEMD_EXEC_PID": "99"])
        await fixture.launch()
        #expect(fixture.manager.take() == ["READY=1\nMAINPID=\(getpid())"])
    }

    @Test("An application that follows its manager is released with its last reference")
    func released() async throws {
        weak var released: Application?
        do {
            let fixture = try ServiceFixture()
            try fixture.follow(["WATCHDOG_USEC": "1000000"])
            await fixture.launch()
            released = fixture.application
        }
        #expect(released == nil)
    }
}

/// A host that tells of pictures.
private final class FrameHost: ApplicationHost {
    var tellsPresentedFrames: Bool { true }
}

private final class EndingDelegate: ApplicationDelegate {
    var manager: ManagerSocket?
    private(set) var messagesAtFirstCall: [String] = []

    func applicationWillResignActive(_ application: Application) { messagesAtFirstCall = manager?.take() ?? [] }
}
