import ResponderKit

// The responders of a `TreeRun`: each reports its calls to the run, does something, and keeps the message or passes it
// on, in the same way for all four messages (rule R11).

/// How a responder handles a message.
enum Manner {
    case keeps, passesOnFirst, passesOnLast
}

extension TreeRun {
    /// Handles a message of a responder.
    func act(
        _ phase: Touch.Phase,
        _ touches: TouchSet,
        _ event: Event,
        _ responder: (name: Int, manner: Manner),
        passOn: () -> Void
    ) {
        heard(phase, touches, event, by: responder.name)
        if responder.manner == .passesOnFirst { passOn() }
        misbehave()
        if responder.manner == .passesOnLast { passOn() }
    }
}

final class TreeView: View {
    private weak var run: TreeRun?
    private let who: (name: Int, manner: Manner)

    init(_ run: TreeRun, _ name: Int, _ manner: Manner, frame: Rect) {
        self.run = run
        who = (name, manner)
        super.init(frame: frame)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        run?.act(.began, touches, event, who) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        run?.act(.moved, touches, event, who) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        run?.act(.ended, touches, event, who) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        run?.act(.cancelled, touches, event, who) { super.touchesCancelled(touches, with: event) }
    }
}

final class TreeController: ViewController {
    private weak var run: TreeRun?
    private let who: (name: Int, manner: Manner)

    init(_ run: TreeRun, _ name: Int, _ manner: Manner) {
        self.run = run
        who = (name, manner)
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        run?.act(.began, touches, event, who) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        run?.act(.moved, touches, event, who) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        run?.act(.ended, touches, event, who) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        run?.act(.cancelled, touches, event, who) { super.touchesCancelled(touches, with: event) }
    }
}

final class TreeResponder: Responder {
    private weak var run: TreeRun?
    private let who: (name: Int, manner: Manner)

    init(_ run: TreeRun, _ name: Int, _ manner: Manner) {
        self.run = run
        who = (name, manner)
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        run?.act(.began, touches, event, who) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        run?.act(.moved, touches, event, who) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        run?.act(.ended, touches, event, who) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        run?.act(.cancelled, touches, event, who) { super.touchesCancelled(touches, with: event) }
    }
}

/// The application's delegate, at the end of the chain.
final class TreeDelegate: Responder, ApplicationDelegate {
    private weak var run: TreeRun?
    private let who: (name: Int, manner: Manner)

    required override convenience init() { self.init(nil, 0, .keeps) }

    init(_ run: TreeRun?, _ name: Int, _ manner: Manner) {
        self.run = run
        who = (name, manner)
        super.init()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        run?.act(.began, touches, event, who) { super.touchesBegan(touches, with: event) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        run?.act(.moved, touches, event, who) { super.touchesMoved(touches, with: event) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        run?.act(.ended, touches, event, who) { super.touchesEnded(touches, with: event) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        run?.act(.cancelled, touches, event, who) { super.touchesCancelled(touches, with: event) }
    }
}

/// A view whose next responder is one of two responders that are in no tree.
///
/// The next responder is never a view: a cycle of responders that pass messages on would be an app's own mistake.
final class DetourView: View {
    private var detours: [Responder]

    init(_ detours: [Responder], frame: Rect) {
        self.detours = detours
        super.init(frame: frame)
    }

    /// Changes the chain from here on.
    ///
    /// A change of the tree must follow: only then does the dispatcher look at chains again.
    func takeOtherWay() { detours.reverse() }

    override var next: Responder? { detours.first }
}

/// A view that does something inside its hit-test.
final class HitView: View {
    private weak var run: TreeRun?

    init(_ run: TreeRun, frame: Rect) {
        self.run = run
        super.init(frame: frame)
    }

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        run?.misbehave()
        return super.hitTest(point, with: event)
    }

    override func point(inside point: Point, with event: Event?) -> Bool {
        run?.misbehave()
        return super.point(inside: point, with: event)
    }
}

final class TreeWindow: Window {
    weak var run: TreeRun?

    override func sendEvent(_ event: Event) {
        if run?.passesOn(event) ?? true { super.sendEvent(event) }
    }
}

final class TreeApplication: Application {
    weak var run: TreeRun?

    override func sendEvent(_ event: Event) {
        if run?.passesOn(event) ?? true { super.sendEvent(event) }
    }
}
