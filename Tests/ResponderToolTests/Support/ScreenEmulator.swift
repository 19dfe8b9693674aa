/// A terminal's screen, as far as the demo uses one: places, attributes passed over, and private modes.
struct ScreenEmulator {
    private enum State {
        case ground
        case escape
        case control([UInt8])
    }

    /// The private modes that are set, as 1049 for the second screen.
    private(set) var modes: Set<Int> = [25]
    private(set) var rows: [[Character]]
    /// The first screen, while the second is shown.
    private var first: [[Character]]?
    private var column = 0
    private var row = 0
    private var state = State.ground
    private var pending: [UInt8] = []

    init(columns: Int, rows: Int) {
        self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// Takes another size, and forgets what was shown.
    mutating func resize(columns: Int, rows: Int) {
        self.rows = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        if first != nil { first = self.rows }
    }

    var lines: [String] { rows.map { String($0) } }

    var text: String { lines.joined(separator: "\n") }

    mutating func receive(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { receive(byte) }
    }

    private mutating func receive(_ byte: UInt8) {
        switch state {
        case .ground:
            if byte == 0x1b {
                state = .escape
            } else {
                receive(text: byte)
            }
        case .escape:
            state = byte == UInt8(ascii: "[") ? .control([]) : .ground
        case .control(let parameters):
            guard byte >= 0x40 else {
                state = .control(parameters + [byte])
                return
            }
            state = .ground
            perform(Character(UnicodeScalar(byte)), String(decoding: parameters, as: UTF8.self))
        }
    }

    private mutating func receive(text byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\r"): column = 0
        case UInt8(ascii: "\n"): row += 1
        default:
            pending.append(byte)
            guard let text = String(validating: pending, as: UTF8.self), let character = text.first else { return }
            pending = []
            if rows.indices.contains(row), rows[row].indices.contains(column) { rows[row][column] = character }
            column += 1
        }
    }

    private mutating func perform(_ command: Character, _ parameters: String) {
        let numbers = parameters.drop { $0 == "?" }.split(separator: ";").compactMap { Int($0) }
        switch command {
        case "H":
            row = (numbers.first ?? 1) - 1
            column = (numbers.dropFirst().first ?? 1) - 1
        case "J":
            rows = rows.map { Array(repeating: " ", count: $0.count) }
        case "h" where parameters.hasPrefix("?"):
            modes.formUnion(numbers)
            if numbers.contains(1049), first == nil { first = rows }
        case "l" where parameters.hasPrefix("?"):
            modes.subtract(numbers)
            if numbers.contains(1049), let first {
                rows = first
                self.first = nil
                (column, row) = (0, 0)
            }
        default:
            break
        }
    }
}
