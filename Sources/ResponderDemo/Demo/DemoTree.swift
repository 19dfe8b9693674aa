import ResponderKit

/// The controller of the demo's window.
///
/// The controller handles the touches that the background view passes on, and the actions that are sent up the chain.
@MainActor
final class DemoController: ViewController {
    private let background: DemoBackground
    /// Called with each action that arrives here, and the control that has sent it.
    var onAction: (@MainActor (String, Control, Responder) -> Void)? {
        didSet { background.controls.onAction = onAction }
    }

    /// A controller whose view fills a window of `size`.
    init(size: Size) {
        background = DemoBackground(frame: Rect(origin: .zero, size: size))
        super.init()
    }

    override func loadView() { view = background }

    /// Fits the view to a window of another extent.
    func resize(to size: Size) {
        background.frame = Rect(origin: .zero, size: size)
        background.layOut()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}

    override class var actions: ActionTable {
        [
            .on(.lamp, DemoController.lamp), .on(.count, DemoController.count), .on(.ask, DemoController.ask),
            .on(.form, DemoController.fill),
        ]
    }

    private func lamp(_ lamp: Switch) { onAction?(lamp.isOn ? "lamp on" : "lamp off", lamp, self) }

    private func count(_ stepper: Stepper) { onAction?("count \(Int(stepper.value))", stepper, self) }

    /// Asks in a window of the level of alerts whether the taps shall be counted anew.
    private func ask(_ button: Button) {
        onAction?("ask", button, self)
        guard let window = button.window else { return }
        let alert = AlertController(title: "Count from 0 again?")
        alert.addAction("Yes") { [background] in background.controls.countAnew() }
        alert.addAction("No", style: .cancel)
        alert.show(over: window)
    }

    /// Shows the form in the place of everything else.
    private func fill(_ button: Button) {
        onAction?("form", button, self)
        let form = DemoForm()
        form.onSend = { [weak self] in self?.onAction?($0, $1, $2) }
        present(form)
    }
}

/// The view behind all others, as large as the window.
///
/// The view passes its touches on to the controller.
@MainActor
final class DemoBackground: DemoView {
    private let left = DemoCard(frame: .zero)
    private let right = DemoCard(frame: .zero)
    private let pad = DemoPad(frame: .zero)
    private let list = DemoListBox(frame: .zero)
    private let button = DemoButton(frame: .zero)
    private let label = DemoLabel(frame: .zero)
    let controls = DemoControls(frame: .zero)

    override init(frame: Rect) {
        super.init(frame: frame)
        for view in [left, right, controls, pad, list] { addSubview(view) }
        left.addSubview(button)
        right.addSubview(label)
        layOut()
    }

    /// The window, its controller and the controller's view share one box.
    override var title: String {
        var names: [String] = []
        var front: Responder? = self
        while let responder = front, !(responder is Application) {
            names.append(DemoMonitor.name(of: responder))
            front = responder.next
        }
        return names.reversed().joined(separator: " > ")
    }

    /// Places the subviews in proportion to the view's own extent, with their edges on those of a terminal's cells.
    func layOut() {
        left.frame = Self.part(0.06, 0.08, 0.46, 0.42, of: bounds.size)
        right.frame = Self.part(0.54, 0.08, 0.94, 0.42, of: bounds.size)
        controls.frame = Self.part(0.06, 0.42, 0.94, 0.60, of: bounds.size)
        pad.frame = Self.part(0.06, 0.60, 0.50, 0.92, of: bounds.size)
        list.frame = Self.part(0.54, 0.60, 0.94, 0.92, of: bounds.size)
        button.frame = Self.part(0.25, 0.25, 0.75, 0.75, of: left.bounds.size)
        label.frame = Self.part(0.10, 0.20, 0.90, 0.80, of: right.bounds.size)
    }

    /// The part of `size` between two fractions in each direction, with its edges on the nearest lines of the grid.
    private static func part(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double, of size: Size) -> Rect {
        let cell = TerminalCanvas.cell
        func line(_ fraction: Double, _ extent: Double, _ step: Double) -> Double {
            (fraction * extent / step).rounded() * step
        }
        let (x, y) = (line(left, size.width, cell.width), line(top, size.height, cell.height))
        return Rect(x, y, line(right, size.width, cell.width) - x, line(bottom, size.height, cell.height) - y)
    }
}

/// A view that handles the touches that the views inside it pass on.
@MainActor
final class DemoCard: DemoView {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}

/// A view that handles nothing itself.
@MainActor
final class DemoLabel: DemoView {
    override var caption: String? { "passes on" }
}

/// A view for any number of fingers.
@MainActor
final class DemoPad: DemoView {
    override var caption: String? { "any number of fingers" }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}
