/// The root of a tree of views, shown by an application.
///
/// A window is hidden at first. Shown, it is kept by its application and gets the touches that land on it. Of several,
/// the one in front gets them: that of the highest ``windowLevel``, and within a level the one placed there last. Being
/// the key window plays no part in that (rules H2, H3).
open class Window: View {
    private weak var applicationReference: Application?
    private var rootController: ViewController?
    /// The controllers of the views in this window, while it is shown.
    private var shownControllers: Set<ViewController> = []
    /// Whether the last that observers heard is that the window was shown.
    final var isToldVisible = false

    /// In front of which other windows this one lies: in front of all of lower levels, behind all of higher ones.
    ///
    /// ``Level/normal`` at first. A change puts the window in front of those that have the new level already (rule H4);
    /// setting the level it has changes nothing.
    public final var windowLevel = Level.normal {
        didSet {
            if windowLevel != oldValue { applicationReference?.placeInFront(self) }
        }
    }

    /// A hidden window of `application`, with that frame on the screen, in points.
    public init(frame: Rect, application: Application) {
        applicationReference = application
        super.init(frame: frame)
        record.pointee.flags.formUnion([.window, .hidden])
    }

    /// The application (rule R6); nil when that is gone.
    open override var next: Responder? { computeNext(applicationReference) }

    /// Gives the event's touches in this window to their views: of one view, those that began, moved, ended and were
    /// cancelled, in that order, in a call for each (rule T13).
    ///
    /// Override it to see every event of the window; call super for those that are to go on. An event that was kept
    /// beyond its dispatch goes nowhere.
    open func sendEvent(_ event: Event) { event.deliver(in: self) }

    /// The window has become the key window: called after ``resignKey()`` of the one that was it before.
    ///
    /// By default does nothing. Never call it; see ``makeKey()``.
    open func becomeKey() {}

    /// The window is the key window no more: ``isKeyWindow`` is false already.
    ///
    /// By default does nothing. Never call it.
    open func resignKey() {}
}

extension Window {
    /// The application that shows the window; nil when that is gone.
    public final var application: Application? { applicationReference }

    /// Whether the window is on the screen: not hidden, and its application has finished launching (rule A6) and is not
    /// in the background.
    public final var isVisible: Bool { !isHidden && application?.showsWindows == true }

    /// The controller whose view fills the window.
    ///
    /// Setting it takes the former one's view out.
    public final var rootViewController: ViewController? {
        get { rootController }
        set {
            guard newValue !== rootController else { return }
            let former = rootController
            rootController = newValue
            // It may have been moved on, say to be another window's.
            if let view = former?.viewIfLoaded, view.superview === self { view.removeFromSuperview() }
            guard let view = newValue?.view else { return }
            view.setUntransformedFrame(bounds)
            insertSubview(view, at: 0)
        }
    }

    final func visibilityDidChange() {
        guard let application else { return }
        // The application lets go of a hidden window; its touches are cancelled then (rule T26).
        TreeChange.perform {
            if isHidden { Hierarchy.shared.keep(self) }
            application.windowVisibilityDidChange(self)
            setShown(in: isHidden ? nil : self, before: isHidden ? self : nil)
        }
        application.tellVisibility(of: self)
    }

    /// Keeps a controller alive whose view is in this window.
    final func hold(_ controller: ViewController) {
        shownControllers.insert(controller)
    }

    /// Keeps it no longer; within a dispatch, until that has ended.
    final func letGo(of controller: ViewController) {
        if let held = shownControllers.remove(controller) { Hierarchy.shared.keep(held) }
    }
}
