/// A complete backup that was opened: what it has, and how that is restored.
///
/// The backup stays as it is while this object is there.
package final class Backup: Sendable {
    /// An app of a backup.
    package struct App: Hashable, Sendable {
        package let identifier: String
        package let bundle: BackedUpBundle?
        /// The number of the files, the bundle's included.
        package let files: Int
        /// The bytes of the files, as the app reads them.
        package let bytes: Int
    }

    let manifest: BackupManifest
    let key: BackupKey?
    let store: BackupStore
    private let lock: Descriptor

    init(manifest: BackupManifest, key: BackupKey?, store: BackupStore, lock: Descriptor) {
        self.manifest = manifest
        self.key = key
        self.store = store
        self.lock = lock
        apps = manifest.apps.map { app in
            App(
                identifier: app.identifier,
                bundle: app.bundle,
                files: app.entries.count { $0.file != nil },
                // The list's reader has checked that the sum is no larger than an Int.
                bytes: app.entries.reduce(0) { $0 + ($1.file?.content.size ?? 0) }
            )
        }
    }

    /// The device that was backed up.
    package var device: String { manifest.device }
    /// When the backup was made, as its maker gave it.
    package var date: String { manifest.date }
    /// Whether the backup was made with a password.
    package var isSealed: Bool { key != nil }
    package let apps: [App]

    /// The paths of all folders and files that the backup has of an app, in its home.
    package func paths(of app: String) -> [HomePath] {
        manifest.apps.first { $0.identifier == app }?.entries.map(\.path) ?? []
    }

    /// The exported keychain; nil where the backup has none.
    package func keychain() throws(BackupError) -> [UInt8]? {
        guard let content = manifest.keychain else { return nil }
        var bytes: [UInt8] = []
        let problem = readObject(content) { bytes += $0 }
        if let problem { throw .damagedKeychain(problem) }
        return bytes
    }

    /// Everything that is damaged or missing in what the list names; nothing for a sound backup.
    package func verify() -> [BackupError] {
        var problems: [BackupError] = []
        if let content = manifest.keychain, let problem = readObject(content, { _ in }) {
            problems.append(.damagedKeychain(problem))
        }
        for app in manifest.apps {
            for entry in app.entries {
                guard let content = entry.file?.content, let problem = readObject(content, { _ in }) else {
                    continue
                }
                problems.append(.damagedFile(app: app.identifier, path: entry.path.description, problem))
            }
        }
        return problems
    }

    /// Gives the plain bytes of an object piece by piece; the answer says how the object is damaged.
    ///
    /// The digest is known at the end: until then the pieces must not be used for good.
    func readObject<Failure: Error>(
        _ content: BackupManifest.Content,
        _ take: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> String? {
        var hasher = BackupHasher()
        var size = 0
        let path = BackupDisk.path(ofObject: content.object)
        var reader: BackupPieces.Reader
        do throws(FileError) {
            reader = try BackupPieces.Reader(
                try store.disk.folder.open(path, BackupPieces.readingFlags),
                what: BackupDisk.name(ofObject: content.object),
                key: key
            )
        } catch {
            return Self.problem(error)
        }
        while true {
            let piece: [UInt8]?
            do throws(FileError) { piece = try reader.next() } catch { return Self.problem(error) }
            guard let piece else { break }
            size += piece.count
            guard size <= content.size else { return "it is longer than the list says" }
            hasher.update(piece)
            try take(piece)
        }
        guard size == content.size else { return "it is shorter than the list says" }
        return hasher.finish() == content.digest ? nil : "its bytes were changed"
    }

    private static func problem(_ error: FileError) -> String {
        switch error {
        case .damaged(_, let reason): reason
        case .notFound: "its content is missing"
        default: error.description
        }
    }
}
