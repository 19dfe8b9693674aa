import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("Handlers that do anything while the interface rotates")
struct HostileRotationTests {
    private let scene: OrientationScene
    private let second: TurningController
    private let window: Window

    init() throws {
        scene = try OrientationScene()
        second = TurningController("second", scene.log)
        window = Window(frame: Rect(0, 0, 100, 50), application: scene.application)
        window.rootViewController = second
        window.isHidden = false
        scene.device.settle()
        _ = scene.take()
    }

    /// Turns the device on its side, with `body` in the first controller's call.
    private func turn(_ body: @escaping () -> Void) throws -> [String] {
        scene.controller.onTransition = { [unowned controller = scene.controller] in
            controller.onTransition = nil
            body()
        }
        try scene.turn(.landscapeLeft)
        return scene.take()
    }

    // Rules: A27.
    @Test("A new root controller set in a call is told of the rotation, and has the new size")
    func newRoot() throws {
        let other = TurningController("other", scene.log)
        let lines = try turn { [scene] in scene.window.rootViewController = other }
        #expect(
            lines == [
                "N landscapeLeft", "root 320x480 -> 480x320 in portrait", "other laid out 320x480",
                "second 100x50 -> 50x100 in portrait", "other 320x480 -> 480x320 in portrait",
                "other laid out 480x320", "second laid out 50x100",
            ]
        )
        #expect(other.view.bounds.size == Size(480, 320))
    }

    // Rules: A27.
    @Test("A window that is hidden in the call of another window's controller is not rotated")
    func hidden() throws {
        let lines = try turn { [window] in window.isHidden = true }
        #expect(lines == ["N landscapeLeft", "root 320x480 -> 480x320 in portrait", "root laid out 480x320"])
        #expect(window.bounds.size == Size(100, 50))
        window.isHidden = false
        #expect(scene.take() == ["second 100x50 -> 50x100 in landscape-right", "second laid out 50x100"])
    }

    // Rules: A27, A47.
    @Test("An app killed in a rotation's call calls no further controller; an app that is to end first rotates")
    func end() throws {
        let lines = try turn { [application = scene.application] in _ = try? application.receive(.kill) }
        #expect(lines == ["N landscapeLeft", "root 320x480 -> 480x320 in portrait"])
        #expect(scene.application.interfaceOrientation == .portrait)
        let other = try HostileRotationTests()
        let linesOfOther = try other.turn { [application = other.scene.application] in application.terminate() }
        #expect(linesOfOther == lines + ["second 100x50 -> 50x100 in portrait"])
        #expect(other.scene.application.interfaceOrientation == .landscapeRight)
        #expect(other.scene.application.lifecycleState == .notRunning)
    }

    // Rules: A27.
    @Test("Children that are removed, and what is dismissed, in a rotation's call are not called")
    func removed() throws {
        let children = (0..<3).map { TurningController("child \($0)", scene.log) }
        for child in children {
            scene.controller.addChild(child)
            scene.controller.view.addSubview(child.view)
        }
        let presented = TurningController("presented", scene.log)
        presented.modalPresentationStyle = .overFullScreen
        scene.controller.present(presented)
        scene.device.settle()
        _ = scene.take()
        children[0].onTransition = { [unowned root = scene.controller, unowned second = children[1]] in
            second.removeFromParent()
            second.view.removeFromSuperview()
            root.dismiss()
        }
        let lines = try turn {}
        #expect(
            lines.prefix(5) == [
                "N landscapeLeft", "root 320x480 -> 480x320 in portrait", "child 0 0x0 -> 480x320 in portrait",
                "child 2 0x0 -> 480x320 in portrait", "second 100x50 -> 50x100 in portrait",
            ]
        )
        children[0].onTransition = nil
    }

    // Rules: A27.
    @Test("A device that is turned in a run of the loop inside a call has the interface rotate again afterwards")
    func nested() throws {
        let application = scene.application
        scene.controller.supported = [.portrait, .landscapeLeft]
        scene.device.settle()
        scene.controller.onTransition = { [unowned controller = scene.controller] in
            controller.onTransition = nil
            controller.supported = [.portrait]
            application.runLoop.post { [weak application] in
                _ = try? application?.receive(.change(.orientation(.portrait)))
            }
            application.runLoop.runUntilIdle()
        }
        application.deviceEnvironment.orientation = .landscapeRight
        scene.controller.setNeedsUpdateOfSupportedInterfaceOrientations()
        scene.device.settle()
        #expect(
            scene.take() == [
                "root 320x480 -> 480x320 in portrait", "N portrait", "second 100x50 -> 50x100 in portrait",
                "root laid out 480x320", "second laid out 50x100", "root 480x320 -> 320x480 in landscape-left",
                "second 50x100 -> 100x50 in landscape-left", "root laid out 320x480", "second laid out 100x50",
            ]
        )
    }

    // Rules: A27.
    @Test("An application that leaves the foreground in a call rotates when it comes back")
    func left() throws {
        let application = scene.application
        scene.controller.onTransition = { [unowned controller = scene.controller] in
            controller.onTransition = nil
            _ = try? application.receive(.enterBackground)
            _ = try? application.receive(.suspend)
        }
        application.deviceEnvironment.orientation = .landscapeLeft
        scene.controller.setNeedsUpdateOfSupportedInterfaceOrientations()
        scene.device.settle()
        #expect(scene.take() == ["root 320x480 -> 480x320 in portrait"])
        #expect(application.lifecycleState == .suspended && application.interfaceOrientation == .portrait)
        try application.receive(.enterForeground())
        scene.device.settle()
        #expect(
            scene.take().prefix(2) == ["root 320x480 -> 480x320 in portrait", "second 100x50 -> 50x100 in portrait"]
        )
        #expect(application.interfaceOrientation == .landscapeRight)
    }

    // Rules: A27.
    @Test("A controller that changes its mind at each rotation keeps the loop going, but not the turn")
    func restless() throws {
        let application = scene.application
        var count = 0
        scene.controller.onTransition = { [unowned controller = scene.controller] in
            count += 1
            guard count < 50 else { return }
            controller.supported = application.interfaceOrientation == .portrait ? [.portrait] : [.landscapeLeft]
            controller.setNeedsUpdateOfSupportedInterfaceOrientations()
        }
        scene.controller.supported = [.landscapeLeft]
        scene.controller.setNeedsUpdateOfSupportedInterfaceOrientations()
        scene.device.settle()
        #expect(count == 50)
        scene.controller.onTransition = nil
    }

    // Rules: A27.
    @Test(
        "A controller that changes its mind endlessly is stopped until the loop rests, with an error that names it"
    )
    func endless() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                let scene = try OrientationScene()
                let (application, controller) = (scene.application, scene.controller)
                var count = 0
                controller.onTransition = { [unowned controller, unowned application] in
                    count += 1
                    controller.supported =
                        application.interfaceOrientation == .portrait ? [.portrait] : [.landscapeLeft]
                    controller.setNeedsUpdateOfSupportedInterfaceOrientations()
                }
                controller.supported = [.landscapeLeft]
                controller.setNeedsUpdateOfSupportedInterfaceOrientations()
                scene.device.settle()
                #expect(count == 100)
                controller.onTransition = nil
                controller.supported = [.landscapeRight]
                controller.setNeedsUpdateOfSupportedInterfaceOrientations()
                scene.device.settle()
                #expect(application.interfaceOrientation == .landscapeRight)
            }
        }
        result.expectMessage(
            "the interface has rotated 100 times without a rest: each rotation asked for the next one, with the "
                + "frontmost view controller, TurningController, in front; the interface stays in portrait; give the "
                + "same supported orientations before and after a rotation"
        )
    }

    // Rules: A27.
    @Test("Supported orientations whose reading asks for another look do not keep the loop going")
    func asking() throws {
        let controller = AskingController()
        scene.window.rootViewController = controller
        scene.device.settle()
        #expect(controller.count > 0 && controller.count < 5)
    }

    // Rules: A27.
    @Test("A size that a controller sets for its window in the transition's call is not told")
    func sizeInCall() throws {
        let window = scene.window
        var count = 0
        scene.controller.onTransition = { [unowned window] in
            count += 1
            window.bounds.size.width += 10
            window.frame.size.height += 10
        }
        window.bounds.size = Size(300, 400)
        #expect(count == 1 && window.bounds.size == Size(300, 400))
        window.frame = Rect(0, 0, 320, 480)
        #expect(count == 2 && window.bounds.size == Size(320, 480))
        try scene.turn(.landscapeLeft)
        #expect(count == 3 && scene.application.interfaceOrientation == .landscapeRight)
        scene.controller.onTransition = nil
    }

    // Rules: A27.
    @Test(
        "A rotation call that an app makes leaves out children removed in the call, and ends with the application"
    )
    func byHand() throws {
        let children = (0..<4).map { TurningController("child \($0)", scene.log) }
        for child in children { scene.controller.addChild(child) }
        children[0].onTransition = { [unowned second = children[1]] in second.removeFromParent() }
        children[2].onTransition = { [application = scene.application] in _ = try? application.receive(.kill) }
        scene.controller.viewWillTransition(to: Size(7, 7))
        #expect(scene.take().map { $0.prefix(7) } == ["root 32", "child 0", "child 2"])
        for child in children { child.onTransition = nil }
    }

    // Rules: A27.
    @Test("A controller of another application that is told in a rotation's call is called at once")
    func otherApplication() throws {
        let other = try OrientationScene()
        let child = TurningController("child", other.log)
        other.controller.addChild(child)
        scene.controller.onTransition = { [controller = other.controller, log = other.log] in
            controller.viewWillTransition(to: Size(7, 7))
            #expect(log.lines.last?.hasPrefix("child") == true)
        }
        try scene.turn(.landscapeLeft)
        scene.controller.onTransition = nil
    }

    // Rules: A27.
    @Test("A frontmost controller that was freed is not taken for none")
    func freed() throws {
        var window: Window? = Window(frame: Rect(0, 0, 10, 10), application: scene.application)
        var controller: TurningController? = TurningController("upright", scene.log)
        controller?.supported = [.portrait]
        window?.rootViewController = controller
        scene.window.isHidden = true
        self.window.isHidden = true
        window?.makeKeyAndVisible()
        try scene.turn(.landscapeLeft)
        #expect(scene.application.interfaceOrientation == .portrait)
        controller = nil
        window?.rootViewController = nil
        window = nil
        scene.device.settle()
        #expect(scene.application.interfaceOrientation == .landscapeRight)
    }
}

/// A controller that asks for another look at the orientation whenever its orientations are read.
@MainActor
private final class AskingController: ViewController {
    private(set) var count = 0

    override var supportedInterfaceOrientations: Set<InterfaceOrientation> {
        count += 1
        if count < 1_000 { setNeedsUpdateOfSupportedInterfaceOrientations() }
        return [.portrait]
    }
}
