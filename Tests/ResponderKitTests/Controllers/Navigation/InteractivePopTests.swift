import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A swipe from the left edge of a navigation controller")
struct InteractivePopTests {
    private let scene: PopScene

    init() throws {
        scene = try PopScene()
    }

    // Rules: VC8, VC23.
    @Test("A swipe pops beyond half of the width: will calls come at its beginning, did calls at the lift")
    func pops() {
        var moves: [String] = []
        scene.second.hook = { [unowned second = scene.second] in
            if second.isMovingFromParent { moves.append($0) }
        }
        scene.pull(to: 170)
        #expect(scene.log.take() == PopScene.begun)
        #expect(scene.navigation.viewControllers == [scene.first, scene.second])
        scene.lift()
        #expect(scene.log.take() == ["B.didDisappear", "A.didAppear", "did show A", "B.didMove nil"])
        #expect(moves == ["willDisappear", "didDisappear"])
        #expect(scene.navigation.viewControllers == [scene.first] && scene.second.parent == nil)
        #expect(scene.navigation.view.subviews == [scene.first.view, scene.navigation.navigationBar])
        #expect(scene.first.view.frame == Rect(0, 44, 300, 456) && scene.navigation.navigationBar.topItem?.title == "A")
    }

    // Rules: VC8, VC9.
    @Test("A swipe loads the controller below, which was not shown before, and lays it out once")
    func loads() {
        let (root, top) = (ContainedController("C", scene.log), ContainedController("D", scene.log))
        scene.navigation.viewControllers = [root, top]
        scene.settle()
        _ = scene.log.take()
        scene.pull()
        #expect(
            scene.log.take() == [
                "D.willMove nil", "C.didLoad", "will show C", "D.willDisappear", "C.willAppear", "C.layout",
            ]
        )
        scene.lift()
        #expect(
            scene.log.take() == [
                "will show D", "D.willAppear", "D.didAppear", "did show D", "C.willDisappear", "C.didDisappear",
                "D.didMove",
            ]
        )
    }

    // Rules: VC9.
    @Test("A swipe that ends before half of the width is taken back")
    func takenBack() {
        scene.pull(to: 150)
        #expect(scene.log.take() == PopScene.begun)
        scene.lift()
        #expect(scene.log.take() == PopScene.takenBack)
        #expect(scene.isAtRest)
        scene.pull(to: 170)
        scene.lift()
        #expect(scene.navigation.viewControllers == [scene.first])
    }

    @Test("A swipe shifts the view with the finger, above the view below, and never to the left")
    func follows() {
        scene.pull(to: 110)
        #expect(scene.navigation.view.subviews.prefix(2) == [scene.first.view, scene.second.view])
        #expect(scene.second.view.frame == Rect(102, 44, 300, 456))
        #expect(scene.first.view.frame == Rect(0, 44, 300, 456))
        #expect(scene.harness.window.hitTest(Point(50, 300), with: nil) === scene.first.view)
        #expect(scene.harness.window.hitTest(Point(150, 300), with: nil) === scene.second.view)
        scene.navigation.isNavigationBarHidden = true
        scene.settle()
        #expect(scene.second.view.frame == Rect(102, 0, 300, 500) && scene.first.view.frame == Rect(0, 0, 300, 500))
        scene.navigation.isNavigationBarHidden = false
        scene.move(to: 2)
        #expect(scene.second.view.frame == Rect(0, 44, 300, 456))
        scene.lift()
        #expect(scene.isAtRest)
    }

    @Test("A view that a controller gets during a swipe is shown in the former one's place")
    func newViews() {
        scene.pull(to: 110)
        let (below, above) = (View(), View())
        scene.first.view = below
        scene.second.view = above
        #expect(scene.navigation.view.subviews == [below, above, scene.navigation.navigationBar])
        #expect(above.frame == Rect(102, 44, 300, 456) && below.frame == Rect(0, 44, 300, 456))
        scene.lift()
        #expect(scene.isAtRest)
    }

    // Rules: VC9.
    @Test("A swipe pops when the finger flicks to the right, and does not when the finger flicks back")
    func flicks() {
        scene.harness.flick(from: Point(2, 300), to: Point(80, 300))
        #expect(scene.navigation.viewControllers == [scene.first])
        scene.navigation.pushViewController(scene.second)
        scene.settle()
        _ = scene.log.take()
        scene.pull(to: 250)
        scene.finger.move(to: Point(180, 300), for: .milliseconds(100))
        scene.lift()
        #expect(scene.log.take() == PopScene.begun + PopScene.takenBack)
        #expect(scene.isAtRest)
    }

    @Test("A swipe takes the touch from the view under the finger")
    func touches() {
        let touched = RecordingView("content", frame: Rect(0, 0, 300, 456))
        scene.second.view.addSubview(touched)
        scene.pull()
        scene.lift()
        #expect(touched.log.lines == ["content.began(0, 300)", "content.cancelled(10, 300)"])
    }

    @Test(
        "A drag from elsewhere, along the edge, or inwards from another edge is no swipe",
        arguments: [
            (Point(60, 300), Point(250, 300)), (Point(5, 100), Point(8, 400)), (Point(295, 300), Point(100, 300)),
        ]
    )
    func otherDrags(start: Point, end: Point) {
        scene.harness.drag(from: start, to: end)
        #expect(scene.log.take() == [] && scene.isAtRest)
    }

    @Test("A root is not swiped away, and its touches meet no recogniser")
    func root() {
        let recognizer = scene.navigation.interactivePopGestureRecognizer
        #expect(recognizer.view === scene.navigation.view)
        scene.navigation.popViewController()
        #expect(recognizer.view == nil && scene.navigation.view.gestureRecognizers.isEmpty)
        _ = scene.log.take()
        scene.pull(to: 200)
        scene.lift()
        #expect(scene.log.take() == [] && scene.navigation.viewControllers == [scene.first])
        scene.navigation.pushViewController(scene.second)
        #expect(recognizer.view === scene.navigation.view)
        // A stack that was filled before its view was loaded.
        let other = NavigationController()
        other.viewControllers = [ViewController(), ViewController()]
        #expect(other.view.gestureRecognizers.map { $0 === other.interactivePopGestureRecognizer } == [true])
    }

    @Test(
        "No swipe begins without a back button, while a controller is presented, or with a disabled recogniser",
        arguments: ["button", "bar", "presented", "disabled"]
    )
    func refused(obstacle: String) {
        switch obstacle {
        case "button": scene.second.navigationItem.hidesBackButton = true
        case "bar": scene.navigation.isNavigationBarHidden = true
        case "disabled": scene.navigation.interactivePopGestureRecognizer.isEnabled = false
        default:
            let presented = ContainedController("P", Log())
            scene.second.definesPresentationContext = true
            presented.modalPresentationStyle = .overCurrentContext
            scene.second.present(presented)
        }
        scene.settle()
        _ = scene.log.take()
        scene.pull(to: 200)
        scene.lift()
        #expect(scene.log.take().allSatisfy { $0 == "B.layout" })
        #expect(scene.navigation.viewControllers == [scene.first, scene.second] && scene.second.phase == .shown)
    }

    @Test("A delegate may allow a swipe without a back button")
    func delegate() {
        final class Delegate: GestureRecognizerDelegate {
            var allows = false
            func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { allows }
        }
        let delegate = Delegate()
        scene.navigation.interactivePopGestureRecognizer.delegate = delegate
        scene.second.navigationItem.hidesBackButton = true
        scene.pull(to: 200)
        scene.lift()
        #expect(scene.isAtRest)
        delegate.allows = true
        scene.pull(to: 200)
        scene.lift()
        #expect(scene.navigation.viewControllers == [scene.first])
    }

    @Test("A swipe comes before a pan inside the view, which goes on when the finger does not swipe")
    func pans() {
        let pan = PanGestureRecognizer()
        var states: [GestureRecognizer.State] = []
        pan.addAction { states.append($0.state) }
        scene.second.view.addGestureRecognizer(pan)
        scene.pull()
        scene.lift()
        #expect(states.isEmpty && scene.log.take() == PopScene.begun + PopScene.takenBack)
        scene.harness.drag(from: Point(5, 100), to: Point(5, 300))
        #expect(states.first == .began && states.last == .ended)
        scene.navigation.interactivePopGestureRecognizer.require(toFail: pan)
        states = []
        scene.pull()
        scene.lift()
        #expect(states.first == .began && states.last == .ended)
        #expect(scene.log.take() == [] && scene.isAtRest)
    }

    @Test("A swipe works in a tab, and in a controller that was presented")
    func elsewhere() throws {
        let tabs = TabBarController()
        tabs.viewControllers = [scene.navigation, ViewController()]
        scene.harness.window.rootViewController = tabs
        scene.settle()
        _ = scene.log.take()
        scene.pull(to: 170)
        scene.lift()
        #expect(scene.navigation.viewControllers == [scene.first])
        let presented = NavigationController()
        presented.viewControllers = [ViewController(), ViewController()]
        tabs.present(presented)
        scene.settle()
        scene.pull(to: 170)
        scene.lift()
        #expect(presented.viewControllers.count == 1 && scene.navigation.viewControllers == [scene.first])
    }
}
