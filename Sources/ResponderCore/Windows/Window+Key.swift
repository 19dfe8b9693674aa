extension Window {
    /// Whether this is the key window of its application, which takes events that are not touches.
    public final var isKeyWindow: Bool { application?.keyWindow === self }

    /// Makes this the key window, without changing its place among the windows (rule H4).
    ///
    /// ``isKeyWindow`` is true at once. The former key window gets ``resignKey()``, and its notification is posted;
    /// then this window gets ``becomeKey()``, and its notification is posted (rule R25). If this method is called
    /// inside such a hook or observer, the calls wait until that hook or observer has returned. Does nothing for the
    /// key window or a hidden window; show a hidden window first.
    ///
    /// - Complexity: O(1), besides the work of the hooks and the observers; allocates at most a window's first weak
    ///   reference.
    public final func makeKey() {
        application?.makeKey(self)
    }

    /// Shows the window, in front of the others of its level, and makes it the key window (rule H4).
    ///
    /// - Complexity: Logarithmic in the application's windows on average, and linear in the views in this one if it was
    ///   hidden, besides the work of hooks, observers and handlers; allocates where lists grow.
    public final func makeKeyAndVisible() {
        isHidden = false
        application?.placeInFront(self)
        makeKey()
    }
}
