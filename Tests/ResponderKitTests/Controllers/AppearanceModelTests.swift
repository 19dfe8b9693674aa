import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

/// How many seeds to run; `RESPONDERKIT_MODEL_SEEDS` sets another number.
private let seeds = environment("RESPONDERKIT_MODEL_SEEDS") ?? UInt64(40)

@MainActor
@Suite("Random changes of controllers, also inside the calls of appearance")
struct AppearanceModelTests {
    // Rules: VC3, VC4, VC13.
    @Test("Each controller's calls alternate, and the controller has appeared exactly when its view is shown")
    func random() throws {
        for seed in 1...seeds {
            let scene = try AppearanceScene(seed: seed)
            for step in 1...150 {
                scene.act()
                let problems = scene.problems
                #expect(problems.isEmpty, "seed \(seed), step \(step): \(problems)")
                if !problems.isEmpty { break }
            }
            scene.finish()
        }
    }
}

@MainActor
private final class AppearanceScene {
    let harness: AppHarness
    private let windows: [Window]
    private let holders: [View]
    private var controllers: [AlternatingController] = []
    private var generator: SeededGenerator
    /// The actions under way, one inside a call of another.
    private var depth = 0

    init(seed: UInt64) throws {
        harness = try AppHarness()
        generator = SeededGenerator(seed: seed)
        let second = Window(frame: Rect(0, 0, 100, 100), application: harness.application)
        windows = [harness.window, second]
        holders = [View(), View()]
        for (window, holder) in zip(windows, holders) { window.addSubview(holder) }
        for number in 0..<8 {
            let controller = AlternatingController("c\(number)", forwards: number % 4 != 3)
            controller.modalPresentationStyle = ModalPresentationStyle.allCases[number % 4]
            controller.definesPresentationContext = number % 3 == 0
            controller.body = { [weak self] in self?.actInside() }
            controllers.append(controller)
        }
    }

    func finish() {
        for controller in controllers { controller.body = nil }
        for window in windows { window.rootViewController = nil }
    }

    /// What is wrong now; empty if nothing is.
    var problems: [String] {
        controllers.flatMap { controller -> [String] in
            var problems = controller.problems
            let state = controller.appearance.state
            if controller.appearance.holds != 0 { problems.append("\(controller.name) is held") }
            if controller.appearance.isInTransition { problems.append("\(controller.name) is \(state)") }
            if let goal = controller.appearanceGoal, goal != controller.appearance.isIn {
                problems.append("\(controller.name) is \(state), but shown: \(goal)")
            }
            if controller.appearance.moves.contains(.presented) || controller.appearance.moves.contains(.dismissed) {
                problems.append("\(controller.name) is still being presented or dismissed")
            }
            return problems
        }
    }

    private func actInside() {
        guard depth < 3, Int.random(in: 0..<5, using: &generator) == 0 else { return }
        act()
    }

    private func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    func act() {
        depth += 1
        defer { depth -= 1 }
        let (controller, other) = (one(of: controllers), one(of: controllers))
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: one(of: holders).addSubview(controller.view)
        case 1: one(of: windows).addSubview(controller.view)
        case 2 where !other.view.isDescendant(of: controller.view):
            other.view.addSubview(controller.view)
        case 3: controller.viewIfLoaded?.removeFromSuperview()
        case 4 where !other.isInside(controller): other.addChild(controller)
        case 5: controller.removeFromParent()
        // Most refusals are left out: each writes into the log.
        case 6
        where controller !== other && controller.viewIfLoaded?.window != nil && other.parent == nil
            && other.rootWindow == nil && other.presentation == nil && controller.presentedViewController == nil:
            controller.present(other)
        case 7: controller.dismiss()
        case 8: one(of: windows).isHidden.toggle()
        case 9: one(of: windows).rootViewController = Bool.random(using: &generator) ? controller : nil
        case 10: controller.view = OuterView()
        case 11:
            guard let parent = controller.parent, !parent.shouldAutomaticallyForwardAppearanceMethods else { return }
            controller.beginAppearanceTransition(Bool.random(using: &generator))
            if depth < 3 { act() }
            controller.endAppearanceTransition()
        default: break
        }
    }
}

extension ViewController {
    /// Whether this controller is `outer` or inside it.
    fileprivate func isInside(_ outer: ViewController) -> Bool {
        var current: ViewController? = self
        while let next = current {
            if next === outer { return true }
            current = next.parent
        }
        return false
    }
}

/// A view that takes its new superview out of itself: an action inside the insertion may have put the superview there,
/// which would be a mistake of the app.
private final class OuterView: View {
    override func willMove(toSuperview superview: View?) {
        while let superview, superview.isDescendant(of: self) { superview.removeFromSuperview() }
    }
}

/// A controller that checks the order of its calls.
private final class AlternatingController: ViewController {
    let name: String
    let forwards: Bool
    var body: (() -> Void)?
    private(set) var problems: [String] = []
    private var last = "didDisappear"
    private var wasAppearing = false

    init(_ name: String, forwards: Bool) {
        self.name = name
        self.forwards = forwards
        super.init()
    }

    private func note(_ call: String, after allowed: Set<String>) {
        if !allowed.contains(last) { problems.append("\(name): \(call) after \(last)") }
        last = call
        body?()
    }

    override func loadView() { view = OuterView() }

    override func willMove(toParent parent: ViewController?) {
        super.willMove(toParent: parent)
        // As an `OuterView` does.
        while let parent, parent.isInside(self) { parent.removeFromParent() }
    }

    override func viewWillAppear() { note("willAppear", after: ["willDisappear", "didDisappear"]) }
    override func viewIsAppearing() { note("isAppearing", after: ["willAppear"]) }
    override func viewDidAppear() { note("didAppear", after: ["isAppearing"]) }
    override func viewWillDisappear() { note("willDisappear", after: ["willAppear", "isAppearing", "didAppear"]) }
    override func viewDidDisappear() { note("didDisappear", after: ["willDisappear"]) }
    override var shouldAutomaticallyForwardAppearanceMethods: Bool { forwards }
}
