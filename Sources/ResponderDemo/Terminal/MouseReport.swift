/// A report of xterm's mouse tracking, in its SGR form (mode 1006).
struct MouseReport: Hashable, Sendable {
    /// What the mouse did.
    enum Action: Hashable, Sendable {
        case press
        /// The mouse moved by a cell at least: with a button down, or with ``MouseReport/noButton``.
        case drag
        case release
    }

    /// The modifier keys that were down.
    struct Modifiers: OptionSet, Hashable, Sendable {
        let rawValue: Int

        static let shift = Modifiers(rawValue: 4)
        static let meta = Modifiers(rawValue: 8)
        static let control = Modifiers(rawValue: 16)
    }

    /// The left button, which every mouse has.
    static let leftButton = 0
    /// The number that a terminal sends for a motion without a button, and where it does not know which button was
    /// released.
    static let noButton = 3

    var action: Action
    /// The button: 0 for the left, 1 for the middle, 2 for the right, from 64 on the wheel.
    var button = MouseReport.leftButton
    var modifiers: Modifiers = []
    /// The cell's column, counted from 0 at the left.
    var column: Int
    /// The cell's row, counted from 0 at the top.
    var row: Int
}

extension MouseReport {
    /// The report `ESC [ < code ; column ; row M`, or with a small m; nil for numbers that no terminal sends.
    init?(code: Int, column: Int, row: Int, isRelease: Bool) {
        guard (0...255).contains(code), (1...65535).contains(column), (1...65535).contains(row) else { return nil }
        let isMotion = code & 32 != 0
        self.init(
            action: isRelease ? .release : isMotion ? .drag : .press,
            button: code & 0b1100_0011,
            modifiers: Modifiers(rawValue: code & 0b1_1100),
            column: column - 1,
            row: row - 1
        )
    }
}
