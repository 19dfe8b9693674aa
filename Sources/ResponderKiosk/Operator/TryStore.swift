internal import Glibc
internal import ResponderSupport

/// Where the number of wrong codes is kept, so that a restart gives no new tries.
///
/// - Complexity: Each member is O(1), with system calls for a file.
public struct TryStore {
    let load: @MainActor () throws -> Int
    let save: @MainActor (Int) throws -> Void

    /// A store of the app's own: for example in its preferences.
    ///
    /// - Parameters:
    ///   - load: The number that was saved last, 0 at first; an error counts as three wrong codes.
    ///   - save: Keeps a number, and returns when it is kept: called before a code is compared. After an error no code
    ///     is right.
    public init(load: @escaping @MainActor () throws -> Int, save: @escaping @MainActor (Int) throws -> Void) {
        (self.load, self.save) = (load, save)
    }

    /// A file with the number, which is replaced as a whole.
    ///
    /// A missing file is 0 wrong codes. The errors are one line each.
    public static func file(_ path: String) -> TryStore {
        TryStore(load: { try loadFile(path) }, save: { try saveFile(path, $0) })
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ path: String, _ reason: String) {
            description =
                "the file of wrong codes \(path.quotedInOneLine()) cannot be used: \(reason); name a file in a folder "
                + "that the app may write"
        }
    }

    private static func loadFile(_ path: String) throws -> Int {
        if access(path, F_OK) != 0, errno == ENOENT { return 0 }
        let bytes: [UInt8]
        do throws(TextFile.Unreadable) {
            bytes = try TextFile.read(path, as: "a number", limit: 64)
        } catch {
            throw Failure(path, error.reason)
        }
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard let number = Int(text), number >= 0 else { throw Failure(path, "it holds no number") }
        return number
    }

    private static func saveFile(_ path: String, _ number: Int) throws {
        let new = path + ".new"
        // What an earlier process left; a link that another user put there is not followed.
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(path, String(cString: strerror(errno))) }
        let text = Array("\(number)\n".utf8)
        let isWritten = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } == text.count
        let isKept = isWritten && sync(descriptor)
        let code = errno
        close(descriptor)
        guard isKept else { throw Failure(path, String(cString: strerror(code))) }
        if rename(new, path) != 0 { throw Failure(path, String(cString: strerror(errno))) }
        try syncFolder(of: path)
    }

    /// Waits until the new name is on the disk: otherwise a power cut would bring the former number back.
    private static func syncFolder(of path: String) throws {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        // Some file systems write their names at once, and have nothing to wait for.
        if !sync(descriptor), errno != EINVAL { throw Failure(path, String(cString: strerror(errno))) }
    }

    private static func sync(_ descriptor: CInt) -> Bool {
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }
}
