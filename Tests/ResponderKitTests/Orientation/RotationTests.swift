import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import Testing

/// The screen of the scene, fixed to the device.
private let screen = Rect(0, 0, 320, 480)

@MainActor
@Suite("The interface rotates with the device")
struct RotationTests {
    // Rules: A27.
    @Test("A rotation is first the notification, then cancels, the controllers, the new bounds, and a layout")
    func order() throws {
        let scene = try OrientationScene()
        let button = RecordingView("button", log: scene.log, frame: Rect(10, 20, 30, 40))
        scene.controller.view.addSubview(button)
        scene.device.settle()
        _ = scene.take()
        scene.device.touch([TouchContact(1, .began, at: Point(15, 27))])
        try scene.turn(.landscapeLeft)
        #expect(
            scene.take() == [
                "button.began(15, 27)", "N landscapeLeft", "button.cancelled(15, 27)",
                "root 320x480 -> 480x320 in portrait", "root laid out 480x320",
            ]
        )
        #expect(scene.application.interfaceOrientation == .landscapeRight)
        #expect(scene.window.bounds == Rect(0, 0, 480, 320) && scene.window.frame == screen)
        #expect(scene.controller.view.frame == Rect(0, 0, 480, 320))
        scene.device.touch([TouchContact(1, .moved, at: Point(15, 28)), TouchContact(2, .began, at: Point(293, 15))])
        scene.device.settle()
        #expect(scene.take() == ["button.began(15, 27)"])
    }

    // Rules: A27, H25.
    @Test(
        "A touch after a rotation hits the view that lies there now, with its location in the view's coordinates",
        arguments: [
            (DeviceOrientation.portrait, Point(15, 27)), (.landscapeLeft, Point(293, 15)),
            (.portraitUpsideDown, Point(305, 453)), (.landscapeRight, Point(27, 465)),
        ]
    )
    func touches(held: DeviceOrientation, point: Point) throws {
        let scene = try OrientationScene()
        let button = RecordingView("button", log: scene.log, frame: Rect(10, 20, 30, 40))
        scene.controller.view.addSubview(button)
        var locations: [Point] = []
        button.handler = { [unowned button] _, touches, _ in locations += touches.map { $0.location(in: button) } }
        // By way of another orientation.
        try scene.turn(held == .landscapeLeft ? .landscapeRight : .landscapeLeft)
        try scene.turn(held)
        _ = scene.take()
        scene.tap(point)
        #expect(scene.take() == ["button.began(15, 27)", "button.ended(15, 27)"])
        #expect(locations == [Point(5, 7), Point(5, 7)])
        #expect(scene.application.interfaceOrientation == InterfaceOrientation(held))
        #expect(scene.window.convert(Point(15, 27), to: nil) == point && scene.window.frame == screen)
        #expect(button.convert(Point(5, 7), to: scene.window) == Point(15, 27))
        #expect(scene.window.transform.isIdentity)
        button.handler = nil
    }

    // Rules: A27.
    @Test("Half a turn of the device changes no size, and tells no controller")
    func halfTurn() throws {
        let scene = try OrientationScene()
        _ = scene.take()
        try scene.turn(.portraitUpsideDown)
        #expect(scene.take() == ["N portraitUpsideDown"])
        #expect(scene.application.interfaceOrientation == .portraitUpsideDown)
        #expect(scene.window.convert(Point(1, 2), to: nil) == Point(319, 478))
    }

    // Rules: A27.
    @Test(
        "A device that lies flat, or that was turned to an unsupported orientation, rotates nothing",
        arguments: [DeviceOrientation.faceUp, .faceDown, .unknown, .portraitUpsideDown]
    )
    func nothing(held: DeviceOrientation) throws {
        let scene = try OrientationScene(manifest: [.portrait, .landscapeLeft, .landscapeRight])
        try scene.turn(.landscapeRight)
        _ = scene.take()
        try scene.turn(held)
        #expect(scene.take() == ["N \(held)"])
        #expect(scene.application.interfaceOrientation == .landscapeLeft)
    }

    // Rules: A27.
    @Test("Every window with a root controller rotates; a window without one stays as it is, until it gets one")
    func windows() throws {
        let scene = try OrientationScene()
        let (plain, small) = (window(scene, Rect(0, 0, 100, 50)), window(scene, Rect(20, 40, 100, 50)))
        small.rootViewController = TurningController("small", scene.log)
        plain.isHidden = false
        small.isHidden = false
        scene.device.settle()
        _ = scene.take()
        try scene.turn(.landscapeRight)
        #expect(
            scene.take() == [
                "N landscapeRight", "root 320x480 -> 480x320 in portrait", "small 100x50 -> 50x100 in portrait",
                "root laid out 480x320", "small laid out 50x100",
            ]
        )
        #expect(plain.transform.isIdentity && plain.bounds == Rect(0, 0, 100, 50))
        #expect(small.frame == Rect(20, 40, 100, 50) && small.bounds == Rect(0, 0, 50, 100))
        // Its new controller is not told, but gets the new size from the beginning. Touches are cancelled.
        let view = RecordingView("view", log: scene.log, frame: Rect(0, 0, 10, 10))
        plain.addSubview(view)
        plain.makeKeyAndVisible()
        scene.device.touch([TouchContact(1, .began, at: Point(5, 5))])
        scene.device.settle()
        plain.rootViewController = TurningController("plain", scene.log)
        #expect(scene.take() == ["view.began(5, 5)", "view.cancelled(5, 5)", "plain laid out 50x100"])
        #expect(plain.frame == Rect(0, 0, 100, 50) && plain.convert(Point(0, 0), to: nil) == Point(0, 50))
    }

    // Rules: A27.
    @Test("A hidden window takes the interface's orientation when it is shown")
    func hiddenWindow() throws {
        let scene = try OrientationScene()
        let other = window(scene, Rect(0, 0, 320, 480))
        other.rootViewController = TurningController("other", scene.log)
        try scene.turn(.landscapeLeft)
        _ = scene.take()
        #expect(other.bounds.size == Size(320, 480))
        other.isHidden = false
        #expect(scene.take() == ["other 320x480 -> 480x320 in landscape-right", "other laid out 480x320"])
        #expect(other.bounds.size == Size(480, 320) && other.frame == screen)
        other.isHidden = true
        try scene.turn(.portrait)
        other.isHidden = false
        #expect(other.transform.isIdentity && other.bounds == screen)
    }

    // Rules: A27, H26.
    @Test("A rotated window's frame is set as ever, and its controllers are told of the size")
    func frameOfWindow() throws {
        let scene = try OrientationScene()
        let window = scene.window
        window.frame = Rect(0, 0, 320, 400)
        #expect(scene.take().contains("root 320x480 -> 320x400 in portrait"))
        try scene.turn(.landscapeLeft)
        _ = scene.take()
        window.frame = Rect(20, 40, 200, 300)
        #expect(scene.take() == ["root 400x320 -> 300x200 in landscape-right"])
        #expect(window.frame == Rect(20, 40, 200, 300) && window.bounds == Rect(0, 0, 300, 200))
        #expect(window.convert(Point(0, 0), to: nil) == Point(220, 40))
        window.frame.origin = .zero
        window.bounds.size = Size(302, 200)
        #expect(scene.take() == ["root 300x200 -> 302x200 in landscape-right"])
        #expect(window.frame == Rect(0, -1, 200, 302))
        try scene.turn(.portrait)
        #expect(window.frame == Rect(0, -1, 200, 302) && window.bounds == Rect(0, 0, 200, 302))
    }

    // Rules: A27, H25.
    @Test(
        "A rotation leaves a window the transform, anchor point and scroll offset that an app gave the window"
    )
    func ownTransform() throws {
        let scene = try OrientationScene()
        let window = scene.window
        window.anchorPoint = .zero
        window.center = .zero
        window.bounds.origin = Point(0, 8)
        window.transform = Transform(scaleX: 2, y: 2)
        let frame = window.frame
        try scene.turn(.landscapeLeft)
        #expect(window.frame == frame && window.bounds == Rect(0, 8, 480, 320))
        #expect(window.convert(Point(1, 8), to: nil) == Point(640, 2))
        try scene.turn(.portrait)
        #expect(window.transform == Transform(scaleX: 2, y: 2) && window.frame == frame)
        #expect(window.bounds == Rect(0, 8, 320, 480))
    }

    // Rules: A27, H25.
    @Test("A transform that an app sets and takes back while the window is rotated leaves the rotation as it is")
    func transformWhileRotated() throws {
        let scene = try OrientationScene()
        let window = scene.window
        let button = RecordingView("button", log: scene.log, frame: Rect(10, 20, 30, 40))
        scene.controller.view.addSubview(button)
        try scene.turn(.landscapeLeft)
        #expect(window.transform.isIdentity)
        window.transform = Transform(scaleX: 0.5, y: 0.5)
        #expect(window.frame == Rect(80, 120, 160, 240) && window.bounds == Rect(0, 0, 480, 320))
        #expect(window.convert(Point(0, 0), to: nil) == Point(240, 120))
        window.transform = .identity
        #expect(window.frame == screen && window.convert(Point(0, 0), to: nil) == Point(320, 0))
        _ = scene.take()
        scene.tap(Point(293, 15))
        #expect(scene.take() == ["button.began(15, 27)", "button.ended(15, 27)"])
        window.frame = Rect(0, 0, 200, 300)
        #expect(window.bounds == Rect(0, 0, 300, 200) && window.frame == Rect(0, 0, 200, 300))
        window.transform = Transform(scaleX: 2, y: 2)
        try scene.turn(.portrait)
        window.transform = .identity
        #expect(window.bounds == Rect(0, 0, 200, 300))
        #expect(window.convert(Point(0, 0), to: nil) == window.frame.origin)
    }

    // Rules: A27.
    @Test("The present root controller, set again while the window is hidden, is told when the window is shown")
    func sameRootWhileHidden() throws {
        let scene = try OrientationScene()
        let other = window(scene, Rect(0, 0, 320, 480))
        let controller = TurningController("other", scene.log)
        other.rootViewController = controller
        try scene.turn(.landscapeLeft)
        _ = scene.take()
        other.rootViewController = controller
        #expect(other.bounds.size == Size(320, 480))
        other.isHidden = false
        #expect(scene.take().first == "other 320x480 -> 480x320 in landscape-right")
    }

    private func window(_ scene: OrientationScene, _ frame: Rect) -> Window {
        Window(frame: frame, application: scene.application)
    }
}
