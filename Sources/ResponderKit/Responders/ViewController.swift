public import ResponderTouchInput

/// Manages a view and its subviews, and stands in the responder chain between this view and the view's superview.
///
/// A window keeps the controllers of the views in it alive, and its ``Window/rootViewController``.
open class ViewController: Responder {
    fileprivate var loadedView: View?

    /// A controller that makes its view at the first reading of ``view``.
    ///
    /// - Complexity: O(1), except for the first object of a class; allocates the object.
    public override init() {
        super.init()
    }

    /// The superview of the controller's view; for a root view controller, the window (rule R3).
    ///
    /// Reading this property does not load the view; without a view the property is nil (rule R5).
    open override var next: Responder? { computeNext(loadedView?.superview) }

    /// Makes the controller's view and sets ``view``.
    ///
    /// Called once, at the first reading of ``view``. Override this method to make a view of your own; do not call
    /// super. By default the view is a plain ``View`` without extent.
    ///
    /// - Complexity: By default O(1); allocates the view.
    open func loadView() { view = View() }

    /// The view was loaded; by default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func viewDidLoad() {}

    /// The view is about to be laid out: called before its ``View/layoutSubviews()`` (rule V4).
    ///
    /// By default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func viewWillLayoutSubviews() {}

    /// The view was laid out: called after its ``View/layoutSubviews()`` (rule V4).
    ///
    /// The views inside it are laid out afterwards. By default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func viewDidLayoutSubviews() {}

    /// The window of the controller's view is about to get another size, for example since the interface rotates.
    ///
    /// Called before the bounds change; the new layout comes with the update pass. A rotation by half a turn changes no
    /// size. By default does nothing.
    ///
    /// - Parameter size: The new size in points.
    /// - Complexity: By default O(1); no allocation.
    open func viewWillTransition(to size: Size) {}

    /// The orientations that the interface may have while the controller is the frontmost one; by default all.
    ///
    /// The interface takes only orientations that the manifest and the application's delegate support, too: see
    /// ``Application/interfaceOrientation``. If the set changes, call
    /// ``setNeedsUpdateOfSupportedInterfaceOrientations()``.
    ///
    /// - Complexity: By default O(1); allocates the set.
    open var supportedInterfaceOrientations: Set<InterfaceOrientation> { Set(InterfaceOrientation.allCases) }
}

extension ViewController {
    /// The root of the controller's views, loaded at the first reading.
    ///
    /// - Complexity: O(1), except for the first reading, which loads the view, and for setting it: linear in the
    ///   touches that are down, with their chains.
    public final var view: View {
        get {
            if let loadedView { return loadedView }
            loadView()
            // If an override sets no view, the controller gets a plain one, as without the override.
            let view = loadedView ?? View()
            if loadedView == nil { adopt(view) }
            viewDidLoad()
            return view
        }
        set { adopt(newValue) }
    }

    /// The view, or nil while it is not loaded.
    public final var viewIfLoaded: View? { loadedView }

    /// Whether the view is loaded.
    public final var isViewLoaded: Bool { loadedView != nil }

    private func adopt(_ view: View) {
        guard view !== loadedView else { return }
        TreeChange.perform {
            loadedView?.setController(nil)
            loadedView = view
            view.setController(self)
        }
    }
}

extension View {
    /// Makes this view the root view of `controller`, or of no controller.
    ///
    /// The view's former controller then has no view.
    final func setController(_ controller: ViewController?) {
        let window = window
        if let former = controllerReference, former !== controller {
            former.loadedView = nil
            former.record.pointee.flags.remove(.attached)
            window?.release(former)
        }
        controllerReference = controller
        if let controller {
            controller.record.pointee.flags.set(.attached, shownWindow != nil)
            window?.hold(controller)
        }
        relink()
    }
}
