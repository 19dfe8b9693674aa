internal import ResponderEventLoop
internal import ResponderKit
internal import ResponderSupport

/// A name in a file, with its place.
package struct PlacedName {
    package let text: String
    package let line: Int
    package let place: KeyPlace
}

/// A flag in a file, with its place.
struct PlacedFlag {
    let isTrue: Bool
    let line: Int
    let place: KeyPlace
}

/// The members of an object in a file, each read as what the schema says.
package struct Fields {
    package let line: Int
    package let column: Int
    package let place: KeyPlace
    private var members: [String: JSONValue] = [:]

    /// The members of `value`.
    ///
    /// - Parameters:
    ///   - kind: What the object describes, such as "a view".
    ///   - keys: The keys that the object may have.
    /// - Throws: If the value is no object, or has another key.
    package init(_ value: JSONValue, at place: KeyPlace, of kind: String, keys: [String]) throws(Problem) {
        (line, column) = (value.line, value.column)
        self.place = place
        guard case .object(let members) = value.content else {
            throw Problem(
                line: value.line,
                column: value.column,
                place: place,
                text: "\(kind) is an object in braces, and this is \(value.kind)"
            )
        }
        for member in members {
            guard keys.contains(member.key) else {
                throw Problem(
                    line: member.line,
                    column: member.column,
                    place: .key(member.key, in: place),
                    text: "\(member.key.quotedInOneLine(limit: 64)) is no key of \(kind); "
                        + member.key.question(of: keys) + "the keys are \(keys.joined(separator: ", "))"
                )
            }
            self.members[member.key] = member.value
        }
    }

    /// A problem of the object as a whole.
    package func problem(_ text: String) -> Problem { Problem(line: line, column: column, place: place, text: text) }

    /// A problem of a member.
    private func problem(_ key: String, _ value: JSONValue, _ text: String) -> Problem {
        Problem(line: value.line, column: value.column, place: .key(key, in: place), text: text)
    }

    // MARK: Values

    package func value(_ key: String) -> (value: JSONValue, place: KeyPlace)? {
        members[key].map { ($0, .key(key, in: place)) }
    }

    /// The values of a list, each with its place; none if the key is not there.
    package func list(_ key: String) throws(Problem) -> [(value: JSONValue, place: KeyPlace)] {
        guard let value = members[key] else { return [] }
        guard case .array(let elements) = value.content else {
            throw problem(key, value, "a list in brackets is expected, and this is \(value.kind)")
        }
        let outer = KeyPlace.key(key, in: place)
        return elements.enumerated().map { ($1, .index($0, in: outer)) }
    }

    package func flag(_ key: String) throws(Problem) -> Bool? {
        guard let value = members[key] else { return nil }
        guard case .boolean(let flag) = value.content else {
            throw problem(key, value, "true or false is expected, and this is \(value.kind)")
        }
        return flag
    }

    /// The class of the object; the place of a class that is not named is that of the object.
    func className(default name: String) throws(Problem) -> PlacedName {
        try self.name("class") ?? PlacedName(text: name, line: line, place: place)
    }

    /// A name: text that is not empty.
    package func name(_ key: String) throws(Problem) -> PlacedName? {
        guard let text = try text(key), let value = members[key] else { return nil }
        guard !text.isEmpty else { throw problem(key, value, "the name is empty; write one, or leave the key out") }
        return PlacedName(text: text, line: value.line, place: .key(key, in: place))
    }

    /// Text, which may be empty, with its place.
    func placedText(_ key: String) throws(Problem) -> PlacedName? {
        guard let text = try text(key), let value = members[key] else { return nil }
        return PlacedName(text: text, line: value.line, place: .key(key, in: place))
    }

    /// A flag with its place.
    func placedFlag(_ key: String) throws(Problem) -> PlacedFlag? {
        guard let flag = try flag(key), let value = members[key] else { return nil }
        return PlacedFlag(isTrue: flag, line: value.line, place: .key(key, in: place))
    }

    package func text(_ key: String) throws(Problem) -> String? {
        guard let value = members[key] else { return nil }
        guard case .text(let text) = value.content else {
            throw problem(key, value, "text in double quotes is expected, and this is \(value.kind)")
        }
        return text
    }

    package func number(_ key: String, in range: ClosedRange<Double>) throws(Problem) -> Double? {
        guard let value = members[key] else { return nil }
        guard case .number(let number) = value.content, range.contains(number) else {
            throw problem(
                key,
                value,
                "a number from \(range.lowerBound) to \(range.upperBound) is expected, and this is \(value.said)"
            )
        }
        return number
    }

    package func integer(_ key: String) throws(Problem) -> Int? {
        guard let value = members[key] else { return nil }
        // Greater numbers may have lost their last digits, and 2^53 + 1 has become 2^53.
        guard case .number(let number) = value.content, abs(number) < 0x1p53, let integer = Int(exactly: number) else {
            throw problem(key, value, "a whole number is expected, and this is \(value.said)")
        }
        return integer
    }

    /// A color: `"#rrggbb"`, or `"#rrggbbaa"` with an opacity.
    func color(_ key: String) throws(Problem) -> Color? {
        guard let value = members[key] else { return nil }
        guard case .text(let text) = value.content, let color = Color(hexadecimal: text) else {
            var said = value.kind
            if case .text(let text) = value.content { said = text.quotedInOneLine(limit: 64) }
            throw problem(key, value, "a color as \"#rrggbb\" or \"#rrggbbaa\" is expected, and this is \(said)")
        }
        return color
    }

    /// As many numbers as there are `names`, such as width and height; those from the place `firstExtent` on are
    /// extents, which are not negative.
    package func numbers(_ key: String, _ names: [String], firstExtent: Int) throws(Problem) -> [Double]? {
        guard let value = members[key] else { return nil }
        let form = "[\(names.joined(separator: ", "))]"
        guard case .array(let elements) = value.content, elements.count == names.count else {
            throw problem(key, value, "\(form) is expected, and this is \(value.said)")
        }
        var numbers: [Double] = []
        for (index, element) in elements.enumerated() {
            let inner = KeyPlace.index(index, in: .key(key, in: place))
            guard case .number(let number) = element.content, abs(number) <= Self.farthest else {
                throw Problem(
                    line: element.line,
                    column: element.column,
                    place: inner,
                    text: "the \(names[index]) is a number of points, at most \(Int(Self.farthest)), and this is "
                        + element.said
                )
            }
            guard index < firstExtent || number >= 0 else {
                throw Problem(line: element.line, place: inner, text: "the \(names[index]) \(number) is negative")
            }
            numbers.append(number)
        }
        return numbers
    }

    /// The greatest coordinate and extent: beyond them, sums of coordinates would lose their fractions.
    private static let farthest = 1e9
}

extension JSONValue {
    /// What the value is, with its number or count, for a message.
    fileprivate var said: String {
        switch content {
        case .number(let number): "\(number)"
        case .array(let elements): "a list of \(elements.count)"
        default: kind
        }
    }
}

extension Color {
    /// The color that the web writes as `#rrggbb` or `#rrggbbaa`; nil for another text.
    fileprivate init?(hexadecimal text: String) {
        let digits = text.utf8.dropFirst().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == text.utf8.count - 1, [6, 8].contains(digits.count)
        else { return nil }
        func part(_ index: Int) -> Double { Double(digits[2 * index] << 4 | digits[2 * index + 1]) / 255 }
        self.init(red: part(0), green: part(1), blue: part(2), alpha: digits.count == 8 ? part(3) : 1)
    }
}
