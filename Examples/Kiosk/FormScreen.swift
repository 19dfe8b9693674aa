import ResponderKit

/// A form: who orders, and at which table.
///
/// It is filled by the keyboard on the screen, or by one with keys. The button that sends it is enabled when both
/// fields are filled.
final class FormScreen: ViewController, TextFieldDelegate {
    private let name = TextField(frame: .zero)
    private let table = TextField(frame: .zero)
    private lazy var send = Button("Send", frame: .zero) { [unowned self] in order() }

    override init() {
        super.init()
        title = "Form"
    }

    override func loadView() {
        view = Background(frame: .zero)
        name.placeholder = "Name"
        name.autocapitalizationType = .words
        name.returnKeyType = .next
        table.placeholder = "Table"
        table.keyboardType = .numberPad
        table.maximumLength = 3
        name.addAction(for: .editingDidEnd) { say("name \($0.text)") }
        for field in [name, table] {
            field.delegate = self
            field.contentInsets = EdgeInsets(top: 0, left: 16, bottom: 0, right: 16)
            field.addAction(for: .editingChanged) { [unowned self] _ in check() }
            view.addSubview(field)
        }
        send.role = .primary
        view.addSubview(send)
        check()
    }

    override func viewDidLayoutSubviews() {
        let left = Background.left(in: view.bounds)
        name.frame = Rect(left, 30, 400, 60)
        table.frame = Rect(left, 110, 400, 60)
        send.frame = Rect(left + 440, 110, 160, 60)
    }

    /// A keyboard with keys types more than the number pad on the screen.
    func textField(
        _ textField: TextField,
        shouldChangeCharactersIn range: Range<TextPosition>,
        to replacement: String
    ) -> Bool { textField !== table || replacement.allSatisfy(\.isNumber) }

    func textFieldShouldReturn(_ textField: TextField) -> Bool {
        if textField === name { table.becomeFirstResponder() } else { order() }
        return true
    }

    private func check() { send.isEnabled = name.hasText && table.hasText }

    private func order() {
        guard send.isEnabled else { return }
        say("order of \(name.text) at table \(table.text)")
        view.endEditing()
        for field in [name, table] { field.text = "" }
        check()
    }
}
