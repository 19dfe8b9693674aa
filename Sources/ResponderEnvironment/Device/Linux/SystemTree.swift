internal import Glibc
internal import ResponderSupport

/// The files in which Linux describes the machine, below a root: `/`, or a folder of a test.
///
/// Any file may be missing, vanish while it is read, or hold anything.
package struct SystemTree: Sendable {
    private let root: String

    /// The tree below a folder; below `/` where the text is empty.
    package init(root: String = "") { self.root = root }

    /// Where the file of that path is.
    func place(_ path: String) -> String { root + path }

    /// The text of a short file, without white space at its ends; nil where there is none to be read.
    func text(_ path: String) -> String? {
        guard let bytes = try? TextFile.read(root + path, as: "a description of the machine"),
            let text = String(validating: bytes, as: UTF8.self)
        else {
            return nil
        }
        let inner = text.drop(while: \.isWhitespace)
        guard let last = inner.lastIndex(where: { !$0.isWhitespace && $0 != "\0" }) else { return nil }
        return String(inner[...last])
    }

    /// The lines of a file; none where it cannot be read.
    func lines(_ path: String) -> [Substring] { text(path)?.split(whereSeparator: \.isNewline) ?? [] }

    /// The whole number that a file holds.
    func number(_ path: String) -> Int? { text(path).flatMap { Int($0) } }

    /// The value of a line `KEY=VALUE`.
    func value(of key: String, in path: String) -> String? {
        lines(path).first { $0.hasPrefix(key + "=") }.map { line in
            String(line.dropFirst(key.count + 1).filter { $0 != "\"" })
        }
    }

    /// The bytes of a file, such as a number of a device tree.
    func bytes(_ path: String) -> [UInt8]? { try? TextFile.read(root + path, as: "a description of the machine") }

    /// The names in a folder, sorted; none where it cannot be read.
    func names(_ folder: String) -> [String] {
        guard let stream = opendir(root + folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Whether there is something at the path.
    func has(_ path: String) -> Bool { access(root + path, F_OK) == 0 }
}
