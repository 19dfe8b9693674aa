internal import ResponderTouchInput

/// Which views belong to the first responder of the key window (rule R24).
@MainActor
struct InputChoice {
    let window: Window
    var input: View?
    var accessory: View?

    /// Asks the responders from the first responder on up; nil without a first responder, and when what they do makes
    /// the answer a former one.
    init?(of application: Application, showsKeyboard: Bool) {
        guard let window = application.keyWindow, let first = window.firstResponder else { return nil }
        self.window = window
        var next: Responder? = first
        while let responder = next, input == nil || accessory == nil, application.runsCode {
            if input == nil { input = responder.inputView }
            if accessory == nil { accessory = responder.inputAccessoryView }
            next = responder.next
        }
        if input == nil, showsKeyboard, application.textInput === first { input = application.screenKeyboard }
        if accessory === input { accessory = nil }
        // A property may have changed who is first.
        guard application.keyWindow === window, window.firstResponder === first else { return nil }
    }
}

/// Where views are to be, and what they cover.
@MainActor
struct InputPlacement {
    let choice: InputChoice
    let inputHeight: Double
    let accessoryHeight: Double
    /// What is covered, in the window's coordinates.
    let rect: Rect
    /// The same on the screen.
    let frame: Rect

    /// Nil for views without extent; `shown` is where views are that have been shown.
    init?(of choice: InputChoice, shown: InputWindow?) {
        let bounds = choice.window.bounds.standardized
        func height(_ view: View?) -> Double { view.map { Self.height(of: $0, in: bounds.size, shown) } ?? 0 }
        let accessory = min(height(choice.accessory), bounds.height)
        // The accessory, such as a field of a chat, is seen in any case.
        let input = min(height(choice.input), bounds.height - accessory)
        guard bounds.width > 0, input + accessory > 0 else { return nil }
        self.choice = choice
        (inputHeight, accessoryHeight) = (input, accessory)
        let height = input + accessory
        rect = Rect(bounds.minX, bounds.maxY - height, bounds.width, height)
        frame = choice.window.convert(rect, to: nil)
    }

    /// Where the views would be if they were as far below the window's lower edge.
    var frameBelow: Rect { choice.window.convert(rect.offsetBy(dx: 0, dy: rect.height), to: nil) }

    private static func height(of view: View, in size: Size, _ shown: InputWindow?) -> Double {
        let own = shown?.ownHeight(of: view) ?? view.bounds.height
        guard own == 0 || view is KeyboardView else { return own }
        let fitting = view.sizeThatFits(size).height
        return fitting.isFinite ? max(0, fitting) : 0
    }
}
