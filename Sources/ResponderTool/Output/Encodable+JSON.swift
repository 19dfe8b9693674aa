import Foundation

extension Encodable {
    /// The value as JSON in ASCII's printable characters and letters of others, with its keys sorted.
    ///
    /// What would steer a terminal is escaped, which changes no value: it can stand in strings only. Numbers that are
    /// not finite stand as text.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        // What the tool prints are numbers and strings, which always encode.
        guard let data = try? encoder.encode(self) else { return "null" }
        var text = ""
        for scalar in String(decoding: data, as: UTF8.self).unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
