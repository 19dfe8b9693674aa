internal import ResponderCore
internal import ResponderTouchInput

/// Which views belong to the first responder of the key window (rule R24).
@MainActor
struct InputChoice {
    let window: Window
    var input: View?
    var accessory: View?

    /// Asks the responders from the first responder on up; nil without a first responder, or if a property's code has
    /// changed the first responder or the key window.
    init?(of application: Application, showsKeyboard: Bool) {
        guard let window = application.keyWindow, let first = window.firstResponder else { return nil }
        self.window = window
        var next: Responder? = first
        while let responder = next, input == nil || accessory == nil, application.runsCode {
            if input == nil, let view = responder.inputView {
                Self.check(view, "inputView", of: responder, first)
                input = view
            }
            if accessory == nil, let view = responder.inputAccessoryView {
                Self.check(view, "inputAccessoryView", of: responder, first)
                accessory = view
            }
            next = responder.next
        }
        if input == nil, showsKeyboard, application.textInput === first {
            let keyboard = application.screenKeyboard
            Self.check(keyboard, "screenKeyboard", of: application, first)
            input = keyboard
        }
        if accessory === input { accessory = nil }
        // The code of a property may have changed the first responder.
        guard application.keyWindow === window, window.firstResponder === first else { return nil }
    }

    /// Stops the process if showing `view` would take the first responder's own view out of its window.
    private static func check(_ view: View, _ property: StaticString, of responder: Responder, _ first: Responder) {
        let owner = Swift.type(of: responder)
        if view is Window {
            fatalError("the \(property) of \(owner) is a window; give a view that the window of input views can take")
        }
        for shown in [responder, first] where shown.ownView?.isDescendant(of: view) == true {
            fatalError(
                "the \(property) of \(owner) is \(Swift.type(of: view)), which contains the view of "
                    + "\(Swift.type(of: shown)); give a view outside of the window's own views"
            )
        }
    }
}

/// Where the input views are to be, and what they cover.
@MainActor
struct InputPlacement {
    let choice: InputChoice
    let inputHeight: Double
    let accessoryHeight: Double
    /// What is covered, in the window's coordinates.
    let rect: Rect
    /// The same on the screen.
    let frame: Rect

    /// Nil for views without extent; `shown` is the window of the input views that are shown already.
    init?(of choice: InputChoice, shown: InputWindow?) {
        let bounds = choice.window.bounds.standardized
        func height(_ view: View?) -> Double { view.map { Self.height(of: $0, in: bounds.size, shown) } ?? 0 }
        let accessory = min(height(choice.accessory), bounds.height)
        // The accessory, such as the field of a chat, gets its height first, so that it is always seen.
        let input = min(height(choice.input), bounds.height - accessory)
        guard bounds.width > 0, input + accessory > 0 else { return nil }
        self.choice = choice
        (inputHeight, accessoryHeight) = (input, accessory)
        let height = input + accessory
        rect = Rect(bounds.minX, bounds.maxY - height, bounds.width, height)
        frame = choice.window.convert(rect, to: nil)
        // A transform may make coordinates infinite.
        guard frameBelow.isFinite, frame.isFinite else { return nil }
    }

    /// Where the views are before they slide in: moved down by their height, below the window's lower edge.
    var frameBelow: Rect { choice.window.convert(rect.offsetBy(dx: 0, dy: rect.height), to: nil) }

    private static func height(of view: View, in size: Size, _ shown: InputWindow?) -> Double {
        let own = shown?.ownHeight(of: view) ?? view.bounds.height
        guard own == 0 || view is KeyboardView else { return own }
        let fitting = view.sizeThatFits(size).height
        return fitting.isFinite ? max(0, fitting) : 0
    }
}
