internal import ResponderTouchInput

/// The three fields of an event, as getevent prints them: `0003 0035 00000004`, or with `-l`
/// `EV_ABS ABS_MT_POSITION_X 00000004`.
struct GeteventEvent {
    /// nil for an unknown name.
    let type: UInt16?
    /// nil for an unknown name.
    let code: UInt16?
    let value: Int32

    /// Reads the fields, and ignores the rest of the line, such as the rate that `-r` prints; nil where the fields are
    /// not an event.
    init?(_ line: inout RecordingLine) {
        let (typeWord, codeWord, valueWord) = (line.word(), line.word(), line.word())
        guard let type = Self.type(typeWord), let code = Self.code(codeWord, of: type.number),
            let value = Self.value(valueWord)
        else { return nil }
        (self.type, self.code, self.value) = (type.number, code.number, value)
    }

    /// A number or a name; the number of a name may be unknown.
    private typealias Name = (number: UInt16?, Void)

    private static func type(_ word: ArraySlice<UInt8>) -> Name? {
        if let number = hexadecimal(word, digits: 4) { return (UInt16(number), ()) }
        guard word.starts(with: "EV_".utf8) else { return nil }
        return (EvdevCodes.type(named: String(decoding: word, as: UTF8.self)), ())
    }

    private static func code(_ word: ArraySlice<UInt8>, of type: UInt16?) -> Name? {
        if let number = hexadecimal(word, digits: 4) { return (UInt16(number), ()) }
        // Names consist of capital letters, digits and underscores: KEY_A, BTN_0, ABS_X.
        let isName = word.allSatisfy { byte in
            UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || byte == UInt8(ascii: "_")
        }
        guard isName, word.contains(UInt8(ascii: "_")) else { return nil }
        return (type.flatMap { EvdevCodes.code(named: String(decoding: word, as: UTF8.self), type: $0) }, ())
    }

    private static func value(_ word: ArraySlice<UInt8>) -> Int32? {
        if let number = hexadecimal(word, digits: 8) { return Int32(bitPattern: number) }
        // The names of a key's states and of tools.
        return switch String(decoding: word, as: UTF8.self) {
        case "UP", "MT_TOOL_FINGER": 0
        case "DOWN": 1
        case "REPEAT": 2
        case "MT_TOOL_PEN": EvdevCodes.toolPen
        case "MT_TOOL_PALM": EvdevCodes.toolPalm
        default: nil
        }
    }

    /// A number of exactly `digits` digits, 8 at most.
    private static func hexadecimal(_ word: ArraySlice<UInt8>, digits: Int) -> UInt32? {
        guard word.count == digits else { return nil }
        var number: UInt32 = 0
        for byte in word {
            guard let digit = RecordingLine.digit(byte) else { return nil }
            number = number << 4 | UInt32(digit)
        }
        return number
    }
}
