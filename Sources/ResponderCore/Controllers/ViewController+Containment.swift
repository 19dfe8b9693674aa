/// The places of controllers in their parents' lists of children.
enum ChildPlace: ListPlace {
    static var path: ReferenceWritableKeyPath<ViewController, Int> { \.childPlace }
}

// Parents and children.
extension ViewController {
    /// The controller that this one is a child of, or nil.
    public final var parent: ViewController? { parentReference }

    /// The children, in the order in which they were added.
    ///
    /// - Complexity: O(1) and no allocation, except for the first reading after the removal of a child that was not the
    ///   last one, which makes the array anew.
    public final var children: [ViewController] { childList.all }

    /// Makes `child` a child of this controller, behind the others; does nothing if it is one already.
    ///
    /// Removes the child from its former parent (rule VC12), from the window whose root it is, and from the controller
    /// that presents it, and calls its ``willMove(toParent:)``. After this call, add the child's view to a view of this
    /// controller, and call the child's ``didMove(toParent:)`` (rule VC10).
    ///
    /// - Precondition: `child` is not this controller, and this controller is not inside it.
    /// - Complexity: O(1) amortised, besides the calls; a child with children of its own is searched for this
    ///   controller. Allocates where the list of children grows.
    public final func addChild(_ child: ViewController) {
        checkAddition(of: child)
        guard child.parentReference !== self else { return }
        child.removeFromParent()
        child.leaveWindowRole()
        child.willMove(toParent: self)
        // A method may have given the controller another role.
        child.leaveWindowRole()
        checkAddition(of: child)
        let former = child.parentReference
        former?.childList.remove(child)
        childList.append(child)
        child.parentReference = self
        if let former, former !== self {
            child.dropPresentationsInside()
            former.shownContent?.container.childWasRemoved(child)
        }
        child.updateAppearance()
    }

    /// Removes the controller from its parent's ``children``, and calls its ``didMove(toParent:)`` with nil.
    ///
    /// Before this call, call ``willMove(toParent:)`` with nil, and remove the view (rule VC11). Does nothing without a
    /// parent.
    ///
    /// - Complexity: O(1) amortised, besides the calls; allocates temporary lists.
    public final func removeFromParent() {
        guard let parent = parentReference else { return }
        parent.childList.remove(self)
        parentReference = nil
        dropPresentationsInside()
        parent.shownContent?.container.childWasRemoved(self)
        updateAppearance()
        // A method may have made the controller a child again.
        if parentReference == nil { didMove(toParent: nil) }
    }

    /// Calls `fatalError` if `child` cannot become a child, since a failed precondition prints no message in a release
    /// build.
    private func checkAddition(of child: ViewController) {
        guard child === self || isInside(child) else { return }
        fatalError("\(ResponderName(child)) cannot be a child of \(ResponderName(self)), which is or is inside it")
    }

    /// Whether this controller is a child of `controller`, or of a child at any depth.
    ///
    /// The search climbs from this controller and descends from `controller` at the same time, so its steps are limited
    /// by the shorter of the two ways.
    final func isInside(_ controller: ViewController) -> Bool {
        guard !controller.childList.isEmpty else { return false }
        var ancestor = parentReference
        var remaining = [controller]
        while let current = ancestor, let next = remaining.popLast() {
            if current === controller || next === self { return true }
            ancestor = current.parentReference
            remaining += next.childList.all
        }
        return false
    }

    /// Whether the controller appears or disappears because it became a child of its ``parent``.
    ///
    /// True only inside the methods of appearance, from ``willMove(toParent:)`` to ``didMove(toParent:)`` (rule VC23).
    public final var isMovingToParent: Bool { appearance.calls > 0 && appearance.moves.contains(.toParent) }

    /// Whether the controller appears or disappears because it is removed from its ``parent``.
    ///
    /// True only inside the methods of appearance, from ``willMove(toParent:)`` to ``didMove(toParent:)`` (rule VC23).
    public final var isMovingFromParent: Bool { appearance.calls > 0 && appearance.moves.contains(.fromParent) }

    final func noteWillMove(toParent parent: ViewController?) {
        appearance.moves.subtract([.toParent, .fromParent])
        appearance.moves.insert(parent == nil ? .fromParent : .toParent)
    }

    final func noteDidMove() {
        appearance.moves.subtract([.toParent, .fromParent])
    }
}
