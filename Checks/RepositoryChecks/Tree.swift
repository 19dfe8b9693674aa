/// The tracked files and the folders that they are in.
struct FileTree {
    private(set) var files: Set<String> = []
    private(set) var folders: Set<String> = []
    /// The files and folders, and the ends of their paths: `Dispatch/Plan` of `Sources/ResponderCore/Dispatch/Plan`.
    private var ends: Set<String> = []

    mutating func add(_ path: String) {
        files.insert(path)
        addEnds(of: path)
        var folder = Substring(path)
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            guard folders.insert(String(folder)).inserted else { return }
            addEnds(of: String(folder))
        }
    }

    private mutating func addEnds(of path: String) {
        ends.insert(path)
        var end = Substring(path)
        while let slash = end.firstIndex(of: "/") {
            end = end[end.index(after: slash)...]
            ends.insert(String(end))
        }
    }

    func has(_ path: String) -> Bool { files.contains(path) || folders.contains(path) }

    /// Whether a path ends so.
    ///
    /// In the end a part in capitals stands for any name, and so does `*` for a part of a name.
    func hasEnd(_ end: String) -> Bool {
        if ends.contains(end) { return true }
        let parts = end.split(separator: "/")
        func isPattern(_ part: Substring) -> Bool {
            part.contains("*") || (part.count > 1 && part.allSatisfy { $0.isUppercase || $0 == "_" })
        }
        guard parts.contains(where: isPattern) else { return false }
        return ends.contains { candidate in
            let names = candidate.split(separator: "/")
            return names.count == parts.count
                && zip(names, parts).allSatisfy { name, part in
                    guard isPattern(part) else { return name == part }
                    guard let star = part.firstIndex(of: "*") else { return true }
                    return name.hasPrefix(part[..<star]) && name.hasSuffix(part[part.index(after: star)...])
                }
        }
    }

    /// The path that a link leads to from a page, or nil for one that leads out of the repository.
    static func resolve(_ link: String, from page: String) -> String? {
        var parts = page.split(separator: "/").dropLast()
        for part in link.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return link.hasPrefix("/") ? nil : parts.joined(separator: "/")
    }
}
