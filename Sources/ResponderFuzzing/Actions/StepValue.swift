internal import ResponderInterface
internal import ResponderSupport

/// A step of a scenario as the text of its file has it, so that it can be made, made smaller and written.
indirect enum StepValue: Hashable, Sendable {
    case number(Double)
    case text(String)
    case flag(Bool)
    case list([StepValue])
    /// Keys in their order.
    case object([Member])

    struct Member: Hashable, Sendable {
        let key: String
        let value: StepValue
    }

    /// An object with one key: a command.
    static func command(_ key: String, _ value: StepValue) -> StepValue { .object([Member(key: key, value: value)]) }

    static func members(_ members: KeyValuePairs<String, StepValue>) -> StepValue {
        .object(members.map { Member(key: $0.key, value: $0.value) })
    }

    /// The text, in one line.
    var text: String {
        switch self {
        case .number(let number):
            number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
        case .text(let text): text.quotedForJSON()
        case .flag(let flag): "\(flag)"
        case .list(let values): "[\(values.map(\.text).joined(separator: ", "))]"
        case .object(let members):
            "{\(members.map { "\($0.key.quotedForJSON()): \($0.value.text)" }.joined(separator: ", "))}"
        }
    }

    /// The value of a text; nil if the text is no such value.
    init?(_ text: String) {
        guard let value = try? JSONReader.read(Array(text.utf8)) else { return nil }
        self.init(value)
    }

    init?(_ value: JSONValue) {
        switch value.content {
        case .null: return nil
        case .boolean(let flag): self = .flag(flag)
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        case .array(let values):
            let inner = values.compactMap { StepValue($0) }
            guard inner.count == values.count else { return nil }
            self = .list(inner)
        case .object(let members):
            let inner = members.compactMap { member in
                StepValue(member.value).map { Member(key: member.key, value: $0) }
            }
            guard inner.count == members.count else { return nil }
            self = .object(inner)
        }
    }

    /// The command of a step, and what stands behind it.
    var commandAndValue: (command: String, value: StepValue)? {
        guard case .object(let members) = self, let member = members.first, members.count == 1 else { return nil }
        return (member.key, member.value)
    }

    subscript(key: String) -> StepValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}
