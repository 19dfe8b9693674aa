internal import Logging

/// The child that a container shows, such as the controller on top of a stack.
///
/// Places the child's view, and forwards the container's appearance to the child (rule VC13).
///
/// A method of a child may change everything, so each step looks at the present state. While a container appears or
/// disappears, and while it exchanges its child, the container keeps further exchanges for later.
@MainActor
package final class ContainerContent {
    /// The state of the container's own appearance.
    enum Phase {
        case hidden, appearing, shown, disappearing
    }

    /// Which of two children is called first when one takes the place of the other.
    package enum Order {
        /// The former child is called first, as by UIKit's navigation controller (rule VC8).
        case formerFirst
        /// The new child is called first, as by UIKit's tab bar controller.
        case newFirst
    }

    unowned let container: any ContentContainer
    private let order: Order
    /// The child that is shown, or will be as soon as the container appears.
    package var controller: ViewController?
    /// The view of the container, or a view inside it if the app has set another one; nil until it is loaded.
    package var view: ContainerView?
    private(set) var phase = Phase.hidden
    /// The swipe by which a finger moves the child away; nil without a swipe.
    package var swipe: ContentSwipe?
    /// The child that appears or disappears together with the container.
    package var transitioning: ViewController?

    package init(of container: any ContentContainer, order: Order) {
        self.container = container
        self.order = order
    }

    /// Whether the child may be exchanged: the container is neither appearing nor disappearing.
    package var isAtRest: Bool { phase == .hidden || phase == .shown }

    /// Whether this container was the last to make the child appear, or begin to appear.
    var hasBegun: Bool { controller?.appearsIn === self }

    /// Shows another child.
    ///
    /// In a hidden container the child's view is loaded when the container appears.
    package func show(_ new: ViewController?) {
        if let swipe {
            if swipe.uncovered === new, swipe.canFinish(in: self) { return finish(swipe) }
            cancelSwipe()
        }
        guard new !== controller || phase == .shown && !hasBegun else { return showAgain() }
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
        noteChangeOfScreen()
        if formerHasBegun { former?.endOwnTransition() }
        if let former { dropPresentations(of: former) }
        guard newHasBegun, let new else { return }
        new.endOwnTransition()
        if phase == .shown, hasBegun { container.contentDidShow(new) }
    }

    /// Puts back the child's view, if the child was covered when it was taken away, and has come back.
    private func showAgain() {
        guard phase == .shown, let controller, hasBegun, controller.parent === container, !controller.isCovered,
            controller.isViewLoaded, !isInView(controller)
        else { return }
        controller.beginOwnTransition(true)
        placeView()
        noteChangeOfScreen()
        controller.endOwnTransition()
    }

    /// Another child has come while the container is shown.
    private func noteChangeOfScreen() {
        guard phase == .shown, let content = view?.content else { return }
        if content is ContextView {
            for view in content.subviews { view.didComeByChangeOfScreen() }
        } else {
            content.didComeByChangeOfScreen()
        }
    }

    /// Begins the disappearance of the former child, unless another parent shows it now.
    private func beginDisappearance(of former: ViewController?) -> Bool {
        guard let former, former !== controller, former.appearsIn === self else { return false }
        former.appearsIn = nil
        guard !isShownElsewhere(former) else { return false }
        former.beginOwnTransition(false)
        return true
    }

    /// Whether a child has been taken away, and its view is shown in another place.
    func isShownElsewhere(_ child: ViewController) -> Bool {
        child.parent !== container && !isInView(child) && child.isShown
    }

    /// Drops the presentations that a removed child has made when it was told to disappear.
    func dropPresentations(of child: ViewController) {
        if child !== controller, child.parent == nil, child.rootWindow == nil { child.dropPresentationsInside() }
    }

    /// Drops the presentations in the context that the child had in another container, from which it has come.
    func dropForeignPresentation(of child: ViewController) {
        guard let place = child.presentedReference?.viewIfLoaded?.superview as? ContextView, place.owner !== self else {
            return
        }
        child.dropPresented()
    }

    private func isInView(_ child: ViewController) -> Bool {
        guard let view, let superview = child.viewIfLoaded?.superview else { return false }
        return superview === view || (superview as? ContextView)?.owner === self
    }

    /// Begins the appearance of the child, unless a hook has hidden the container, or has already begun the appearance.
    private func beginAppearance() -> Bool {
        if let controller, !hasBegun { dropForeignPresentation(of: controller) }
        guard phase == .shown, !hasBegun, let controller, controller.parent === container else { return false }
        controller.appearsIn = self
        sizeView(of: controller)
        controller.beginOwnTransition(true)
        return true
    }

    /// Puts the child's view in place of the former one's, if the child has begun to appear.
    func placeView() {
        guard let view else { return }
        if hasBegun, let controller {
            let place = place(of: controller)
            // A hook may have begun to show another child.
            if hasBegun, controller === self.controller { return view.show(place) }
        }
        view.show(controller?.viewInContainer.flatMap { $0 === view.content ? $0 : nil })
    }

    /// The child's view, or, if the child defines a context, the view that also holds the presented views.
    func place(of child: ViewController) -> View {
        let childView = child.view
        // Another container may have made the child's context view; this container needs its own.
        let former = child.contextView.flatMap { $0.owner === self ? $0 : nil }
        guard child.isPresentationContext || former != nil else { return childView }
        let place = former ?? ContextView(of: self)
        child.contextView = place
        if !child.isCovered { place.show(childView) }
        return place
    }

    /// Puts the view of a child that becomes a context while it is shown into a view that will also hold presented
    /// views.
    func makeContext(of child: ViewController) {
        guard child.contextView?.owner !== self, let childView = child.viewIfLoaded, let view, view.shows(childView)
        else { return }
        let place = ContextView(of: self)
        child.contextView = place
        view.wrap(childView, in: place)
    }

    /// Removes the view of a child that has left the container, unless the child has appeared here.
    ///
    /// Otherwise the child would appear with the container, and nobody would make it disappear.
    package func childWasRemoved(_ child: ViewController) {
        if child.appearsIn !== self, let place = child.viewInContainer, place === view?.content { view?.show(nil) }
        releaseContext(of: child)
    }

    /// Takes the view of a child that leaves out of the context view.
    package func releaseContext(of child: ViewController) {
        // A child that still appears here keeps its context view, since the child may come back before it has
        // disappeared.
        guard let place = child.contextView, place.owner === self, child.appearsIn !== self else { return }
        child.contextView = nil
        if let inner = child.viewIfLoaded, inner.superview === place { inner.removeFromSuperview() }
    }

    /// Takes the new view of the child, if it is the one that is shown.
    func viewDidChange(of child: ViewController) {
        if child === controller {
            placeView()
        } else if let place = child.contextView, !child.isCovered, let view = child.viewIfLoaded {
            place.show(view)
        } else if child === swipe?.uncovered, child.appearsIn === self {
            view?.uncover(child.viewIfLoaded)
        }
    }

    /// Logs an error, since each call of a child makes a further change.
    package func reportEndlessChanges(changingTo next: ViewController?) {
        let names = [controller, next].map { $0.map { "\(ResponderName($0))" } ?? "nothing" }
        Logger(label: "responderkit.ResponderKit").error(
            """
            the children of \(ResponderName(container)) change without end: after \(Application.layoutRoundLimit) \
            changes it shows \(names[0]), and is to show \(names[1]), which is dropped; do not change them in each call
            """
        )
    }

    // MARK: - The container's own appearance

    package func containerWillAppear() {
        phase = .appearing
        checkView()
        guard let controller else { return }
        controller.loadViewIfNeeded()
        // The loading may have completed the container's appearance, or hidden the container.
        if phase == .shown { return show(controller) }
        guard phase == .appearing, !hasBegun else { return }
        dropForeignPresentation(of: controller)
        container.contentWillShow(controller)
        guard phase == .appearing, !hasBegun, controller.parent === container else { return }
        controller.appearsIn = self
        sizeView(of: controller)
        beginTransition(of: controller, isAppearing: true)
        placeView()
    }

    /// Gives the child's view its size before the child appears; a child that is a container then sizes its own child's
    /// view.
    func sizeView(of controller: ViewController) {
        guard let view, let place = controller.viewInContainer, place.superview == nil || place === view.content else {
            return
        }
        place.setUntransformedFrame(view.room)
        guard let inner = controller.viewIfLoaded, inner !== place, inner.superview == nil || inner.superview === place
        else { return }
        inner.setUntransformedFrame(place.bounds)
    }

    /// Logs an error if the app has set a view of the container that shows nothing.
    private func checkView() {
        guard let view, let outer = container.viewIfLoaded, !view.isDescendant(of: outer) else { return }
        Logger(label: "responderkit.ResponderKit").error(
            """
            \(ResponderName(container)) shows neither its children nor its bar: its view was replaced; put the former \
            view into the new one, or set no view
            """
        )
    }

    package func containerDidAppear() {
        guard phase == .appearing else { return }
        let controller = transitioning
        endTransition()
        // A hook may have hidden the container.
        guard phase == .appearing else { return }
        phase = .shown
        if let controller { container.contentDidShow(controller) }
    }

    package func containerWillDisappear() {
        phase = .disappearing
        if let swipe { return endSwipeByDisappearing(swipe) }
        guard hasBegun, let controller else { return }
        controller.appearsIn = nil
        beginTransition(of: controller, isAppearing: false)
    }

    package func containerDidDisappear() {
        guard phase == .disappearing else { return }
        endTransition()
        if phase == .disappearing { phase = .hidden }
    }

    /// Begins a transition, or reverses the one under way, which then needs only one end (rule VC14).
    private func beginTransition(of controller: ViewController, isAppearing: Bool) {
        let isUnderWay = transitioning != nil
        transitioning = controller
        controller.beginOwnTransition(isAppearing)
        if isUnderWay { controller.endOwnTransition() }
    }

    private func endTransition() {
        let controller = transitioning
        transitioning = nil
        controller?.endOwnTransition()
    }
}

extension ViewController {
    /// The view that represents the controller in a container's view.
    fileprivate final var viewInContainer: View? { contextView ?? loadedView }

    /// Whether the view is out of the tree while a presented controller covers it.
    final var isCovered: Bool { presentedReference?.presentation?.isCovering == true }
}

/// A container that shows one of its children at a time.
@MainActor
package protocol ContentContainer: ViewController {
    /// The child is about to appear.
    func contentWillShow(_ controller: ViewController)

    /// The child has appeared.
    func contentDidShow(_ controller: ViewController)

    /// A controller is no longer a child: the container, the app or another parent has removed it.
    func childWasRemoved(_ child: ViewController)

    /// Takes back the swipe that is under way, since another change of the content is about to begin.
    func interruptSwipe()

    /// The container disappears, which has ended the swipe.
    func swipeDidEnd()
}
