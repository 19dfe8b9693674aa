// The lists as restic reads them: patterns of Go's filepath.Match, a line each.
extension BackupLists {
    /// The list of `restic backup --files-from`.
    ///
    /// - Complexity: Linear in the list; allocates the text.
    public var resticIncludes: String { included.map { Self.resticPattern($0) + "\n" }.joined() }

    /// The list of `restic backup --exclude-file`.
    ///
    /// It leaves out drafts of files that are being written too.
    ///
    /// - Complexity: Linear in the list; allocates the text.
    public var resticExcludes: String {
        let lines = excluded.map { path in
            // restic puts variables of the environment into this list.
            Self.resticPattern(path).split(separator: "$", omittingEmptySubsequences: false).joined(separator: "$$")
        }
        return (lines + [Folder.draftPrefix + "*"]).map { $0 + "\n" }.joined()
    }

    /// The pattern that matches the path alone, in one line.
    private static func resticPattern(_ path: String) -> String {
        var pattern = String.UnicodeScalarView()
        for scalar in path.unicodeScalars {
            switch scalar {
            case "*", "?", "[", "]", "\\":
                pattern += ["\\", scalar]
            case "\n":
                // A line cannot have the character; a class of all others, negated, matches it.
                pattern += "[^\u{1}-\u{9}\u{b}-\u{10FFFF}]".unicodeScalars
            default:
                pattern.append(scalar)
            }
        }
        // restic cuts white space from a line's end.
        if let last = path.unicodeScalars.last, last != "\n", last.properties.isWhitespace {
            pattern.removeLast()
            pattern += ["[", last, "]"]
        }
        return String(pattern)
    }
}
