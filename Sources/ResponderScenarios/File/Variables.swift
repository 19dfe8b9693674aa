internal import ResponderInterface
internal import ResponderSupport

/// The values of a scenario's variables: `${name}` in a text stands for the value, and `$${` for `${`.
struct Variables {
    /// The bytes that texts with variables may still take: a few short files could otherwise fill the memory.
    private final class Budget {
        var bytes = mostBytes
    }

    /// The most bytes of all texts with variables in a scenario.
    static let mostBytes = 1 << 24

    private(set) var values: [String: String]
    private let budget = Budget()

    init(values: [String: String]) { self.values = values }

    /// Adds the values of a file's `variables`, unless there are values of the same names.
    mutating func add(defaults fields: Fields) throws(Problem) {
        for (name, value) in try Self.read(fields) where values[name] == nil { values[name] = value }
    }

    /// Takes the values of an inclusion's `variables`, in which other variables may stand.
    mutating func set(_ fields: Fields) throws(Problem) {
        values.merge(try Self.read(fields)) { _, new in new }
    }

    private static func read(_ fields: Fields) throws(Problem) -> [String: String] {
        guard let (value, place) = fields.value("variables") else { return [:] }
        guard case .object(let members) = value.content else {
            throw value.problem("an object of names and texts is expected, and this is \(value.kind)", at: place)
        }
        var values: [String: String] = [:]
        for member in members {
            let inner = KeyPlace.key(member.key, in: place)
            guard isName(member.key) else {
                throw Problem(
                    line: member.line,
                    column: member.column,
                    place: inner,
                    text: "a name has letters, digits and _ alone, and begins with no digit"
                )
            }
            // Characters that look the same are the same, however they are made up.
            guard values[member.key] == nil else {
                throw member.value.problem("there is another variable of this name", at: inner)
            }
            values[member.key] = try member.value.text(at: inner)
        }
        return values
    }

    /// Whether a text can be the name of a variable.
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, !("0"..."9" ~= first) else { return false }
        return text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "_" }
    }

    /// The value with the variables in its texts replaced; keys stay as they are.
    func replaced(in value: JSONValue, at place: KeyPlace) throws(Problem) -> JSONValue {
        let content: JSONValue.Content
        switch value.content {
        case .text(let text):
            guard text.utf8.contains(UInt8(ascii: "$")) else { return value }
            content = .text(try replaced(in: text, value, at: place))
        case .array(let elements):
            var replaced: [JSONValue] = []
            replaced.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                replaced.append(try self.replaced(in: element, at: .index(index, in: place)))
            }
            content = .array(replaced)
        case .object(let members):
            var replaced: [JSONValue.Member] = []
            replaced.reserveCapacity(members.count)
            for member in members {
                let value = try self.replaced(in: member.value, at: .key(member.key, in: place))
                replaced.append(
                    JSONValue.Member(key: member.key, line: member.line, column: member.column, value: value)
                )
            }
            content = .object(replaced)
        default: return value
        }
        return JSONValue(
            line: value.line,
            column: value.column,
            content: content,
            integer: value.integer,
            bytes: value.bytes
        )
    }

    private func replaced(in text: String, _ value: JSONValue, at place: KeyPlace) throws(Problem) -> String {
        var result = ""
        var rest = text[...]
        while let sign = rest.firstIndex(of: "$") {
            result += rest[..<sign]
            rest = rest[sign...]
            if rest.hasPrefix("$${") {
                result += "${"
                rest = rest.dropFirst(3)
            } else if rest.hasPrefix("${") {
                guard let end = rest.firstIndex(of: "}") else {
                    throw value.problem("\"${\" has no \"}\" behind it; write \"$${\" for the characters", at: place)
                }
                let name = String(rest[rest.index(sign, offsetBy: 2)..<end])
                guard let known = values[name] else { throw value.problem(unknown(name), at: place) }
                result += known
                rest = rest[rest.index(after: end)...]
            } else {
                result += "$"
                rest = rest.dropFirst()
            }
            // A text of many variables with long values could fill the memory.
            guard result.utf8.count <= TextFile.limit else {
                throw value.problem("the text has more than \(TextFile.limit) bytes", at: place)
            }
        }
        result += rest
        budget.bytes -= result.utf8.count
        guard budget.bytes >= 0 else {
            throw value.problem("the scenario's texts with variables have more than \(Self.mostBytes) bytes", at: place)
        }
        return result
    }

    private func unknown(_ name: String) -> String {
        let names = values.keys.sorted()
        let problem = "there is no variable \(name.quotedInOneLine(limit: 64))"
        if let meant = name.nearest(of: names) { return "\(problem); did you mean \"\(meant)\"?" }
        return names.isEmpty
            ? "\(problem), since the scenario has no variables"
            : "\(problem); there are \(names.joined(separator: ", "))"
    }
}
