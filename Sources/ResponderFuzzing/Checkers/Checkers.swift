/// The checkers of an application.
enum Checkers {
    static var all: [any Checker] {
        [
            TouchChecker(), PressChecker(), GestureChecker(), ControlChecker(), AppearanceChecker(), EditingChecker(),
            KeyboardChecker(), ScrollChecker(),
        ]
    }
}
