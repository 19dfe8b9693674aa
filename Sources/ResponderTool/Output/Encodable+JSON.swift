import Foundation

extension Encodable {
    /// The value as JSON, with its keys sorted.
    ///
    /// Control characters, format characters and separators of lines, which could steer a terminal, are escaped; they
    /// occur in strings only, so no value changes. Numbers that are not finite are written as strings.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        // The tool prints numbers and strings only, which always encode.
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
