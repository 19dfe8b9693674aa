import ResponderKit

extension Button {
    /// A button that calls `press` when it is pressed, by a finger or by a key.
    convenience init(_ title: String, frame: Rect, press: @escaping () -> Void) {
        self.init(frame: frame)
        setTitle(title, for: .normal)
        addAction(for: .primaryActionTriggered) { _ in press() }
    }
}
