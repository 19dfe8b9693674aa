import ResponderKit

/// A form over the demo's other views: two fields, and a button that is enabled when both are filled.
///
/// It is filled by the keyboard on the screen, or by the terminal's keys; the escape key leaves it.
@MainActor
final class DemoForm: ViewController, TextFieldDelegate {
    /// Called with what was sent, and the control that sent it.
    var onSend: (@MainActor (String, Control, Responder) -> Void)?

    private let fields = DemoFormFields(frame: .zero)

    override func loadView() {
        view = fields
        for field in [fields.name, fields.table] {
            field.delegate = self
            field.addAction(for: .editingChanged) { [unowned self] _ in fields.check() }
        }
        fields.send.addAction(for: .primaryActionTriggered) { [unowned self] send in sendForm(send) }
        fields.back.addAction(for: .primaryActionTriggered) { [unowned self] _ in dismiss() }
    }

    override var keyCommands: [KeyCommand]? {
        [KeyCommand(.usage(.keyboardEscape), title: "Back") { [weak self] _ in self?.dismiss() }]
    }

    /// A keyboard with keys types more than the number pad on the screen.
    func textField(
        _ textField: TextField,
        shouldChangeCharactersIn range: Range<TextPosition>,
        to replacement: String
    ) -> Bool { textField !== fields.table || replacement.allSatisfy(\.isNumber) }

    func textFieldShouldReturn(_ textField: TextField) -> Bool {
        if textField === fields.name { fields.table.becomeFirstResponder() } else { sendForm(textField) }
        return true
    }

    private func sendForm(_ sender: Control) {
        guard fields.send.isEnabled else { return }
        onSend?("sent \(fields.name.text), \(fields.table.text)", sender, self)
        dismiss()
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}

/// The form's views, in lines that are higher where there is room above the keyboard.
@MainActor
private final class DemoFormFields: DemoView {
    let name = TextField(frame: .zero)
    let table = TextField(frame: .zero)
    let send = Button(frame: .zero)
    let back = Button(frame: .zero)

    override var title: String { "Form" }

    override init(frame: Rect) {
        super.init(frame: frame)
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
        name.placeholder = "Name"
        name.autocapitalizationType = .words
        name.returnKeyType = .next
        table.placeholder = "Table"
        table.keyboardType = .numberPad
        table.returnKeyType = .send
        table.maximumLength = 3
        send.setTitle("Send", for: .normal)
        back.setTitle("Back", for: .normal)
        for button in [send, back] { button.contentInsets = .zero }
        for control in [name, table, send, back] as [Control] { addSubview(control) }
        check()
    }

    func check() { send.isEnabled = name.hasText && table.hasText }

    override func layoutSubviews() {
        super.layoutSubviews()
        let cell = TerminalCanvas.cell
        let (columns, rows) = (Int(bounds.width / cell.width) - 2, Int(bounds.height / cell.height))
        // A keyboard takes half of the rows; there are three lines, and a blank one above them.
        let height = rows / 2 >= 11 ? 3.0 : 1
        func place(_ view: View, _ column: Int, _ width: Int, line: Double) {
            view.frame = Rect(
                Double(1 + column) * cell.width,
                (1 + line * height) * cell.height,
                Double(max(width, 0)) * cell.width,
                height * cell.height
            )
        }
        place(name, 1, columns - 2, line: 0)
        place(table, 1, columns - 2, line: 1)
        place(send, 1, 9, line: 2)
        place(back, columns - 10, 9, line: 2)
    }
}
