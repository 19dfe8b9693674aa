import ResponderKit

extension Action where Sender == Switch {
    /// The lamp is turned on or off.
    static let lamp = Action("lamp")
}

extension Action where Sender == Slider {
    /// Another level is set.
    static let level = Action("level")
}

extension Action where Sender == Stepper {
    /// Another number is set.
    static let count = Action("count")
}

extension Action where Sender == Button {
    /// The user is asked something.
    static let ask = Action("ask")
    /// The form is shown.
    static let form = Action("form")
}

/// A box with controls, whose actions go up the responder chain.
///
/// The box itself performs the slider's action, and the controller all others.
@MainActor
final class DemoControls: DemoView {
    private let lamp = Switch(frame: .zero)
    private let level = Slider(frame: .zero)
    private let number = Stepper(frame: .zero)
    private let question = Button(frame: .zero)
    private let form = Button(frame: .zero)
    private let levelLabel = DemoText(frame: .zero)
    private let numberLabel = DemoText(frame: .zero)
    /// Called with each action that this box performs.
    var onAction: (@MainActor (String, Control, Responder) -> Void)?

    override var title: String { "Controls" }

    override init(frame: Rect) {
        super.init(frame: frame)
        level.maximumValue = 100
        level.value = 50
        number.maximumValue = 99
        question.setTitle("Ask", for: .normal)
        form.setTitle("Form", for: .normal)
        for button in [question, form] { button.contentInsets = .zero }
        for control in [lamp, level, number, form, question] as [Control] {
            control.trackingMargin = 2 * TerminalCanvas.cell.height
            addSubview(control)
        }
        addSubview(levelLabel)
        addSubview(numberLabel)
        lamp.addTarget(nil, action: .lamp, for: .valueChanged)
        level.addTarget(nil, action: .level, for: .valueChanged)
        number.addTarget(nil, action: .count, for: .valueChanged)
        number.addAction(for: .valueChanged) { [unowned self] in numberLabel.text = "\(Int($0.value))" }
        question.addTarget(nil, action: .ask, for: .primaryActionTriggered)
        form.addTarget(nil, action: .form, for: .primaryActionTriggered)
        levelLabel.text = "50"
        numberLabel.text = "0"
    }

    /// Sets the stepper's number to zero.
    func countAnew() {
        number.value = 0
        numberLabel.text = "0"
    }

    override class var actions: ActionTable { [.on(.level, DemoControls.show)] }

    private func show(_ level: Slider) {
        let value = "\(Int(level.value.rounded()))"
        levelLabel.text = value
        onAction?("level \(value)", level, self)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let cell = TerminalCanvas.cell
        let (columns, rows) = (Int(bounds.width / cell.width) - 2, Int(bounds.height / cell.height) - 2)
        // Two lines of controls, which are higher where there is room.
        let height = rows >= 6 ? 3 : 1
        func place(_ view: View, _ column: Int, _ width: Int, line: Int) {
            let row = 1 + line * height
            view.isHidden = row + height > rows + 1 || width < 1
            view.frame = Rect(
                Double(1 + column) * cell.width,
                Double(row) * cell.height,
                Double(max(width, 0)) * cell.width,
                Double(height) * cell.height
            )
        }
        place(lamp, 1, 6, line: 0)
        place(level, 9, columns - 14, line: 0)
        place(levelLabel, columns - 4, 3, line: 0)
        place(number, 1, 9, line: 1)
        place(numberLabel, 11, 3, line: 1)
        place(question, columns - 10, 9, line: 1)
        place(form, 15, min(9, columns - 26), line: 1)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}

/// A short text, which takes no touches.
@MainActor
final class DemoText: View {
    var text = "" { didSet { if text != oldValue { setNeedsDisplay() } } }

    override init(frame: Rect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        let cell = TerminalCanvas.cell
        let row = (bounds.height / cell.height / 2).rounded(.down)
        canvas.draw(text, at: Point(0, row * cell.height), style: TextStyle(fontSize: TerminalCanvas.fontSize))
    }
}
