internal import Logging

/// The state of a controller's appearance: whether the controller has appeared or disappeared, or is about to.
package struct Appearance {
    enum State: UInt8 {
        case disappeared, appearing, appeared, disappearing
    }

    package struct Move: OptionSet {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        static let toParent = Move(rawValue: 1 << 0)
        package static let fromParent = Move(rawValue: 1 << 1)
        static let presented = Move(rawValue: 1 << 2)
        static let dismissed = Move(rawValue: 1 << 3)
    }

    var state = State.disappeared
    /// The number of transitions that have begun and not ended; the did call waits for the end of the last one.
    var holds = 0
    /// How many of ``holds`` the app began.
    var appHolds = 0
    /// Whether the view has come into a shown window, or left one, while a transition held back the calls.
    var isStale = false
    /// Whether `viewIsAppearing()` was called since the last `viewWillAppear()`.
    var wasCalledAppearing = false
    /// The number of calls of the controller's methods of appearance that are under way.
    var calls = 0
    /// The changes of which the controller's appearance or disappearance is a part, such as a presentation.
    package var moves: Move = []

    /// Whether the controller has appeared, or is about to.
    var isIn: Bool { state == .appearing || state == .appeared }

    /// Whether a will call waits for its did call.
    var isInTransition: Bool { state == .appearing || state == .disappearing }
}

extension ViewController {
    /// Begins to make a child appear or disappear: calls ``viewWillAppear()`` or ``viewWillDisappear()``.
    ///
    /// A controller whose ``shouldAutomaticallyForwardAppearanceMethods`` is false calls this method of its children.
    /// The child's own children follow the child. ``endAppearanceTransition()`` makes the did call.
    ///
    /// Pairs of begin and end nest: the last end makes the did call. A begin in the child's present direction calls
    /// nothing, and a begin in the other direction reverses the transition (rule VC14). If the parent does forward, the
    /// pair determines when the calls are made; the child does not appear before its parent.
    ///
    /// - Complexity: Linear in the children that follow, besides the calls; allocates temporary lists.
    public final func beginAppearanceTransition(_ isAppearing: Bool) {
        appearance.holds += 1
        appearance.appHolds += 1
        if isAppearing, let parent = parentReference, parent.shouldAutomaticallyForwardAppearanceMethods,
            !parent.appearance.isIn
        {
            return
        }
        AppearanceUpdate.begin(self, isAppearing: isAppearing)
    }

    /// Ends the transition that ``beginAppearanceTransition(_:)`` has begun: calls ``viewDidAppear()`` or
    /// ``viewDidDisappear()``.
    ///
    /// Does nothing, and logs an error that names the controller, without a begin.
    ///
    /// - Complexity: That of ``beginAppearanceTransition(_:)``, and of the layout of a view that appears.
    public final func endAppearanceTransition() {
        guard appearance.appHolds > 0 else {
            Logger(label: "responderkit.ResponderKit").error(
                "endAppearanceTransition() of \(ResponderName(self)) without beginAppearanceTransition(_:)"
            )
            return
        }
        appearance.appHolds -= 1
        endHold()
    }

    private func endHold() {
        appearance.holds -= 1
        guard appearance.holds == 0 else { return }
        if appearance.isStale, appearanceGoal != nil {
            updateAppearance()
        } else {
            appearance.isStale = false
            AppearanceUpdate.finish([self], layingOut: loadedView, obeying: self)
        }
        endMove()
    }

    /// Ends the presentation or dismissal to which the calls of appearance belonged, if nothing holds back the calls.
    private func endMove() {
        guard appearance.holds == 0 else { return }
        appearance.moves.subtract([.presented, .dismissed])
        presentation?.completion.take()?()
    }

    /// Begins a transition on behalf of this package; a covered controller does not appear.
    final func beginOwnTransition(_ isAppearing: Bool) {
        appearance.holds += 1
        if isAppearing && isCovered { return }
        AppearanceUpdate.begin(self, isAppearing: isAppearing)
    }

    /// Ends a transition of this package.
    ///
    /// Meanwhile a method of the app may have left the views in place, or have begun a transition itself.
    final func endOwnTransition() {
        if appearance.holds == 1, let goal = containerGoal, goal != appearance.isIn {
            AppearanceUpdate.begin(self, isAppearing: goal)
        }
        guard appearance.isStale || appearance.isInTransition else {
            appearance.holds -= 1
            return endMove()
        }
        appearance.isStale = true
        endHold()
    }

    /// Whether a container of this package wants the controller to appear; nil for a child of another parent.
    private var containerGoal: Bool? {
        guard let content = parentReference?.shownContent else { return nil }
        return appearsIn === content && !isCovered
    }

    /// Whether the view is in a shown window.
    final var isShown: Bool { loadedView.map { $0.record.pointee.window != nil } ?? false }

    /// Whether the controller should be visible; nil if its parent decides.
    final var appearanceGoal: Bool? {
        guard let parent = parentReference else { return isShown }
        guard parent.shouldAutomaticallyForwardAppearanceMethods else { return nil }
        return isShown && parent.appearance.isIn
    }

    /// Makes the calls that are due, if nothing holds them back.
    final func updateAppearance() {
        if appearance.holds == 0 { appearance.isStale = false }
        AppearanceUpdate.finish([self], layingOut: loadedView)
    }

    /// Calls the will method; returns false if the controller is already appearing, or disappearing, as asked.
    final func callWill(_ isAppearing: Bool) -> Bool {
        guard appearance.isIn != isAppearing else { return false }
        appearance.state = isAppearing ? .appearing : .disappearing
        appearance.wasCalledAppearing = false
        appearance.calls += 1
        if ProcessState.shared.pointee.hasTapes { noteAppearance("will", isAppearing) }
        if isAppearing { viewWillAppear() } else { viewWillDisappear() }
        appearance.calls -= 1
        return true
    }

    final func callIsAppearing() {
        appearance.wasCalledAppearing = true
        appearance.calls += 1
        viewIsAppearing()
        appearance.calls -= 1
    }

    /// Calls the did method of the transition under way.
    final func callDid() {
        let isAppearing = appearance.state == .appearing
        appearance.state = isAppearing ? .appeared : .disappeared
        appearance.calls += 1
        if ProcessState.shared.pointee.hasTapes { noteAppearance("did", isAppearing) }
        if isAppearing { viewDidAppear() } else { viewDidDisappear() }
        appearance.calls -= 1
        // An override of `didMove(toParent:)` may not have called super.
        appearance.moves.remove(isAppearing ? .toParent : .fromParent)
    }
}

extension ViewController {
    /// Notes a call of one of the methods of appearance for a recording or a replay.
    @inline(never)
    final func noteAppearance(_ verb: String, _ isAppearing: Bool) {
        let application = viewIfLoaded?.window?.application
        let tape = application == nil ? ApplicationTape.current : application?.tape
        tape?.trace.note("\(type(of: self)): view \(verb) \(isAppearing ? "appear" : "disappear")")
    }
}
