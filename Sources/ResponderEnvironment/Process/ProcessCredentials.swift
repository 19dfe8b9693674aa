internal import Glibc

/// The credentials that systemd hands to a process (`LoadCredential=`, `LoadCredentialEncrypted=`, `SetCredential=`):
/// secrets that can be read, and never written.
///
/// - Complexity: Each member is one or several calls of the system; it allocates what it returns.
public struct ProcessCredentials: Sendable {
    private let folder: Folder

    /// The longest content of a credential, in bytes: systemd's own limit.
    public static let longest = 1 << 20

    /// The credentials of this process.
    ///
    /// - Throws: ``FileError``: ``FileError/notPermitted(_:_:)`` in a process that was started without credentials.
    public init() throws(FileError) {
        guard let path = getenv("CREDENTIALS_DIRECTORY").map({ String(cString: $0) }), !path.isEmpty else {
            throw .notPermitted(
                "CREDENTIALS_DIRECTORY",
                "this variable is not set, so the process has no credentials; "
                    + "write LoadCredentialEncrypted= or LoadCredential= into the unit"
            )
        }
        try self.init(path: path)
    }

    /// The credentials in the folder at an absolute path.
    package init(path: String) throws(FileError) {
        guard path.utf8.first == UInt8(ascii: "/") else {
            throw .notPermitted(path, "the path that CREDENTIALS_DIRECTORY names is not absolute")
        }
        folder = try Folder(path: path)
    }

    /// The names of all credentials, in the order of their bytes.
    public func names() throws(FileError) -> [String] { try folder.names() }

    /// The content of a credential; nil where there is none of that name.
    ///
    /// - Throws: ``FileError``: ``FileError/badPath(_:_:)`` for a name that no credential can have.
    public func read(_ name: String) throws(FileError) -> [UInt8]? {
        let path = try Self.path(of: name)
        let file: Descriptor
        do throws(FileError) { file = try folder.open(path, O_RDONLY | O_NONBLOCK) } catch .notFound { return nil }
        let status = try file.status(of: name)
        guard status.kind == .file else { throw .notPermitted(name, "it is no regular file, so no credential") }
        guard status.size <= Self.longest else {
            throw .notPermitted(name, "it has \(status.size) bytes; a credential has at most \(Self.longest)")
        }
        return try file.read(status.size, at: 0, of: name)
    }

    /// Names are those that systemd takes: one file's name of printable ASCII, without a colon.
    private static func path(of name: String) throws(FileError) -> HomePath {
        let isPrintable = name.utf8.allSatisfy { (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: ":") }
        guard isPrintable, !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else {
            throw .badPath(name, "a credential's name is one of a file, in printable ASCII without a colon")
        }
        return try HomePath(name)
    }
}
