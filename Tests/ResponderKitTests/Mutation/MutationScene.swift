import ResponderKitTesting

@testable import ResponderCore

/// What a handler does besides, while its view is touched.
enum Mutation: CaseIterable {
    // The view leaves its window.
    case removeView, removeAncestor, hideWindow, releaseWindow, releaseView, replaceRoot, removeRoot
    case moveToOtherWindow, moveToOtherApplication, moveAncestorToOtherWindow
    // The view stays, and the controller that got the began leaves the chain.
    case moveOutOfController, exchangeController
    // Nothing of the touch's changes.
    case none, moveWithinWindow, removeAndPutBackElse, hideView, hideAncestor, makeTransparent, disable
    case addInFront, addUnder, addInside, exchangeSiblings, hideOtherWindow, showOtherWindow, exchangeOtherRoot
    case cancelOthers, endOthers, beginOthers
}

extension Mutation {
    /// What becomes of the touch.
    enum Effect {
        /// The view is in its window no more.
        case lost
        /// The view keeps the touch, and who got the began from it does not.
        case alone
        /// Nothing.
        case kept
    }

    /// Whether a message that the view passes on afterwards comes to the controller.
    func keepsChain(for phase: Touch.Phase) -> Bool {
        switch self {
        case .hideWindow, .releaseWindow, .replaceRoot, .removeRoot: true
        // A began goes by the chain of now; whatever follows does not come to who was off it for a moment.
        case .removeAndPutBackElse: phase == .began
        default: effect == .kept
        }
    }

    var effect: Effect {
        switch self {
        case .removeView, .removeAncestor, .hideWindow, .releaseWindow, .releaseView, .replaceRoot, .removeRoot,
            .moveToOtherWindow, .moveToOtherApplication, .moveAncestorToOtherWindow, .removeAndPutBackElse:
            .lost
        case .moveOutOfController, .exchangeController: .alone
        default: .kept
        }
    }
}

/// A window with a controller, which gets what a view inside passes on; a bystander in it that is touched too; another
/// window; another application.
@MainActor
final class MutationScene {
    let harness: AppHarness
    let log = ResponderLog()
    private let other: AppHarness
    private let otherWindow: Window
    private let plainWindow: Window
    private let container = View(frame: Rect(0, 0, 200, 200))
    private weak var window: Window?
    private let root: RecordingController
    private let bystander: RecordingView
    private let bystanderFinger: Finger
    private var added: [View] = []
    /// Only so long as a test wants the view to be kept by others than its superview.
    private var heldView: MutatingView?
    private var heldWindow: Window?
    private(set) weak var view: MutatingView?

    init() throws {
        harness = try .makeFrameByFrame()
        other = try .makeFrameByFrame()
        root = RecordingController("root", log: log)
        let view = MutatingView(log, frame: Rect(0, 0, 200, 200))
        let window = harness.show(Window(frame: Rect(0, 0, 500, 500), application: harness.application))
        otherWindow = harness.show(Window(frame: Rect(600, 0, 100, 100), application: harness.application))
        plainWindow = Window(frame: Rect(700, 0, 100, 100), application: harness.application)
        root.view = View(frame: Rect(0, 0, 500, 500))
        window.rootViewController = root
        root.view.addSubview(container)
        container.addSubview(view)
        bystander = harness.add(RecordingView("bystander", log: log, frame: Rect(800, 800, 100, 100)))
        bystanderFinger = harness.finger()
        (self.view, heldView) = (view, view)
        (self.window, heldWindow) = (window, window)
        bystanderFinger.down(at: Point(810, 810))
        harness.settle()
        log.clear()
    }

    /// Does it; called inside a handler of the view.
    func perform(_ mutation: Mutation) {
        guard let view, let window else { return }
        switch mutation {
        case .none: break
        case .removeView: view.removeFromSuperview()
        case .removeAncestor: container.removeFromSuperview()
        case .hideWindow: window.isHidden = true
        case .releaseWindow:
            heldWindow = nil
            window.isHidden = true
        case .releaseView:
            heldView = nil
            view.removeFromSuperview()
        case .replaceRoot: window.rootViewController = ViewController()
        case .removeRoot: window.rootViewController = nil
        case .moveToOtherWindow: otherWindow.addSubview(view)
        case .moveToOtherApplication: other.window.addSubview(view)
        case .moveAncestorToOtherWindow: otherWindow.addSubview(container)
        case .moveOutOfController: window.addSubview(view)
        case .exchangeController: ViewController().view = root.view
        case .moveWithinWindow: root.view.addSubview(view)
        case .removeAndPutBackElse:
            view.removeFromSuperview()
            root.view.addSubview(view)
        case .hideView: view.isHidden = true
        case .hideAncestor: container.isHidden = true
        case .makeTransparent: root.view.alpha = 0
        case .disable: window.isUserInteractionEnabled = false
        case .addInFront: container.addSubview(remember(View(frame: Rect(0, 0, 200, 200))))
        case .addUnder: container.insertSubview(remember(View(frame: Rect(0, 0, 200, 200))), at: 0)
        case .addInside: view.addSubview(remember(RecordingView("inside", log: log, frame: Rect(0, 0, 200, 200))))
        case .exchangeSiblings:
            container.addSubview(remember(View(frame: Rect(0, 0, 200, 200))))
            container.bringSubviewToFront(view)
            container.sendSubviewToBack(view)
        case .hideOtherWindow: otherWindow.isHidden = true
        case .showOtherWindow: plainWindow.makeKeyAndVisible()
        case .exchangeOtherRoot: otherWindow.rootViewController = ViewController()
        case .cancelOthers: bystander.removeFromSuperview()
        case .endOthers: bystanderFinger.up()
        case .beginOthers: other.finger().down(at: Point(1, 1))
        }
    }

    private func remember(_ view: View) -> View {
        added.append(view)
        return view
    }

    /// What the view and its controller heard, and what the handler noted.
    var lines: [String] { log.lines.filter { !$0.hasPrefix("bystander") } }

    /// What the bystander heard.
    var bystanderLines: [String] { log.lines.filter { $0.hasPrefix("bystander") } }

    /// Ends what is still down; afterwards no touch may be left anywhere.
    func finish() {
        view?.handler = nil
        if bystanderFinger.isDown { bystanderFinger.up() }
        harness.settle()
        other.settle()
    }

    var isIdle: Bool { harness.isIdle && (view?.record.pointee.touchCount ?? 0) == 0 }
}

/// Notes what it gets, does something, and passes on, before or after.
final class MutatingView: View {
    private let log: ResponderLog
    var handler: ((Touch.Phase) -> Void)?
    var passesOnFirst = false

    init(_ log: ResponderLog, frame: Rect) {
        self.log = log
        super.init(frame: frame)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        act(.began, touches, event) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        act(.moved, touches, event) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        act(.ended, touches, event) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        act(.cancelled, touches, event) { super.touchesCancelled(touches, with: event) }
    }

    private func act(_ phase: Touch.Phase, _ touches: TouchSet, _ event: Event, passOn: () -> Void) {
        log.note(phase, of: "view", touches, event)
        if passesOnFirst { passOn() }
        handler?(phase)
        if !passesOnFirst { passOn() }
    }
}
