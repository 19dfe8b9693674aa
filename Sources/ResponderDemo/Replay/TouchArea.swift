import ResponderKit

/// The controller of a window that holds one view, which takes every touch.
@MainActor
final class TouchAreaController: ViewController {
    override func loadView() { view = TouchArea(frame: .zero) }
}

/// A view that takes any number of fingers.
@MainActor
final class TouchArea: View {
    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}
