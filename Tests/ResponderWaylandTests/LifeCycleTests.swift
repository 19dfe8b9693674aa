#if Wayland
import Glibc
import ResponderKit
import ResponderWayland
import TestCompositor
import TestSupport
import Testing

@MainActor
@Suite("The life of an application under a Wayland compositor")
struct LifeCycleTests {
    private let log = Log()
    private let delegate: NotingDelegate

    init() { delegate = NotingDelegate(log) }

    @Test("A window that loses the focus is inactive, one that is not seen is in the background, and a closed one ends")
    func states() throws {
        let screen = try WaylandScreen(delegate: delegate)
        defer { screen.end() }
        func told(_ tell: () -> Void) -> [String] {
            tell()
            screen.settle()
            return log.take()
        }
        _ = log.take()
        #expect(told { tc_configure(screen.compositor, 400, 300, false, false) } == ["resigns active"])
        #expect(told { tc_configure(screen.compositor, 400, 300, true, false) } == ["active"])
        #expect(told { tc_configure(screen.compositor, 400, 300, false, true) } == ["resigns active", "background"])
        let commits = tc_commit_count(screen.compositor)
        screen.window.backgroundColor = .red
        screen.advance(by: .seconds(1))
        #expect(tc_commit_count(screen.compositor) == commits)
        #expect(told { tc_configure(screen.compositor, 400, 300, true, false) } == ["foreground", "active"])
        #expect(tc_pixel(screen.compositor, 5, 5) == 0xff0000)
        #expect(told { tc_ping(screen.compositor) } == [] && screen.asked.hasPrefix("title pong"))
        #expect(told { tc_close_window(screen.compositor) }.last == "terminates")
        #expect(!screen.application.isRunning && screen.application.exitStatus == 0)
    }

    @Test("The compositor's end ends the application, with a status of its own")
    func lost() throws {
        let screen = try WaylandScreen(delegate: delegate)
        defer { screen.end() }
        screen.stopCompositor()
        screen.application.runLoop.runUntilIdle()
        #expect(screen.errors.count == 1 && screen.errors[0].isLoss)
        #expect(!screen.application.isRunning)
        #expect(screen.application.exitStatus == WaylandHost.unavailableStatus)
    }

    @Test("A protocol error names the interface and the code")
    func protocolError() throws {
        let screen = try WaylandScreen(delegate: delegate)
        defer { screen.end() }
        tc_break_protocol(screen.compositor)
        screen.settle()
        #expect(
            screen.errors.map(\.description) == [
                "the Wayland compositor has ended the connection: error 4 of xdg_wm_base"
            ]
        )
        #expect(!screen.application.isRunning)
    }

    @Test("Where asked, the application waits for a compositor that has gone in a drag, and shows everything again")
    func comesBack() throws {
        var configuration = WaylandConfiguration()
        configuration.waitsForCompositor = true
        let screen = try WaylandScreen(WaylandScreen.options, configuration, delegate: delegate)
        defer { screen.end() }
        let scroll = ScrollView(frame: Rect(0, 0, 400, 300))
        scroll.contentSize = Size(400, 3000)
        scroll.backgroundColor = .red
        screen.window.addSubview(scroll)
        screen.settle()
        tc_touch_down(screen.compositor, 1, 100, 200)
        tc_touch_frame(screen.compositor)
        screen.advance(by: .milliseconds(100))
        tc_touch_move(screen.compositor, 1, 100, 100)
        tc_touch_frame(screen.compositor)
        screen.advance(by: .milliseconds(16))
        #expect(scroll.isDragging)
        _ = log.take()
        screen.stopCompositor()
        screen.settle()
        #expect(!scroll.isDragging && screen.errors.count == 1 && !screen.host.isConnected)
        #expect(log.take() == ["resigns active", "background"])
        screen.advance(by: .seconds(5))
        #expect(screen.application.isRunning)
        try screen.restartCompositor()
        screen.awaitConnection()
        #expect(screen.host.isConnected && log.take() == ["foreground", "active"])
        #expect(tc_picture_width(screen.compositor) == 400 && tc_pixel(screen.compositor, 100, 100) == 0xff0000)
        tc_touch_down(screen.compositor, 1, 100, 200)
        tc_touch_frame(screen.compositor)
        screen.settle()
        #expect(scroll.isTracking)
    }

    @Test("A socket that takes connections and answers nothing is tried again, and only once at a time")
    func mute() throws {
        var configuration = WaylandConfiguration()
        configuration.waitsForCompositor = true
        let screen = try WaylandScreen(WaylandScreen.options, configuration, delegate: delegate)
        defer { screen.end() }
        screen.stopCompositor()
        let listener = try screen.listenWithoutAnswers()
        screen.advance(by: .seconds(3))
        #expect(screen.errors.count == 1 && !screen.host.isConnected)
        close(listener)
        try screen.restartCompositor()
        screen.awaitConnection()
        #expect(screen.host.isConnected && tc_pixel(screen.compositor, 5, 5) == 0xffffff)
        // No timer tries further.
        let now = screen.application.runLoop.now
        screen.application.runLoop.runUntilIdle()
        #expect(screen.application.runLoop.now == now)
    }

    @Test("A first size that is too large is an error")
    func tooLarge() throws {
        var options = WaylandScreen.options
        (options.width, options.height) = (60_000, 60_000)
        let error = #expect(throws: WaylandError.self) { _ = try WaylandScreen(options) }
        #expect("\(try #require(error))".contains("too many pixels"))
    }

    @Test("A touch panel beside the compositor is refused, since each touch would come twice")
    func twice() throws {
        let screen = try WaylandScreen()
        defer { screen.end() }
        #expect(screen.host.bringsTouches && screen.application.host === screen.host)
    }
}

@MainActor
private final class NotingDelegate: ApplicationDelegate {
    private let log: Log

    init(_ log: Log) { self.log = log }

    func applicationDidBecomeActive(_ application: Application) { log.write("active") }
    func applicationWillResignActive(_ application: Application) { log.write("resigns active") }
    func applicationDidEnterBackground(_ application: Application) { log.write("background") }
    func applicationWillEnterForeground(_ application: Application) { log.write("foreground") }
    func applicationWillTerminate(_ application: Application) { log.write("terminates") }
}
#endif
