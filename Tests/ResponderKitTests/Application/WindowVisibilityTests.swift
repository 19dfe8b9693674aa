import ResponderKit
import Testing

@MainActor
@Suite("Windows on the screen")
struct WindowVisibilityTests {
    // Rules: A6.
    @Test("Windows shown in willFinish or didFinish are on the screen only when didFinish has returned")
    func launch() throws {
        let trace = LifecycleTrace()
        let application = try trace.makeApplication()
        var windows: [Window] = []
        var seen: [String] = []
        trace.afterNoting = { line, application in
            if line.hasPrefix("D will") || line.hasPrefix("D didFinish"), windows.count < 2 {
                let window = Window(frame: Rect(0, 0, 100, 100), application: application)
                window.makeKeyAndVisible()
                windows.append(window)
            }
            seen.append("\(line.dropFirst(2)) \(windows.map(\.isVisible))")
        }
        application.launch()
        application.terminate()
        #expect(
            seen == [
                "willFinishLaunching [inactive] [false]",
                "didFinishLaunching [inactive] [false, false]",
                "UIApplicationDidFinishLaunchingNotification [inactive] [false, false]",
                "didBecomeActive [active] [true, true]",
                "UIApplicationDidBecomeActiveNotification [active] [true, true]",
                "willResignActive [active] [true, true]",
                "UIApplicationWillResignActiveNotification [active] [true, true]",
                "didEnterBackground [background] [false, false]",
                "UIApplicationDidEnterBackgroundNotification [background] [false, false]",
                "willTerminate [background] [false, false]",
                "UIApplicationWillTerminateNotification [background] [false, false]",
            ]
        )
        #expect(windows.allSatisfy { !$0.isHidden })
    }

    @Test("A hidden window is not on the screen, and a shown one is listed in the order of showing")
    func order() throws {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.launch()
        let windows = (0..<6).map { _ in Window(frame: Rect(0, 0, 10, 10), application: application) }
        #expect(application.windows.isEmpty)
        #expect(windows.allSatisfy { $0.isHidden && !$0.isVisible })
        for window in windows { window.isHidden = false }
        #expect(application.windows == windows)
        #expect(application.keyWindow == nil)
        windows[0].makeKeyAndVisible()
        windows[0].makeKeyAndVisible()
        #expect(application.windows == Array(windows[1...]) + [windows[0]])
        #expect(application.keyWindow === windows[0])
        windows[0].isHidden = true
        #expect(application.windows == Array(windows[1...]))
        #expect(application.keyWindow === windows.last)
        #expect(!windows[0].isVisible && windows[1].isVisible)
    }
}
