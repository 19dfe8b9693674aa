internal import ResponderTouchInput

extension Window {
    /// The window was moved, resized or turned: the input views follow it.
    final func placeOfWindowDidChange() {
        guard let application, application.inputViews.cover?.window === self else { return }
        application.inputViews.setNeedsUpdateIfNeeded(application)
    }
}

/// The window of the keyboard, of input views and of accessory views.
///
/// It is never the key window, and covers only the lower part of that: other touches go to the windows behind.
final class InputWindow: Window {
    init(of application: Application) {
        super.init(frame: .zero, application: application)
        clipsToBounds = true
    }

    override var isForInput: Bool { true }

    /// Shows views where they are to be, as the key window stands.
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
        let level = max(.keyboard, window.windowLevel)
        if windowLevel != level { windowLevel = level }
        for view in subviews where view !== choice.input && view !== choice.accessory { view.removeFromSuperview() }
        put(choice.accessory, at: 0, height: placement.accessoryHeight)
        put(choice.input, at: placement.accessoryHeight, height: placement.inputHeight)
        isHidden = false
    }

    /// Hides the window, and lets go of its views.
    func hide() {
        isHidden = true
        for view in subviews { view.removeFromSuperview() }
    }

    private func put(_ view: View?, at y: Double, height: Double) {
        guard let view else { return }
        if view.superview !== self { addSubview(view) }
        view.bounds.size = Size(bounds.width, height)
        let anchor = view.anchorPoint
        view.center = Point(anchor.x * bounds.width, y + anchor.y * height)
    }
}
