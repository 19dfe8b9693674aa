import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A swipe that pops, and something that comes in between")
struct InterruptedPopTests {
    /// Something that happens while B is being swiped away from A.
    enum Interruption: String, CaseIterable {
        case push, pop, popToRoot, replace, setBoth, removeTop, removeBelow, moveBelow
        case present, presentOver, presentInContext, presentFromBelow
        case hide, newRoot, tab, disable, removeRecognizer, cancel, inactive, rotate
    }

    private let scene: PopScene
    private let third: ContainedController
    private let tabs = TabBarController()

    init() throws {
        scene = try PopScene()
        third = ContainedController("C", scene.log)
        tabs.viewControllers = [scene.navigation, ViewController()]
        scene.harness.window.rootViewController = tabs
        scene.settle()
        _ = scene.log.take()
    }

    private func interrupt(by interruption: Interruption) throws {
        let (navigation, first, second) = (scene.navigation, scene.first, scene.second)
        switch interruption {
        case .push: navigation.pushViewController(third)
        case .pop: navigation.popViewController()
        case .popToRoot: navigation.popToRootViewController()
        case .replace: navigation.viewControllers = [third]
        case .setBoth: navigation.viewControllers = [third, first, second]
        case .removeTop: second.removeFromParent()
        case .removeBelow: first.removeFromParent()
        case .moveBelow:
            let other = ViewController()
            scene.harness.window.addSubview(other.view)
            other.addChild(first)
            other.view.addSubview(first.view)
        case .present: second.present(third)
        case .presentOver:
            third.modalPresentationStyle = .overFullScreen
            second.present(third)
        case .presentInContext, .presentFromBelow:
            third.modalPresentationStyle = .currentContext
            (first.definesPresentationContext, second.definesPresentationContext) = (true, true)
            (interruption == .presentInContext ? second : first).present(third)
        case .hide: scene.harness.window.isHidden = true
        case .newRoot: scene.harness.window.rootViewController = third
        case .tab: tabs.selectedIndex = 1
        case .disable: navigation.interactivePopGestureRecognizer.isEnabled = false
        case .removeRecognizer:
            navigation.view.removeGestureRecognizer(navigation.interactivePopGestureRecognizer)
        case .cancel: if scene.finger.isDown { scene.finger.cancel() }
        case .inactive: try scene.harness.device.perform(.openNotificationCenter)
        case .rotate:
            scene.harness.application.manifest.supportedOrientations = Set(InterfaceOrientation.allCases)
            try scene.harness.device.perform(.change(.orientation(.landscapeLeft)))
        }
    }
}

extension InterruptedPopTests {
    /// What is called, besides the layout, by the interruption of a swipe that has come beyond half of the width.
    nonisolated private static let logs: [Interruption: [String]] = {
        let back = PopScene.takenBack
        let popped = ["B.didDisappear", "A.didAppear", "did show A", "B.didMove nil"]
        let hidden = ["A.willDisappear", "A.didDisappear", "B.didMove", "B.didDisappear"]
        let shown = [
            "C.didLoad", "will show C", "B.willDisappear", "C.willAppear", "B.didDisappear", "C.didAppear",
            "did show C",
        ]
        let presented = ["C.didLoad", "B.willDisappear", "C.willAppear", "C.didAppear", "B.didDisappear"]
        return [
            .push: back + ["C.willMove"] + shown + ["C.didMove"],
            .pop: popped,
            .popToRoot: popped,
            .replace: back + ["A.willMove nil", "B.willMove nil", "C.willMove"] + shown
                + ["A.didMove nil", "B.didMove nil", "C.didMove"],
            .setBoth: back + ["C.willMove", "C.didMove"],
            .removeTop: ["B.didDisappear", "A.didAppear", "did show A", "B.didMove nil"],
            .removeBelow: back + ["A.didMove nil"],
            .moveBelow: back + ["A.didMove nil", "A.willMove", "A.willAppear", "A.didAppear"],
            .present: back + presented,
            .presentOver: back + ["C.didLoad", "C.willAppear", "C.didAppear"],
            .presentInContext: back + presented,
            // Its view is in no window any more.
            .presentFromBelow: back,
            .hide: hidden,
            .newRoot: hidden + ["C.didLoad", "C.willAppear", "C.didAppear"],
            .tab: hidden,
            .disable: back,
            .removeRecognizer: back,
            .cancel: back,
            .inactive: back,
            .rotate: back,
        ]
    }()

