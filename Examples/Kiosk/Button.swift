import ResponderKit

/// A button: pressed when a finger is lifted inside.
final class Button: View {
    private let press: () -> Void

    init(frame: Rect, press: @escaping () -> Void) {
        self.press = press
        super.init(frame: frame)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        for touch in touches where bounds.contains(touch.location(in: self)) { press() }
    }
}
