// The windows of an application: which lies in front of which, and which is the key window.
extension Application {
    /// The windows that are shown, back to front: by level, and within one by when they were placed there.
    public final var windows: [Window] { shownWindows }

    /// The window that takes events that are not touches; nil when none is, and never a hidden one.
    ///
    /// It plays no part in where touches go (rule H3). See ``Window/makeKey()``.
    public final var keyWindow: Window? { keyWindowHolder.window }

    /// Takes a window in that is shown now, in front of those of its level, or out that is hidden now.
    ///
    /// When it was the key window, the frontmost of the others becomes that (rule R27).
    final func windowVisibilityDidChange(_ window: Window) {
        shownWindows.removeAll { $0 === window }
        if !window.isHidden { insertInFront(window) }
        dispatcher.setWindows(shownWindows)
        if window.isHidden && keyWindow === window { keyWindowHolder.window = shownWindows.last }
    }

    /// Puts a window in front of those of its level (rule H4); does nothing when it is hidden.
    final func placeInFront(_ window: Window) {
        guard let index = shownWindows.firstIndex(where: { $0 === window }) else { return }
        shownWindows.remove(at: index)
        insertInFront(window)
        dispatcher.setWindows(shownWindows)
    }

    private func insertInFront(_ window: Window) {
        let level = window.windowLevel
        let place = shownWindows.lastIndex { $0.windowLevel <= level }.map { $0 + 1 } ?? 0
        shownWindows.insert(window, at: place)
    }

    /// Makes a shown window the key window, and tells both.
    final func makeKey(_ window: Window) {
        guard !window.isHidden else { return }
        keyWindowHolder.window = window
        keyWindowHolder.tell(by: notificationCenter)
    }

    /// Tells who is concerned that the window was shown or hidden, the windows first that are, or were, the key window.
    final func tellVisibility(of window: Window) {
        keyWindowHolder.tell(by: notificationCenter)
        // What is told above, or the cancel of a touch, may have hidden or shown it again: then nothing has changed.
        guard window.isToldVisible == window.isHidden else { return }
        window.isToldVisible = !window.isHidden
        if window.isHidden {
            notificationCenter.post(Window.DidBecomeHidden(subject: window))
        } else {
            notificationCenter.post(Window.DidBecomeVisible(subject: window))
        }
    }
}
