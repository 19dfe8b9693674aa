// How changes of a navigation controller's stack are carried out.
extension NavigationController: ContentContainer {
    /// Carries out the changes of the stack, unless that is under way or the controller appears or disappears.
    ///
    /// Changes that are made meanwhile follow, together.
    final func carryOutChanges() {
        guard !isCarryingOut else { return }
        isCarryingOut = true
        while stack.hasChanges, content.isSettled { carryOutOnce() }
        isCarryingOut = false
    }

    /// Each call of a controller may change the stack again, and may remove children.
    private func carryOutOnce() {
        let changes = stack.takeChanges()
        for controller in changes.left where controller.parent === self { controller.willMove(toParent: nil) }
        var added: [ViewController] = []
        for controller in changes.above where controller.parent !== self && stack.contains(controller) {
            added.append(controller)
            addChild(controller)
        }
        navigationBar.show(changes.top?.navigationItem, above: changes.below?.navigationItem)
        content.show(changes.top?.parent === self ? changes.top : nil)
        for controller in changes.left where controller.parent === self {
            leavingChild = controller
            controller.removeFromParent()
            leavingChild = nil
        }
        for controller in added where controller.parent === self { controller.didMove(toParent: self) }
    }

    func contentWillShow(_ controller: ViewController) {
        delegate?.navigationController(self, willShow: controller)
    }

    func contentDidShow(_ controller: ViewController) {
        delegate?.navigationController(self, didShow: controller)
    }
}
