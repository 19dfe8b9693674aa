internal import ResponderEventLoop

/// Tells a host of the responder that takes text.
@MainActor
final class TextInputListener {
    private var handler: MainRunLoop.UpdateHandler?
    private var hasInput = false
    let call: @MainActor ((any KeyInput)?) -> Void

    init(of application: Application, _ call: @escaping @MainActor ((any KeyInput)?) -> Void) {
        self.call = call
        // After the layout: then it is known where the caret is.
        handler = application.runLoop.addUpdateHandler(order: Application.updateOrder + 1, name: "text input") {
            [weak self, weak application] in
            if let self, let application { update(application) }
        }
        application.runLoop.setNeedsUpdate()
    }

    func cancel() { handler?.cancel() }

    private func update(_ application: Application) {
        guard application.runsCode else { return }
        let input = application.textInput
        if input == nil, !hasInput { return }
        hasInput = input != nil
        call(input)
    }
}

extension Application {
    /// Called after each update pass while a responder takes text, and once when none does any more: for a host with an
    /// input method, which must know the text around the caret and where the caret is (``TextInput``).
    ///
    /// The responder is ``textInput``. Each change of its text, its selection or its place comes with an update pass.
    /// Nil at first, which costs nothing. The application retains the closure until the application ends.
    ///
    /// - Complexity: Reading is O(1). Setting adds an update handler to the loop, and has it called once.
    public final var onTextInputChange: (@MainActor ((any KeyInput)?) -> Void)? {
        get { updatePass.textInputListener?.call }
        set {
            updatePass.textInputListener?.cancel()
            updatePass.textInputListener = nil
            guard let newValue, !updatePass.isCancelled else { return }
            updatePass.textInputListener = TextInputListener(of: self, newValue)
        }
    }
}
