import ModelResponders
import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

/// Trees of views, controllers and windows of two applications that edit themselves at random, in and out of handlers,
/// under random fingers; and the model that watches what each responder is told.
@MainActor
final class GuaranteeModel: TouchModel {
    /// One contact at one responder.
    private struct Story: Hashable {
        let responder: Int
        let touch: Touch
    }

    private enum State { case held, over }

    private struct Hand {
        let finger: Finger
        let harness: AppHarness
        var isDown = false
    }

    private let harnesses: [AppHarness]
    private var random: SeededGenerator
    private let seed: UInt64
    private var step = 0
    private var depth = 0
    private var names = 0
    private var stories: [Story: State] = [:]
    private var windows: [Window] = []
    private var views: [View] = []
    private var controllers: [ModelController] = []
    private var hands: [Hand] = []
    private var isFinishing = false
    private(set) var calls = 0
    /// A digest of what a listener was told of each delivery, in order.
    private(set) var digest = Digest()

    init(seed: UInt64, coalescing: Bool = true, traced: Bool = false) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        harnesses = [try AppHarness(ModelApplication.self), try AppHarness(ModelApplication.self)]
        // Fingers come down at once after each new root.
        for harness in harnesses { harness.application.newScreenDelay = .zero }
        for harness in harnesses {
            for frame in [Rect(0, 0, 1000, 1000), Rect(300, 0, 500, 500)] {
                let window = harness.show(ModelWindow(frame: frame, application: harness.application))
                window.model = self
                windows.append(window)
            }
            (harness.application as? ModelApplication)?.model = self
            harness.application.isTouchCoalescingEnabled = coalescing
            // A listener changes the way that events take.
            if traced { harness.application.onTouchDelivery = { [weak self] in self?.trace($0) } }
        }
        for _ in 0..<16 { views.append(makeView()) }
        for _ in 0..<5 { controllers.append(ModelController(self, name(), manner())) }
        for view in views { attachSomewhere(view) }
        for harness in [harnesses[0], harnesses[0], harnesses[0], harnesses[0], harnesses[1], harnesses[1]] {
            hands.append(Hand(finger: harness.finger(), harness: harness))
        }
    }

    func run(steps: Int) {
        for step in 0..<steps {
            self.step = step
            act()
            if chance(60) { settle() }
        }
        isFinishing = true
        for index in hands.indices where hands[index].isDown { hands[index].finger.up() }
        for harness in harnesses { harness.settle() }
        #expect(harnesses.allSatisfy { $0.isIdle }, "\(context)")
        let isHeld = stories.values.contains(.held)
        #expect(!isHeld, "\(context): a began without an end")
        #expect(views.allSatisfy { $0.record.pointee.touchCount == 0 }, "\(context)")
        #expect(
            harnesses.allSatisfy { $0.application.dispatcher.state.pointee.touches.freeSlots.count == 64 },
            "\(context)"
        )
    }

    private var context: String { "seed \(seed), step \(step)" }

    // MARK: What responders tell

    func heard(_ phase: Touch.Phase, _ touches: TouchSet, _ event: Event, by responder: Int) {
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
        if chance(15) { settle() }
    }

    /// Whether an override of `sendEvent` passes an event on; it may do something before.
    func passesOn(_ event: Event) -> Bool {
        if chance(5) { misbehave() }
        return isFinishing || !chance(3)
    }

    private func trace(_ delivery: TouchDelivery) {
        let responder = (delivery.responder as? any ModelNamed)?.name ?? 0
        let touches = delivery.touches.map(\.sample.location)
        for value in [Double(delivery.phase.rawValue), Double(responder), delivery.view.frame.origin.x]
            + touches.flatMap({ [$0.x, $0.y] })
        {
            digest.write(value)
        }
    }

    // MARK: Random acts

    private func act() {
        switch Int.random(in: 0..<48, using: &random) {
        case 0..<26: moveFinger()
        case 26, 27: (chance(50) ? harnesses[0] : harnesses[1]).together { for _ in 0..<3 { moveFinger() } }
        case 28..<33: if let view = anyView { attachSomewhere(view) }
        case 33: anyView?.removeFromSuperview()
        case 34: if chance(30) { windows.randomElement(using: &random)?.isHidden = true }
        case 35: for window in windows { window.isHidden = false }
        case 36: controllers.randomElement(using: &random)?.view = anyView ?? View()
        case 37: if chance(30) { changeRoot() }
        case 38: anyView?.isHidden.toggle()
        case 39: if let view = anyView { view.superview?.bringSubviewToFront(view) }
        case 40: if let view = anyView { view.alpha = chance(80) ? 1 : 0 }
        case 41: if chance(30) { windows.randomElement(using: &random)?.makeKeyAndVisible() }
        case 42: if chance(20) { replaceWindow() }
        default: if chance(30) { replace() }
        }
    }

    private func settle() {
        harnesses[chance(70) ? 0 : 1].settle()
    }

    private func changeRoot() {
        windows.randomElement(using: &random)?.rootViewController =
            chance(20) ? nil : controllers.randomElement(using: &random)
    }

    private func moveFinger() {
        let index = Int.random(in: hands.indices, using: &random)
        let finger = hands[index].finger
        if !hands[index].isDown {
            hands[index].isDown = true
            finger.down(at: anyPoint)
        } else if chance(70) {
            finger.move(to: anyPoint)
        } else {
            hands[index].isDown = false
            if chance(80) { finger.up() } else { finger.cancel() }
        }
    }

    /// Drops the model's reference to a view and makes another.
    private func replace() {
        let index = Int.random(in: views.indices, using: &random)
        views[index].removeFromSuperview()
        views[index] = makeView()
        attachSomewhere(views[index])
    }

    /// Drops a window, with what is in it, and makes another.
    private func replaceWindow() {
        let index = Int.random(in: windows.indices, using: &random)
        windows[index].isHidden = true
        let harness = harnesses[index < 2 ? 0 : 1]
        let window = ModelWindow(frame: windows[index].frame, application: harness.application)
        window.model = self
        windows[index] = window
        window.isHidden = false
    }

    private func attachSomewhere(_ view: View) {
        let parents = windows + views.filter { !$0.isDescendant(of: view) }
        guard let parent = parents.randomElement(using: &random) else { return }
        parent.insertSubview(view, at: Int.random(in: 0...parent.subviews.count, using: &random))
    }

    private func makeView() -> View {
        let frame = Rect(Double(Int.random(in: 0..<60, using: &random)), 0, 700, 700)
        let view: View =
            switch Int.random(in: 0..<5, using: &random) {
            case 0: View(frame: frame)
            case 1: chance(50) ? ModelBeganView(self, frame: frame) : ModelMovingView(self, frame: frame)
            case 2: DetourView(self, name(), frame: frame)
            default: ModelView(self, name(), manner(), frame: frame)
            }
        view.isMultipleTouchEnabled = chance(50)
        return view
    }

    private func manner() -> Manner { Manner(ofTen: Int.random(in: 0..<10, using: &random)) }

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
