extension Application {
    /// The screen, as the embedder has described it with ``setScreen(_:)``; at first nothing is known of it.
    public final var screen: Screen { updatePass.screen }

    /// Describes the screen: the embedder calls this method before the launch, and when the screen has changed.
    ///
    /// Shown windows that filled the former screen, with their ``View/frame`` equal to its ``Screen/bounds``, fill the
    /// new one, and their controllers are told as of any new size (``ViewController/viewWillTransition(to:)``). After
    /// a change of the ``Screen/safeAreaInsets``, these windows and the views of their root controllers are marked for
    /// layout. After a change of the size or of the scale the whole screen is presented. Views keep what they have
    /// drawn. Links that follow the screen's rate have the new one (``DisplayLink``).
    ///
    /// What a view draws anew, and the rectangles of ``onPresent`` and ``onPresentScreen``, are rounded outwards to
    /// whole pixels of the screen (``Screen/scale``): at an edge inside a pixel the old and the new drawing would mix,
    /// and a seam would be seen.
    ///
    /// - Precondition: The scale is finite and above 0, the size and the insets are finite and not below 0, and the
    ///   rate is from 1 to 1000.
    /// - Complexity: Linear in the shown windows and in the display links, besides the work of the controllers; no
    ///   allocation.
    public final func setScreen(_ screen: Screen) {
        if let fault = screen.fault {
            fatalError("the screen of \(Swift.type(of: self)) cannot have \(fault)")
        }
        let former = updatePass.screen
        guard screen != former else { return }
        keep(.screen) { $0.append(screen) }
        let outer = beginOwnWork()
        defer { endOwnWork(outer) }
        updatePass.screen = screen
        if screen.alignsScrollingToPixels { ProcessState.shared.pointee.alignsScrolling = true }
        if screen.framesPerSecond != former.framesPerSecond {
            displayLinks.screenRateDidChange(to: screen.framesPerSecond)
        }
        if screen.size != former.size || screen.scale != former.scale { updatePass.damage.damageEverything() }
        let formerBounds = former.bounds
        guard !formerBounds.isEmpty else { return }
        // A controller that is told may show and hide windows, or end the application.
        for window in windows where !window.isHidden && window.frame == formerBounds {
            guard runsCode, updatePass.screen == screen else { return }
            if screen.size != former.size, !screen.bounds.isEmpty { window.frame = screen.bounds }
            guard screen.safeAreaInsets != former.safeAreaInsets else { continue }
            window.setNeedsLayout()
            window.rootViewController?.viewIfLoaded?.setNeedsLayout()
        }
    }
}
