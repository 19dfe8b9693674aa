public import ResponderTouchInput

/// Manages a view and its subviews, and stands in the responder chain between this view and the view's superview.
///
/// A controller learns when its view is loaded, appears and disappears, has children and presents other controllers.
///
/// A window keeps the controllers of the views in it alive, and its ``Window/rootViewController``. A controller keeps
/// its ``children`` and the controller that it presents.
open class ViewController: Responder {
    final var loadedView: View?
    final var titleText: String?
    /// See ``restorationIdentifier``.
    final var restorationName: String?
    /// The items behind `navigationItem` and `tabBarItem`, which the core only stores.
    package final var madeNavigationItem: AnyObject?
    package final var madeTabBarItem: AnyObject?
    /// The content of a container of this package; nil for other controllers.
    package final var shownContent: ContainerContent?
    /// The content of the container that has made the controller appear, and must make it disappear.
    final weak var appearsIn: ContainerContent?
    /// The state of the controller's appearance.
    package final var appearance = Appearance()
    final weak var parentReference: ViewController?
    final var childList = PlacedList<ChildPlace>()
    /// The controller's place in its parent's list.
    final var childPlace = 0
    /// The place in the list of the controllers that present others in a window.
    final var presenterPlace = 0
    /// The window whose root the controller is.
    final weak var rootWindow: Window?
    /// The application that showed the controller last.
    package final weak var home: Application?
    /// The controller that this one presents itself.
    package final var presentedReference: ViewController?
    /// The presentation of this controller itself; nil if the controller is not presented.
    final var presentation: Presentation?
    final var presentationStyle = ModalPresentationStyle.fullScreen
    final var isPresentationContext = false
    /// For a child that defines a context in a container of this package: the view that holds the child's view and the
    /// presented views.
    final var contextView: ContextView?

    /// A controller that makes its view at the first reading of ``view``.
    ///
    /// - Complexity: O(1) amortised, except for the first object of a class; allocates the object.
    public override init() {
        super.init()
        LiveControllers.add(self)
    }

    deinit {
        // Only the list retains the controllers, so that their release is not nested in this one.
        let hasChildren = !childList.isEmpty
        let presents = presentedReference != nil
        if hasChildren || presents {
            SubtreeRelease.release(childList.takeAll(and: presentedReference.take()))
        }
    }

    /// The superview of the controller's view; for a root view controller, the window; for a presented controller, the
    /// controller that presents it (rule R3).
    ///
    /// While a presented controller's view takes the place of this controller's view, the property is the superview to
    /// which this controller's view will return.
    ///
    /// Reading this property does not load the view; without a view the property is ``parent`` (rule R5).
    open override var next: Responder? { computeNext(nextInChain) }

    // MARK: View

    /// Makes the controller's view and sets ``view``.
    ///
    /// Called once, at the first reading of ``view``. Override this method to make a view of your own; do not call
    /// super (rule VC2). By default the view is a plain ``View`` without extent.
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

    // MARK: Appearance

    /// The view is about to come into a shown window; by default does nothing.
    ///
    /// The view is not there yet, and has not got its size (rule VC3), unless it is in a window that is about to be
    /// shown. After this call comes exactly one of ``viewDidAppear()`` and ``viewWillDisappear()``.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func viewWillAppear() {}

    /// The view is in a shown window, with its size, and is about to be laid out: called exactly once in an appearance
    /// (rule VC3).
    ///
    /// By default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func viewIsAppearing() {}

    /// The view is in a shown window, and was laid out; by default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func viewDidAppear() {}

    /// The view is about to leave its shown window, or the window is about to be hidden; by default does nothing.
    ///
    /// After this call comes exactly one of ``viewDidDisappear()`` and ``viewWillAppear()``.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func viewWillDisappear() {}

    /// The view is in no shown window any more; by default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func viewDidDisappear() {}

    // MARK: Rotation

    /// The window of the controller is about to get another size, for example since the interface rotates.
    ///
    /// Called before the bounds change; the new layout comes with the update pass. A rotation by half a turn changes no
    /// size. The root controller of the window is called first.
    ///
    /// By default forwards the call, with the same size, to the ``children`` and to the controller that this one
    /// presents: they are called when this call has returned. An override must call super, or call this method of its
    /// children itself, for example with the size that their views will have.
    ///
    /// - Parameter size: The new size in points.
    /// - Complexity: By default linear in the children; allocates a list of them.
    open func viewWillTransition(to size: Size) { SizeTransition.forward(from: self, to: size) }

    /// The orientations that the interface may have while the controller is the frontmost one; by default all.
    ///
    /// The interface takes only orientations that the manifest and the application's delegate support, too: see
    /// ``Application/interfaceOrientation``. If the set changes, call
    /// ``setNeedsUpdateOfSupportedInterfaceOrientations()``.
    ///
    /// - Complexity: By default O(1); allocates the set.
    open var supportedInterfaceOrientations: Set<InterfaceOrientation> { Set(InterfaceOrientation.allCases) }

    // MARK: Containment

    /// Whether the children appear and disappear along with this controller; true by default (rule VC13).
    ///
    /// A controller that returns false calls ``beginAppearanceTransition(_:)`` and ``endAppearanceTransition()`` of its
    /// children itself.
    open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

    /// The controller is about to become a child of `parent`, or of no controller if `parent` is nil.
    ///
    /// ``addChild(_:)`` calls this method. The parent calls it with nil before it removes the child's view (rule VC11).
    /// An override must call super.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func willMove(toParent parent: ViewController?) { noteWillMove(toParent: parent) }

    /// The controller has become a child of `parent`, or of no controller if `parent` is nil.
    ///
    /// ``removeFromParent()`` calls this method. The parent calls it with itself after it has added the child's view
    /// (rule VC10). An override must call super.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func didMove(toParent parent: ViewController?) { noteDidMove() }

    /// The system runs short of memory: release what can be made again (rule VC24).
    ///
    /// Called for every live controller of the application, in or out of a window, after the delegate and the observers
    /// of the notification (rule VC25). If neither the controller nor a parent was ever in a window, the controller
    /// belongs to no application, and gets the warnings of every application in the process. By default does nothing;
    /// no view is unloaded.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func didReceiveMemoryWarning() {}

    // MARK: State restoration

    /// Writes the controller's state, when the application saves its state and the controller has a
    /// ``restorationPath``.
    ///
    /// By default writes nothing. An override calls super.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func encodeRestorableState(with coder: StateCoder) {}

    /// Reads what ``encodeRestorableState(with:)`` wrote in an earlier life of the application.
    ///
    /// Called between the two launch methods, when all controllers of the saved state were made or found; parents are
    /// called before their children. By default does nothing. An override calls super.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func decodeRestorableState(with coder: StateCoder) {}

    /// All controllers and views have read their state; by default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func applicationFinishedRestoringState() {}
}

extension ViewController {
    /// A title, for example for a navigation bar; nil at first.
    public final var title: String? {
        get { titleText }
        set {
            titleText = newValue
            Application.observer?.titleDidChange(of: self)
        }
    }

    /// See `next`.
    private var nextInChain: Responder? {
        if let presenting = presentation?.presenting { return presenting }
        guard let loadedView else { return parentReference }
        return loadedView.superview ?? presentedReference?.presentation?.superview
    }
}
