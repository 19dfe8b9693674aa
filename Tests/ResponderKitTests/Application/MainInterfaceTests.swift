import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("The main interface of an application")
struct MainInterfaceTests {
    private let application: Application
    private let delegate = WindowDelegate()

    init() throws {
        application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.manifest = Manifest(mainInterface: "main")
        application.delegate = delegate
    }

    // Rules: A6, SEQ1, VC26.
    @Test("The main interface is loaded before the delegate's first call, and shown as key window after the last")
    func order() throws {
        try application.loadMainInterface(with: PlainLoader())
        let window = try #require(delegate.window)
        #expect(window.rootViewController?.view.superview === window)
        let token = application.notificationCenter.observe(Window.DidBecomeVisible.self) { [delegate] shown in
            delegate.log.append("shown \(shown.subject === delegate.window)")
        }
        application.launch()
        #expect(
            delegate.log == [
                "willFinish main, hidden true, visible false", "didFinish main, hidden true, visible false",
                "shown true", "didBecomeActive main, hidden false, visible true",
            ]
        )
        #expect(application.keyWindow === window && application.windows.count == 1)
        withExtendedLifetime(token) {}
    }

    // Rules: A6, SEQ2.
    @Test("A main interface launched to the background is shown, and is on the screen from the foreground on")
    func background() throws {
        try application.loadMainInterface(with: PlainLoader())
        try application.receive(.launchInBackground(LaunchOptions()))
        let window = try #require(delegate.window)
        #expect(!window.isHidden && !window.isVisible && application.keyWindow === window)
        try application.receive(.enterForeground())
        #expect(window.isVisible && application.windows.count == 1)
    }

    @Test("The main interface lies in front of the windows that the delegate shows while it launches")
    func otherWindows() throws {
        try application.loadMainInterface(with: PlainLoader())
        var other: Window?
        delegate.atDidFinish = { application in
            let window = Window(frame: Rect(0, 0, 1, 1), application: application)
            window.makeKeyAndVisible()
            other = window
        }
        application.launch()
        #expect(application.windows.map { $0 === other } == [true, false])
        #expect(application.keyWindow === delegate.window)
    }

    // Rules: A6.
    @Test("The main interface is released, not shown, where the delegate has put in another window")
    func replaced() throws {
        try application.loadMainInterface(with: PlainLoader())
        weak let loaded = delegate.window
        delegate.atDidFinish = { [delegate] application in
            let window = Window(frame: Rect(0, 0, 1, 1), application: application)
            window.makeKeyAndVisible()
            delegate.window = window
        }
        application.launch()
        #expect(application.windows.count == 1 && application.keyWindow === delegate.window)
        #expect(loaded == nil)
        delegate.atDidFinish = nil
    }

    @Test("The main interface is kept until it is shown, and is not shown by an app that has ended")
    func kept() throws {
        final class Plain: ApplicationDelegate {}
        application.delegate = Plain()
        try application.loadMainInterface(with: PlainLoader())
        application.launch()
        #expect(application.windows.count == 1)

        let ended = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        ended.manifest = Manifest(mainInterface: "main")
        ended.delegate = delegate
        try ended.loadMainInterface(with: PlainLoader())
        delegate.atDidFinish = { application in _ = try? application.receive(.kill) }
        ended.launch()
        #expect(ended.windows.isEmpty && delegate.window?.isHidden == true)
    }

    @Test("The main interface goes with an application that is not launched")
    func released() throws {
        weak var window: Window?
        do {
            let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
            application.manifest = Manifest(mainInterface: "main")
            try application.loadMainInterface(with: PlainLoader())
            window = application.mainInterface.window
            #expect(window != nil)
        }
        #expect(window == nil)
    }

    @Test("No main interface is loaded where the manifest names none")
    func none() throws {
        application.manifest = Manifest()
        try application.loadMainInterface(with: PlainLoader())
        try application.loadMainInterface(with: nil)
        application.launch()
        #expect(delegate.window == nil && application.windows.isEmpty)
    }

    @Test("No loader for the main interface, or another application's window, is an error that says what to do")
    func errors() throws {
        let hostile = Manifest(mainInterface: "\u{1b}main")
        application.manifest = hostile
        let missing = #expect(throws: MainInterfaceError.self) { try application.loadMainInterface(with: nil) }
        #expect(
            missing?.description == #"the manifest names the main interface "\u{1B}main", and there is no loader; "#
                + "declare one as interfaceLoader in the delegate, or pass one to Application.main(…)"
        )
        let other = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let foreign = #expect(throws: MainInterfaceError.self) {
            try application.loadMainInterface(with: PlainLoader(application: other))
        }
        #expect(foreign?.description.contains(#""\u{1B}main" belongs to another application; pass the"#) == true)
        #expect(delegate.window == nil)
        // After an error another loader may be tried.
        try application.loadMainInterface(with: PlainLoader())
        #expect(delegate.window != nil)
    }

    @Test("A second main interface stops with a message")
    func second() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
            application.manifest = Manifest(mainInterface: "main")
            try application.loadMainInterface(with: PlainLoader())
            try application.loadMainInterface(with: PlainLoader())
        }
        result.expectMessage("the main interface \"main\" was loaded when there was one already")
    }

    @Test("A loader that loads the main interface itself stops with a message")
    func nested() async {
        struct NestedLoader: InterfaceLoader {
            func loadMainInterface(named name: String, for application: Application) throws -> Window {
                try application.loadMainInterface(with: PlainLoader())
                return Window(frame: .zero, application: application)
            }
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
            application.manifest = Manifest(mainInterface: "main")
            try application.loadMainInterface(with: NestedLoader())
        }
        result.expectMessage("the main interface \"main\" was loaded when there was one already")
    }

    @Test("A main interface loaded after the launch stops with a message")
    func late() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
            application.launch()
            application.manifest = Manifest(mainInterface: "main")
            try application.loadMainInterface(with: PlainLoader())
        }
        result.expectMessage("the main interface \"main\" was loaded after the launch")
    }
}

/// Makes a window of its own application, or of the one that is given.
private struct PlainLoader: InterfaceLoader {
    var application: Application?

    func loadMainInterface(named name: String, for application: Application) throws -> Window {
        let window = NamedWindow(frame: Rect(0, 0, 10, 10), application: self.application ?? application)
        window.name = name
        window.rootViewController = ViewController()
        return window
    }
}

private final class NamedWindow: Window {
    var name = ""
}

@MainActor
private final class WindowDelegate: ApplicationDelegate {
    var window: Window?
    var log: [String] = []
    var atDidFinish: ((Application) -> Void)?

    private func note(_ call: String) {
        let name = (window as? NamedWindow)?.name ?? "none"
        log.append("\(call) \(name), hidden \(window?.isHidden == true), visible \(window?.isVisible == true)")
    }

    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        note("willFinish")
        return true
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        note("didFinish")
        atDidFinish?(application)
        return true
    }

    func applicationDidBecomeActive(_ application: Application) { note("didBecomeActive") }
}
