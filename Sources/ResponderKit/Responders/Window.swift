/// The root of a tree of views, shown by an application.
///
/// A window is hidden at first. A shown window is kept by its application, and gets the touches that land on it. Where
/// windows overlap, the touches go to the frontmost window: the window with the highest ``windowLevel``, and within a
/// level the window that was placed there last. Whether a window is the key window does not matter to touches
/// (rules H2, H3).
open class Window: View {
    private weak var applicationReference: Application?
    /// The update pass of the application.
    final let updatePass: UpdatePass
    private var rootController: ViewController?
    /// The controllers of the views in this window.
    private var controllers: Set<ViewController> = []
    /// Whether the last notification to observers said that the window was shown.
    final var isAnnouncedVisible = false
    /// The orientation of the interface that the window is rotated to.
    final var orientation = InterfaceOrientation.portrait

    /// The window's level: the window lies in front of windows of lower levels, and behind windows of higher levels.
    ///
    /// ``Level/normal`` at first. A new level puts the window in front of the windows that already have that level
    /// (rule H4); setting the present level changes nothing.
    ///
    /// - Complexity: Setting is linear in the application's windows, and may allocate their list anew.
    public final var windowLevel = Level.normal {
        didSet {
            if windowLevel != oldValue { applicationReference?.placeInFront(self) }
        }
    }

    /// A hidden window of `application`, with that frame on the screen, in points.
    ///
    /// - Complexity: O(1), except for the first object of a class; allocates the object.
    public init(frame: Rect, application: Application) {
        applicationReference = application
        updatePass = application.updatePass
        super.init(frame: frame)
        record.pointee.flags.formUnion([.window, .hidden])
    }

    /// The application (rule R6); nil when the application is gone.
    open override var next: Responder? { computeNext(applicationReference) }

    /// Delivers the event's touches in this window to their views, in one call for each view and phase (rule T13).
    ///
    /// A view first gets its touches that began, then those that moved, ended and were cancelled.
    ///
    /// Override this method to see every event of the window; call super for each event that should be delivered. An
    /// event that was kept beyond its dispatch is not delivered.
    ///
    /// - Complexity: Linear in the views that have touches in the event, with their chains, besides the work of the
    ///   handlers. Allocates at most notes of the responders that get touches, which are used again.
    open func sendEvent(_ event: Event) { event.deliver(in: self) }

    /// The window has become the key window: called after ``resignKey()`` of the former key window.
    ///
    /// By default does nothing. Do not call this method; see ``makeKey()``.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func becomeKey() {}

    /// The window is no longer the key window: ``isKeyWindow`` is false already.
    ///
    /// By default does nothing. Do not call this method.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func resignKey() {}
}

extension Window {
    /// The application that shows the window; nil when the application is gone.
    public final var application: Application? { applicationReference }

    /// Whether the window is on the screen: it is not hidden, and its application has finished launching (rule A6) and
    /// is not in the background.
    public final var isVisible: Bool { !isHidden && application?.showsWindows == true }

    /// The controller whose view fills the window.
    ///
    /// Setting this property removes the former controller's view, loads the new controller's view, and puts it behind
    /// the other subviews, with the window's ``View/bounds`` as its frame. The view then follows the window's size.
    ///
    /// - Complexity: Reading is O(1); setting costs what ``View/removeFromSuperview()`` and
    ///   ``View/insertSubview(_:at:)`` do, with their allocations, besides the loading.
    public final var rootViewController: ViewController? {
        get { rootController }
        set {
            guard newValue !== rootController else { return }
            let former = rootController
            rootController = newValue
            // The app may have moved the view, for example to another window.
            if let view = former?.viewIfLoaded, view.superview === self { view.removeFromSuperview() }
            rotateForNewRoot()
            // A hook, or the loading, may have set another controller.
            guard rootController === newValue, let view = newValue?.view, rootController === newValue else { return }
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.setUntransformedFrame(bounds)
            insertSubview(view, at: 0)
            application?.frontmostControllerMayHaveChanged()
        }
    }

    final func visibilityDidChange() {
        guard let application else { return }
        if !isHidden { rotateToBeShown() }
        // The application releases a hidden window; the window's touches are cancelled then (rule T26).
        TreeChange.perform {
            if isHidden { Hierarchy.shared.keepAlive(self) }
            application.windowVisibilityDidChange(self)
            setShown(in: isHidden ? nil : self)
        }
        application.announceVisibility(of: self)
    }

    /// Keeps alive a controller whose view is in this window.
    final func hold(_ controller: ViewController) {
        controllers.insert(controller)
    }

    /// Keeps a controller no longer; within a dispatch, the controller stays alive until the dispatch has ended.
    final func release(_ controller: ViewController) {
        if let held = controllers.remove(controller) { Hierarchy.shared.keepAlive(held) }
    }
}
