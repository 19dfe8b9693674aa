internal import ResponderCore

// How changes of a navigation controller's stack are carried out.
extension NavigationController: ContentContainer {
    /// Carries out changes of the stack, unless this is under way, or the controller is appearing or disappearing.
    ///
    /// Changes that are made meanwhile are carried out together in a further round. After
    /// ``Application/layoutRoundLimit`` rounds further changes are dropped, with an error in the log, since calls that
    /// change the stack each time would never end.
    final func carryOutChanges() {
        guard !isCarryingOut else { return }
        isCarryingOut = true
        var round = 0
        while stack.hasChanges || cancelsPop, content.isAtRest, home?.lifecycle.hasEnded != true {
            if round == Application.layoutRoundLimit {
                content.reportEndlessChanges(changingTo: stack.controllers.last)
                stack.dropChanges(of: self)
                break
            }
            round += 1
            if stack.hasChanges { carryOutOnce() } else { cancelPop() }
        }
        isCarryingOut = false
    }

    /// Each call of a controller may change the stack again, and may remove children.
    private func carryOutOnce() {
        let popped = completeSwipe()
        let changes = stack.takeChanges()
        for controller in changes.left where controller.parent === self && controller !== popped {
            controller.willMove(toParent: nil)
        }
        var added: [ViewController] = []
        for controller in changes.above where controller.parent !== self && stack.contains(controller) {
            added.append(controller)
            addChild(controller)
        }
        // A tab may have the title of the root.
        if changes.isRootNew { tabBarController?.tabBar.setNeedsLayout() }
        navigationBar.show(changes.top?.navigationItem, above: changes.below?.navigationItem)
        updateInteractivePop()
        content.show(changes.top?.parent === self ? changes.top : nil)
        for controller in changes.left where controller.parent === self {
            leavingChild = controller
            controller.removeFromParent()
            leavingChild = nil
        }
        for controller in added where controller.parent === self { controller.didMove(toParent: self) }
    }

    /// Cancels a swipe that is under way, unless the changes complete it.
    ///
    /// Returns the controller that a completed swipe removes, which was already told that it leaves.
    private func completeSwipe() -> ViewController? {
        guard let swipe = content.swipe, let leaving = swipedAway, swipe.uncovered === topViewController,
            !stack.contains(leaving)
        else {
            cancelPop()
            return nil
        }
        swipedAway = nil
        cancelsPop = false
        return leaving
    }

    package func childWasRemoved(_ child: ViewController) {
        guard child !== leavingChild else { return content.releaseContext(of: child) }
        stack.remove(child)
        content.childWasRemoved(child)
        carryOutChanges()
    }

    package func contentWillShow(_ controller: ViewController) {
        delegate?.navigationController(self, willShow: controller)
    }

    package func contentDidShow(_ controller: ViewController) {
        delegate?.navigationController(self, didShow: controller)
    }
}
