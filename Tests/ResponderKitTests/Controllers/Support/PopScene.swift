import ResponderKitTesting
import TestSupport

@testable import ResponderCore
@testable import ResponderWidgets

/// A navigation controller with A below and B on top, in 300 × 500 points, and a finger for its left edge.
@MainActor
final class PopScene: NavigationControllerDelegate {
    let harness: AppHarness
    let log = Log()
    let first: ContainedController
    let second: ContainedController
    let navigation: NavigationController
    let finger: Finger

    init() throws {
        harness = try AppHarness(screenSize: Size(300, 500))
        // The finger comes down at once after each change.
        harness.application.newScreenDelay = .zero
        first = ContainedController("A", log)
        second = ContainedController("B", log)
        navigation = NavigationController(rootViewController: first)
        finger = harness.finger()
        harness.window.rootViewController = navigation
        navigation.pushViewController(second)
        navigation.delegate = self
        settle()
        _ = log.take()
    }

    func settle() { harness.settle() }

    /// Puts the finger down at the edge, and moves it as far as given, which is 10 points more than it pulls.
    func pull(to x: Double = 110) {
        finger.down(at: Point(0, 300))
        settle()
        finger.move(to: Point(10, 300))
        settle()
        // Something in the calls may have lifted the finger.
        if finger.isDown { move(to: x) }
    }

    func move(to x: Double) {
        finger.move(to: Point(x, 300), for: .milliseconds(200))
        harness.advance(by: .milliseconds(100))
    }

    func lift() {
        finger.up()
        settle()
    }

    /// Whether everything is as before the swipe.
    var isAtRest: Bool {
        navigation.viewControllers == [first, second] && navigation.children == [first, second]
            && navigation.view.subviews == [second.view, navigation.navigationBar]
            && second.view.frame == Rect(0, 44, 300, 456) && first.view.superview == nil
            && first.phase == .hidden && second.phase == .shown && first.violations + second.violations == []
            && first.appearance.holds == 0 && second.appearance.holds == 0
    }

    nonisolated static let begun = ["B.willMove nil", "will show A", "B.willDisappear", "A.willAppear"]
    nonisolated static let takenBack = [
        "will show B", "B.willAppear", "B.didAppear", "did show B", "A.willDisappear", "A.didDisappear", "B.didMove",
    ]

    func navigationController(_ controller: NavigationController, willShow shown: ViewController) {
        log.write("will show \(shown.title ?? "")")
    }

    func navigationController(_ controller: NavigationController, didShow shown: ViewController) {
        log.write("did show \(shown.title ?? "")")
    }
}
