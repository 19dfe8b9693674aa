internal import ResponderInterface
internal import ResponderKitTesting
internal import ResponderSupport

// Selectors: which element a step is about.
//
//     "Save"                                      what a person reads there, or an identifier
//     {"button": "Save", "within": {"row": "Ada"}}
//     {"id": "save"}
//     [100, 40]                                   a point, where fingers act
extension ElementQuery {
    /// The keys of a selector, besides the roles.
    static let selectorKeys = ["role", "named", "id", "label", "class", "tag", "within", "nth"]
    /// The roles, each of which is a key, with a label or `true`.
    static let roles = ElementRole.allCases.map(\.rawValue)

    /// Reads a selector.
    init(_ value: JSONValue, at place: KeyPlace) throws(Problem) {
        self.init()
        switch value.content {
        case .text(let text):
            guard !text.isEmpty else { throw value.problem("the text is empty; write what a person reads", at: place) }
            name = text
            return
        case .object: break
        default:
            throw value.problem(
                "a selector is expected, as \"Save\" or {\"button\": \"Save\"}, and this is \(value.kind)",
                at: place
            )
        }
        let fields = try Fields(value, at: place, of: "a selector", keys: Self.roles + Self.selectorKeys)
        for role in ElementRole.allCases { try read(role, fields) }
        if let named = try fields.choice("role", Self.roles) {
            guard role == nil else { throw fields.problem("the role is there twice; leave one out") }
            role = ElementRole(rawValue: named)
        }
        identifier = try fields.name("id")?.text
        if let label = try fields.name("label")?.text {
            guard self.label == nil else { throw fields.problem("the label is there twice; leave one out") }
            self.label = label
        }
        name = try fields.name("named")?.text
        viewClass = try fields.name("class").map { ViewClass(named: $0.text) }
        tag = try fields.integer("tag")
        if let (value, place) = fields.value("within") { outer = [try ElementQuery(value, at: place)] }
        self.place = try fields.integer("nth")
        if let nth = self.place, nth < 0 { throw fields.problem("nth counts from 0, and this is \(nth)") }
        let asksNothing = role == nil && identifier == nil && label == nil && name == nil && viewClass == nil
        if asksNothing && tag == nil {
            throw fields.problem("the selector does not say which element; write a role, an id or a label")
        }
    }

    /// Reads the key that is a role: its value is a label, or `true` for any.
    private mutating func read(_ role: ElementRole, _ fields: Fields) throws(Problem) {
        guard let (value, place) = fields.value(role.rawValue) else { return }
        guard self.role == nil else {
            throw value.problem("an element has one role, and \(self.role?.rawValue ?? "") is another", at: place)
        }
        self.role = role
        switch value.content {
        case .text(let text): label = text
        case .boolean(true): break
        default:
            throw value.problem("a label is expected, or true for any, and this is \(value.kind)", at: place)
        }
    }
}

extension Step.Target {
    /// Reads a selector or a point.
    init(_ value: JSONValue, at place: KeyPlace) throws(Problem) {
        if case .array = value.content {
            self = .point(try Point(value, at: place))
        } else {
            self = .element(try ElementQuery(value, at: place))
        }
    }
}

extension Point {
    /// The greatest coordinate: far beyond any screen, and small enough to reckon with.
    private static let farthest = 100_000.0

    /// Reads two numbers of points.
    init(_ value: JSONValue, at place: KeyPlace) throws(Problem) {
        guard case .array(let elements) = value.content, elements.count == 2 else {
            throw value.problem("a point is expected, as [120, 40], and this is \(value.kind)", at: place)
        }
        var numbers: [Double] = []
        for (index, element) in elements.enumerated() {
            guard case .number(let number) = element.content, abs(number) <= Self.farthest else {
                throw element.problem(
                    "a number of points is expected, at most \(Int(Self.farthest)), and this is \(element.kind)",
                    at: .index(index, in: place)
                )
            }
            numbers.append(number)
        }
        self.init(numbers[0], numbers[1])
    }
}

extension JSONValue {
    func problem(_ text: String, at place: KeyPlace) -> Problem {
        Problem(line: line, column: column, place: place, text: text)
    }
}

extension Fields {
    /// One of some words.
    func choice(_ key: String, _ words: [String]) throws(Problem) -> String? {
        guard let (value, place) = value(key) else { return nil }
        return try value.word(at: place, words)
    }

    /// A time from zero to an hour, such as `250ms`.
    func duration(_ key: String) throws(Problem) -> Duration? {
        guard let (value, place) = value(key) else { return nil }
        return try value.duration(at: place)
    }

    /// A list of texts.
    func texts(_ key: String) throws(Problem) -> [String] {
        var texts: [String] = []
        for (value, place) in try list(key) { texts.append(try value.text(at: place)) }
        return texts
    }
}

extension JSONValue {
    /// Text; a whole number and a truth value stand for how they are written, since YAML has no quotes there.
    func text(at place: KeyPlace) throws(Problem) -> String {
        switch content {
        case .text(let text): return text
        case .boolean(let flag): return "\(flag)"
        case .number:
            if let integer { return "\(integer)" }
            throw problem("text is expected; put the number in quotes", at: place)
        default: throw problem("text is expected, and this is \(kind)", at: place)
        }
    }

    /// A time from zero to an hour, such as `250ms`.
    func duration(at place: KeyPlace) throws(Problem) -> Duration {
        guard case .text(let text) = content, let time = DeviceScript.duration(text) else {
            throw problem("a time is expected, as \"250ms\" or \"2s\", and this is \(said)", at: place)
        }
        guard time <= .seconds(3600) else { throw problem("the time is longer than an hour", at: place) }
        return time
    }

    /// One of some words.
    func word(at place: KeyPlace, _ words: [String]) throws(Problem) -> String {
        let text = try text(at: place)
        guard words.contains(text) else {
            throw problem(
                "\(text.quotedInOneLine(limit: 64)) is not known; \(text.question(of: words))"
                    + "there are \(words.joined(separator: ", "))",
                at: place
            )
        }
        return text
    }

    private var said: String {
        if case .text(let text) = content { text.quotedInOneLine(limit: 64) } else { kind }
    }
}
