/// The lines of an expected trace, as they are written in a scenario: a list, or in YAML a text of several lines.
enum LineList {
    /// The text of the lines, in the form that they have now, and indented as the line in which they begin.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - range: The bytes of the former lines.
    ///   - bytes: The file.
    static func text(of lines: [String], replacing range: Range<Int>, in bytes: [UInt8]) -> String {
        guard !lines.isEmpty else { return "[]" + (endsLine(range, bytes) ? "\n" : "") }
        let start = bytes[..<range.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let blanks = bytes[start..<range.lowerBound].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let indentation = String(decoding: blanks, as: UTF8.self)
        switch bytes[range].first {
        case UInt8(ascii: "|"):
            // An item of a list is indented by its mark too.
            let marks = bytes[(start + blanks.count)..<range.lowerBound].prefix { $0 == UInt8(ascii: "-") || $0 == 32 }
            let inner = indentation + String(repeating: " ", count: marks.count + 2)
            return "|\n" + lines.map { "\(inner)\($0)\n" }.joined()
        case UInt8(ascii: "-"): return lines.map { "- \(quoted($0))" }.joined(separator: "\n\(indentation)")
        default:
            return "[\n" + lines.map { "\(indentation)  \(quoted($0))" }.joined(separator: ",\n")
                + "\n\(indentation)]"
        }
    }

    private static func endsLine(_ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
        bytes[range].last == UInt8(ascii: "\n")
    }

    /// The line as a text of JSON; lines of a trace have no control characters.
    private static func quoted(_ line: String) -> String {
        let escaped = line.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
        return "\"\(String(escaped))\""
    }
}
