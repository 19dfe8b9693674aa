internal import Logging

// Presenting controllers in front of others, and dismissing them.
extension ViewController {
    /// How the controller covers another one when it is presented; ``ModalPresentationStyle/fullScreen`` at first.
    public final var modalPresentationStyle: ModalPresentationStyle {
        get { presentationStyle }
        set { presentationStyle = newValue }
    }

    /// Whether presentations in the current context, by this controller or by controllers inside it, cover this
    /// controller (rule VC22).
    ///
    /// False at first.
    public final var definesPresentationContext: Bool {
        get { isPresentationContext }
        set { isPresentationContext = newValue }
    }

    /// The controller that this controller, or else its nearest parent, presents; nil if there is none.
    ///
    /// - Complexity: Linear in the parents; no allocation.
    public final var presentedViewController: ViewController? { presenterHere?.presentedReference }

    /// The controller that presents this controller, or else its nearest parent; nil if there is none.
    ///
    /// This is the controller whose area is covered, which may be another than the one on which
    /// ``present(_:completion:)`` was called (rule VC22).
    ///
    /// - Complexity: Linear in the parents; no allocation.
    public final var presentingViewController: ViewController? {
        var current: ViewController? = self
        while let controller = current {
            if let presentation = controller.presentation { return presentation.presenting }
            current = controller.parentReference
        }
        return nil
    }

    /// Whether the controller appears because it is presented; true only inside the methods of appearance (rule VC23).
    public final var isBeingPresented: Bool { appearance.calls > 0 && appearance.moves.contains(.presented) }

    /// Whether the controller disappears because it is dismissed; true only inside the methods of appearance
    /// (rule VC23).
    public final var isBeingDismissed: Bool { appearance.calls > 0 && appearance.moves.contains(.dismissed) }

    /// Shows `controller` in front of this controller, or of the controller that the style requires (rule VC22), until
    /// ``dismiss(completion:)``.
    ///
    /// Everything happens before this method returns: the presented view is loaded, the covered controller disappears
    /// if its view is taken out (rules VC5, VC7), and `controller` appears. The presented view is put into the window,
    /// or beside the covered view, and follows the size of its superview. The responder chain leads from the presented
    /// controller to the ``presentingViewController`` (rule R3).
    ///
    /// Does nothing, and logs an error that names both controllers and the reason, if this controller or the covered
    /// one already presents a controller, if this controller's view is in no window (rule VC20), or if `controller` has
    /// a parent, is a window's root, or is presented already.
    ///
    /// - Parameters:
    ///   - controller: The controller to show, which the presenting controller retains.
    ///   - completion: Called when everything has appeared; not called after an error.
    /// - Precondition: `controller` is not this controller.
    /// - Complexity: Linear in the parents, besides what inserting the view and removing the covered one cost, with
    ///   their allocations.
    public final func present(_ controller: ViewController, completion: (() -> Void)? = nil) {
        if controller === self { fatalError("\(ResponderName(self)) cannot present itself") }
        interruptSwipes()
        if let problem = obstacle(to: controller) { return refuse(controller, problem) }
        controller.loadViewIfNeeded()
        // The loading may have begun a swipe, or changed the controllers.
        interruptSwipes()
        if let problem = obstacle(to: controller) { return refuse(controller, problem) }
        let presenter = presentationContext(for: controller.presentationStyle)
        guard let window = presenter.viewIfLoaded?.window else { return }
        let begins = RoleChange.make(of: [presenter, controller]) {
            presenter.beginPresentation(of: controller, in: window)
        }
        guard begins else { return }
        if let completion, controller.appearance.holds > controller.appearance.appHolds,
            let presentation = controller.presentation
        {
            // A change under way, such as a dismissal, will make the did call.
            presentation.completion = completion
        } else {
            completion?()
        }
    }

