public import ResponderTouchInput

/// A rectangle in a window that can be touched, and that holds other views.
///
/// A view draws nothing; it has a place in the tree, a frame, and a say in which touches it gets. A subview that comes
/// later in ``subviews`` lies in front.
open class View: Responder {
    /// The views inside this one, back to front.
    public final private(set) var subviews: [View] = []
    private weak var superviewReference: View?
    weak var controllerReference: ViewController?

    /// A view with that frame in its superview's coordinates, in points.
    public init(frame: Rect) {
        super.init()
        record.pointee.flags = .view
        record.pointee.position = frame.origin
        record.pointee.bounds = Rect(origin: .zero, size: frame.size)
    }

    /// A view without extent, at its superview's origin.
    public convenience override init() {
        self.init(frame: .zero)
    }

    /// The view controller whose root view this is, otherwise the superview (rule R2).
    open override var next: Responder? { computeNext(controllerReference ?? superviewReference) }

    /// The view that a touch at `point` belongs to: the frontmost descendant that contains it, or this one.
    ///
    /// Nil when the view is hidden, takes no interaction, has an alpha below 0.01, or does not contain the point; its
    /// subviews are not looked at then (rule H8). May be called any number of times for one touch.
    ///
    /// - Parameters:
    ///   - point: A position in this view's own coordinates.
    ///   - event: The event the touch came with; nil when an app asks for itself.
    open func hitTest(_ point: Point, with event: Event?) -> View? { defaultHitTest(point, event) }

    /// Whether the position, in this view's own coordinates, belongs to the view: by default, whether the bounds contain
    /// it, least edges included, greatest not (rule H12).
    open func point(inside point: Point, with event: Event?) -> Bool { defaultPointInside(point) }
}

// MARK: - Geometry and interaction

extension View {
    /// The view's rectangle in its superview's coordinates, in points.
    ///
    /// Setting it sets the size of ``bounds`` too.
    public final var frame: Rect {
        get { Rect(origin: record.pointee.position, size: record.pointee.bounds.size) }
        set {
            record.pointee.position = newValue.origin
            record.pointee.bounds.size = newValue.size
        }
    }

    /// The view's rectangle in its own coordinates, in points: its origin is the position that is shown at the frame's
    /// corner, as in scrolled content.
    ///
    /// A change of size keeps the centre where it is.
    public final var bounds: Rect {
        get { record.pointee.bounds }
        set {
            let old = record.pointee.bounds.size
            record.pointee.position.x += (old.width - newValue.size.width) / 2
            record.pointee.position.y += (old.height - newValue.size.height) / 2
            record.pointee.bounds = newValue
        }
    }

    /// Whether the view is left out, with all its subviews.
    ///
    /// False at first.
    public final var isHidden: Bool {
        get { record.pointee.flags.contains(.hidden) }
        set { setHidden(newValue) }
    }

    /// How opaque the view is, from 0 to 1.
    ///
    /// Below 0.01 it gets no touches, nor do its subviews (rule H9). 1 at first.
    public final var alpha: Double {
        get { record.pointee.alpha }
        set {
            record.pointee.alpha = newValue
            record.pointee.flags.set(.transparent, newValue < 0.01)
        }
    }

    /// Whether the view and its subviews get touches.
    ///
    /// True at first.
    public final var isUserInteractionEnabled: Bool {
        get { !record.pointee.flags.contains(.interactionDisabled) }
        set { record.pointee.flags.set(.interactionDisabled, !newValue) }
    }

    /// Whether the view gets more than one touch at once.
    ///
    /// False at first: then it gets the first finger of a sequence only. It counts for the view alone, not for those
    /// inside it (rule T15).
    public final var isMultipleTouchEnabled: Bool {
        get { record.pointee.flags.contains(.multipleTouch) }
        set { record.pointee.flags.set(.multipleTouch, newValue) }
    }

    /// The position in `view`'s coordinates of a position in this view's; nil stands for this view's window.
    ///
    /// Both views must be in one window, or below one topmost view: otherwise the two have nothing in common.
    public final func convert(_ point: Point, to view: View?) -> Point {
        let (own, other) = (record.offsetToRoot, view?.record.offsetToRoot ?? .zero)
        return Point(point.x + own.x - other.x, point.y + own.y - other.y)
    }

    /// The position in this view's coordinates of a position in `view`'s; nil stands for this view's window.
    public final func convert(_ point: Point, from view: View?) -> Point {
        let (own, other) = (record.offsetToRoot, view?.record.offsetToRoot ?? .zero)
        return Point(point.x + other.x - own.x, point.y + other.y - own.y)
    }

