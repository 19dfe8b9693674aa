import ResponderKitTesting
import TestSupport

@testable import ResponderCore
@testable import ResponderWidgets

/// Two navigation controllers and a plain controller in tabs, with controllers that go from stack to stack, and hooks
/// in which the same actions happen.
@MainActor
final class ContainerModel {
    private let harness: AppHarness
    private let log = Log()
    private var generator: SeededGenerator
    private let tabs = TabBarController()
    private let navigations = [NavigationController(), NavigationController()]
    private let plain: ContainedController
    private let controllers: [ContainedController]
    /// Those that the others present in a context.
    private let presented: [ContainedController]
    /// The number of calls around the present action.
    private var depth = 0
    /// The actions that calls may still make before the present action is over.
    private var budget = 0
    private(set) var nestedActions = 0
    /// Swipes at the left edge.
    private let finger: Finger
    private(set) var swipes = 0
    private(set) var mistakes: [String] = []

    init(seed: UInt64) throws {
        harness = try AppHarness(screenSize: Size(300, 500))
        generator = SeededGenerator(seed: seed)
        // The finger comes down at once after each change.
        harness.application.newScreenDelay = .zero
        finger = harness.finger()
        plain = ContainedController("plain", log)
        controllers = (0..<8).map { [log] in ContainedController("c\($0)", log) }
        tabs.viewControllers = [navigations[0], plain, navigations[1]]
        presented = (0..<3).map { [log] in ContainedController("p\($0)", log) }
        for controller in all {
            controller.definesPresentationContext = true
            controller.hook = { [unowned self] _ in actInCall() }
        }
        harness.window.rootViewController = tabs
    }

    private var all: [ContainedController] { controllers + presented + [plain] }

    private func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    /// Does one thing.
    func act() {
        budget = 6
        _ = log.take()
        actOnce()
        if random(3) == 0 { harness.settle() }
    }

    private func actInCall() {
        guard budget > 0, depth < 3, random(6) == 0 else { return }
        budget -= 1
        nestedActions += 1
        depth += 1
        actOnce()
        depth -= 1
    }

    private func actOnce() {
        let navigation = navigations[random(2)]
        let controller = controllers[random(controllers.count)]
        let kind = random(21)
        log.write("> \(kind) \(controller.name) \(navigation === navigations[0] ? 0 : 1)")
        defer { log.write("<") }
        switch kind {
        case 0...3:
            if !navigation.viewControllers.contains(controller) { navigation.pushViewController(controller) }
        case 4: navigation.popViewController()
        case 5: navigation.popToRootViewController()
        case 6:
            if navigation.viewControllers.contains(controller) { navigation.popToViewController(controller) }
        case 7: navigation.viewControllers = Array(controllers.shuffled(using: &generator).prefix(random(4)))
        case 8: tabs.selectedIndex = random(tabs.viewControllers.count)
        case 9: tabs.viewControllers = (navigations + [plain]).shuffled(using: &generator)
        case 10:
            if random(2) == 0 {
                log.write(harness.window.isHidden ? "show" : "hide")
                harness.window.isHidden.toggle()
            } else {
                let new = random(3) == 0 ? nil : tabs
                log.write("root \(new == nil ? "nil" : "tabs")")
                harness.window.rootViewController = new
            }
        case 11: controller.removeFromParent()
        case 12, 13: present()
        case 14: presented[random(presented.count)].dismiss()
        case 15...17: moveFinger()
        case 18 where finger.isDown: finger.up()
        case 19 where finger.isDown: finger.cancel()
        default: return
        }
        if kind >= 15 { harness.settle() }
    }

    /// Moves the finger to a place where lifting it pops, or takes the pop back; it first comes down at the edge.
    private func moveFinger() {
        if navigations.allSatisfy({ $0.content.swipe == nil }) {
            if finger.isDown { finger.up() }
            harness.settle()
            if depth == 0 { prepareSwipe() }
            guard !finger.isDown else { return }
            finger.down(at: Point(2, 300))
            harness.settle()
            guard finger.isDown else { return }
            finger.move(to: Point(20, 300))
            harness.settle()
            if navigations.contains(where: { $0.content.swipe != nil }) { swipes += 1 }
        }
        if finger.isDown { finger.move(to: Point(Double(random(300)), 300)) }
    }