    /// Dismisses the controller that this one presents, with all controllers in front of it; if this one presents
    /// nothing, dismisses this controller itself (rule VC21).
    ///
    /// If this controller neither presents nor is presented, its parents are tried in turn. Everything happens before
    /// this method returns: a covered view is put back where it was, and its controller appears (rule VC6).
    ///
    /// - Parameter completion: Called at the end, also if there was nothing to dismiss.
    /// - Complexity: Linear in the parents and in the controllers that are dismissed, besides what removing their views
    ///   and inserting the covered one cost, with their allocations.
    public final func dismiss(completion: (() -> Void)? = nil) {
        let presenter = presenterHere ?? presentingViewController
        presenter?.endPresentation()
        completion?()
    }

    /// The controller that presents another: this controller, or else its nearest parent that does.
    private var presenterHere: ViewController? {
        var current: ViewController? = self
        while let controller = current {
            if controller.presentedReference != nil { return controller }
            current = controller.parentReference
        }
        return nil
    }

    /// The controller that a presentation of this style covers: this one, one of its parents, or the topmost parent.
    private func presentationContext(for style: ModalPresentationStyle) -> ViewController {
        var current = self
        while true {
            if !style.fillsWindow, current.isPresentationContext { return current }
            guard let parent = current.parentReference else { return current }
            current = parent
        }
    }

    // MARK: Errors

    /// Why this controller cannot present `controller`; nil if it can.
    final func obstacle(to controller: ViewController) -> String? {
        let presenter = presentationContext(for: controller.presentationStyle)
        // This check comes first: the presented controller may be the reason why the view is in no window.
        if let presented = presentedReference ?? presenter.presentedReference {
            return "\(ResponderName(presented)) is being presented already; dismiss it first"
        }
        if viewIfLoaded?.window == nil || presenter.viewIfLoaded?.window == nil { return reasonForNoWindow }
        if controller.parentReference != nil { return "that controller has a parent; remove it from the parent first" }
        if controller.presentation?.presenting != nil {
            return "that controller is presented already; dismiss it first"
        }
        if controller.rootWindow != nil { return "that controller is the root of a window" }
        if let outer = controller.viewIfLoaded, presenter.viewIfLoaded?.isDescendant(of: outer) == true {
            return "its view, or the one to cover, is in that controller's view"
        }
        if controller === presenter || isInside(controller) { return "that controller has this one as a child" }
        if controller.isBelow(presenter) { return "that controller presents this one" }
        return nil
    }

    /// Why this controller's view is in no window.
    private var reasonForNoWindow: String {
        var current = self
        while let parent = current.parentReference {
            if let content = parent.shownContent, content.controller !== current {
                let name = content.controller.map { "\(ResponderName($0))" } ?? "nothing"
                return "its view is in no window, since \(ResponderName(parent)) shows \(name)"
            }
            if parent.isCovered, let presented = parent.presentedReference {
                return "its view is in no window, since \(ResponderName(presented)) is being presented already"
            }
            current = parent
        }
        return "its view is in no window; put the view into a window first"
    }

    private func refuse(_ controller: ViewController, _ problem: String) {
        Logger(label: "responderkit.ResponderKit").error(
            "\(ResponderName(self)) cannot present \(ResponderName(controller)): \(problem)"
        )
    }

    /// Whether `controller` is this one, or is presented by this one, perhaps by way of others.
    private func isBelow(_ controller: ViewController) -> Bool {
        // A controller without presentations and children is below no other controller.
        guard self !== controller else { return true }
        guard presentedReference != nil || !childList.isEmpty else { return false }
        // A controller may have both a parent and a presenter. The ways up may meet, since a presented controller may
        // have made its presenter a child.
        var remaining = [controller]
        var visited: Set<ObjectIdentifier> = []
        while let next = remaining.popLast() {
            if next === self { return true }
            guard visited.insert(ObjectIdentifier(next)).inserted else { continue }
            if let parent = next.parentReference { remaining.append(parent) }
            if let presenter = next.presentation?.presenting { remaining.append(presenter) }
        }
        return false
    }

