/// Input from the terminal: a key or a mouse report.
enum TerminalInput: Hashable, Sendable {
    /// A byte that is no part of a sequence: a letter, or the byte of a control key, such as 3 for Ctrl-C.
    case key(UInt8)
    case mouse(MouseReport)
}

/// Turns the bytes that a terminal sends into keys and mouse reports.
///
/// The parser keeps the beginning of an incomplete sequence, so the bytes may be cut into reads anywhere. Sequences of
/// other kinds (arrows, function keys) and malformed sequences are skipped as a whole: none of their bytes is taken for
/// a key. A control byte ends the sequence that it stands in, and counts as a key.
struct TerminalInputParser: Sendable {
    private enum State: Hashable, Sendable {
        case ground
        /// After ESC.
        case escape
        /// After ESC [: the parameters so far, and whether the sequence can still be a mouse report.
        case control([UInt8], isSound: Bool)
        /// Before this many bytes that belong to a sequence, whatever their values.
        case skip(Int)
    }

    private static let escape: UInt8 = 0x1b
    /// How many bytes of parameters are kept at most: more than any terminal sends.
    private static let longestParameters = 32

    private var state = State.ground

    /// Takes the next bytes; returns the keys and reports that they complete.
    mutating func parse(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        bytes.compactMap { parse($0) }
    }

    private mutating func parse(_ byte: UInt8) -> TerminalInput? {
        if case .skip(let count) = state {
            state = count > 1 ? .skip(count - 1) : .ground
            return nil
        }
        if byte == Self.escape {
            state = .escape
            return nil
        }
        if byte < 0x20 {
            state = .ground
            return .key(byte)
        }
        switch state {
        case .ground:
            return .key(byte)
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .control([], isSound: true)
            case UInt8(ascii: "O"): state = .skip(1)
            default: state = .ground
            }
        case .control(let parameters, let isSound):
            return parse(byte, parameters, isSound)
        case .skip:
            break
        }
        return nil
    }

    private mutating func parse(_ byte: UInt8, _ parameters: [UInt8], _ isSound: Bool) -> TerminalInput? {
        switch byte {
        case 0x20..<0x40:
            let fits = isSound && parameters.count < Self.longestParameters
            state = .control(fits ? parameters + [byte] : [], isSound: fits)
            return nil
        case UInt8(ascii: "M") where parameters.isEmpty && isSound:
            // A report in the old form, from a terminal that does not know mode 1006: three bytes follow.
            state = .skip(3)
            return nil
        default:
            state = .ground
            guard isSound, byte == UInt8(ascii: "M") || byte == UInt8(ascii: "m") else { return nil }
            return Self.report(parameters, isRelease: byte == UInt8(ascii: "m")).map(TerminalInput.mouse)
        }
    }

    private static func report(_ parameters: [UInt8], isRelease: Bool) -> MouseReport? {
        guard parameters.first == UInt8(ascii: "<") else { return nil }
        let fields = parameters.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let numbers = fields.map { field -> Int? in
            // `Int` would accept a sign too, which a field cannot have.
            field.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
                ? Int(String(decoding: field, as: UTF8.self)) : nil
        }
        guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2] else {
            return nil
        }
        return MouseReport(code: code, column: column, row: row, isRelease: isRelease)
    }
}
