internal import ResponderCore
internal import ResponderEventLoop
internal import ResponderTouchInput
internal import ResponderWidgets

/// The window of a pad for the operator's code.
final class CodePadWindow: Window {
    weak var pad: CodePad?
}

/// Asks for the operator's code, in a window of its own.
///
/// The code is typed into a secure field, by the keys for digits or by a keyboard, so recordings keep other digits.
@MainActor
final class CodePad {
    /// How long the pad stays without a touch or a key.
    static let patience: Duration = .seconds(30)

    private let window: CodePadWindow
    private weak var formerKeyWindow: Window?
    private let check: CodeCheck
    private let completion: @MainActor (Bool) -> Void
    private let field = TextField(frame: .zero)
    private let line = Label(frame: .zero)
    private let done = Button(title: "OK")
    private let cancel = Button(title: "Cancel")
    private var ticks: MainRunLoop.Timer?
    private var closing: MainRunLoop.Timer?
    private var isOpen = true

    /// Shows the pad; `completion` is called once, when the pad is gone, with whether the right code was typed.
    init(over other: Window, _ check: CodeCheck, _ completion: @escaping @MainActor (Bool) -> Void) {
        self.check = check
        self.completion = completion
        guard let application = other.application else { fatalError("a pad for a code needs a window that is shown") }
        formerKeyWindow = application.keyWindow
        window = CodePadWindow(frame: other.frame, application: application)
        window.windowLevel = .alert
        window.controlAppearance = other.controlAppearance
        window.backgroundColor = (other.controlAppearance ?? application.controlAppearance).background
        field.isSecureTextEntry = true
        field.keyboardType = .numberPad
        field.placeholder = "Code"
        line.alignment = .center
        done.addAction(for: .primaryActionTriggered) { [weak self] _ in self?.tryCode() }
        cancel.addAction(for: .primaryActionTriggered) { [weak self] _ in self?.close() }
        field.addAction(for: .primaryActionTriggered) { [weak self] _ in self?.tryCode() }
        field.addAction(for: .editingChanged) { [weak self] _ in self?.restartPatience() }
        let (width, left) = (min(320, other.frame.width - 32), 16.0)
        let x = max(left, (other.frame.width - width) / 2)
        line.frame = Rect(x, 24, width, 40)
        field.frame = Rect(x, 72, width, 48)
        cancel.frame = Rect(x, 132, (width - 16) / 2, 48)
        done.frame = Rect(x + (width + 16) / 2, 132, (width - 16) / 2, 48)
        for part in [line, field, cancel, done] { window.addSubview(part) }
        window.pad = self
        window.makeKeyAndVisible()
        field.becomeFirstResponder()
        // The loop keeps the pad while it is shown: a window whose pad is gone would close by nothing.
        ticks = application.runLoop.addTimer(after: .seconds(1), every: .seconds(1), name: "code pad") {
            [self] _ in update()
        }
        restartPatience()
        update()
    }

    func close() { close(isRight: false) }

    private func close(isRight: Bool) {
        guard isOpen else { return }
        isOpen = false
        ticks?.cancel()
        closing?.cancel()
        ticks = nil
        field.resignFirstResponder()
        field.text = ""
        if window.isKeyWindow { formerKeyWindow?.makeKey() }
        window.isHidden = true
        completion(isRight)
    }

    private func restartPatience() {
        closing?.cancel()
        closing = window.application?.runLoop.addTimer(after: Self.patience, name: "code pad") { [weak self] _ in
            self?.close()
        }
    }

    private func tryCode() {
        guard isOpen, !field.text.isEmpty else { return }
        restartPatience()
        let isTried = check.check(field.text) { [weak self] isRight in
            guard let self, isOpen else { return }
            if isRight { return close(isRight: true) }
            update(isWrong: true)
        }
        if isTried { field.text = "" }
        update()
    }

    private func update(isWrong: Bool = false) {
        guard window.application != nil else { return close() }
        let wait = Int((check.timeToWait / .seconds(1)).rounded(.up))
        done.isEnabled = wait == 0 && !check.isChecking
        if wait > 0 {
            line.text = "Too many wrong codes: wait \(wait) s"
        } else if check.isChecking {
            line.text = "One moment"
        } else if isWrong {
            line.text = "That was wrong"
        } else if line.text != "That was wrong" || !field.text.isEmpty {
            line.text = "Operator's code"
        }
    }
}
