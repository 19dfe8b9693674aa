internal import ResponderCore

// A finger from the left edge pulls the topmost controller away, and may bring it back.
extension NavigationController {
    /// The speed, in points per second, from which a lifted finger's direction alone decides: the least velocity of a
    /// fling in Android's `ViewPager`, whose pages are swiped in the same way.
    private static let flickSpeed = 400.0

    /// Whether a swipe may begin to pop now.
    final var mayPopBySwipe: Bool {
        guard viewControllers.count > 1, !stack.hasChanges, !isCarryingOut, content.maySwipe,
            let top = topViewController, top === content.controller,
            home?.lifecycle.hasEnded != true
        else { return false }
        if interactivePopGestureRecognizer.delegate != nil { return true }
        return !isNavigationBarHidden && !top.navigationItem.hidesBackButton
    }

    /// Adds the recogniser to the view while there is something to pop, so that touches of a root cost nothing.
    final func updateInteractivePop() {
        let recognizer = interactivePopGestureRecognizer
        if viewControllers.count > 1 {
            // The app may have added the recogniser to another view.
            if recognizer.view == nil { content.view?.addGestureRecognizer(recognizer) }
        } else if let view = content.view, recognizer.view === view {
            view.removeGestureRecognizer(recognizer)
        }
    }

    /// Follows the finger: an action of the recogniser.
    final func swipeDidChange(_ recognizer: PanGestureRecognizer) {
        switch recognizer.state {
        case .began:
            beginPop()
            moveSwipe(recognizer)
        case .changed: moveSwipe(recognizer)
        case .ended: endPop(recognizer)
        case .cancelled: cancelPopSoon()
        case .possible, .failed: break
        }
    }

    private func moveSwipe(_ recognizer: PanGestureRecognizer) {
        content.moveSwipe(to: recognizer.translation(in: content.view).x)
    }

    /// Begins the pop; changes of the stack that the calls make are carried out afterwards, and cancel or complete the
    /// pop.
    private func beginPop() {
        // Code of the app may have changed the stack since the recogniser asked.
        guard mayPopBySwipe, let leaving = topViewController else { return }
        let below = viewControllers[viewControllers.count - 2]
        isCarryingOut = true
        swipedAway = leaving
        leaving.willMove(toParent: nil)
        if swipedAway === leaving, leaving === topViewController { content.beginSwipe(uncovering: below) }
        if content.swipe == nil { cancelPop() }
        isCarryingOut = false
        carryOutChanges()
    }

    private func endPop(_ recognizer: PanGestureRecognizer) {
        guard let leaving = swipedAway, let view = content.view else { return }
        let speed = recognizer.velocity(in: view).x
        let isFarEnough = recognizer.translation(in: view).x * 2 > view.bounds.width
        guard speed >= Self.flickSpeed || isFarEnough && speed > -Self.flickSpeed else { return cancelPopSoon() }
        if topViewController === leaving { _ = stack.pop(to: viewControllers.count - 1) }
        carryOutChanges()
    }

    private func cancelPopSoon() {
        guard swipedAway != nil else { return }
        cancelsPop = true
        carryOutChanges()
    }

    /// Puts everything back where it was before the swipe.
    final func cancelPop() {
        swipedAway?.appearance.moves.remove(.fromParent)
        let leaving = swipedAway.take()
        cancelsPop = false
        content.cancelSwipe()
        if let leaving, leaving.parent === self { leaving.didMove(toParent: self) }
    }

    package final func swipeDidEnd() {
        guard let leaving = swipedAway.take() else { return }
        cancelsPop = false
        if leaving.parent === self { leaving.didMove(toParent: self) }
    }

    package final func interruptSwipe() {
        let wasCarryingOut = isCarryingOut
        isCarryingOut = true
        cancelPop()
        isCarryingOut = wasCarryingOut
        carryOutChanges()
    }
}

/// The recogniser of the swipe that pops a controller.
final class InteractivePopRecognizer: ScreenEdgePanGestureRecognizer, RecognizerOwner {
    weak var navigation: NavigationController?

    override init() {
        super.init()
        owner = self
        edges = .left
        addAction { recognizer in recognizer.navigation?.swipeDidChange(recognizer) }
    }

    package func startOfDrag(_ recognizer: PanGestureRecognizer, after path: Point) -> DragStart {
        navigation?.mayPopBySwipe == true ? .begins : .fails
    }

    /// Pans in the controllers' views wait for the swipe: otherwise they would succeed first, and the swipe would fail.
    ///
    /// With a delegate, the app decides. A pan for which the swipe waits does not wait itself.
    override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool {
        guard delegate == nil, other is PanGestureRecognizer, !(other is InteractivePopRecognizer),
            !other.shouldBeRequiredToFail(by: self),
            other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) != true
        else { return false }
        return requirementPath(to: other) == nil
    }
}
