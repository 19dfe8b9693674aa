public import ResponderCore

/// Shows the topmost controller of a stack, under a bar with its title and a button that leads back.
///
/// A push adds a controller on top of the stack, a pop removes the topmost one. The controllers on the stack are
/// children of the navigation controller (rules VC10, VC11). The view of the topmost controller fills the room under
/// the ``navigationBar``, and is loaded when it is first shown.
///
/// Changes happen at once: when a push returns, the new controller has appeared. There are two exceptions. A change
/// inside a method that the navigation controller calls, such as `viewWillAppear()` of a controller on the stack, waits
/// until the change under way is over; ``viewControllers`` has the new controllers at once, and of several such changes
/// only the result is shown. A change while the navigation controller itself appears or disappears waits until that is
/// over.
///
/// While the navigation controller is not visible, changes of the stack call no appearance methods and load no views.
///
/// A controller also leaves the stack when it is removed from its parent or becomes a child of another controller.
open class NavigationController: ViewController {
    /// The bar at the top.
    public final let navigationBar = NavigationBar()
    /// Told which controller is shown.
    public final weak var delegate: (any NavigationControllerDelegate)?
    /// Recognises a finger that comes in from the left edge and pulls the topmost controller away (rule VC9).
    ///
    /// While the finger moves, the topmost controller's view follows it, above the view of the controller below. The
    /// swipe pops the controller if the finger is lifted beyond half of the width, or at 400 points per second or more
    /// to the right. The calls are those of ``popViewController()``; the will calls are made when the swipe begins.
    /// Until the pop is complete, ``viewControllers`` has the topmost controller.
    ///
    /// Otherwise the swipe is undone, also when the gesture is cancelled, and before any other change of the stack and
    /// any presentation. The topmost controller then gets `viewWillAppear()` and `viewDidAppear()`, the controller
    /// below `viewWillDisappear()` and `viewDidDisappear()`, and last the topmost controller `didMove(toParent:)`. If
    /// the navigation controller itself disappears meanwhile, the topmost controller disappears with it, and does not
    /// appear again.
    ///
    /// The swipe stands for the button in the bar. So there is no swipe while the button or the bar is hidden, or while
    /// a controller is presented in front. Pans inside the view wait until it is clear that a finger at the edge does
    /// not swipe. If the recogniser has a delegate, the delegate decides whether the gesture begins without a button,
    /// and which recognisers wait.
    ///
    /// The recogniser belongs to the navigation controller's view while the stack has more than one controller;
    /// otherwise it has no view. To disable the swipe, set the recogniser's ``GestureRecognizer/isEnabled`` to false.
    public final let interactivePopGestureRecognizer: ScreenEdgePanGestureRecognizer
    /// The topmost controller, while a finger pulls it away.
    final var swipedAway: ViewController?
    /// Whether the controller that the finger has pulled away must come back.
    final var cancelsPop = false
    final var stack = NavigationStack()
    final lazy var content = ContainerContent(of: self, order: .formerFirst)
    final var isCarryingOut = false
    /// The child that this controller removes itself.
    final var leavingChild: ViewController?

    /// A navigation controller without controllers.
    ///
    /// - Complexity: That of ``ViewController/init()``; also allocates the bar and the recogniser.
    public override init() {
        let recognizer = InteractivePopRecognizer()
        interactivePopGestureRecognizer = recognizer
        super.init()
        shownContent = content
        recognizer.navigation = self
        navigationBar.controller = self
    }

    /// A navigation controller whose stack has one controller.
    ///
    /// - Precondition: That of ``pushViewController(_:)``.
    /// - Complexity: That of ``ViewController/init()`` and of ``pushViewController(_:)``; also allocates the bar and
    ///   the recogniser.
    public init(rootViewController: ViewController) {
        let recognizer = InteractivePopRecognizer()
        interactivePopGestureRecognizer = recognizer
        super.init()
        shownContent = content
        recognizer.navigation = self
        navigationBar.controller = self
        push(rootViewController)
    }

