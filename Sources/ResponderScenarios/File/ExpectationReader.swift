internal import ResponderInterface
internal import ResponderKitTesting
internal import ResponderSupport

/// Reads what a step expects: one object, or a list of them.
enum ExpectationReader {
    /// The keys that say what the expectation is about; each expectation has one of them.
    static let subjects = ["visible", "hidden", "exists", "count", "trace", "traceHas", "state", "picture"]
    /// The keys about the element of `visible` or `exists`, and the others that go with a subject.
    static let attributes = ["label", "value", "enabled", "selected", "focused", "editing", "reachable"]
    static let others = ["of", "kinds"]
    /// The words for the states of an app.
    static let states = ["not running", "inactive", "active", "background", "suspended"]

    static func read(_ value: JSONValue, at place: KeyPlace, in file: String) throws(Problem) -> [Expectation] {
        guard case .array(let values) = value.content else { return [try expectation(value, at: place, in: file)] }
        guard !values.isEmpty else { throw value.problem("nothing is expected; write an expectation", at: place) }
        var expectations: [Expectation] = []
        for (index, value) in values.enumerated() {
            expectations.append(try expectation(value, at: .index(index, in: place), in: file))
        }
        return expectations
    }

    private static func expectation(
        _ value: JSONValue,
        at place: KeyPlace,
        in file: String
    ) throws(Problem) -> Expectation {
        let fields = try Fields(value, at: place, of: "an expectation", keys: subjects + attributes + others)
        let named = subjects.filter { fields.value($0) != nil }
        guard let subject = named.first, named.count == 1, let (inner, innerPlace) = fields.value(subject) else {
            throw fields.problem(
                named.isEmpty
                    ? "the expectation is about nothing; write one of \(subjects.joined(separator: ", "))"
                    : "\(named.joined(separator: " and ")) are two expectations; make a list of them"
            )
        }
        let isOfElement = subject == "visible" || subject == "exists"
        let allowed = isOfElement ? attributes : subject == "count" ? ["of"] : subject == "trace" ? ["kinds"] : []
        for key in attributes + others where !allowed.contains(key) {
            guard let (value, place) = fields.value(key) else { continue }
            throw value.problem("\(key) does not go with \(subject)", at: place)
        }
        let source = Step.Source(file: file, line: inner.line, column: inner.column)
        return Expectation(source: source, kind: try kind(subject, inner, at: innerPlace, fields))
    }

    private static func kind(
        _ subject: String,
        _ value: JSONValue,
        at place: KeyPlace,
        _ fields: Fields
    ) throws(Problem) -> Expectation.Kind {
        switch subject {
        case "hidden": return .hidden(try ElementQuery(value, at: place))
        case "count":
            guard let count = try fields.integer("count"), count >= 0, let (query, inner) = fields.value("of") else {
                throw fields.problem(
                    "write how many elements fit a selector, as {\"count\": 3, \"of\": {\"row\": true}}"
                )
            }
            return .count(try ElementQuery(query, at: inner), count)
        case "trace":
            let kinds = try kinds(fields)
            if case .array = value.content {
                return .trace(.here(try fields.texts("trace"), bytes: value.bytes), kinds: kinds)
            }
            let text = try value.text(at: place)
            // A text of several lines, as YAML has it behind |, is no name of a file.
            guard text.contains("\n") else {
                return .trace(.file(try fileName(value, at: place, [".trace", ".txt"])), kinds: kinds)
            }
            let lines = text.split(separator: "\n").map(String.init)
            return .trace(.here(lines, bytes: value.bytes), kinds: kinds)
        case "traceHas":
            if case .array = value.content { return .traceHas(try fields.texts("traceHas")) }
            return .traceHas(try value.text(at: place).split(separator: "\n").map(String.init))
        case "state": return .state(try fields.choice("state", states) ?? "")
        case "picture": return .picture(try fileName(value, at: place, [".svg"]))
        default:
            var wanted = Expectation.Wanted(isVisible: subject == "visible")
            if let (value, place) = fields.value("label") { wanted.label = try value.text(at: place) }
            if let (value, place) = fields.value("value") { wanted.value = try value.text(at: place) }
            wanted.isEnabled = try fields.flag("enabled")
            wanted.isSelected = try fields.flag("selected")
            wanted.isFocused = try fields.flag("focused")
            wanted.isEditing = try fields.flag("editing")
            wanted.isReachable = try fields.flag("reachable")
            return .element(try ElementQuery(value, at: place), wanted)
        }
    }

    /// The name of a file that `--update` writes, which can be no scenario and no program.
    private static func fileName(
        _ value: JSONValue,
        at place: KeyPlace,
        _ endings: [String]
    ) throws(Problem) -> String {
        let name = try value.text(at: place)
        guard endings.contains(where: { name.hasSuffix($0) }) else {
            throw value.problem(
                "\(name.quotedInOneLine(limit: 64)) is no name of such a file; it ends in "
                    + endings.joined(separator: " or "),
                at: place
            )
        }
        return name
    }

    /// The kinds of lines that are compared; nil for all.
    private static func kinds(_ fields: Fields) throws(Problem) -> Set<EventTrace.Kind>? {
        guard let (list, place) = fields.value("kinds") else { return nil }
        var kinds: Set<EventTrace.Kind> = []
        for (value, place) in try fields.list("kinds") {
            let word = try value.word(at: place, EventTrace.Kind.allCases.map(\.rawValue))
            if let kind = EventTrace.Kind(rawValue: word) { kinds.insert(kind) }
        }
        guard !kinds.isEmpty else {
            throw list.problem("there is no kind; leave kinds out for all, or write ignoreTrace for none", at: place)
        }
        return kinds
    }
}
