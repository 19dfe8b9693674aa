/// A finger's swipe that takes a container's child away and uncovers another one, until it is known which one stays.
@MainActor
package final class ContentSwipe {
    let leaving: ViewController
    package let uncovered: ViewController
    /// Whether the disappearance of ``leaving`` has begun.
    fileprivate var hasBegunLeaving = false
    /// Whether the appearance of ``uncovered`` has begun.
    fileprivate var hasBegunUncovered = false

    fileprivate init(_ leaving: ViewController, uncovering uncovered: ViewController) {
        self.leaving = leaving
        self.uncovered = uncovered
    }

    /// Whether both children are still as the swipe has left them, so that ``uncovered`` may stay.
    func canFinish(in content: ContainerContent) -> Bool {
        hasBegunLeaving && hasBegunUncovered && uncovered.appearsIn === content
            && uncovered.parent === content.container
    }
}

extension ContainerContent {
    /// Whether the child is shown in its place, so that a finger may swipe it away.
    package var maySwipe: Bool {
        guard phase == .shown, hasBegun, swipe == nil, let view, let controller else { return false }
        return view.content?.superview === view && controller.presentedViewController == nil
    }

    /// Begins to swipe the child away: makes the will calls, and puts the view of `new` below the child's (rule VC9).
    ///
    /// Afterwards ``swipe`` is nil if the swipe was not possible, or if one of the calls has cancelled it.
    package func beginSwipe(uncovering new: ViewController) {
        new.loadViewIfNeeded()
        dropForeignPresentation(of: new)
        // The loading may have changed the container or its children.
        guard maySwipe, let controller, controller.parent === container, new.parent === container, new !== controller
        else { return }
        let swipe = ContentSwipe(controller, uncovering: new)
        self.swipe = swipe
        container.contentWillShow(new)
        guard self.swipe === swipe else { return }
        swipe.hasBegunLeaving = true
        controller.beginOwnTransition(false)
        guard self.swipe === swipe, new.parent === container else { return }
        new.appearsIn = self
        sizeView(of: new)
        swipe.hasBegunUncovered = true
        new.beginOwnTransition(true)
        guard self.swipe === swipe, swipe.canFinish(in: self) else { return }
        let place = place(of: new)
        // A hook may have cancelled the swipe.
        if self.swipe === swipe { view?.uncover(place) }
    }

    /// Shifts the view of the child that is swiped away, at most by the container's width.
    package func moveSwipe(to distance: Double) {
        guard swipe != nil, let view else { return }
        view.shiftContent(by: min(max(0, distance), view.bounds.width))
    }

    /// Shows the uncovered child in place of the one that was swiped away.
    func finish(_ swipe: ContentSwipe) {
        self.swipe = nil
        if swipe.leaving.appearsIn === self { swipe.leaving.appearsIn = nil }
        controller = swipe.uncovered
        placeView()
        swipe.leaving.endOwnTransition()
        dropPresentations(of: swipe.leaving)
        swipe.uncovered.endOwnTransition()
        if phase == .shown, hasBegun, controller === swipe.uncovered { container.contentDidShow(swipe.uncovered) }
    }

    /// Puts everything back where it was before the swipe (rule VC9).
    package func cancelSwipe() {
        guard let swipe else { return }
        self.swipe = nil
        view?.shiftContent(by: 0)
        let leaving = swipe.leaving
        if phase == .shown, leaving === controller, hasBegun { container.contentWillShow(leaving) }
        if swipe.hasBegunLeaving {
            if leaving.appearsIn === self, leaving.parent === container, !leaving.isCovered {
                AppearanceUpdate.begin(leaving, isAppearing: true)
            }
            leaving.endOwnTransition()
        }
        if phase == .shown, leaving === controller, hasBegun { container.contentDidShow(leaving) }
        cover(swipe)
    }

    /// Ends a swipe since the container disappears: the child disappears together with the container.
    func endSwipeByDisappearing(_ swipe: ContentSwipe) {
        self.swipe = nil
        view?.shiftContent(by: 0)
        let leaving = swipe.leaving
        if leaving.appearsIn === self { leaving.appearsIn = nil }
        if !swipe.hasBegunLeaving { leaving.beginOwnTransition(false) }
        transitioning = leaving
        cover(swipe)
        container.swipeDidEnd()
    }

    /// Takes the uncovered child away again.
    private func cover(_ swipe: ContentSwipe) {
        let uncovered = swipe.uncovered
        if swipe.hasBegunUncovered, uncovered.appearsIn === self {
            uncovered.appearsIn = nil
            if !isShownElsewhere(uncovered) { AppearanceUpdate.begin(uncovered, isAppearing: false) }
        }
        // A hook may have begun another swipe.
        if self.swipe == nil { view?.uncover(nil) }
        if swipe.hasBegunUncovered { uncovered.endOwnTransition() }
        dropPresentations(of: uncovered)
    }

    /// Cancels the swipe, if there is one.
    func interruptSwipe() {
        if swipe != nil { container.interruptSwipe() }
    }
}

extension ViewController {
    /// Cancels the swipes in this controller, if it is a container, and in the containers around it.
    final func interruptSwipes() {
        var current: ViewController? = self
        while let controller = current {
            controller.shownContent?.interruptSwipe()
            current = controller.parentReference
        }
    }
}