    private func setHidden(_ hidden: Bool) {
        guard hidden != isHidden else { return }
        record.pointee.flags.set(.hidden, hidden)
        (self as? Window)?.visibilityDidChange()
    }
}

extension ResponderRecord.Flags {
    mutating func set(_ flag: Self, _ on: Bool) {
        if on { insert(flag) } else { remove(flag) }
    }
}

// MARK: - The tree

extension View {
    /// The view this one is in, or nil.
    public final var superview: View? { superviewReference }

    /// The window this view is in, or nil.
    ///
    /// A window is in itself. One step for each view on the way.
    public final var window: Window? {
        var view: View? = self
        while let current = view {
            if let window = current as? Window { return window }
            view = current.superview
        }
        return nil
    }

    /// Whether the view is `view` or inside it.
    public final func isDescendant(of view: View) -> Bool {
        var current: View? = self
        while let candidate = current {
            if candidate === view { return true }
            current = candidate.superview
        }
        return false
    }

    /// Puts `view` into this one, in front of the others.
    ///
    /// A view that is somewhere else is taken out of there first; one that is here already is only brought to the front
    /// (rule V11).
    ///
    /// - Precondition: `view` is no window, and not one that this view is in.
    public final func addSubview(_ view: View) {
        insertSubview(view, at: subviews.count)
    }

    /// Puts `view` into this one, at that place among ``subviews``; a place beyond the last means in front of all.
    ///
    /// - Precondition: `view` is no window, `index` is not negative, and `view` is not one that this view is in.
    public final func insertSubview(_ view: View, at index: Int) {
        precondition(!(view is Window), "a window cannot be a subview; set its isHidden to false to show it")
        precondition(
            !isDescendant(of: view),
            "\(Swift.type(of: view)) cannot be put into itself or into a view inside it"
        )
        precondition(index >= 0, "a subview cannot be put at place \(index); places begin at 0")
        let (former, target) = (view.shownWindow, shownWindow)
        TreeChange.perform(affecting: [view, self]) {
            if view.superview != nil { Hierarchy.shared.keep(view) }
            view.unlink()
            let place = min(index, subviews.count)
            subviews.insert(view, at: place)
            record.pointee.insertChild(view.record, at: place)
            view.superviewReference = self
            view.relink()
            view.setShown(in: target, before: former)
        }
    }

    /// Takes the view out of its superview.
    ///
    /// Touches bound to it, or to a view inside it, are cancelled (rule T26): at once, or, when this happens inside a
    /// handler, as soon as the outermost one has returned.
    public final func removeFromSuperview() {
        guard superview != nil else { return }
        let former = shownWindow
        TreeChange.perform(affecting: [self]) {
            Hierarchy.shared.keep(self)
            unlink()
            relink()
            setShown(in: nil, before: former)
        }
    }

    /// Brings a subview in front of the others; does nothing when `view` is not in this one.
    public final func bringSubviewToFront(_ view: View) {
        move(view, to: subviews.count - 1)
    }

    /// Sends a subview behind the others; does nothing when `view` is not in this one.
    public final func sendSubviewToBack(_ view: View) {
        move(view, to: 0)
    }

    private func move(_ view: View, to place: Int) {
        guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
        subviews.remove(at: index)
        record.pointee.removeChild(at: index)
        subviews.insert(view, at: place)
        record.pointee.insertChild(view.record, at: place)
    }

    /// Takes the view out of its superview's lists.
    ///
    /// Whether it stays attached is for the caller to say.
    private func unlink() {
        guard let superview = superviewReference,
            let index = superview.subviews.firstIndex(where: { $0 === self })
        else { return }
        superview.subviews.remove(at: index)
        superview.record.pointee.removeChild(at: index)
        superviewReference = nil
    }

    /// Sets the links that follow from the superview and the controller.
    final func relink() {
        record.pointee.parent = superviewReference?.record
        record.pointee.next = controllerReference?.record ?? superviewReference?.record
        controllerReference?.record.pointee.next = superviewReference?.record
    }

    /// The window this view is in, while that is shown.
    final var shownWindow: Window? { record.pointee.flags.contains(.attached) ? window : nil }

    /// Notes for the whole subtree which window that is shown it is in, or that it is in none.
    ///
    /// That window keeps the controllers alive: what stands in the chain stays there.
    final func setShown(in window: Window?, before former: Window?) {
        guard window !== former || record.pointee.flags.contains(.attached) != (window != nil) else { return }
        record.pointee.flags.set(.attached, window != nil)
        // A controller may have gone since the link was made.
        relink()
        if let controller = controllerReference {
            controller.record.pointee.flags.set(.attached, window != nil)
            former?.letGo(of: controller)
            window?.hold(controller)
        }
        for subview in subviews { subview.setShown(in: window, before: former) }
    }
}
