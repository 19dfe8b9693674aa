import ResponderKit

/// A button: pressed by a tap.
final class Button: View {
    init(frame: Rect, press: @escaping () -> Void) {
        super.init(frame: frame)
        let tap = TapGestureRecognizer()
        tap.addAction { _ in press() }
        addGestureRecognizer(tap)
    }
}
