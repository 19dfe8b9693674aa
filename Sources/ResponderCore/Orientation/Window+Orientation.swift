internal import ResponderTouchInput

// The rotation of a window, by quarter turns that its transform does not show (rules A27, H25).
extension Window {
    /// Whether the window is not in that orientation.
    ///
    /// A window without a root view controller does not rotate.
    final func needsRotation(to new: InterfaceOrientation) -> Bool {
        rootViewController != nil && orientation != new
    }

    /// The size of the bounds in another orientation.
    private func size(in new: InterfaceOrientation) -> Size {
        let size = bounds.size
        return new.isLandscape == orientation.isLandscape ? size : Size(size.height, size.width)
    }

    /// Tells the controllers of the size that the rotation gives the window, if the size changes; returns the root
    /// controller if it was told.
    final func tellOfRotation(to new: InterfaceOrientation) -> ViewController? {
        guard needsRotation(to: new) else { return nil }
        return sizeWillChange(to: size(in: new))
    }

    /// Tells the controllers that the window is about to get another size; returns the root controller if it was told.
    ///
    /// A size that a controller sets meanwhile is not told, since the calls could go on without end.
    @discardableResult
    final func sizeWillChange(to size: Size) -> ViewController? {
        guard let root = rootViewController, size != bounds.size, !isTellingSize, application?.runsCode != false else {
            return nil
        }
        isTellingSize = true
        SizeTransition.tell(root, of: size, in: application)
        isTellingSize = false
        return root
    }

    /// Rotates the window to the interface's orientation, without telling controllers, before a new root controller's
    /// view is inserted.
    final func rotateForNewRoot() {
        guard let application, needsRotation(to: application.interfaceOrientation) else { return }
        if !isHidden { application.dispatcher.cancelAll(because: .interfaceRotated) }
        setOrientation(application.interfaceOrientation)
    }

    /// Rotates the window to the interface's orientation before it is shown: a hidden window does not rotate.
    final func rotateToBeShown() {
        guard let application else { return }
        _ = tellOfRotation(to: application.interfaceOrientation)
        setOrientation(application.interfaceOrientation)
    }

    /// Rotates the window about its middle, so that its frame stays, without calling code of the app.
    final func setOrientation(_ new: InterfaceOrientation) {
        guard needsRotation(to: new) else { return }
        let (frame, size) = (frame, size(in: new))
        orientation = new
        record.changeTransform { $0.rotation = new.rotation }
        setBounds(Rect(origin: bounds.origin, size: size))
        keep(frame)
    }

    /// Moves the window back to its frame's origin: if the app has set the anchor point, the window was not rotated and
    /// resized about its middle.
    private func keep(_ frame: Rect) {
        let present = self.frame.origin
        if present != frame.origin { center += frame.origin - present }
    }

    /// Sets the frame of a window without a transform.
    final func setFrameOfWindow(_ newFrame: Rect) {
        checkFinite(newFrame, "frame")
        func size() -> Size {
            orientation.isLandscape ? Size(newFrame.size.height, newFrame.size.width) : newFrame.size
        }
        // A controller may rotate or transform the window.
        sizeWillChange(to: size())
        guard orientation != .portrait, transform.isIdentity else { return setUntransformedFrame(newFrame) }
        setBounds(Rect(origin: bounds.origin, size: size()))
        keep(newFrame)
    }
}
