// The windows of an application: their order, and which of them is the key window.
extension Application {
    /// The shown windows, back to front: by level, and within a level in the order in which they were put there.
    ///
    /// The keyboard on the screen and other input views are in a window of their own, which the app neither makes nor
    /// shows.
    ///
    /// - Complexity: O(1), but linear after a change that was not in front of all windows; then it allocates the array.
    public final var windows: [Window] { windowStack.windows }

    /// The shown window that takes the events other than touches; nil if there is none.
    ///
    /// Touches do not depend on the key window (rule H3). See ``Window/makeKey()``.
    public final var keyWindow: Window? { keyWindowHolder.window }

    /// Adds a window that is now shown, in front of the other windows of its level, or removes a window that is now
    /// hidden.
    ///
    /// When the key window is hidden, the frontmost of the others becomes the key window (rule R27).
    final func windowVisibilityDidChange(_ window: Window) {
        windowStack.remove(window)
        if !window.isHidden { windowStack.insertInFront(window) }
        if window.isHidden && keyWindow === window {
            keyWindowHolder.window = windowStack.frontmost { !$0.isForInput }
            updateFirstResponder()
        }
        frontmostControllerMayHaveChanged()
    }

    /// Puts a window in front of the others of its level (rule H4); does nothing when the window is hidden.
    package final func placeInFront(_ window: Window) {
        guard windowStack.contains(window) else { return }
        let former = windowStack.position(of: window)
        windowStack.remove(window)
        windowStack.insertInFront(window)
        guard windowStack.position(of: window) != former else { return }
        Application.observer?.placeDidChange(of: window)
        window.record.compositionWillChange()
        frontmostControllerMayHaveChanged()
    }

    /// Makes a shown window the key window, and notifies the former key window and this one.
    final func makeKey(_ window: Window) {
        guard !window.isHidden, !window.isForInput else { return }
        keyWindowHolder.window = window
        updateFirstResponder()
        frontmostControllerMayHaveChanged()
        keyWindowHolder.notify(by: notificationCenter)
    }

    /// Notifies windows of a change of the key window, and then posts that `window` was shown or hidden.
    final func announceVisibility(of window: Window) {
        keyWindowHolder.notify(by: notificationCenter)
        // A hook or observer called above, or the handler of a cancel, may have shown or hidden the window again: then
        // there is nothing to post.
        guard window.isAnnouncedVisible == window.isHidden else { return }
        window.isAnnouncedVisible = !window.isHidden
        if window.isHidden {
            notificationCenter.post(Window.DidBecomeHidden(subject: window))
        } else {
            notificationCenter.post(Window.DidBecomeVisible(subject: window))
        }
    }
}
