/// The child that a container shows, such as the controller on top of a stack: the place of its view, and its
/// appearance, which the container forwards (rule VC13).
///
/// A method of a child may change everything, so each step looks at the present state. While a container appears or
/// disappears, and while it exchanges its child, the container keeps further exchanges for later.
@MainActor
final class ContainerContent {
    /// Where the container is in its own appearance.
    private enum Phase {
        case hidden, appearing, shown, disappearing
    }

    /// Which of two children is called first when one takes the place of the other.
    enum Order {
        /// As a navigation controller of UIKit does (rule VC8).
        case formerFirst
        /// As a tab bar controller of UIKit does.
        case newFirst
    }

    private unowned let container: any ContentContainer
    private let order: Order
    /// The child that is shown, or will be as soon as the container appears.
    private(set) var controller: ViewController?
    private var phase = Phase.hidden
    /// The child that appears or disappears together with the container.
    private var transitioning: ViewController?

    init(of container: any ContentContainer, order: Order) {
        self.container = container
        self.order = order
    }

    /// Whether the child may be exchanged: the container is neither appearing nor disappearing.
    var isSettled: Bool { phase == .hidden || phase == .shown }

    private var root: ContainerView? { container.viewIfLoaded as? ContainerView }

    /// Whether this container has made the child appear, or begun to, and no other one has since.
    private var hasBegun: Bool { controller?.appearsIn === self }

    /// Shows another child.
    ///
    /// In a hidden container the child's view is loaded when the container appears.
    func show(_ new: ViewController?) {
        guard new !== controller || phase == .shown && !hasBegun else { return }
        // Loading may hide the container.
        if phase == .shown { new?.loadViewIfNeeded() }
        let former = controller
        controller = new
        if phase == .shown, let new { container.contentWillShow(new) }
        var (formerHasBegun, newHasBegun) = (false, false)
        switch order {
        case .formerFirst:
            formerHasBegun = beginDisappearance(of: former)
            newHasBegun = beginAppearance()
        case .newFirst:
            newHasBegun = beginAppearance()
            formerHasBegun = beginDisappearance(of: former)
        }
        placeView()
        if formerHasBegun { former?.endAppearanceTransition() }
        guard newHasBegun, let new else { return }
        new.endAppearanceTransition()
        if phase == .shown, hasBegun { container.contentDidShow(new) }
    }

    /// Begins the disappearance of the former child, unless another parent shows it now.
    private func beginDisappearance(of former: ViewController?) -> Bool {
        guard let former, former !== controller, former.appearsIn === self else { return false }
        former.appearsIn = nil
        let isElsewhere = former.parent !== container && former.viewIfLoaded?.superview !== root
        if isElsewhere && former.isShown { return false }
        former.beginAppearanceTransition(false)
        return true
    }

    /// Begins the appearance of the child, unless a hook has hidden the container, or shown it and so begun already.
    private func beginAppearance() -> Bool {
        guard phase == .shown, !hasBegun, let controller, controller.parent === container else { return false }
        controller.appearsIn = self
        sizeView(of: controller)
        controller.beginAppearanceTransition(true)
        return true
    }

    /// Puts the child's view in place of the former one's, if the child has begun to appear.
    private func placeView() {
        root?.show(hasBegun ? controller?.view : controller?.viewIfLoaded.flatMap { $0 === root?.content ? $0 : nil })
    }

    /// Removes the view of a child that is no child any more, unless the child has appeared here: it would appear with
    /// the container, and nobody would make it disappear.
    func childWasRemoved(_ child: ViewController) {
        guard child.appearsIn !== self, let view = child.viewIfLoaded, view === root?.content else { return }
        root?.show(nil)
    }

    /// Takes the new view of the child, if it is the one that is shown.
    func viewDidChange(of child: ViewController) {
        if child === controller { placeView() }
    }

    // MARK: - The container's own appearance

    func containerWillAppear() {
        phase = .appearing
        guard let controller else { return }
        controller.loadViewIfNeeded()
        // The loading may have brought the container to the end of its appearance, or hidden it.
        if phase == .shown { return show(controller) }
        guard phase == .appearing, !hasBegun else { return }
        container.contentWillShow(controller)
        guard phase == .appearing, !hasBegun, controller.parent === container else { return }
        controller.appearsIn = self
        sizeView(of: controller)
        beginTransition(of: controller, isAppearing: true)
        placeView()
    }

    /// Gives the child's view its size before the child appears: a child that is a container sizes the view of its own
    /// child then.
    private func sizeView(of controller: ViewController) {
        guard let root, let view = controller.viewIfLoaded, view.superview == nil || view === root.content else { return }
        view.setUntransformedFrame(root.room)
    }

    func containerDidAppear() {
        guard phase == .appearing else { return }
        let controller = transitioning
        endTransition()
        // A hook may have hidden the container.
        guard phase == .appearing else { return }
        phase = .shown
        if let controller { container.contentDidShow(controller) }
    }

    func containerWillDisappear() {
        phase = .disappearing
        guard hasBegun, let controller else { return }
        controller.appearsIn = nil
        beginTransition(of: controller, isAppearing: false)
    }

    func containerDidDisappear() {
        guard phase == .disappearing else { return }
        endTransition()
        if phase == .disappearing { phase = .hidden }
    }

    /// Begins a transition, or turns round the one under way, which then has one end (rule VC14).
    private func beginTransition(of controller: ViewController, isAppearing: Bool) {
        let isUnderWay = transitioning != nil
        transitioning = controller
        controller.beginAppearanceTransition(isAppearing)
        if isUnderWay { controller.endAppearanceTransition() }
    }

    private func endTransition() {
        let controller = transitioning
        transitioning = nil
        controller?.endAppearanceTransition()
    }
}

/// A container that shows one of its children at a time.
@MainActor
protocol ContentContainer: ViewController {
    /// The child is about to appear.
    func contentWillShow(_ controller: ViewController)

    /// The child has appeared.
    func contentDidShow(_ controller: ViewController)
}