    /// Shows a stack with something to pop, if the calls on the way let that be.
    private func prepareSwipe() {
        for controller in presented { controller.presentation?.presenting?.dismiss() }
        harness.window.isHidden = false
        harness.window.rootViewController = tabs
        let navigation = navigations[random(2)]
        tabs.selectedViewController = tabs.viewControllers.first { $0 === navigation }
        guard navigation.viewControllers.count < 2 else { return }
        navigation.viewControllers = Array(controllers.shuffled(using: &generator).prefix(2))
    }

    /// Has a visible controller present another one.
    private func present() {
        let (presenter, other) = ((controllers + [plain])[random(9)], presented[random(presented.count)])
        // Most refusals are left out: each writes into the log.
        guard presenter.viewIfLoaded?.window != nil, presenter.presentedReference == nil, other.presentation == nil
        else { return }
        other.modalPresentationStyle = random(2) == 0 ? .currentContext : .overCurrentContext
        presenter.present(other)
    }

    /// Notes what is not as it should be between two actions.
    func check(_ place: String) {
        let isVisible = !harness.window.isHidden && harness.window.rootViewController === tabs
        for (name, container, shown) in containers {
            let isShown = isVisible && (container === tabs || tabs.selectedViewController === container)
            let views = container.viewIfLoaded?.subviews.dropLast() ?? []
            let shownView = shown?.contextView ?? shown?.viewIfLoaded
            let below = container.shownContent?.swipe?.uncovered
            if isShown {
                let expected = [below?.contextView ?? below?.viewIfLoaded, shownView].compactMap { $0 }
                expect(Array(views) == expected, "\(place): \(name) shows \(views)")
            } else {
                expect(views.allSatisfy { $0 === shownView }, "\(place): hidden \(name) has \(views)")
            }
            guard isShown, let context = shown?.contextView else { continue }
            let expected = [shown?.isCovered == true ? nil : shown, shown?.presentedReference]
            expect(
                context.subviews == expected.compactMap { $0?.viewIfLoaded },
                "\(place): \(name)'s context shows \(context.subviews)"
            )
        }
        for navigation in navigations {
            expect(Set(navigation.children) == Set(navigation.viewControllers), "\(place): the children differ")
            let (leaving, swipe) = (navigation.swipedAway, navigation.content.swipe)
            expect(leaving === swipe?.leaving && !navigation.cancelsPop, "\(place): a swipe was left")
            guard swipe != nil else { continue }
            expect(finger.isDown && leaving === navigation.topViewController, "\(place): a swipe goes on")
        }
        let selected = tabs.selectedViewController
        let swipe = (selected as? NavigationController)?.content.swipe
        let visible = isVisible ? (selected as? NavigationController)?.topViewController ?? selected : nil
        expect(
            harness.window.presenters.places.count { $0 != nil } == presented.count { $0.presentation != nil },
            "\(place): the presenters differ"
        )
        for controller in all {
            let slot = controller.presentation?.presenting ?? controller
            let isVisible = visible != nil && slot === visible && !controller.isCovered
            let isUncovered = visible != nil && slot === swipe?.uncovered && !controller.isCovered
            var expected = isVisible || isUncovered ? ContainedController.Phase.shown : .hidden
            if controller === swipe?.leaving { expected = .disappearing }
            if controller === swipe?.uncovered, isUncovered { expected = .appearing }
            expect(controller.presentation == nil || slot.parent != nil, "\(place): \(controller.name) was forgotten")
            expect(
                controller.phase == expected && controller.violations.isEmpty,
                "\(place): \(controller.name) is \(controller.phase), \(controller.violations)"
            )
        }
    }

    private var containers: [(String, ViewController, ViewController?)] {
        [("tabs", tabs, tabs.selectedViewController)]
            + navigations.enumerated().map { ("stack \($0)", $1, $1.topViewController) }
    }

    private func expect(_ condition: Bool, _ mistake: @autoclosure () -> String) {
        if !condition { mistakes.append(mistake() + "; " + log.entries.joined(separator: " ")) }
    }

    /// Takes the hooks away.
    func end() {
        for controller in all { controller.hook = nil }
    }
}
