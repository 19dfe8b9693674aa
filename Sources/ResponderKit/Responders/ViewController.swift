/// Manages a view and what is inside it, and stands in the responder chain between its view and that view's superview.
///
/// A window that is shown keeps the controllers of the views in it alive, its ``Window/rootViewController`` always.
open class ViewController: Responder {
    fileprivate var loadedView: View?

    /// A controller that makes its view when it is first asked for.
    public override init() {
        super.init()
    }

    /// The superview of its view: the window, for a root view controller (rule R3).
    ///
    /// Reading it does not load the view; without one it is nil (rule R5).
    open override var next: Responder? { computeNext(loadedView?.superview) }

    /// Makes the controller's view and sets ``view``.
    ///
    /// Called once, when the view is first asked for; override it to make a view of your own, without calling super. By
    /// default a plain ``View`` without extent.
    open func loadView() { view = View() }

    /// The view was loaded; by default does nothing.
    open func viewDidLoad() {}
}

extension ViewController {
    /// The root of the controller's views, loaded when it is first asked for.
    public final var view: View {
        get {
            if let loadedView { return loadedView }
            loadView()
            // An override that sets no view gets a plain one, as if it had not been there.
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
    /// Makes `controller` the one whose root view this is.
    ///
    /// One that had it before has no view any more.
    final func setController(_ controller: ViewController?) {
        let window = shownWindow
        if let former = controllerReference, former !== controller {
            former.loadedView = nil
            former.record.pointee.flags.remove(.attached)
            window?.letGo(of: former)
        }
        controllerReference = controller
        if let controller {
            controller.record.pointee.flags.set(.attached, window != nil)
            window?.hold(controller)
        }
        relink()
    }
}
