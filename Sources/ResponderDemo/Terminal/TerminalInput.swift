import ResponderKit

/// Input from the terminal: a key or a mouse report.
enum TerminalInput: Hashable, Sendable {
    case key(TerminalKey)
    case mouse(MouseReport)
}

/// Turns the bytes that a terminal sends into keys and mouse reports.
///
/// The parser keeps the beginning of an incomplete sequence or character, so the bytes may be cut into reads anywhere.
/// Sequences that are unknown or malformed are skipped as a whole: none of their bytes is taken for a key. A control
/// byte ends the sequence that it stands in, and counts as a key.
///
/// A key with alt is ESC and the key. So an ESC at the end of the bytes may be the escape key or the beginning of
/// something: ``flush()`` decides, when nothing has followed for ``TerminalInputParser/escapeDelay``.
struct TerminalInputParser: Sendable {
    private enum State: Hashable, Sendable {
        case ground
        /// After ESC.
        case escape
        /// After ESC O.
        case single
        /// After ESC [: the parameters so far, and whether the sequence can still be of a known kind.
        case control([UInt8], isSound: Bool)
        /// In a character of several bytes, which are this many at last.
        case character([UInt8], count: Int, withAlt: Bool)
        /// Before this many bytes that belong to a sequence, whatever their values.
        case skip(Int)
    }

    /// How long an ESC waits for what it may begin: terminals send a sequence in one piece, and a slow line delays its
    /// rest by less.
    static let escapeDelay = Duration.milliseconds(50)
    private static let escape: UInt8 = 0x1b
    /// How many bytes of parameters are kept at most: more than any terminal sends.
    private static let longestParameters = 32

    private var state = State.ground

    /// Takes the next bytes; returns the keys and reports that they complete.
    mutating func parse(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        for byte in bytes { parse(byte, into: &inputs) }
        return inputs
    }

    /// Whether the bytes so far end with what may be a key, or the beginning of more.
    var isUndecided: Bool {
        switch state {
        case .escape, .single, .control([], isSound: true): true
        default: false
        }
    }

    /// Takes what may be a key for one, since nothing follows.
    mutating func flush() -> [TerminalInput] {
        defer { if isUndecided { state = .ground } }
        return switch state {
        case .escape: [.key(TerminalKey(.keyboardEscape))]
        case .single: [.key(TerminalKey(byte: UInt8(ascii: "O"), .alternate))]
        case .control([], isSound: true): [.key(TerminalKey(byte: UInt8(ascii: "["), .alternate))]
        default: []
        }
    }

    private mutating func parse(_ byte: UInt8, into inputs: inout [TerminalInput]) {
        if case .skip(let count) = state {
            state = count > 1 ? .skip(count - 1) : .ground
            return
        }
        if byte == Self.escape {
            // A key was pressed twice.
            if state == .escape { inputs.append(.key(TerminalKey(.keyboardEscape))) }
            state = .escape
            return
        }
        if byte < 0x20 {
            let modifiers: KeyModifiers = state == .escape ? .alternate : []
            state = .ground
            return inputs.append(.key(TerminalKey(byte: byte, modifiers)))
        }
        switch state {
        case .ground, .skip:
            parse(byte, [], into: &inputs)
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .control([], isSound: true)
            case UInt8(ascii: "O"): state = .single
            default: parse(byte, .alternate, into: &inputs)
            }
        case .single:
            state = .ground
            if let key = TerminalSequence.key(single: byte) { inputs.append(.key(key)) }
        case .control(let parameters, let isSound):
            if let input = parse(byte, parameters, isSound) { inputs.append(input) }
        case .character(let bytes, let count, let withAlt):
            guard 0x80..<0xc0 ~= byte else {
                // The character's rest is missing.
                state = .ground
                return parse(byte, [], into: &inputs)
            }
            let bytes = bytes + [byte]
            guard bytes.count == count else {
                state = .character(bytes, count: count, withAlt: withAlt)
                return
            }
            state = .ground
            guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first,
                scalar.properties.generalCategory != .control
            else { return }
            inputs.append(.key(TerminalKey(scalar, withAlt ? .alternate : [])))
        }
    }

    /// Takes a byte that is no part of a sequence.
    private mutating func parse(_ byte: UInt8, _ modifiers: KeyModifiers, into inputs: inout [TerminalInput]) {
        state = .ground
        switch byte {
        case 0..<0x80: inputs.append(.key(TerminalKey(byte: byte, modifiers)))
        case 0xc2..<0xe0: state = .character([byte], count: 2, withAlt: !modifiers.isEmpty)
        case 0xe0..<0xf0: state = .character([byte], count: 3, withAlt: !modifiers.isEmpty)
        case 0xf0..<0xf5: state = .character([byte], count: 4, withAlt: !modifiers.isEmpty)
        // No character begins with these.
        default: break
        }
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
            return isSound ? TerminalSequence.input(parameters, final: byte) : nil
        }
    }
}
