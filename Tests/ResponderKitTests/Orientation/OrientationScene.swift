import ResponderKit
import ResponderKitTesting
import ResponderSimulator

/// An application on a device of 320 x 480 points, with one window and a root controller.
@MainActor
final class OrientationScene {
    let device = SimulatedDevice(screenSize: Size(320, 480))
    let log = ResponderLog()
    let application: Application
    let window: Window
    let controller: TurningController
    private var token: ObservationToken?

    /// - Parameters:
    ///   - held: How the device is held at the launch.
    ///   - prepare: Called before the launch, when the window is shown.
    init(
        manifest: Set<InterfaceOrientation> = Set(InterfaceOrientation.allCases),
        held: DeviceOrientation = .unknown,
        delegate: (any ApplicationDelegate)? = nil,
        prepare: (Application, Window) throws -> Void = { _, _ in }
    ) throws {
        try device.perform(.change(.orientation(held)))
        let controller = TurningController("root", log)
        self.controller = controller
        var shown: Window?
        application = try device.launch(Application.self) { application in
            application.manifest.supportedOrientations = manifest
            application.delegate = delegate
            let window = Window(frame: Rect(0, 0, 320, 480), application: application)
            window.rootViewController = controller
            window.makeKeyAndVisible()
            shown = window
            try prepare(application, window)
        }
        window = shown ?? Window(frame: .zero, application: application)
        token = application.notificationCenter.observe(Application.OrientationDidChange.self) { [log] in
            log.note("N \($0.orientation)")
        }
        device.settle()
    }

    /// Turns the device, and lets the application do what is due.
    func turn(_ orientation: DeviceOrientation) throws {
        try device.perform(.change(.orientation(orientation)))
        device.settle()
    }

    /// The lines that were noted since the last call.
    func take() -> [String] { log.takeLines() }

    func tap(_ point: Point) {
        device.touch([TouchContact(1, .began, at: point)])
        device.touch([TouchContact(1, .ended, at: point)])
        device.settle()
    }
}

/// A controller that notes the sizes that it is told, with the size and the orientation at that moment, and layouts.
@MainActor
final class TurningController: ViewController {
    let name: String
    private let log: ResponderLog
    var supported = Set(InterfaceOrientation.allCases)
    var onTransition: (() -> Void)?

    init(_ name: String, _ log: ResponderLog) {
        self.name = name
        self.log = log
    }

    override var supportedInterfaceOrientations: Set<InterfaceOrientation> { supported }

    override func viewWillTransition(to size: Size) {
        let (now, orientation) = (view.bounds.size, view.window?.application?.interfaceOrientation)
        log.note("\(name) \(now.text) -> \(size.text) in \(orientation?.rawValue ?? "no window")")
        super.viewWillTransition(to: size)
        onTransition?()
    }

    override func viewDidLayoutSubviews() { log.note("\(name) laid out \(view.bounds.size.text)") }
}

extension Size {
    fileprivate var text: String { "\(Int(width))x\(Int(height))" }
}
