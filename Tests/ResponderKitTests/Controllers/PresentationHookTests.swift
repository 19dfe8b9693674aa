import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// How many seeds to run; `RESPONDERKIT_MODEL_SEEDS` sets another number.
private let seeds = environment("RESPONDERKIT_MODEL_SEEDS") ?? UInt64(40)

@MainActor
@Suite("A presentation, whatever hooks of the views do meanwhile")
struct PresentationHookTests {
    // Rules: VC5, VC6.
    @Test("A presentation that ends, or whose presenter loses its place, in a call leaves the view that is to be seen")
    func ended() throws {
        var problems: [String] = []
        for style in ModalPresentationStyle.allCases {
            for act in ["dismiss", "again", "other", "root"] {
                for call in PlacedController.calls {
                    let scene = try PlacementScene(seed: 0)
                    let (first, second) = (scene.controllers[0], scene.controllers[1])
                    scene.harness.window.rootViewController = first
                    second.modalPresentationStyle = style
                    first.field.becomeFirstResponder()
                    var isDone = false
                    scene.onCall = { name in
                        guard !isDone, name == call, first.presentedReference === second else { return }
                        isDone = true
                        switch act {
                        case "root": scene.harness.window.rootViewController = scene.controllers[2]
                        default:
                            first.dismiss()
                            if act == "again" { first.present(second) }
                            if act == "other" { first.present(scene.controllers[3]) }
                        }
                    }
                    first.present(second)
                    if !isDone { first.dismiss() }
                    problems += scene.problems.map { "\(style), \(act) in \(call): \($0)" }
                    scene.finish()
                }
            }
        }
        #expect(problems == [])
    }

    // Rules: VC22, VC26.
    @Test("The view of a child that defines a context is back when its parent's role ends and begins again")
    func child() throws {
        var problems: [String] = []
        for way in 0..<3 {
            let scene = try PlacementScene(seed: 0)
            let (window, log) = (scene.harness.window, ResponderLog())
            let (parent, child, presented) = (HookedController("p", log), HookedController("c", log), ViewController())
            (child.definesPresentationContext, presented.modalPresentationStyle) = (true, .currentContext)
            window.rootViewController = scene.controllers[0]
            if way == 0 { window.rootViewController = parent } else { scene.controllers[0].present(parent) }
            parent.add(child)
            child.present(presented)
            log.clear()
            switch way {
            case 0: window.rootViewController = nil
            case 1: parent.dismiss()
            default: window.rootViewController = scene.controllers[1]
            }
            if child.view.superview !== parent.view { problems.append("\(way): the child's view is out") }
            if presented.view.superview != nil || child.presentedReference != nil { problems.append("\(way): shown") }
            // A child that was covered does not appear in what leaves.
            if log.take().contains(where: { $0.hasPrefix("c.") }) { problems.append("\(way): \(log.lines)") }
            window.rootViewController = parent
            if log.take().last != "p.didAppear" || child.view.window !== window { problems.append("\(way): again") }
            scene.finish()
        }
        #expect(problems == [])
    }

