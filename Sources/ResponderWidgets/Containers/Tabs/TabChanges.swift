internal import ResponderCore

// How changes of a tab bar controller are carried out.
extension TabBarController: ContentContainer {
    /// Carries out changes of the tabs, unless this is under way, or the controller is appearing or disappearing.
    ///
    /// Changes that are made meanwhile are carried out together in a further round. After
    /// ``Application/layoutRoundLimit`` rounds further changes are dropped, with an error in the log, since calls that
    /// change the tabs each time would never end.
    final func carryOutChanges() {
        guard !isCarryingOut else { return }
        isCarryingOut = true
        var round = 0
        while tabs.hasChanges, content.isAtRest, home?.lifecycle.hasEnded != true {
            if round == Application.layoutRoundLimit {
                content.reportEndlessChanges(changingTo: tabs.selected)
                tabs.dropChanges(of: self)
                break
            }
            round += 1
            carryOutOnce()
        }
        isCarryingOut = false
    }

    /// Each call of a controller may change the tabs again, and may remove children.
    private func carryOutOnce() {
        let changes = tabs.takeChanges()
        for controller in changes.left where controller.parent === self { controller.willMove(toParent: nil) }
        var added: [ViewController] = []
        for controller in changes.tabs ?? [] where controller.parent !== self {
            added.append(controller)
            addChild(controller)
        }
        if let controllers = changes.tabs { tabBar.show(controllers) }
        tabBar.select(changes.selectedIndex)
        content.show(changes.selected?.parent === self ? changes.selected : nil)
        for controller in changes.left where controller.parent === self {
            leavingChild = controller
            controller.removeFromParent()
            leavingChild = nil
        }
        for controller in added where controller.parent === self { controller.didMove(toParent: self) }
    }

    package func childWasRemoved(_ child: ViewController) {
        guard child !== leavingChild else { return content.releaseContext(of: child) }
        tabs.remove(child)
        content.childWasRemoved(child)
        carryOutChanges()
    }

    package func contentWillShow(_ controller: ViewController) {}

    package func contentDidShow(_ controller: ViewController) {}

    /// The controllers of tabs are not swiped away.
    package func interruptSwipe() {}

    package func swipeDidEnd() {}
}
