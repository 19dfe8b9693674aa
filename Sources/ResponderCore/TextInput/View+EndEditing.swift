extension View {
    /// Has the first responder in this view resign, as a tap beside a form does to take the keyboard away.
    ///
    /// - Parameter isForced: Whether it resigns though it, or its delegate, refuses to.
    /// - Returns: Whether no responder in this view is the first responder any more.
    /// - Complexity: Linear in the depth of the first responder, besides the work of its hooks.
    @discardableResult
    public final func endEditing(_ isForced: Bool = false) -> Bool {
        guard let window, let responder = window.firstResponder(inside: self) else { return true }
        if !isForced { return responder.resignFirstResponder() }
        window.resignFirstResponder(inside: self)
        return true
    }
}
