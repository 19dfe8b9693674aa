/// Calls the methods of appearance of controllers whose views come into shown windows or leave them.
///
/// A change of a tree has two parts: before it, ``announce(_:isAppearing:)`` makes the will calls; after it,
/// ``finish(_:layingOut:obeying:)`` compares each controller's state with the place of its view, and makes the calls
/// that are due. A method may change anything, and such a change makes its own calls before it returns; so each step
/// looks at the present state.
///
/// Will calls go to parents before their children, did calls to children before their parents (rule VC15). Lists
/// replace recursion, since children may be nested too deep for the stack.
@MainActor
enum AppearanceUpdate {
    // MARK: Before the change

    /// Makes the will calls of controllers whose views are about to come into a shown window, or to leave one.
    static func announce(_ controllers: [ViewController], isAppearing: Bool) {
        for controller in controllers {
            if let parent = controller.parentReference {
                guard parent.shouldAutomaticallyForwardAppearanceMethods else { continue }
                if isAppearing && !parent.appearance.isIn { continue }
            }
            if controller.appearance.holds > 0 {
                controller.appearance.isStale = true
            } else {
                begin(controller, isAppearing: isAppearing)
            }
        }
    }

    /// Makes the will calls of a controller and of the children that follow it.
    static func begin(_ first: ViewController, isAppearing: Bool) {
        var remaining: [(controller: ViewController, parent: ViewController?)] = [(first, nil)]
        while let (controller, parent) = remaining.popLast() {
            if let parent {
                // A method may have given the child another goal.
                guard controller.parentReference === parent, parent.appearance.isIn == isAppearing else { continue }
                if isAppearing {
                    guard let view = controller.loadedView, let outer = parent.loadedView,
                        view.isDescendant(of: outer)
                    else { continue }
                }
                if controller.appearance.holds > 0 {
                    controller.appearance.isStale = true
                    continue
                }
            }
            guard controller.callWill(isAppearing), controller.appearance.isIn == isAppearing,
                controller.forwardsAppearance
            else { continue }
            for child in controller.childList.all.reversed() { remaining.append((child, controller)) }
        }
    }

    // MARK: After the change

    /// Makes the calls that the controllers, and the children that follow them, still need.
    ///
    /// - Parameters:
    ///   - controllers: The controllers; those of superviews before those of subviews.
    ///   - root: The view to lay out if a controller appears.
    ///   - decided: A controller whose transition ends as it began, wherever its view is.
    static func finish(
        _ controllers: [ViewController],
        layingOut root: View?,
        obeying decided: ViewController? = nil
    ) {
        guard !controllers.isEmpty else { return }
        var pass = AppearancePass(controllers, decided: decided)
        repeat {
            pass.begin()
            pass.turn()
            if pass.callIsAppearing() { root?.layOutToAppear() }
            pass.callDid()
        } while pass.hasCalled
    }
}

extension ViewController {
    /// Whether this controller has children that follow it.
    fileprivate final var forwardsAppearance: Bool {
        !childList.isEmpty && shouldAutomaticallyForwardAppearanceMethods
    }
}

/// One comparison of controllers' states with the places of their views.
@MainActor
private struct AppearancePass {
    let decided: ViewController?
    /// The controllers to compare: those of the changed views, and those whose transitions have ended here.
    private var members: [ViewController] = []
    private var membership: Set<ObjectIdentifier> = []
    private var tops: [ViewController] = []
    private(set) var hasCalled = false

    init(_ controllers: [ViewController], decided: ViewController?) {
        self.decided = decided
        for controller in controllers { add(controller) }
    }

    private mutating func add(_ controller: ViewController) {
        if membership.insert(ObjectIdentifier(controller)).inserted { members.append(controller) }
    }

    /// Finds the members that follow no other member; other members are reached from their parents.
    mutating func begin() {
        hasCalled = false
        tops = members.filter { controller in
            guard let parent = controller.parentReference, membership.contains(ObjectIdentifier(parent)) else {
                return true
            }
            return !parent.shouldAutomaticallyForwardAppearanceMethods
        }
    }

    /// Makes the will calls of the controllers that must reverse their transition, parents first.
    mutating func turn() {
        forEachFollower { controller, _ in
            guard !isHeld(controller) else {
                controller.appearance.isStale = true
                return false
            }
            if let goal = goal(of: controller), controller.callWill(goal) { hasCalled = true }
            return true
        }
    }

    /// Makes the calls of `viewIsAppearing()` that are due, parents first; returns whether there were any.
    mutating func callIsAppearing() -> Bool {
        var isAny = false
        forEachFollower { controller, _ in
            if controller.appearance.state == .appearing, !controller.appearance.wasCalledAppearing,
                controller.isShown || goal(of: controller) == nil
            {
                isAny = true
                controller.callIsAppearing()
            }
            return true
        }
        if isAny { hasCalled = true }
        return isAny
    }

    /// Makes the did calls, children first.
    mutating func callDid() {
        var members: [(controller: ViewController, depth: Int)] = []
        forEachFollower { controller, depth in
            if isHeld(controller) || depth == 0 && waitsForParent(controller) { return false }
            members.append((controller, depth))
            return true
        }
        var open: [(controller: ViewController, depth: Int)] = []
        for member in members {
            while let last = open.last, last.depth >= member.depth {
                finish(last.controller)
                open.removeLast()
            }
            open.append(member)
        }
        while let last = open.popLast() { finish(last.controller) }
    }

    private mutating func finish(_ controller: ViewController) {
        guard controller.appearance.isInTransition, !isHeld(controller),
            goal(of: controller) != !controller.appearance.isIn,
            controller.appearance.state == .disappearing || controller.appearance.wasCalledAppearing
        else { return }
        hasCalled = true
        // Children may wait for this end, also children that a call has changed meanwhile: the next pass visits them.
        add(controller)
        controller.callDid()
    }

    /// Whether a transition of the controller has not ended, perhaps one that a call of this pass has begun.
    private func isHeld(_ controller: ViewController) -> Bool { controller.appearance.holds > 0 }

    /// Whether the controller should be visible; nil if its transition ends as it began, wherever its view is.
    private func goal(of controller: ViewController) -> Bool? {
        controller === decided ? nil : controller.appearanceGoal
    }

    /// Whether the end of the parent's transition makes the did call.
    private func waitsForParent(_ controller: ViewController) -> Bool {
        guard controller.appearance.isInTransition, goal(of: controller) != nil else { return false }
        return controller.parentReference?.appearance.isInTransition == true
    }

    /// Visits the controllers and the children that follow, parents first.
    ///
    /// - Parameter visit: Called with a controller and the number of its visited parents; returns whether the children
    ///   follow.
    private func forEachFollower(_ visit: (ViewController, Int) -> Bool) {
        for top in tops {
            var remaining: [(controller: ViewController, depth: Int)] = [(top, 0)]
            while let (controller, depth) = remaining.popLast() {
                guard visit(controller, depth), !controller.childList.isEmpty,
                    controller.appearance.isInTransition || membership.contains(ObjectIdentifier(controller)),
                    controller.shouldAutomaticallyForwardAppearanceMethods
                else { continue }
                for child in controller.childList.all.reversed() { remaining.append((child, depth + 1)) }
            }
        }
    }
}
