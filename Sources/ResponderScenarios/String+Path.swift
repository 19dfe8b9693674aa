extension String {
    /// The path without its last part; `.` where there is no other.
    var folderOfPath: String {
        guard let slash = lastIndex(of: "/") else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }

    /// The last part of the path.
    var lastPartOfPath: String { lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self }

    /// The last part of the path, without its extension.
    var nameOfPath: String {
        let last = lastPartOfPath
        guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
        return String(last[..<dot])
    }
}
