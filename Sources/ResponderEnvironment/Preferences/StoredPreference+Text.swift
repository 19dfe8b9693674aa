internal import ResponderSupport

// Preferences as text. A line of the file is one change, of one key or of several:
//
//     "volume" = 0.5
//     "name" = "Anna"; "count" = 3; "theme" = none
//
// `none` takes the key away. The types differ in form: true, 3, 3.0, "text", <0aff>, [1, 2], {"a": 1}.
extension StoredPreference {
    /// The value as text, in one line; the same value always gives the same text.
    package var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .bool(let value): text += value ? "true" : "false"
        case .int(let value): text += String(value)
        // Has a point, an exponent, or is nan or inf.
        case .double(let value): text += value.description
        case .text(let value): text += value.quotedForJSON()
        case .bytes(let bytes):
            text += "<"
            for byte in bytes {
                text.unicodeScalars.append(Self.hexDigit(byte >> 4))
                text.unicodeScalars.append(Self.hexDigit(byte & 15))
            }
            text += ">"
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += ", " }
                value.write(to: &text)
            }
            text += "]"
        case .table(let values):
            text += "{"
            for (index, entry) in values.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { text += ", " }
                text += entry.key.quotedForJSON() + ": "
                entry.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func hexDigit(_ value: UInt8) -> Unicode.Scalar {
        Unicode.Scalar(value + UInt8(ascii: value < 10 ? "0" : "W"))
    }

    /// The line of some changes, with its line feed; nil takes a key away.
    package static func line(_ changes: [(key: String, value: StoredPreference?)]) -> String {
        changes.map { "\($0.key.quotedForJSON()) = \($0.value?.text ?? "none")" }.joined(separator: "; ") + "\n"
    }

    /// A value from text.
    package init(parsing text: String) throws(PreferenceText.Invalid) {
        var reader = PreferenceText(text.utf8)
        self = try reader.value(levels: Self.mostLevels)
        try reader.end()
    }

    /// The changes of a line, which is given without its line feed.
    package static func changes(
        in line: some Sequence<UInt8>
    ) throws(PreferenceText.Invalid) -> [(key: String, value: StoredPreference?)] {
        var reader = PreferenceText(line)
        var changes: [(key: String, value: StoredPreference?)] = []
        repeat {
            let key = try reader.quoted()
            try reader.expect("=", "after the key; write \"key\" = value")
            changes.append((key, reader.takes("none") ? nil : try reader.value(levels: mostLevels)))
        } while reader.takes(";")
        try reader.end()
        return changes
    }
}
