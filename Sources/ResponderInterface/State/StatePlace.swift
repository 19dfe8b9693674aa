internal import Glibc
internal import ResponderKit
internal import ResponderSupport

/// The place of a saved state, with the names that its file has in the course of a restoration.
///
/// | name | the state |
/// |---|---|
/// | `PATH` | is to be restored |
/// | `PATH.restoring` | is being restored for the first time, or was when the process or the machine stopped |
/// | `PATH.retrying` | is being restored once more, or was then |
/// | `PATH.discarded` | was not restored the second time either |
struct StatePlace: Sendable {
    /// How many bytes a state may have: 64 MiB.
    static let sizeLimit = 64 << 20

    let path: String

    /// The file's own path, at the end of the links; ``path`` where these go round in a circle.
    private var target: String { SymbolicLink.target(of: path) ?? path }

    private static func restoring(_ target: String) -> String { target + ".restoring" }
    private static func retrying(_ target: String) -> String { target + ".retrying" }
    private static func discarded(_ target: String) -> String { target + ".discarded" }

    func load() throws(StateStoreError) -> StateValue? {
        var path = path
        let target = target
        if isMissing(target) {
            path = Self.restoring(target)
            guard fileExists(path) else { return nil }
        }
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

    func save(_ value: StateValue) throws(StateStoreError) {
        let text = Array(try StateText.write(value).utf8)
        let limit = Self.sizeLimit
        guard text.count <= limit else {
            throw StateStoreError("the state has \(text.count) bytes, and \(limit) are allowed; save less")
        }
        let target = target
        do throws(DurableFile.SystemError) {
            guard isName(path) else { throw DurableFile.SystemError("open", EINVAL) }
            guard !isLink(target) else { throw DurableFile.SystemError("open", ELOOP) }
            try DurableFile.replace(target, with: text)
        } catch {
            throw StateStoreError("\(DurableFile.newPath(of: target).inOneLine()): \(error)")
        }
    }

    func discard() {
        let target = target
        guard isName(path), !isLink(target) else { return }
        let marked = [Self.restoring(target), Self.retrying(target), Self.discarded(target)]
        // And what a saving has left in which the process was killed.
        for name in [target, DurableFile.newPath(of: target)] + marked { unlink(name) }
    }

    func setAside() {
        let target = target
        guard isName(path), !isLink(target) else { return }
        rename(Self.retrying(target), Self.discarded(target))
    }

    /// Whether the last state was not restored twice, and no other was saved since.
    var wasRestorationCutShort: Bool {
        let target = target
        return fileExists(Self.retrying(target)) && !fileExists(Self.restoring(target)) && !fileExists(target)
    }

    func beginRestoration() throws(StateStoreError) {
        let target = target
        var code: Int32 = 0
        if !isName(path) {
            code = EINVAL
        } else if isLink(target) {
            code = ELOOP
        } else {
            // A mark of an older state: this one is restored for the first time.
            let isFirst = fileExists(target)
            if isFirst { unlink(Self.retrying(target)) }
            let (former, name) = (isFirst ? target : Self.restoring(target), isFirst ? Self.restoring : Self.retrying)
            if rename(former, name(target)) != 0 { code = errno }
        }
        guard code == 0 else {
            throw StateStoreError("\(path.inOneLine()): \(DurableFile.SystemError("rename", code))")
        }
        DurableFile.syncFolder(of: target)
    }

    func endRestoration() {
        let target = target
        guard isName(path), !isLink(target) else { return }
        let names = [Self.retrying(target), Self.restoring(target)]
        if let name = names.first(where: fileExists), !fileExists(target) { rename(name, target) }
        for name in names { unlink(name) }
        // Otherwise a power failure would bring the mark back.
        DurableFile.syncFolder(of: target)
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
}
