import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderKit

/// A tree of views, controllers and windows that edits itself at random, in and out of handlers, under random fingers; and
/// the model that watches what each responder is told.
@MainActor
final class GuaranteeModel {
    /// One contact at one responder.
    private struct Story: Hashable {
        let responder: Int
        let touch: Touch
    }

    private enum State { case held, over }

    let harness: AppHarness
    private var random: SeededGenerator
    private let seed: UInt64
    private var step = 0
    private var depth = 0
    private var names = 0
    private var stories: [Story: State] = [:]
    private var windows: [Window] = []
    private var views: [View] = []
    private var controllers: [ModelController] = []
    private var fingers: [(finger: Finger, isDown: Bool)] = []
    private var isFinishing = false
    private(set) var calls = 0

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        harness = try AppHarness(ModelApplication.self)
        for frame in [Rect(0, 0, 1000, 1000), Rect(300, 0, 500, 500)] {
            windows.append(harness.show(ModelWindow(frame: frame, application: harness.application)))
        }
        (harness.application as? ModelApplication)?.model = self
        for case let window as ModelWindow in windows { window.model = self }
        for _ in 0..<14 { views.append(makeView()) }
        for _ in 0..<4 { controllers.append(ModelController(self, name())) }
        for view in views { attachSomewhere(view) }
        for _ in 0..<5 { fingers.append((harness.finger(), false)) }
    }

    func run(steps: Int) {
        for step in 0..<steps {
            self.step = step
            act()
            if chance(60) { harness.settle() }
        }
        isFinishing = true
        for index in fingers.indices where fingers[index].isDown { fingers[index].finger.up() }
        harness.settle()
        #expect(harness.isIdle, "\(context)")
        #expect(!stories.values.contains(.held), "\(context): a began without an end")
        #expect(views.allSatisfy { $0.record.pointee.touchCount == 0 }, "\(context)")
    }

    private var context: String { "seed \(seed), step \(step)" }

    // MARK: What responders tell

    func heard(_ phase: Touch.Phase, _ touches: TouchSet, by responder: Int) {
        calls += 1
        for touch in touches {
            let story = Story(responder: responder, touch: touch)
            #expect(touch.phase == phase, "\(context): the phase in the call")
            switch (phase, stories[story]) {
            case (.began, nil): stories[story] = .held
            case (.moved, .held): break
            case (.ended, .held), (.cancelled, .held): stories[story] = .over
            case (let phase, let state):
                Issue.record("\(context): \(phase) for \(responder), whose state was \(String(describing: state))")
            }
        }
    }

    /// What a handler does besides.
    func misbehave() {
        guard depth < 3, !isFinishing else { return }
        depth += 1
        defer { depth -= 1 }
        while chance(25) { act() }
        if chance(15) { harness.settle() }
    }

    /// Whether an override of `sendEvent` passes an event on; it may do something before.
    func passesOn() -> Bool {
        if chance(5) { misbehave() }
        return isFinishing || !chance(3)
    }

    // MARK: Random acts

    private func act() {
        switch Int.random(in: 0..<40, using: &random) {
        case 0..<26: moveFinger()
        case 26, 27: harness.together { for _ in 0..<3 { moveFinger() } }
        case 28..<33: if let view = anyView { attachSomewhere(view) }
        case 33: anyView?.removeFromSuperview()
        case 34: if chance(30) { windows.randomElement(using: &random)?.isHidden = true }
        case 35: for window in windows { window.isHidden = false }
        case 36: controllers.randomElement(using: &random)?.view = anyView ?? View()
        case 37: if chance(30) { changeRoot() }
        default: if chance(30) { replace() }
        }
    }

    private func changeRoot() {
        windows.randomElement(using: &random)?.rootViewController = controllers.randomElement(using: &random)
    }

    private func moveFinger() {
        let index = Int.random(in: fingers.indices, using: &random)
        let finger = fingers[index].finger
        if !fingers[index].isDown {
            fingers[index].isDown = true
            finger.down(at: anyPoint)
        } else if chance(70) {
            finger.move(to: anyPoint)
        } else {
            fingers[index].isDown = false
            if chance(80) { finger.up() } else { finger.cancel() }
        }
    }

    /// Drops the model's reference to a view and makes another.
    private func replace() {
        let index = Int.random(in: views.indices, using: &random)
        views[index].removeFromSuperview()
        #expect(views[index].superview == nil)
        views[index] = makeView()
        attachSomewhere(views[index])
    }

    private func attachSomewhere(_ view: View) {
        let parents = windows + views.filter { !$0.isDescendant(of: view) && !(($0 as? ModelView)?.passesOn ?? false) }
        guard let parent = parents.randomElement(using: &random) else { return }
        parent.insertSubview(view, at: Int.random(in: 0...parent.subviews.count, using: &random))
    }

    private func makeView() -> View {
        let frame = Rect(Double(Int.random(in: 0..<60, using: &random)), 0, 700, 700)
        let view: View =
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1: View(frame: frame)
            case 2: DetourView(self, name(), frame: frame)
            default: ModelView(self, name(), frame: frame, passesOn: chance(30))
            }
        view.isMultipleTouchEnabled = chance(50)
        return view
    }

    private var anyView: View? { views.randomElement(using: &random) }
    private var anyPoint: Point {
        Point(Double(Int.random(in: 0..<900, using: &random)), Double(Int.random(in: 0..<600, using: &random)))
    }

    private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private func name() -> Int {
        names += 1
        return names
    }
}

