// The lists as borg reads them: roots and patterns, a line each.
extension BackupLists {
    /// The list of `borg create --patterns-from`, which names the folders to take too.
    ///
    /// It leaves out drafts of files that are being written too.
    ///
    /// - Throws: ``FileError/badPath(_:_:)`` for a folder to take that borg's list cannot name.
    /// - Complexity: Linear in the lists; allocates the text.
    public func borgPatterns() throws(FileError) -> String {
        var lines: [String] = []
        for path in included {
            guard Self.isOneLine(path) else {
                throw .badPath(path, "borg's list cannot name a folder with such white space; move the home")
            }
            lines.append("R \(path)")
        }
        // The full path is found in a table, however many there are; borg compares all expressions with each file.
        lines += excluded.map { Self.isOneLine($0) ? "! pf:\($0)" : "! re:\(Self.expression($0))" }
        lines.append("! re:(^|/)\(Self.escaped(Folder.draftPrefix))[^/]*\\Z")
        return lines.map { $0 + "\n" }.joined()
    }

    /// Whether borg finds the whole path in a line: it cuts white space from the end.
    private static func isOneLine(_ path: String) -> Bool {
        !path.unicodeScalars.contains { $0 == "\n" || $0 == "\r" }
            && path.unicodeScalars.last.map { !$0.properties.isWhitespace && !(0x1c...0x1f ~= $0.value) } ?? true
    }

    /// The expression of Python that matches the path alone, which begins without a slash there.
    private static func expression(_ path: String) -> String {
        "^\(escaped(String(path.unicodeScalars.drop { $0 == "/" })))\\Z"
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            let code = String(scalar.value, radix: 16)
            func padded(_ count: Int) -> String { String(repeating: "0", count: count - code.count) + code }
            return switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "/", "_": String(scalar)
            default:
                scalar.isASCII ? "\\x\(padded(2))" : scalar.properties.isWhitespace ? "\\u\(padded(4))" : String(scalar)
            }
        }
        .joined()
    }
}
