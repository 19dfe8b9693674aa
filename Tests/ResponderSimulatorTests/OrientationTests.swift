import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

/// An app that rotates, on a device that is turned.
@MainActor
@Suite("A device that is turned")
struct OrientationTests {
    private let log = DeviceLog()
    private var device: SimulatedDevice { log.device }
    private let app: RotatingApp

    init() throws {
        let app = RotatingApp(screenSize: log.device.screenSize, log)
        self.app = app
        try log.install("mail") { application in
            application.manifest.supportedOrientations = [.portrait, .landscapeLeft, .landscapeRight]
            app.makeWindow(of: application)
        }
        try log.install("maps")
    }

    /// A finger comes down where the point of the app's view is on the screen, and is lifted.
    private func tap(_ point: Point) throws -> [String] {
        let place = try #require(app.window).convert(point, to: nil)
        device.touch([TouchContact(1, .began, at: place)])
        device.touch([TouchContact(1, .ended, at: place)])
        device.settle()
        return log.log.take()
    }

    // Rules: A27, A24, H25.
    @Test("A turned device rotates the app in front at once and others in front later, and touches follow the views")
    func rotation() throws {
        let (upright, onSide) = (device.screenSize, Size(device.screenSize.height, device.screenSize.width))
        _ = try log.perform(.launch("mail"))
        let window = try #require(app.window)
        #expect(
            try log.perform(.change(.orientation(.landscapeLeft))) == [
                "mail N OrientationDidChange [active]", "mail to \(onSide) [active]",
            ]
        )
        // The button is at the right edge in both orientations: the layout has moved it.
        device.settle()
        #expect(app.button.frame.origin == Point(onSide.width - 50, 0))
        #expect(try tap(Point(onSide.width - 40, 7)) == ["mail button (10.0, 7.0) [active]"])
        #expect(window.convert(Point(0, 0), to: nil) == Point(upright.width, 0))
        #expect(try log.perform(.home, .change(.orientation(.portrait))) == Sequence.leave("mail"))
        #expect(window.bounds.size == onSide)
        #expect(
            try log.perform(.launch("mail"))
                == ["mail N OrientationDidChange [background]"] + Sequence.enter("mail")
                + ["mail to \(upright) [inactive]"] + Sequence.become("mail")
        )
        device.settle()
        #expect(try tap(Point(upright.width - 40, 7)) == ["mail button (10.0, 7.0) [active]"])
        #expect(window.bounds.size == upright && window.transform.isIdentity)
    }

    // Rules: A26, A27.
    @Test("A device that is turned and turned back while an app is suspended changes nothing for the app")
    func turnedBack() throws {
        _ = try log.perform(.launch("mail"), .change(.orientation(.landscapeRight)), .launch("maps"))
        _ = try log.perform(.change(.orientation(.portrait)), .change(.orientation(.landscapeRight)))
        #expect(try log.perform(.launch("mail")) == Sequence.leave("maps") + Sequence.comeBack("mail"))
        #expect(device.application("mail")?.interfaceOrientation == .landscapeLeft)
        #expect(device.application("maps")?.interfaceOrientation == .portrait)
    }

    // Rules: A27, SEQ1.
    @Test("A device that is turned before an app is launched has the app rotate before it is active")
    func launch() throws {
        _ = try log.perform(.change(.orientation(.landscapeRight)))
        let onSide = Size(device.screenSize.height, device.screenSize.width)
        #expect(
            try log.perform(.launch("mail"))
                == Sequence.launching("mail") + ["mail to \(onSide) [inactive]"] + Sequence.become("mail")
        )
    }
}

/// A window with a controller that notes its sizes, and a button at the right edge that notes touches.
@MainActor
private final class RotatingApp {
    let button = RecordingView("button", frame: Rect(0, 0, 50, 20))
    private(set) weak var window: Window?
    private let screenSize: Size
    private weak var log: DeviceLog?

    init(screenSize: Size, _ log: DeviceLog) {
        self.screenSize = screenSize
        self.log = log
    }

    func makeWindow(of application: Application) {
        let window = Window(frame: Rect(origin: .zero, size: screenSize), application: application)
        let controller = NotingController()
        window.rootViewController = controller
        button.frame.origin.x = screenSize.width - 50
        button.autoresizingMask = .flexibleLeftMargin
        controller.view.addSubview(button)
        window.makeKeyAndVisible()
        self.window = window
        controller.onTransition = { [weak self, weak application] size in
            guard let self, let application else { return }
            log?.note("mail", "to \(size)", application)
        }
        button.handler = { [weak self, weak application] phase, touches, _ in
            guard let self, let application, phase == .began, let touch = touches.first else { return }
            let place = touch.location(in: button)
            log?.note("mail", "button (\(place.x), \(place.y))", application)
        }
    }
}

@MainActor
private final class NotingController: ViewController {
    var onTransition: ((Size) -> Void)?

    override func viewWillTransition(to size: Size) {
        super.viewWillTransition(to: size)
        onTransition?(size)
    }
}
