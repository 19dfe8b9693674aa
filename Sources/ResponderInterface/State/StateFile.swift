internal import Glibc
internal import ResponderEventLoop
public import ResponderKit
internal import ResponderSupport

/// Keeps an application's saved state in a file of JSON.
///
///     final class AppDelegate: Responder, EntryPointDelegate {
///         static let manifest = Manifest(identifier: "org.example.clock", stateFile: "/var/lib/clock/state.json")
///         static func makeStateStore(named name: String) -> (any StateStore)? { StateFile(path: name) }
///     }
///
/// A state is written to a file beside it, `PATH.new`, which then takes the place of the one before: whenever the
/// process or the machine stops, and on a full disk, one of both is there, whole. While a state is restored, its file
/// is called `PATH.restoring`; a process that ends meanwhile leaves it so, and the next one throws it away.
///
/// Files are readable and writable by their owner alone. A symbolic link in the file's place stays: the state is in the
/// file that the link names, which need not be there yet, and the other two files are beside that one.
@MainActor
public final class StateFile: StateStore {
    /// How many bytes a state may have: 64 MiB.
    public nonisolated static let sizeLimit = 64 << 20

    /// The file's path.
    public let path: String

    /// The state in that file, which need not be there yet; its folder must be.
    ///
    /// - Parameter path: The file's path; a relative one is relative to the working folder at each use.
    /// - Complexity: O(1); allocates the store.
    public nonisolated init(path: String) { self.path = path }

    /// The file's own path, at the end of the links; ``path`` where these go round in a circle.
    private var target: String { SymbolicLink.target(of: path) ?? path }

    private static func newPath(of target: String) -> String { target + ".new" }
    private static func markedPath(of target: String) -> String { target + ".restoring" }

    /// Reads the file.
    ///
    /// - Throws: `StateStoreError` if there is a file that cannot be read, or that is no JSON of a state.
    /// - Complexity: Linear in the file; allocates the values.
    public func load() throws(StateStoreError) -> StateValue? {
        if isMissing(target) { return nil }
        let bytes: [UInt8]
        do throws(TextFile.Unreadable) {
            bytes = try TextFile.read(path, as: "a saved state", limit: Self.sizeLimit)
        } catch {
            throw StateStoreError("\(path.inOneLine()): \(error.reason)")
        }
        do throws(StateStoreError) {
            return try StateText.read(bytes)
        } catch {
            throw StateStoreError("\(path.inOneLine()), \(error)")
        }
    }

    /// Writes the file: the one before stays until the new one is on the disk.
    ///
    /// - Throws: `StateStoreError` if the file cannot be written wholly.
    /// - Complexity: O(n log n) in the values, besides the disk's time; allocates the text.
    public func save(_ value: StateValue) throws(StateStoreError) {
        let text = Array(try StateText.write(value).utf8)
        guard text.count <= Self.sizeLimit else {
            throw StateStoreError("the state has \(text.count) bytes, and \(Self.sizeLimit) are allowed; save less")
        }
        let target = target
        do throws(SystemError) {
            try write(text, to: target)
        } catch {
            throw StateStoreError("\(Self.newPath(of: target).inOneLine()): \(error)")
        }
    }

    private func write(_ bytes: [UInt8], to target: String) throws(SystemError) {
        guard isName(path) else { throw SystemError("open", EINVAL) }
        guard !isLink(target) else { throw SystemError("open", ELOOP) }
        let newPath = Self.newPath(of: target)
        // What an earlier process left; a link that another user put there is not followed.
        unlink(newPath)
        let descriptor = open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError("open", errno) }
        do throws(SystemError) {
            do throws(SystemError) {
                try Self.write(bytes, to: descriptor)
            } catch {
                close(descriptor)
                throw error
            }
            // Some file systems tell of a full disk only here.
            guard close(descriptor) == 0 else { throw SystemError("close", errno) }
            guard rename(newPath, target) == 0 else { throw SystemError("rename", errno) }
        } catch {
            unlink(newPath)
            throw error
        }
        syncFolder(of: target)
    }

    /// Writes all bytes, and waits until they are on the disk.
    nonisolated static func write(_ bytes: [UInt8], to descriptor: CInt) throws(SystemError) {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemError("write", errno)
            }
            guard count > 0 else { throw SystemError("write", EIO) }
            start += count
        }
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { throw SystemError("fsync", errno) }
        }
    }

    /// Waits until the file's new name is on the disk; where that is not possible, a power failure may bring back the
    /// state before.
    private func syncFolder(of target: String) {
        let folder = target.lastIndex(of: "/").map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Removes the file, and that of a restoration that was cut short.
    ///
    /// - Complexity: O(1) besides the disk's time.
    public func discard() {
        let target = target
        guard isName(path), !isLink(target) else { return }
        unlink(target)
        unlink(Self.markedPath(of: target))
    }

    /// Whether there is the file of a restoration that was cut short, and no state that was saved since.
    ///
    /// - Complexity: O(1) besides the disk's time.
    public var wasRestorationCutShort: Bool {
        let target = target
        return fileExists(Self.markedPath(of: target)) && !fileExists(target)
    }

    /// Renames the file, which needs no room on the disk.
    ///
    /// - Throws: `StateStoreError` if the file cannot be renamed.
    /// - Complexity: O(1) besides the disk's time.
    public func beginRestoration() throws(StateStoreError) {
        let target = target
        var code: Int32 = 0
        if !isName(path) {
            code = EINVAL
        } else if isLink(target) {
            code = ELOOP
        } else if rename(target, Self.markedPath(of: target)) != 0 {
            code = errno
        }
        guard code == 0 else { throw StateStoreError("\(path.inOneLine()): \(SystemError("rename", code))") }
        syncFolder(of: target)
    }

    /// Gives the file its name again, unless another state was saved meanwhile.
    ///
    /// - Complexity: O(1) besides the disk's time.
    public func endRestoration() {
        let target = target
        guard isName(path), !isLink(target) else { return }
        let markedPath = Self.markedPath(of: target)
        if fileExists(target) {
            unlink(markedPath)
        } else {
            rename(markedPath, target)
        }
    }

    /// Whether the system sees the whole path: it would end at a zero, and name another file.
    private func isName(_ path: String) -> Bool { !path.utf8.contains(0) }

    private func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private func fileExists(_ path: String) -> Bool {
        var status = stat()
        return isName(path) && lstat(path, &status) == 0
    }

    /// Whether there is no such file; false where that cannot be found out, as in a folder that may not be searched.
    private func isMissing(_ path: String) -> Bool {
        var status = stat()
        return isName(path) && lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    /// An error of a system call.
    struct SystemError: Error, CustomStringConvertible {
        let call: String
        let code: CInt

        init(_ call: String, _ code: CInt) { (self.call, self.code) = (call, code) }

        var description: String { "\(call): \(String(cString: strerror(code)))" }
    }
}
