import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

private let all = Set(InterfaceOrientation.allCases)

@MainActor
@Suite("Supported orientations")
struct SupportedOrientationsTests {
    // Rules: A27.
    @Test(
        "The interface takes the device's or the first of what manifest, delegate and front controller support",
        arguments: [
            (all, all, all, .landscapeRight), ([.portrait], all, all, .portrait), (all, [.portrait], all, .portrait),
            (all, all, [.portrait], .portrait), (all, all, [.landscapeLeft], .landscapeLeft),
            ([.portrait, .landscapeLeft], [.landscapeLeft, .landscapeRight], all, .landscapeLeft),
            (all, [.portraitUpsideDown, .landscapeLeft], [.landscapeLeft], .landscapeLeft),
            // Nothing in common.
            ([.portrait], [.landscapeLeft], all, .portrait), ([], all, all, .portrait),
        ] as [(Set<InterfaceOrientation>, Set<InterfaceOrientation>, Set<InterfaceOrientation>, InterfaceOrientation)]
    )
    func intersection(
        manifest: Set<InterfaceOrientation>,
        delegate: Set<InterfaceOrientation>,
        controller: Set<InterfaceOrientation>,
        expected: InterfaceOrientation
    ) throws {
        let supporting = SupportingDelegate(delegate)
        let scene = try OrientationScene(manifest: manifest, delegate: supporting) { _, window in
            (window.rootViewController as? TurningController)?.supported = controller
        }
        try scene.turn(.landscapeLeft)
        #expect(scene.application.interfaceOrientation == expected)
        #expect(scene.window.bounds.size == (expected.isLandscape ? Size(480, 320) : Size(320, 480)))
        #expect(supporting.windows.allSatisfy { $0 === scene.window } && !supporting.windows.isEmpty)
    }

    // Rules: A27.
    @Test("The manifest decides alone without a delegate's or a controller's word")
    func defaults() throws {
        let device = SimulatedDevice()
        let application = try device.launch(Application.self)
        #expect(application.manifest.supportedOrientations == [.portrait])
        try device.perform(.change(.orientation(.landscapeLeft)))
        #expect(application.interfaceOrientation == .portrait)
        #expect(ViewController().supportedInterfaceOrientations == all)
        application.manifest.supportedOrientations = [.portrait, .landscapeLeft]
        try device.perform(.change(.orientation(.landscapeRight)))
        #expect(application.interfaceOrientation == .landscapeLeft)
    }

    // Rules: A27.
    @Test(
        "A controller that supports other orientations makes the interface rotate in the update pass, before layout"
    )
    func change() throws {
        let scene = try OrientationScene()
        try scene.turn(.landscapeLeft)
        _ = scene.take()
        scene.controller.supported = [.portrait]
        scene.controller.setNeedsUpdateOfSupportedInterfaceOrientations()
        scene.controller.setNeedsUpdateOfSupportedInterfaceOrientations()
        #expect(scene.application.interfaceOrientation == .landscapeRight)
        scene.device.settle()
        #expect(scene.take() == ["root 480x320 -> 320x480 in landscape-right", "root laid out 320x480"])
        // The device is still held so.
        scene.controller.supported = all
        scene.controller.setNeedsUpdateOfSupportedInterfaceOrientations()
        scene.device.settle()
        #expect(scene.application.interfaceOrientation == .landscapeRight)
    }

    // Rules: A27.
    @Test("Another root controller, another key window and a hidden window make the interface rotate")
    func frontmost() throws {
        let scene = try OrientationScene()
        try scene.turn(.landscapeLeft)
        let upright = TurningController("upright", scene.log)
        upright.supported = [.portrait]
        scene.window.rootViewController = upright
        // It gets the present size, and then that of its own orientation.
        #expect(upright.view.frame.size == Size(480, 320))
        scene.device.settle()
        #expect(scene.application.interfaceOrientation == .portrait)
        let other = Window(frame: Rect(0, 0, 320, 480), application: scene.application)
        other.rootViewController = TurningController("other", scene.log)
        other.isHidden = false
        scene.device.settle()
        // The key window's controller decides.
        #expect(scene.application.interfaceOrientation == .portrait)
        other.makeKey()
        scene.device.settle()
        #expect(scene.application.interfaceOrientation == .landscapeRight)
        other.isHidden = true
        scene.device.settle()
        #expect(scene.application.interfaceOrientation == .portrait)
        scene.window.rootViewController = nil
        scene.device.settle()
        #expect(scene.application.interfaceOrientation == .landscapeRight)
    }

    // Rules: A27.
    @Test("Three sets with no orientation in common are logged once as an error that names them, and rotate nothing")
    func nothingInCommon() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                let delegate = SupportingDelegate([.landscapeLeft, .landscapeRight])
                let scene = try OrientationScene(delegate: delegate) { _, window in
                    (window.rootViewController as? TurningController)?.supported = [.portrait]
                }
                try scene.turn(.landscapeLeft)
                try scene.turn(.landscapeRight)
                #expect(scene.application.interfaceOrientation == .portrait)
            }
        }
        result.expectMessage(
            "no interface orientation is supported by all: the manifest supports portrait and portrait-upside-down and "
                + "landscape-left and landscape-right, the application's delegate landscape-left and landscape-right, "
                + "the frontmost view controller, TurningController, portrait; the interface stays in portrait; "
                + "give these sets an orientation in common"
        )
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.split(separator: "\n").count { $0.contains("no interface orientation") } == 1, "\(text)")
    }

    @Test("Left and right of the device are right and left of the interface")
    func fromDevice() {
        let pairs = DeviceOrientation.allCases.map { InterfaceOrientation($0) }
        #expect(pairs == [nil, .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft, nil, nil])
        #expect(InterfaceOrientation.allCases.map(\.isPortrait) == [true, true, false, false])
    }
}

/// A delegate that supports a set of orientations, and keeps the windows that it was asked about.
@MainActor
private final class SupportingDelegate: ApplicationDelegate {
    private let supported: Set<InterfaceOrientation>
    private(set) var windows: [Window?] = []

    init(_ supported: Set<InterfaceOrientation>) {
        self.supported = supported
    }

    func application(
        _ application: Application,
        supportedInterfaceOrientationsFor window: Window?
    ) -> Set<InterfaceOrientation> {
        windows.append(window)
        return supported
    }
}
