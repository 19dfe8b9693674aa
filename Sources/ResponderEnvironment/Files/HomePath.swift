/// A path relative to an app's home, such as `Documents/notes.txt`.
///
/// A path always stays below the home: it has no part `..` and no zero byte, and does not begin with a slash. Names are
/// case-sensitive (rule S2), and are not normalized.
///
/// - Complexity: Each member is linear in the path's length, and allocates the texts that it returns.
public struct HomePath: Hashable, Sendable, CustomStringConvertible {
    /// The names of the path, the topmost first; none for the home itself.
    public let names: [String]

    /// The home itself.
    public static let home = HomePath(names: [])

    /// A path from text.
    ///
    /// Empty parts are dropped, as in `Documents//a/`: so is a part `.`. The empty text is the home itself.
    ///
    /// - Throws: ``FileError/badPath(_:_:)``.
    public init(_ text: String) throws(FileError) {
        guard text.utf8.first != UInt8(ascii: "/") else {
            throw .badPath(text, "it begins with a slash; give it relative to the home, as Documents/a.txt")
        }
        guard text.utf8.count <= Self.longest else { throw .badPath(text, "it has more than \(Self.longest) bytes") }
        guard !text.utf8.contains(0) else { throw .badPath(text, "it has a zero byte") }
        var names: [String] = []
        for name in text.utf8.split(separator: UInt8(ascii: "/")).map({ String(Substring($0)) }) where name != "." {
            guard name != ".." else { throw .badPath(text, "\"..\" leads out of its folder; name the folder itself") }
            guard name.utf8.count <= 255 else { throw .badPath(text, "a name has more than 255 bytes") }
            names.append(name)
        }
        self.init(names: names)
    }

    /// The path with these names, which the caller has checked.
    package init(names: [String]) { self.names = names }

    /// How many bytes a path may have: a quarter of Linux's `PATH_MAX`, so that a home may stand anywhere.
    package static let longest = 1024

    /// The names, with slashes between them; `.` for the home itself.
    public var description: String { names.isEmpty ? "." : names.joined(separator: "/") }
    /// The last name; nil for the home itself.
    public var name: String? { names.last }
    /// The path of the folder around; the home's own is the home.
    public var parent: HomePath { HomePath(names: names.dropLast()) }
    /// Whether this path is `other`, or below it.
    public func isBelow(_ other: HomePath) -> Bool { names.starts(with: other.names, by: Self.isSame) }
    /// The path of the entry of that name in this folder.
    ///
    /// - Throws: ``FileError/badPath(_:_:)``.
    public func appending(_ name: String) throws(FileError) -> HomePath {
        HomePath(names: names + (try HomePath(name)).names)
    }

    /// Whether the names have the same bytes, as the system compares them; texts are equal where they look the same.
    public static func == (one: HomePath, other: HomePath) -> Bool {
        one.names.elementsEqual(other.names, by: isSame)
    }

    /// Hashes the bytes of the names.
    public func hash(into hasher: inout Hasher) {
        for var name in names {
            name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            hasher.combine(UInt8(ascii: "/"))
        }
    }

    private static func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
}
