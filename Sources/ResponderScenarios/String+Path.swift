extension String {
    /// The path without its last part; `.` where there is no other.
    var folderOfPath: String {
        guard let slash = lastIndex(of: "/") else { return "." }
        return slash == startIndex ? "/" : String(self[..<slash])
    }

    /// The last part of the path, without its extension.
    var nameOfPath: String {
        let last = lastIndex(of: "/").map { self[index(after: $0)...] } ?? self[...]
        guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return String(last) }
        return String(last[..<dot])
    }
}
