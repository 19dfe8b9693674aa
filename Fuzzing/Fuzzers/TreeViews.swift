import ResponderKit

// The views of a `TreeRun` that are no `ModelView`.

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
