import Foundation
import ResponderEnvironment
import Synchronization
import TestSupport

/// A device with one app, a folder for its backup and one for another device, all below a folder that goes with the
/// fixture.
final class BackupFixture {
    static let app = "org.example.notes"
    let folder = TemporaryFolder()
    var version = "1"
    var keychain: [UInt8]? = Array("sealed items".utf8)
    var files = PlainFiles(keys: nil)
    /// What a backup takes for the time: later than each file's, where a test says nothing else.
    var time = Int.max

    var home: String { "\(folder.path)/device/home" }
    var backup: String { "\(folder.path)/backup" }
    static let bundle = "Notes.app"

    init() throws {
        try write("program", "Notes.app/Notes")
        try write("title = Notes", "Notes.app/en.lproj/Main.strings")
        try write("one", "Documents/one.txt")
        try write("two", "Documents/deep/er/two.txt")
        try write("from another", "Documents/Inbox/letter.txt")
        try write("", "Library/Application Support/empty")
        try write("size = 12", "Library/Preferences/org.example.notes")
        try write("thumbnail", "Library/Caches/one.png")
        try write("draft", "tmp/draft")
    }

    func write(_ text: String, _ path: String) throws { try folder.write(text, to: "device/home/\(path)") }
    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(home)/\(path)") }

    func store(space: (any StorageSpace)? = nil) throws -> BackupStore {
        let time = time
        return BackupStore(
            folder: try Folder(path: backup, creating: true, isDurable: false),
            space: space,
            cost: .quick,
            clock: { time }
        )
    }

    func source() throws -> BackupSource {
        BackupSource(
            device: "phone",
            date: "day 1",
            apps: [
                .init(
                    identifier: Self.app,
                    home: try Folder(path: home),
                    bundle: .init(name: Self.bundle, version: version)
                )
            ],
            keychain: keychain,
            files: files
        )
    }

    @discardableResult
    func backUp(password: String? = nil, anew: Bool = false, space: (any StorageSpace)? = nil) throws -> BackupReport {
        try store(space: space).backUp(try source(), password: password, anew: anew)
    }

    /// The files and folders of a restored home, or the error.
    func restored(password: String? = nil, store: BackupStore? = nil) throws -> [String: String] {
        let target = TemporaryFolder()
        let backup = try (store ?? self.store()).open(password: password)
        try backup.restore(app: Self.app, into: try Folder(path: target.path), files: files)
        return try Self.content(of: target.path)
    }

    /// Each file below a folder with its text, and each folder with a slash at the end of its name.
    static func content(of path: String) throws -> [String: String] {
        var content: [String: String] = [:]
        let folder = try Folder(path: path)
        do throws(WalkError<FileError>) {
            try folder.walk { (path, status) throws(FileError) in
                if status.kind == .folder {
                    content["\(path)/"] = ""
                } else {
                    content["\(path)"] = String(decoding: try folder.read(path), as: UTF8.self)
                }
                return true
            }
        } catch {
            throw error.fileError
        }
        return content
    }

    /// What a restored home has of the device's home.
    func expected() throws -> [String: String] {
        try Self.content(of: home).filter { path, _ in
            !path.hasPrefix("Library/Caches/") && !path.hasPrefix("tmp/") || path == "Library/Caches/" || path == "tmp/"
        }
    }

    /// The files of the backup below its folder.
    func backupFiles() throws -> [String] { try Self.content(of: backup).keys.filter { !$0.hasSuffix("/") }.sorted() }
}

/// A disk that calls a closure before each write; the closure may refuse it.
final class HookedSpace: StorageSpace {
    private let state = Mutex((calls: 0, taken: 0))
    private let hook: @Sendable (_ call: Int, _ path: String) throws(FileError) -> Void

    init(_ hook: @escaping @Sendable (_ call: Int, _ path: String) throws(FileError) -> Void = { (_, _) in }) {
        self.hook = hook
    }

    var calls: Int { state.withLock { $0.calls } }
    var taken: Int { state.withLock { $0.taken } }

    func take(_ bytes: Int, for path: String) throws(FileError) {
        let call = state.withLock {
            $0.calls += 1
            return $0.calls
        }
        try hook(call, path)
        state.withLock { $0.taken += bytes }
    }

    func give(_ bytes: Int) { state.withLock { $0.taken -= bytes } }
}
