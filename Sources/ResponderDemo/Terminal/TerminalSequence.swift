import ResponderKit

/// The sequences by which terminals report keys and the mouse, as xterm, the Linux console, rxvt and their like send
/// them.
enum TerminalSequence {
    /// The key or the report of `ESC [ parameters final`; nil for a sequence that is none, or malformed.
    static func input(_ parameters: [UInt8], final: UInt8) -> TerminalInput? {
        switch final {
        case UInt8(ascii: "M"), UInt8(ascii: "m"):
            return report(parameters, isRelease: final == UInt8(ascii: "m")).map(TerminalInput.mouse)
        case UInt8(ascii: "Z"):
            return parameters.isEmpty ? .key(TerminalKey(.keyboardTab, .shift)) : nil
        default:
            guard let numbers = numbers(parameters[...]), numbers.count <= 2 else { return nil }
            guard let modifiers = modifiers(numbers.count == 2 ? numbers[1] : 1) else { return nil }
            let usage =
                final == UInt8(ascii: "~")
                ? numbers.first.flatMap { numberedKeys[$0] } : numbers.first ?? 1 == 1 ? letterKeys[final] : nil
            return usage.map { .key(TerminalKey($0, modifiers)) }
        }
    }

    /// The key of `ESC O byte`; nil for an unknown one.
    static func key(single byte: UInt8) -> TerminalKey? {
        (letterKeys[byte] ?? padKeys[byte]).map { TerminalKey($0) }
    }

    /// The modifiers of a parameter, which is their bits and 1; nil for a number that no terminal sends.
    private static func modifiers(_ parameter: Int) -> KeyModifiers? {
        guard 1...16 ~= parameter else { return nil }
        let bits = parameter - 1
        var modifiers: KeyModifiers = []
        for (bit, modifier) in [KeyModifiers.shift, .alternate, .control, .command].enumerated()
        where bits >> bit & 1 == 1 {
            modifiers.insert(modifier)
        }
        return modifiers
    }

    /// Numbers that are separated by semicolons; empty for no text, nil where a number is missing or malformed.
    private static func numbers(_ text: ArraySlice<UInt8>) -> [Int]? {
        guard !text.isEmpty else { return [] }
        var numbers: [Int] = []
        for field in text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            // `Int` would accept a sign too, which a field cannot have.
            guard field.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
                let number = Int(String(decoding: field, as: UTF8.self))
            else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    private static func report(_ parameters: [UInt8], isRelease: Bool) -> MouseReport? {
        guard parameters.first == UInt8(ascii: "<"), let numbers = numbers(parameters.dropFirst()), numbers.count == 3
        else { return nil }
        return MouseReport(code: numbers[0], column: numbers[1], row: numbers[2], isRelease: isRelease)
    }

    /// The keys of `ESC [ letter`, `ESC [ 1 ; modifiers letter` and `ESC O letter`.
    private static let letterKeys: [UInt8: HIDUsage] = [
        UInt8(ascii: "A"): .keyboardUpArrow, UInt8(ascii: "B"): .keyboardDownArrow,
        UInt8(ascii: "C"): .keyboardRightArrow, UInt8(ascii: "D"): .keyboardLeftArrow,
        UInt8(ascii: "F"): .keyboardEnd, UInt8(ascii: "H"): .keyboardHome, UInt8(ascii: "P"): .keyboardF1,
        UInt8(ascii: "Q"): .keyboardF2, UInt8(ascii: "R"): .keyboardF3, UInt8(ascii: "S"): .keyboardF4,
    ]

    /// The keys of the numeric pad in its application mode: `ESC O letter`.
    private static let padKeys: [UInt8: HIDUsage] = [
        UInt8(ascii: "M"): .keypadEnter, UInt8(ascii: "j"): .keypadAsterisk, UInt8(ascii: "k"): .keypadPlus,
        UInt8(ascii: "l"): .keypadComma, UInt8(ascii: "m"): .keypadHyphen, UInt8(ascii: "n"): .keypadPeriod,
        UInt8(ascii: "o"): .keypadSlash, UInt8(ascii: "p"): .keypad0, UInt8(ascii: "q"): .keypad1,
        UInt8(ascii: "r"): .keypad2, UInt8(ascii: "s"): .keypad3, UInt8(ascii: "t"): .keypad4,
        UInt8(ascii: "u"): .keypad5, UInt8(ascii: "v"): .keypad6, UInt8(ascii: "w"): .keypad7,
        UInt8(ascii: "x"): .keypad8, UInt8(ascii: "y"): .keypad9, UInt8(ascii: "X"): .keypadEqualSign,
    ]

    /// The keys of `ESC [ number ~` and `ESC [ number ; modifiers ~`.
    private static let numberedKeys: [Int: HIDUsage] = [
        1: .keyboardHome, 2: .keyboardInsert, 3: .keyboardDeleteForward, 4: .keyboardEnd, 5: .keyboardPageUp,
        6: .keyboardPageDown, 7: .keyboardHome, 8: .keyboardEnd, 11: .keyboardF1, 12: .keyboardF2, 13: .keyboardF3,
        14: .keyboardF4, 15: .keyboardF5, 17: .keyboardF6, 18: .keyboardF7, 19: .keyboardF8, 20: .keyboardF9,
        21: .keyboardF10, 23: .keyboardF11, 24: .keyboardF12, 25: .keyboardF13, 26: .keyboardF14, 28: .keyboardF15,
        29: .keyboardF16, 31: .keyboardF17, 32: .keyboardF18, 33: .keyboardF19, 34: .keyboardF20,
    ]
}