    // Rules: VC9.
    @Test(
        "An interrupted swipe is taken back first, or is complete when that is the outcome",
        arguments: Interruption.allCases
    )
    func between(interruption: Interruption) throws {
        scene.pull(to: 170)
        #expect(calls() == PopScene.begun)
        try interrupt(by: interruption)
        scene.settle()
        #expect(calls() == Self.logs[interruption])
        // The finger has no more effect.
        if scene.finger.isDown {
            scene.move(to: 250)
            scene.lift()
        }
        #expect(calls() == [])
        expectBalance()
    }

    // Rules: VC14.
    @Test(
        "A swipe interrupted inside its calls stays balanced, and nobody is left between two views",
        arguments: Interruption.allCases,
        [
            "B.willMove nil", "B.willDisappear", "A.willAppear", "B.willAppear", "B.didAppear", "A.willDisappear",
            "A.didDisappear", "B.didMove", "B.didDisappear", "A.didAppear", "B.didMove nil",
        ]
    )
    func inside(interruption: Interruption, call: String) throws {
        var count = 0
        for (controller, other) in [(scene.first, "A"), (scene.second, "B")] {
            controller.hook = {
                guard "\(other).\($0)" == call else { return }
                count += 1
                guard count == 1 else { return }
                #expect(throws: Never.self) { try interrupt(by: interruption) }
            }
        }
        let completes = ["B.didDisappear", "A.didAppear", "B.didMove nil"].contains(call)
        scene.pull(to: completes ? 250 : 110)
        if scene.finger.isDown { scene.lift() }
        #expect(count > 0)
        scene.first.hook = nil
        scene.second.hook = nil
        expectBalance()
    }

    // Rules: VC9.
    @Test("A hidden window that loses its root or is shown again while a swipe is taken back keeps the calls balanced")
    func twice() {
        for showsAgain in [false, true] {
            scene.pull()
            scene.first.hook = {
                guard $0 == "willDisappear" else { return }
                scene.first.hook = nil
                if showsAgain {
                    scene.harness.window.isHidden = false
                } else {
                    scene.harness.window.rootViewController = nil
                }
            }
            scene.harness.window.isHidden = true
            if scene.finger.isDown { scene.lift() }
            expectBalance()
            #expect(scene.second.phase == (showsAgain ? .shown : .hidden))
            scene.harness.window.rootViewController = tabs
            scene.harness.window.isHidden = false
            scene.settle()
        }
        #expect(scene.second.phase == .shown)
    }

    private func calls() -> [String] { scene.log.take().filter { !$0.hasSuffix(".layout") } }

    private func expectBalance() {
        for controller in [scene.first, scene.second, third] {
            #expect(controller.violations == [] && controller.appearance.holds == 0)
            let isShown = controller.viewIfLoaded?.window?.isHidden == false
            #expect(controller.phase == (isShown ? .shown : .hidden), "\(controller.name)")
        }
        let navigation = scene.navigation
        #expect(navigation.swipedAway == nil && navigation.content.swipe == nil && !navigation.cancelsPop)
        #expect(Set(navigation.children) == Set(navigation.viewControllers))
        let top = navigation.topViewController.flatMap { $0.contextView ?? $0.viewIfLoaded }
        for view in navigation.view.subviews.dropLast() {
            #expect(view === top && view.frame.origin == Point(0, 44))
        }
    }
}
