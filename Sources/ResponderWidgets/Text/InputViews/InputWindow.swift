internal import ResponderCore
internal import ResponderTouchInput

extension Window {
    /// The window was moved, resized, turned or put in front of others: the input views follow it.
    ///
    /// Nothing may be shown yet, as in a window without extent.
    final func moveInputViews() {
        guard let application, isKeyWindow || application.inputViews.cover?.window === self else { return }
        application.inputViews.setNeedsUpdateIfNeeded(application)
    }
}

/// The window of the keyboard, of input views and of accessory views.
///
/// This window never becomes the key window, and covers only the key window's lower part: touches elsewhere go to the
/// windows behind.
final class InputWindow: Window {
    private struct GivenHeight {
        weak var view: View?
        let own: Double
        let given: Double
    }

    /// The views whose height was changed for this window: because there is too little room, or because they had no
    /// height.
    private var givenHeights: [GivenHeight] = []

    init(of application: Application) {
        super.init(frame: .zero, application: application)
        clipsToBounds = true
        isForInput = true
    }

    /// The height that the app has given a view.
    func ownHeight(of view: View) -> Double {
        let height = view.bounds.height
        return givenHeights.first { $0.view === view && $0.given == height }?.own ?? height
    }

    /// Shows views where they are to be, with the orientation and the transform of the key window.
    func show(_ placement: InputPlacement) {
        let (window, choice) = (placement.choice.window, placement.choice)
        if orientation != window.orientation {
            orientation = window.orientation
            record.changeTransform { $0.rotation = window.orientation.rotation }
        }
        transform = window.transform
        let bounds = Rect(origin: .zero, size: placement.rect.size)
        if bounds != self.bounds { setBounds(bounds) }
        center = window.convert(placement.rect.center, to: nil)
        // A higher level keeps this window in front even when the key window comes to the front of its own level.
        let level = max(.keyboard, Level(window.windowLevel.rawValue.nextUp))
        if windowLevel != level { windowLevel = level }
        // There is no level above an infinite one.
        if level == window.windowLevel { application?.placeInFront(self) }
        for view in subviews where view !== choice.input && view !== choice.accessory { remove(view) }
        put(choice.accessory, at: 0, height: placement.accessoryHeight)
        put(choice.input, at: placement.accessoryHeight, height: placement.inputHeight)
        isHidden = false
    }

    /// Hides the window, and lets go of its views.
    func hide() {
        isHidden = true
        for view in subviews { remove(view) }
    }

    private func remove(_ view: View) {
        view.removeFromSuperview()
        let own = ownHeight(of: view)
        if own != view.bounds.height { view.bounds.size.height = own }
        givenHeights.removeAll { $0.view == nil || $0.view === view }
    }

    private func put(_ view: View?, at y: Double, height: Double) {
        guard let view else { return }
        let own = ownHeight(of: view)
        givenHeights.removeAll { $0.view == nil || $0.view === view }
        if own != height { givenHeights.append(GivenHeight(view: view, own: own, given: height)) }
        if view.superview !== self { addSubview(view) }
        view.bounds.size = Size(bounds.width, height)
        let anchor = view.anchorPoint
        view.center = Point(anchor.x * bounds.width, y + anchor.y * height)
    }
}
