extension Window {
    /// Whether it is the key window of its application: the one that takes events that are not touches.
    public final var isKeyWindow: Bool { application?.keyWindow === self }

    /// Makes it the key window; where it lies among the others stays as it is (rule H4).
    ///
    /// ``isKeyWindow`` is true at once. The former key window gets ``resignKey()``, and its notification is posted; then
    /// this one gets ``becomeKey()``, and its own is posted (rule R25). Asked for inside one of those, windows are told
    /// when it has returned. Does nothing for the key window, and for a hidden one: show it first.
    public final func makeKey() {
        application?.makeKey(self)
    }

    /// Shows the window, in front of the others of its level, and makes it the key window (rule H4).
    public final func makeKeyAndVisible() {
        isHidden = false
        application?.placeInFront(self)
        makeKey()
    }
}
