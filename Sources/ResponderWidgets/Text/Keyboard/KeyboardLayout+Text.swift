internal import ResponderCore
internal import ResponderSupport

// Layouts as text.
extension KeyboardLayout {
    /// A layout of planes that are written as text, each with its name; the first is shown first.
    ///
    /// Each line is a row, whose keys have spaces or tabs between them:
    ///
    /// - `a` types this text, and with shift its upper case; so does `.com`.
    /// - `1|!` types the first text, and with shift the second.
    /// - `[shift]`, `[delete]`, `[space]` and `[return]` do what their names say.
    /// - `[digits]` goes to the plane of that name, and `[digits=123]` shows another text on the key.
    /// - `[space:5]` is five times as wide as a letter.
    ///
    /// Lines without keys are left out.
    ///
    /// - Throws: ``Invalid`` when a width is no number, and when planes are no layout, as with the initialiser from
    ///   an array of planes.
    /// - Complexity: Linear in the text; allocates the planes.
    public init(_ planes: KeyValuePairs<String, String>) throws(Invalid) {
        var read: [Plane] = []
        for (name, text) in planes { read.append(try Plane(name, reading: text)) }
        try self.init(read)
    }

    /// A layout that this package ships, and whose text its tests check.
    init(shipped planes: KeyValuePairs<String, String>) {
        self.init(checked: planes.compactMap { try? Plane($0.key, reading: $0.value) })
    }

    /// The same layout, in which the given keys replace the first plane's space key and together are as wide.
    ///
    /// Without a space key on the first plane the layout stays as it is.
    ///
    /// - Complexity: Linear in the keys; allocates a copy of the planes.
    public func replacingSpace(with keys: [Key]) -> KeyboardLayout {
        let sum = keys.reduce(0) { $0 + $1.width }
        guard !keys.isEmpty, sum > 0, sum.isFinite else { return self }
        var planes = planes
        for row in planes[0].rows.indices {
            guard let column = planes[0].rows[row].firstIndex(where: { $0.action == .space }) else { continue }
            let width = planes[0].rows[row][column].width
            let scaled = keys.map { Key($0.action, width: $0.width / sum * width, label: $0.label) }
            planes[0].rows[row].replaceSubrange(column...column, with: scaled)
            break
        }
        // If a given key is invalid, the layout stays as it is.
        return (try? KeyboardLayout(planes)) ?? self
    }

    /// The same layout with the plane of that name first; unchanged when there is no such plane.
    ///
    /// - Complexity: Linear in the planes; allocates their list.
    public func beginning(with name: String) -> KeyboardLayout {
        guard let index = planes.firstIndex(where: { $0.name == name }) else { return self }
        var planes = planes
        planes.insert(planes.remove(at: index), at: 0)
        return KeyboardLayout(checked: planes)
    }
}

extension KeyboardLayout.Plane {
    fileprivate init(_ name: String, reading text: String) throws(KeyboardLayout.Invalid) {
        var rows: [[KeyboardLayout.Key]] = []
        for line in text.split(whereSeparator: \.isNewline) {
            var keys: [KeyboardLayout.Key] = []
            for word in line.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
                guard let key = KeyboardLayout.Key(reading: word) else {
                    throw KeyboardLayout.Invalid(
                        plane: name,
                        row: rows.count,
                        reason: "\(String(word).quotedInOneLine()) ends with a width that is no number"
                    )
                }
                keys.append(key)
            }
            if !keys.isEmpty { rows.append(keys) }
        }
        self.init(name, rows: rows)
    }
}

extension KeyboardLayout.Key {
    /// Reads a word of a line; nil when its width is no number.
    fileprivate init?(reading word: Substring) {
        guard word.count > 2, word.first == "[", word.last == "]" else {
            self = Self.text(reading: word)
            return
        }
        var name = word.dropFirst().dropLast()
        var width = 1.0
        if let colon = name.lastIndex(of: ":") {
            guard let number = Double(name[name.index(after: colon)...]) else { return nil }
            width = number
            name = name[..<colon]
        }
        var label: String?
        if let sign = name.firstIndex(of: "=") {
            label = String(name[name.index(after: sign)...])
            name = name[..<sign]
        }
        switch name {
        case "shift": self.init(.shift, width: width, label: label)
        case "delete": self.init(.delete, width: width, label: label)
        case "space": self.init(.space, width: width, label: label)
        case "return": self.init(.return, width: width, label: label)
        default: self.init(.plane(String(name)), width: width, label: label)
        }
    }

    private static func text(reading word: Substring) -> Self {
        let inner = word.dropFirst().dropLast()
        guard let bar = inner.firstIndex(of: "|") else { return .text(String(word)) }
        return Self(.text(String(word[..<bar]), shifted: String(word[word.index(after: bar)...])))
    }
}