    // Rules: VC5, VC6.
    @Test("Each view is where its controller's role says, whatever random hooks do")
    func random() throws {
        for seed in 1...seeds {
            let scene = try PlacementScene(seed: seed)
            scene.harness.window.rootViewController = scene.controllers[0]
            scene.onCall = { [unowned scene] _ in scene.actInside() }
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

/// Controllers whose views only the package places, and what is wrong with where they are.
@MainActor
private final class PlacementScene {
    let harness: AppHarness
    private(set) var controllers: [PlacedController] = []
    var onCall: (String) -> Void = { _ in }
    private var generator: SeededGenerator
    private var depth = 0

    init(seed: UInt64) throws {
        harness = try AppHarness()
        generator = SeededGenerator(seed: seed)
        for number in 0..<6 {
            let controller = PlacedController("c\(number)") { [unowned self] in onCall($0) }
            controller.modalPresentationStyle = ModalPresentationStyle.allCases[number % 4]
            controller.loadViewIfNeeded()
            if number % 2 == 0 {
                let child = PlacedController("c\(number)'s child") { [unowned self] in onCall($0) }
                child.definesPresentationContext = true
                controller.addChild(child)
                controller.view.addSubview(child.view)
                child.didMove(toParent: controller)
            }
            controllers.append(controller)
        }
    }

    func finish() {
        onCall = { _ in }
        harness.window.isHidden = false
        harness.window.rootViewController = nil
    }

    private var all: [PlacedController] {
        controllers + controllers.flatMap(\.children).compactMap { $0 as? PlacedController }
    }

    var problems: [String] {
        all.compactMap { controller in
            let place = controller.view.superview
            if controller.hasNoRole, controller.presentedReference != nil {
                return "\(controller.name) is nothing, and presents"
            }
            if controller.presentedReference?.presentation?.isCovering == true {
                return place == nil ? nil : "\(controller.name) is covered, and in a view"
            }
            if let parent = controller.parent {
                return place === parent.view ? nil : "\(controller.name) is not in its parent"
            }
            if let window = controller.rootWindow {
                return place === window ? nil : "\(controller.name) is the root, and not in the window"
            }
            if controller.presentation != nil {
                return place == nil ? "\(controller.name) is presented, and in no view" : nil
            }
            return place == nil ? nil : "\(controller.name) is nothing, and in a view"
        }
    }

    func actInside() {
        guard depth > 0, depth < 4, Int.random(in: 0..<8, using: &generator) == 0 else { return }
        act()
    }

    func act() {
        depth += 1
        defer { depth -= 1 }
        let one = all[Int.random(in: 0..<all.count, using: &generator)]
        let other = controllers[Int.random(in: 0..<controllers.count, using: &generator)]
        switch Int.random(in: 0..<12, using: &generator) {
        // Most refusals are left out: each writes into the log.
        case 0..<5:
            guard one.view.window != nil, one.presentedViewController == nil, one !== other, one.parent !== other,
                other.rootWindow == nil, other.presentation == nil
            else { return }
            one.present(other)
        case 5, 6: one.dismiss()
        case 7: harness.window.rootViewController = other
        case 8: harness.window.isHidden.toggle()
        case 9: harness.window.endEditing()
        default: if one.view.window != nil { one.field.becomeFirstResponder() }
        }
    }
}

/// A controller whose calls, and those of its view and of a field in it, do what a test wants.
@MainActor
private final class PlacedController: ViewController, TextFieldDelegate {
    static let calls = [
        "willWindow", "didWindow", "willSuperview", "didSuperview", "willRemove", "didAdd", "ended", "began",
        "willAppear", "isAppearing", "didAppear", "willDisappear", "didDisappear",
    ]
    let name: String
    let field = TextField(frame: Rect(0, 0, 100, 48))
    private let onCall: (String) -> Void

    init(_ name: String, _ onCall: @escaping (String) -> Void) {
        self.name = name
        self.onCall = onCall
        super.init()
    }

    override func loadView() {
        view = CallingView(frame: Rect(0, 0, 100, 100)) { [weak self] in self?.onCall($0) }
        field.delegate = self
        view.addSubview(field)
    }

    func textFieldDidBeginEditing(_ textField: TextField) { onCall("began") }
    func textFieldDidEndEditing(_ textField: TextField) { onCall("ended") }
    override func viewWillAppear() { onCall("willAppear") }
    override func viewIsAppearing() { onCall("isAppearing") }
    override func viewDidAppear() { onCall("didAppear") }
    override func viewWillDisappear() { onCall("willDisappear") }
    override func viewDidDisappear() { onCall("didDisappear") }
}

@MainActor
private final class CallingView: View {
    private let onCall: (String) -> Void

    init(frame: Rect, _ onCall: @escaping (String) -> Void) {
        self.onCall = onCall
        super.init(frame: frame)
    }

    override func willMove(toWindow window: Window?) { onCall("willWindow") }
    override func didMoveToWindow() { onCall("didWindow") }
    override func willMove(toSuperview superview: View?) { onCall("willSuperview") }
    override func didMoveToSuperview() { onCall("didSuperview") }
    override func willRemoveSubview(_ subview: View) { onCall("willRemove") }
    override func didAddSubview(_ subview: View) { onCall("didAdd") }
}