/// Handles all touches; one that passes them on has no subviews, so that it is always the view that was hit.
private final class ModelView: View {
    private weak var model: GuaranteeModel?
    private let name: Int
    let passesOn: Bool

    init(_ model: GuaranteeModel, _ name: Int, frame: Rect, passesOn: Bool) {
        self.model = model
        self.name = name
        self.passesOn = passesOn
        super.init(frame: frame)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        model?.heard(.began, touches, by: name)
        if passesOn { super.touchesBegan(touches, with: event) }
        model?.misbehave()
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        model?.heard(.moved, touches, by: name)
        if passesOn { super.touchesMoved(touches, with: event) }
        model?.misbehave()
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        model?.heard(.ended, touches, by: name)
        if passesOn { super.touchesEnded(touches, with: event) }
        model?.misbehave()
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        model?.heard(.cancelled, touches, by: name)
        if passesOn { super.touchesCancelled(touches, with: event) }
        model?.misbehave()
    }
}

/// Handles nothing, and names a responder that is in no tree as its next.
private final class DetourView: View {
    private let detour: ModelResponder

    init(_ model: GuaranteeModel, _ name: Int, frame: Rect) {
        detour = ModelResponder(model, name)
        super.init(frame: frame)
    }

    override var next: Responder? { detour }
}

private final class ModelResponder: Responder {
    private weak var model: GuaranteeModel?
    private let name: Int

    init(_ model: GuaranteeModel, _ name: Int) {
        self.model = model
        self.name = name
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { note(.began, touches) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { note(.moved, touches) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { note(.ended, touches) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { note(.cancelled, touches) }

    private func note(_ phase: Touch.Phase, _ touches: TouchSet) {
        model?.heard(phase, touches, by: name)
        model?.misbehave()
    }
}

final class ModelController: ViewController {
    private weak var model: GuaranteeModel?
    private let name: Int

    init(_ model: GuaranteeModel, _ name: Int) {
        self.model = model
        self.name = name
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { note(.began, touches) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { note(.moved, touches) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { note(.ended, touches) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { note(.cancelled, touches) }

    private func note(_ phase: Touch.Phase, _ touches: TouchSet) {
        model?.heard(phase, touches, by: name)
        model?.misbehave()
    }
}

private final class ModelWindow: Window {
    weak var model: GuaranteeModel?
    override func sendEvent(_ event: Event) {
        if model?.passesOn() ?? true { super.sendEvent(event) }
    }
}

private final class ModelApplication: Application {
    weak var model: GuaranteeModel?
    override func sendEvent(_ event: Event) {
        if model?.passesOn() ?? true { super.sendEvent(event) }
    }
}
