internal import ResponderSupport

/// The lines of an expected trace, as they are written in a scenario: a list, or in YAML a text of several lines.
enum LineList {
    /// The text of the lines, in the form that they have now, and indented as the line in which they begin.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - range: The bytes of the former lines.
    ///   - bytes: The file.
    static func text(of lines: [String], replacing range: Range<Int>, in bytes: [UInt8]) -> String {
        let text = form(of: lines, replacing: range, in: bytes)
        // Some forms end with their last line, so what follows begins behind the end of the line.
        return bytes[range].last == UInt8(ascii: "\n") && text.utf8.last != UInt8(ascii: "\n") ? text + "\n" : text
    }

    private static func form(of lines: [String], replacing range: Range<Int>, in bytes: [UInt8]) -> String {
        // In YAML a list without lines must be further in than its key, and the marks of lines need not be.
        guard !lines.isEmpty else { return bytes[range].first == UInt8(ascii: "-") ? "  []" : "[]" }
        let start = bytes[..<range.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let blanks = bytes[start..<range.lowerBound].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let indentation = String(decoding: blanks, as: UTF8.self)
        switch bytes[range].first {
        case UInt8(ascii: "|"):
            // An item of a list is indented by its mark too.
            let marks = bytes[(start + blanks.count)..<range.lowerBound].prefix { $0 == UInt8(ascii: "-") || $0 == 32 }
            let inner = indentation + String(repeating: " ", count: marks.count + 2)
            return "|\n" + lines.map { "\(inner)\($0)\n" }.joined()
        case UInt8(ascii: "-"):
            return lines.map { "- \($0.quotedForJSON())" }.joined(separator: "\n\(indentation)")
        default:
            return "[\n" + lines.map { "\(indentation)  \($0.quotedForJSON())" }.joined(separator: ",\n")
                + "\n\(indentation)]"
        }
    }
}