    /// False: a navigation controller forwards its appearance to the topmost controller itself (rule VC13).
    public final override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }

    /// Makes the view with the bar.
    ///
    /// - Complexity: O(1); allocates the view.
    public final override func loadView() {
        let made = ContainerView(bar: navigationBar, height: NavigationBar.height, edge: .top)
        content.view = made
        updateInteractivePop()
        view = made
    }

    /// The topmost controller will appear, too; an override calls super.
    ///
    /// - Complexity: That of the topmost controller's loading and appearance.
    open override func viewWillAppear() {
        super.viewWillAppear()
        content.containerWillAppear()
    }

    /// The topmost controller has appeared, too; an override calls super.
    ///
    /// - Complexity: That of the topmost controller's appearance, and of the changes that were kept.
    open override func viewDidAppear() {
        super.viewDidAppear()
        content.containerDidAppear()
        carryOutChanges()
    }

    /// The topmost controller will disappear, too; an override calls super.
    ///
    /// - Complexity: That of the topmost controller's disappearance.
    open override func viewWillDisappear() {
        super.viewWillDisappear()
        content.containerWillDisappear()
    }

    /// The topmost controller has disappeared, too; an override calls super.
    ///
    /// - Complexity: That of the topmost controller's disappearance, and of the changes that were kept.
    open override func viewDidDisappear() {
        super.viewDidDisappear()
        content.containerDidDisappear()
        carryOutChanges()
    }

    /// Puts a controller on top of the stack, and shows it.
    ///
    /// If the navigation controller is visible, the calls are, in this order: the new controller's `viewDidLoad()`, the
    /// former one's `viewWillDisappear()`, the new one's `viewWillAppear()` and layout, the former one's
    /// `viewDidDisappear()`, the new one's `viewDidAppear()` (rule VC8). The new controller's `willMove(toParent:)`
    /// comes before all of them, its `didMove(toParent:)` after them.
    ///
    /// - Precondition: The controller is not on the stack, and is neither a navigation controller nor a tab bar
    ///   controller.
    /// - Complexity: O(1) besides the work of the controllers and of the layout; allocates where the stack grows.
    open func pushViewController(_ viewController: ViewController) { push(viewController) }

    /// Removes the topmost controller, shows the one below, and returns the removed one.
    ///
    /// Does nothing and returns nil if the stack has one controller or none: the root stays. The calls are, in this
    /// order: the topmost controller's `viewWillDisappear()`, the other one's `viewWillAppear()`, the topmost one's
    /// `viewDidDisappear()`, the other one's `viewDidAppear()` (rule VC8).
    ///
    /// - Complexity: O(1) besides the work of the controllers and of the layout; allocates temporary lists.
    @discardableResult
    open func popViewController() -> ViewController? { pop(to: viewControllers.count - 1).first }

    /// Removes the controllers above `viewController`, shows `viewController`, and returns the removed ones, the lowest
    /// first.
    ///
    /// The calls are those of ``popViewController()``; controllers in between do not appear.
    ///
    /// - Precondition: The controller is on the stack.
    /// - Complexity: Linear in the removed controllers, besides their work and the layout; allocates lists of them.
    @discardableResult
    open func popToViewController(_ viewController: ViewController) -> [ViewController] {
        pop(to: count(upTo: viewController))
    }

    /// Removes all controllers but the root, shows the root, and returns the removed ones, the lowest first.
    ///
    /// - Complexity: That of ``popToViewController(_:)``.
    @discardableResult
    open func popToRootViewController() -> [ViewController] { pop(to: 1) }

    /// Writes the controllers on the stack, up to the first one without a `restorationPath`; an override calls super.
    ///
    /// - Complexity: Linear in the stack and in the parents; allocates the controllers' paths.
    open override func encodeRestorableState(with coder: StateCoder) {
        super.encodeRestorableState(with: coder)
        coder.encodeChildren(viewControllers, forKey: "ResponderKit.stack")
    }

    /// Restores the stack, up to the first controller that was not found again; an override calls super.
    ///
    /// Leaves the stack as it is if the root was not found.
    ///
    /// - Complexity: That of setting ``viewControllers``.
    open override func decodeRestorableState(with coder: StateCoder) {
        super.decodeRestorableState(with: coder)
        let restored = coder.decodeChildren(of: self, forKey: "ResponderKit.stack") {
            !($0 is NavigationController) && !($0 is TabBarController)
        }
        if !restored.isEmpty { viewControllers = restored }
    }
}

extension NavigationController {
    /// The controllers on the stack, the root first.
    ///
    /// Setting this property shows the last controller, as a push or a pop does. Controllers in between do not appear.
    ///
    /// - Precondition: The controllers differ, and none of them is a navigation controller or a tab bar controller.
    /// - Complexity: Setting is linear in both stacks, besides the work of the controllers and of the layout, and
    ///   allocates lists of them. Reading is O(1).
    public final var viewControllers: [ViewController] {
        get { stack.controllers }
        set {
            var seen: Set<ObjectIdentifier> = []
            for controller in newValue {
                checkKind(of: controller)
                if !seen.insert(ObjectIdentifier(controller)).inserted { stopForTwice(controller, "name it once") }
            }
            stack.replace(with: newValue)
            carryOutChanges()
        }
    }

    /// The controller on top of the stack, nil if the stack is empty.
    public final var topViewController: ViewController? { stack.controllers.last }

    /// The controller that the user sees: a controller that is presented over the topmost one or over a parent,
    /// otherwise the topmost controller.
    ///
    /// - Complexity: Linear in the parents; no allocation.
    public final var visibleViewController: ViewController? {
        guard let top = topViewController else { return presentedViewController }
        return top.presentedViewController ?? top
    }

    /// Whether the bar is hidden; the topmost controller's view then has the whole room.
    ///
    /// False at first.
    public final var isNavigationBarHidden: Bool {
        get { navigationBar.isHidden }
        set { navigationBar.isHidden = newValue }
    }

    fileprivate func push(_ controller: ViewController) {
        checkKind(of: controller)
        if stack.contains(controller) { stopForTwice(controller, "use popToViewController(_:) to go back to it") }
        stack.push(controller)
        carryOutChanges()
    }

    /// Removes the controllers from `count` on, but never the root.
    fileprivate func pop(to count: Int) -> [ViewController] {
        guard count > 0, count < viewControllers.count else { return [] }
        let popped = stack.pop(to: count)
        carryOutChanges()
        return popped
    }

    /// The number of controllers up to `controller`, found from the top.
    fileprivate func count(upTo controller: ViewController) -> Int {
        guard let index = viewControllers.lastIndex(where: { $0 === controller }) else {
            fatalError(
                "\(Swift.type(of: self)) cannot pop to \(Swift.type(of: controller)), which is not on its stack; "
                    + "see viewControllers"
            )
        }
        return index + 1
    }

    private func checkKind(of controller: ViewController) {
        guard controller is NavigationController || controller is TabBarController else { return }
        fatalError(
            "\(Swift.type(of: controller)) cannot be on the stack of \(Swift.type(of: self)): "
                + "a navigation controller takes neither navigation controllers nor tab bar controllers; present it"
        )
    }

    private func stopForTwice(_ controller: ViewController, _ remedy: String) -> Never {
        fatalError(
            "\(Swift.type(of: controller)) cannot be on the stack of \(Swift.type(of: self)) twice; \(remedy)"
        )
    }
}