    // MARK: Presenting

    /// Returns false if too many presentations are under way.
    private func beginPresentation(of controller: ViewController, in window: Window) -> Bool {
        guard Presentation.nesting < Application.layoutRoundLimit else {
            refuse(controller, "presentations follow without end: \(Presentation.nesting) are under way already")
            return false
        }
        Presentation.nesting += 1
        defer { Presentation.nesting -= 1 }
        let style = controller.presentationStyle
        if !style.fillsWindow { parentReference?.shownContent?.makeContext(of: self) }
        let presentation = Presentation(by: self, in: window, isCovering: style.isCovering)
        TreeChange.make {
            presentedReference = controller
            controller.presentation = presentation
            window.presenters.append(self)
            Presentation.count += 1
            controller.viewIfLoaded?.relink()
        }
        controller.appearance.moves.remove(.dismissed)
        controller.appearance.moves.insert(.presented)
        controller.appearance.holds += 1
        if presentation.isCovering { beginOwnTransition(false) }
        if window.shownWindow != nil, controller.presentation === presentation {
            if let view = controller.viewIfLoaded { presentation.size(view, fillsWindow: style.fillsWindow) }
            AppearanceUpdate.begin(controller, isAppearing: true)
        }
        // A method may have dismissed the controller.
        if controller.presentation === presentation, let view = controller.viewIfLoaded {
            presentation.show(controller, view)
            // A hook may have dismissed the controller before its view was in the tree.
            if controller.presentation !== presentation { controller.placeViewByRole() }
        }
        if controller.presentation === presentation {
            presentation.cover()
            controller.viewIfLoaded?.didComeByChangeOfScreen()
        }
        controller.endOwnTransition()
        if presentation.isCovering { endOwnTransition() }
        return true
    }

    /// Dismisses the controller that this one presents, and all controllers in front of it.
    private func endPresentation() {
        guard let presentation = presentedReference?.presentation else { return }
        let dismissed = presentedControllers
        // The completions of presentations that still wait for their did calls, and that are now over.
        let completions = dismissed.compactMap { $0.presentation?.completion.take() }
        RoleChange.make(of: [self] + dismissed) { end(presentation, of: dismissed) }
        for completion in completions { completion() }
    }

    private func end(_ presentation: Presentation, of dismissed: [ViewController]) {
        let first = dismissed[0]
        for controller in dismissed {
            controller.appearance.moves.insert(.dismissed)
            controller.appearance.holds += 1
        }
        for controller in dismissed.reversed() { AppearanceUpdate.begin(controller, isAppearing: false) }
        if presentation.isCovering {
            appearance.holds += 1
            if presentation.superview?.shownWindow != nil, first.presentation === presentation {
                AppearanceUpdate.begin(self, isAppearing: true)
            }
        }
        // A method may have dismissed these controllers, or had them present others.
        var unlinked: [ViewController] = []
        if first.presentation === presentation {
            unlinked = unlinkPresented()
            presentation.uncover(behind: first.viewIfLoaded)
            viewIfLoaded?.didComeByChangeOfScreen()
        }
        if presentation.isCovering { endOwnTransition() }
        for controller in dismissed.reversed() where controller.hasNoRole { controller.removeView() }
        for controller in unlinked.reversed() where controller.hasNoRole { controller.removeView() }
        for controller in dismissed.reversed() { controller.endOwnTransition() }
        for controller in dismissed where controller.hasNoRole { controller.dropPresentationsInside() }
    }

    /// Whether the controller is not presented, is no window's root, and has no parent: only the app places its view.
    final var hasNoRole: Bool { presentation == nil && rootWindow == nil && parentReference == nil }

    /// Takes the view of a controller that was dismissed out of the tree.
    private func removeView() {
        viewIfLoaded?.removeFromSuperview()
        placeViewByRole()
    }

