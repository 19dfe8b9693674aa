internal import ResponderTouchInput

// The rotation of a window, by its transform (rules A27, H25).
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

    /// Tells the controllers of the size that the rotation gives the window, if it is another one; returns the root
    /// controller if it was told.
    final func tellOfRotation(to new: InterfaceOrientation) -> ViewController? {
        guard needsRotation(to: new) else { return nil }
        return sizeWillChange(to: size(in: new))
    }

    /// Tells the controllers that the window is about to get another size; returns the root controller if it was told.
    @discardableResult
    final func sizeWillChange(to size: Size) -> ViewController? {
        guard let root = rootViewController, size != bounds.size, application?.runsCode != false else { return nil }
        SizeTransition.tell(root, of: size) { application?.runsCode != false }
        return root
    }

    /// Rotates the window about its middle, so that its frame stays.
    ///
    /// - Parameter told: The root controllers that were told of the rotation; another one is told first.
    final func rotate(to new: InterfaceOrientation, told: Set<ObjectIdentifier>) {
        guard let root = rootViewController, orientation != new else { return }
        if !told.contains(ObjectIdentifier(root)) { _ = tellOfRotation(to: new) }
        setOrientation(new)
    }

    /// Rotates the window to the interface's orientation before a new root controller's view is put in, which is not
    /// told.
    final func rotateForNewRoot() {
        guard let application, needsRotation(to: application.interfaceOrientation) else { return }
        if !isHidden { application.dispatcher.cancelAll(because: .interfaceRotated) }
        setOrientation(application.interfaceOrientation)
    }

    /// Rotates the window to the interface's orientation before it is shown: a hidden window does not rotate.
    final func rotateToBeShown() {
        if let application { rotate(to: application.interfaceOrientation, told: []) }
    }

    private func setOrientation(_ new: InterfaceOrientation) {
        guard needsRotation(to: new) else { return }
        let (frame, size) = (frame, size(in: new))
        let turns = new.quarterTurns - orientation.quarterTurns
        orientation = new
        // A transform of the app's own still applies to the whole.
        transform = Transform(quarterTurns: turns).concatenating(transform)
        setBounds(Rect(origin: bounds.origin, size: size))
        keep(frame)
    }

    /// Moves the window to where its frame is to begin: it was rotated and resized about another point than its middle
    /// if the app has set its anchor point.
    private func keep(_ frame: Rect) {
        let present = self.frame.origin
        if present != frame.origin { center += frame.origin - present }
    }

    /// Whether the window has no transform but its rotation to the interface's orientation.
    final var isRotatedOnly: Bool { transform == orientation.rotation }

    /// Sets the frame of a window that is rotated only, or not at all.
    final func setFrameOfWindow(_ newFrame: Rect) {
        checkFinite(newFrame, "frame")
        func size() -> Size {
            orientation.isLandscape ? Size(newFrame.size.height, newFrame.size.width) : newFrame.size
        }
        // A controller may rotate or transform the window.
        sizeWillChange(to: size())
        guard orientation != .portrait, isRotatedOnly else { return setUntransformedFrame(newFrame) }
        setBounds(Rect(origin: bounds.origin, size: size()))
        keep(newFrame)
    }
}
