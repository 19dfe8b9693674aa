/// Something that was typed or done with the mouse.
enum TerminalInput: Hashable, Sendable {
    /// A byte that is no part of a sequence: a letter, or what a control key makes, as 3 for Ctrl-C.
    case key(UInt8)
    case mouse(MouseReport)
}

/// Turns the bytes that a terminal sends into keys and mouse reports.
///
/// It holds the part of a sequence that has not come yet, so it does not matter how the bytes are cut into reads.
/// Sequences of other kinds (arrows, function keys) and malformed ones give nothing, and are passed over as a whole: no
/// byte of them is taken for a key. A control byte ends whatever sequence it stands in, and counts as a key.
struct TerminalInputParser: Sendable {
    private enum State: Hashable, Sendable {
        case ground
        /// After ESC.
        case escape
        /// After ESC [: the parameters so far, and whether the sequence is still one that can be meant.
        case control([UInt8], isSound: Bool)
        /// Before so many bytes that belong to a sequence, whatever they are.
        case skip(Int)
    }

    private static let escape: UInt8 = 0x1b
    /// More than any terminal sends, and a bound on what is held.
    private static let longestParameters = 32

    private var state = State.ground

    /// Takes the next bytes; returns what they complete.
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
            // The old form of a report, from a terminal that does not know mode 1006: three bytes follow.
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
            // `Int` takes a sign too, and those cannot stand here.
            field.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
                ? Int(String(decoding: field, as: UTF8.self)) : nil
        }
        guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2] else {
            return nil
        }
        return MouseReport(code: code, column: column, row: row, isRelease: isRelease)
    }
}
