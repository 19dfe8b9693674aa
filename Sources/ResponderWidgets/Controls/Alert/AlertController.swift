public import ResponderCore
internal import ResponderTouchInput

/// A message in front of all windows, with buttons for the answer.
///
///     let alert = AlertController(title: "Delete the order?", message: "It cannot be brought back.")
///     alert.addAction("Keep", style: .cancel)
///     alert.addAction("Delete", style: .destructive) { basket.removeAll() }
///     alert.show(over: window)
///
/// The alert has a window of its own, at the level ``Window/Level/alert``, which is the key window meanwhile. The first
/// answer closes the window, makes the former key window key again, and then calls the handler of the answer once.
/// Later touches and keys do nothing. (`UIAlertController`)
public final class AlertController: ViewController {
    /// What a button of an alert stands for.
    public enum ActionStyle: Hashable, Sendable, CaseIterable {
        /// An ordinary answer.
        case normal
        /// Leaves everything as it is. The escape key gives this answer; if the alert has only one button, it gives
        /// that button's answer.
        case cancel
        /// Destroys something.
        case destructive
    }

    struct Answer {
        let title: String
        let style: ActionStyle
        let handler: (@MainActor () -> Void)?
    }

    /// The text beneath the title; nil for none.
    public var message: String? {
        didSet { (viewIfLoaded as? AlertView)?.setTexts(heading, message) }
    }
    private let heading: String?
    private(set) var answers: [Answer] = []
    /// The window of the alert while the alert is shown; the application retains the window, which retains the alert.
    private weak var alertWindow: Window?
    private weak var formerKeyWindow: Window?
    /// The number of the press that gave the answer.
    private var answeringPress: UInt64?

    /// An alert without buttons, not shown yet.
    ///
    /// - Complexity: O(1); allocates the object.
    public init(title: String?, message: String? = nil) {
        heading = title
        self.message = message
        super.init()
        self.title = title
    }

    /// Whether the alert is shown; it is on the screen while its application is in front.
    public var isOpen: Bool { alertWindow != nil }

    /// Adds a button behind the others; of several buttons that cancel, the escape key presses the first.
    ///
    /// - Parameters:
    ///   - title: What stands on the button.
    ///   - style: What the button stands for.
    ///   - handler: Called after the button has closed the alert; the alert retains the handler until then.
    /// - Complexity: O(1) on average; allocates the button when the alert is shown.
    public func addAction(
        _ title: String,
        style: ActionStyle = .normal,
        handler: (@MainActor () -> Void)? = nil
    ) {
        answers.append(Answer(title: title, style: style, handler: handler))
        (viewIfLoaded as? AlertView)?.addButton(for: answers.count - 1, of: self)
    }

    /// Shows the alert in front of all windows of the window's application, as large as `window`; does nothing while
    /// the alert is shown, or without an application.
    ///
    /// An alert without buttons gets one that says "OK". The alert may be shown again after it was closed.
    ///
    /// - Complexity: That of making and showing a window with some views.
    public func show(over window: Window) {
        guard alertWindow == nil, let application = window.application else { return }
        if answers.isEmpty { addAction("OK") }
        let alertWindow = Window(frame: window.frame, application: application)
        alertWindow.windowLevel = .alert
        alertWindow.controlAppearance = window.controlAppearance
        self.alertWindow = alertWindow
        formerKeyWindow = application.keyWindow
        // The user works with keys if a view has the focus.
        let usesKeys = (formerKeyWindow?.firstResponder as? View)?.canBecomeFocused ?? false
        alertWindow.rootViewController = self
        alertWindow.makeKeyAndVisible()
        guard alertWindow === self.alertWindow else { return }
        viewIfLoaded?.didComeByChangeOfScreen()
        becomeFirstResponder()
        if usesKeys, alertWindow === self.alertWindow { _ = alertWindow.moveFocus(.next) }
    }

    /// Closes the alert without an answer: no handler is called.
    ///
    /// Does nothing when the alert is not shown.
    ///
    /// - Complexity: That of hiding a window.
    public func close() {
        guard let window = alertWindow else { return }
        alertWindow = nil
        // An alert that was shown in front of this one must not make this alert's window key again.
        for other in window.application?.windows ?? [] {
            guard let alert = other.rootViewController as? AlertController, alert.formerKeyWindow === window else {
                continue
            }
            alert.formerKeyWindow = formerKeyWindow
        }
        // Before the window is hidden: otherwise the frontmost window would become key for a moment.
        if window.isKeyWindow { formerKeyWindow?.makeKey() }
        for other in window.application?.windows ?? [] {
            if other === window { break }
            other.didComeByChangeOfScreen()
        }
        window.isHidden = true
        window.rootViewController = nil
    }

    /// Gives the answer of a button.
    func answer(_ index: Int) {
        guard alertWindow != nil, answers.indices.contains(index) else { return }
        let handler = answers[index].handler
        close()
        handler?()
    }

    /// True: the alert gets keys that none of its buttons takes.
    ///
    /// - Complexity: O(1); no allocation.
    public override var canBecomeFirstResponder: Bool { true }

    /// Makes the alert's view.
    ///
    /// - Complexity: Linear in the buttons; allocates the views.
    public override func loadView() {
        let view = AlertView(frame: .zero)
        view.setTexts(heading, message)
        self.view = view
        for index in answers.indices { view.addButton(for: index, of: self) }
    }

    /// Takes the keys that answer the alert when they go down, and passes other presses on.
    ///
    /// Escape gives the answer that cancels, or the only answer. Return gives the only answer, if no button has the
    /// focus.
    ///
    /// - Complexity: O(presses + answers), besides the work of the handler.
    public override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        guard let press = presses.first(where: { answer(to: $0.key) != nil }), let index = answer(to: press.key) else {
            return super.pressesBegan(presses, with: event)
        }
        answeringPress = press.number
        let others = withoutAnswer(presses)
        if !others.isEmpty { super.pressesBegan(others, with: event) }
        answer(index)
    }

    /// Passes presses on, except for the press that gave the answer.
    ///
    /// - Complexity: O(presses).
    public override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        let others = withoutAnswer(presses)
        if !others.isEmpty { super.pressesEnded(others, with: event) }
    }

    /// Passes presses on, except for the press that gave the answer.
    ///
    /// - Complexity: O(presses).
    public override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) {
        let others = withoutAnswer(presses)
        if !others.isEmpty { super.pressesCancelled(others, with: event) }
    }

    private func withoutAnswer(_ presses: PressSet) -> PressSet { presses.without { $0.number == answeringPress } }

    /// The answer that a key gives; nil for none.
    private func answer(to key: Key) -> Int? {
        let only = answers.count == 1 ? 0 : nil
        switch key.usage {
        case .keyboardEscape: return answers.firstIndex { $0.style == .cancel } ?? only
        case .keyboardReturnOrEnter, .keypadEnter, .consumerMenuPick: return key.isActivation ? only : nil
        default: return nil
        }
    }
}