    /// Puts the view where the controller's role requires.
    ///
    /// While the view was inserted or removed, a hook may have given the controller another role, and its placing of
    /// the view may have been undone.
    final func placeViewByRole() {
        if let rootWindow { return rootWindow.placeRoot(self) }
        guard let view = viewIfLoaded else { return }
        guard let presentation else {
            guard hasNoRole else { return }
            view.removeFromSuperview()
            guard hasNoRole else { return placeViewByRole() }
            // Presentations that it has begun while the view was in a window must end.
            return dropPresentationsInside()
        }
        if view.superview == nil, presentedReference?.presentation?.isCovering != true {
            presentation.show(self, view)
        }
    }

    /// Ends the presentations of this controller, which leaves its window, and of the controllers inside it.
    ///
    /// The controllers inside get their own views back.
    ///
    /// - Parameters:
    ///   - restoring: Whether the controllers inside stay visible, and so appear at once.
    ///   - leave: Takes this controller out, before the controllers inside get their views.
    final func dropPresentationsInside(restoring: Bool = false, _ leave: () -> Void = {}) {
        guard Presentation.count > 0, presentedReference != nil || !childList.isEmpty else { return leave() }
        var presenters: [ViewController] = []
        var remaining = [self]
        // A presented controller may have made its presenter a child.
        var visited: Set<ObjectIdentifier> = []
        while let next = remaining.popLast() {
            guard visited.insert(ObjectIdentifier(next)).inserted else { continue }
            if let presented = next.presentedReference {
                presenters.append(next)
                remaining.append(presented)
            }
            if !next.childList.isEmpty { remaining += next.childList.all }
        }
        var covering: [Presentation] = []
        for presenter in presenters {
            if restoring && presenter !== self {
                presenter.endPresentation()
                continue
            }
            if presenter !== self, let presentation = presenter.presentedReference?.presentation {
                covering.append(presentation)
            }
            presenter.dropPresented()
        }
        leave()
        for presentation in covering { presentation.uncover(behind: nil) }
    }

    /// Takes the controller, which gets another role, from the window whose root it is, and from the controller that
    /// presents it.
    final func leaveWindowRole() {
        if let window = rootWindow, window.rootController === self { window.rootViewController = nil }
        if let presenter = presentation?.presenting, presenter.presentedReference === self { presenter.dismiss() }
    }

    /// Ends the presentations of this controller, and leaves its own view in place.
    final func dropPresented() {
        let dropped = presentedControllers
        guard !dropped.isEmpty else { return }
        let completions = dropped.compactMap { $0.presentation?.completion.take() }
        unlinkPresented()
        for controller in dropped.reversed() where controller.hasNoRole {
            controller.appearance.moves.insert(.dismissed)
            controller.removeView()
            controller.appearance.moves.remove(.dismissed)
        }
        // A hook may have had these controllers present others.
        for controller in dropped where controller.hasNoRole { controller.dropPresentationsInside() }
        for completion in completions { completion() }
    }

    /// The controller that this one presents, then the controller that it presents, and so on.
    private var presentedControllers: [ViewController] {
        var found: [ViewController] = []
        var next = presentedReference
        while let controller = next {
            found.append(controller)
            next = controller.presentedReference
        }
        return found
    }

    /// Ends the presentations of `presentedControllers`, and returns these controllers.
    @discardableResult
    private func unlinkPresented() -> [ViewController] {
        var unlinked: [ViewController] = []
        TreeChange.make {
            var current: ViewController? = self
            while let presenter = current, let presented = presenter.presentedReference {
                ProcessState.shared.keepAlive(presenter)
                ProcessState.shared.keepAlive(presented)
                presented.presentation?.window?.release(presenter: presenter)
                presenter.presentedReference = nil
                Presentation.count -= 1
                presented.presentation = nil
                presented.viewIfLoaded?.relink()
                unlinked.append(presented)
                current = presented
            }
        }
        return unlinked
    }
}
