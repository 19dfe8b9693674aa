import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import Testing

@MainActor
@Suite("Controllers that rotate")
struct RotationOfControllersTests {
    private let scene: OrientationScene

    init() throws {
        scene = try OrientationScene()
    }

    // Rules: A27.
    @Test("Children and presented controllers are told of the new size, parents first, and have it afterwards")
    func forwarding() throws {
        let (child, inner) = (controller("child"), controller("inner"))
        add(child, to: scene.controller)
        add(inner, to: child)
        add(controller("other"), to: scene.controller)
        let presented = controller("presented")
        presented.modalPresentationStyle = .overFullScreen
        scene.controller.present(presented)
        let above = controller("above")
        presented.present(above)
        scene.device.settle()
        _ = scene.take()
        try scene.turn(.landscapeLeft)
        #expect(
            scene.take().filter { !$0.contains("laid out") } == [
                "N landscapeLeft", "root 320x480 -> 480x320 in portrait", "child 320x480 -> 480x320 in portrait",
                "inner 320x480 -> 480x320 in portrait", "other 320x480 -> 480x320 in portrait",
                "presented 320x480 -> 480x320 in no window", "above 320x480 -> 480x320 in portrait",
            ]
        )
        for shown in [child, inner, above] { #expect(shown.view.bounds.size == Size(480, 320)) }
        // What is covered gets the size when it comes back.
        presented.dismiss()
        #expect(presented.view.bounds.size == Size(480, 320))
    }

    // Rules: A27.
    @Test("A container that does not call super gives its children a size of its own, which these forward")
    func container() throws {
        let half = HalvingController()
        scene.window.rootViewController = half
        let child = controller("child")
        add(child, to: half)
        add(controller("inner"), to: child)
        scene.device.settle()
        _ = scene.take()
        try scene.turn(.landscapeLeft)
        #expect(
            scene.take().prefix(3) == [
                "N landscapeLeft", "child 320x480 -> 240x320 in portrait", "inner 320x480 -> 240x320 in portrait",
            ]
        )
        // An app may call the method itself.
        half.viewWillTransition(to: Size(100, 100))
        scene.controller.addChild(controller("alone"))
        scene.controller.viewWillTransition(to: Size(7, 7))
        #expect(
            scene.take().filter { !$0.contains("laid out") } == [
                "child 480x320 -> 50x100 in landscape-right", "inner 480x320 -> 50x100 in landscape-right",
                "root 320x480 -> 7x7 in no window", "alone 0x0 -> 7x7 in no window",
            ]
        )
    }

    // Rules: A27.
    @Test(
        "A controller presented over the whole window has a say, and after it the controller before again",
        arguments: ModalPresentationStyle.allCases
    )
    func presented(style: ModalPresentationStyle) throws {
        try scene.turn(.landscapeLeft)
        let upright = controller("upright")
        upright.supported = [.portrait]
        upright.modalPresentationStyle = style
        scene.controller.definesPresentationContext = true
        scene.controller.present(upright)
        scene.device.settle()
        let hasSay = style == .fullScreen || style == .overFullScreen
        #expect(scene.application.interfaceOrientation == (hasSay ? .portrait : .landscapeRight))
        #expect(upright.view.bounds.size == (hasSay ? Size(320, 480) : Size(480, 320)))
        upright.dismiss()
        scene.device.settle()
        #expect(scene.application.interfaceOrientation == .landscapeRight)
        #expect(scene.controller.view.frame == Rect(0, 0, 480, 320))
    }

    // Rules: A27.
    @Test("Controllers nested a hundred thousand deep are told of a rotation without deep recursion")
    func deep() throws {
        let log = scene.log
        var deepest: ViewController = scene.controller
        for _ in 0..<100_000 {
            let child = ViewController()
            deepest.addChild(child)
            deepest = child
        }
        let last = TurningController("last", log)
        deepest.addChild(last)
        try scene.turn(.landscapeLeft)
        #expect(scene.take().contains("last 0x0 -> 480x320 in no window"))
    }

    private func controller(_ name: String) -> TurningController { TurningController(name, scene.log) }

    private func add(_ child: ViewController, to parent: ViewController) {
        parent.addChild(child)
        child.view.frame = parent.view.bounds
        child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        parent.view.addSubview(child.view)
        child.didMove(toParent: parent)
    }
}

/// A container that gives each child half of its width.
@MainActor
private final class HalvingController: ViewController {
    override func viewWillTransition(to size: Size) {
        for child in children { child.viewWillTransition(to: Size(size.width / 2, size.height)) }
    }
}
