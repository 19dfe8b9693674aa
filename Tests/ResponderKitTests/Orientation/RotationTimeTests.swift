import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import Testing

@MainActor
@Suite("When the interface rotates")
struct RotationTimeTests {
    // Rules: A27, SEQ1.
    @Test("An app is launched upright, and rotates when the launch methods have returned, before it is active")
    func launch() throws {
        let log = ResponderLog()
        let delegate = LaunchDelegate(log)
        let device = SimulatedDevice(screenSize: Size(320, 480))
        try device.perform(.change(.orientation(.landscapeRight)))
        let application = try device.launch(Application.self) { application in
            application.manifest.supportedOrientations = [.portrait, .landscapeLeft]
            application.delegate = delegate
        }
        device.settle()
        #expect(
            log.lines == [
                "root laid out 320x480", "didFinish in portrait", "root 320x480 -> 480x320 in portrait",
                "did become active in landscape-left", "root laid out 480x320",
            ]
        )
        #expect(application.interfaceOrientation == .landscapeLeft)
    }

    // Rules: A27.
    @Test("An app that does not support upright is launched in the first orientation that it does support")
    func launchOnItsSide() throws {
        let scene = try OrientationScene(manifest: [.landscapeLeft, .landscapeRight]) { application, window in
            #expect(application.interfaceOrientation == .landscapeLeft)
            #expect(window.bounds.size == Size(480, 320) && window.frame.size == Size(320, 480))
        }
        #expect(scene.take() == ["root laid out 480x320"])
        #expect(scene.application.interfaceOrientation == .landscapeLeft)
    }

    // Rules: A27, A24.
    @Test(
        "A turn of the device in the background waits for the return, in addition to the notification",
        arguments: [true, false]
    )
    func background(isSuspended: Bool) throws {
        let scene = try OrientationScene()
        let application = scene.application
        try application.receive(.enterBackground)
        if isSuspended { try application.receive(.suspend) }
        _ = scene.take()
        try application.receive(.change(.orientation(.landscapeRight)))
        if isSuspended { try application.receive(.resume) }
        scene.device.settle()
        #expect(scene.take() == ["N landscapeRight"])
        #expect(application.interfaceOrientation == .portrait)
        application.onLifecycleEvent = { [log = scene.log] event in
            if event.kind == .entered { log.note("\(event.state)") }
        }
        try application.receive(.enterForeground())
        #expect(
            scene.take() == ["inactive", "root 320x480 -> 480x320 in portrait", "active", "root laid out 480x320"]
        )
        #expect(application.interfaceOrientation == .landscapeLeft)
    }

    // Rules: A27, SEQ2, V12.
    @Test("An app that is launched in the background rotates when it comes to the front")
    func backgroundLaunch() throws {
        let log = ResponderLog()
        let delegate = LaunchDelegate(log)
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.manifest.supportedOrientations = Set(InterfaceOrientation.allCases)
        application.deviceEnvironment.orientation = .landscapeRight
        application.delegate = delegate
        try application.receive(.launchInBackground())
        #expect(log.lines == ["didFinish in portrait"])
        try application.receive(.enterForeground())
        #expect(
            log.lines[1...] == [
                "root 320x480 -> 480x320 in portrait", "did become active in landscape-left", "root laid out 480x320",
            ]
        )
    }

    // Rules: A26, A27.
    @Test("A device turned and turned back while the app is suspended changes and tells nothing")
    func netZero() throws {
        let scene = try OrientationScene()
        try scene.turn(.landscapeLeft)
        try scene.application.receive(.enterBackground)
        try scene.application.receive(.suspend)
        _ = scene.take()
        for held in [.portrait, .landscapeLeft] as [DeviceOrientation] {
            try scene.application.receive(.change(.orientation(held)))
        }
        try scene.application.receive(.enterForeground())
        scene.device.settle()
        #expect(scene.take() == [] && scene.application.interfaceOrientation == .landscapeRight)
    }
}

/// A delegate that makes a window with a controller in its launch method, and notes when that was and when the
/// application is active.
@MainActor
private final class LaunchDelegate: ApplicationDelegate {
    private let log: ResponderLog
    var window: Window?

    init(_ log: ResponderLog) {
        self.log = log
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(0, 0, 320, 480), application: application)
        window.rootViewController = TurningController("root", log)
        window.makeKeyAndVisible()
        log.note("didFinish in \(application.interfaceOrientation.rawValue)")
        return true
    }

    func applicationDidBecomeActive(_ application: Application) {
        log.note("did become active in \(application.interfaceOrientation.rawValue)")
    }
}
