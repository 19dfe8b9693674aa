internal import ResponderEnvironment

/// Why a device cannot be backed up, or restored.
enum StorageFailure: Error {
    case file(FileError)
    case keychain(KeychainError)
    case backup(BackupError)
}

// Backups of a device, and what is restored from them.
extension DeviceStorage {
    /// The folder of all devices' backups, which no device has as its name.
    static let backups = "Backups"

    private var store: BackupStore {
        get throws(BackupError) {
            try BackupStore(path: "\(root)/\(Self.backups)/\(name)", cost: .quick, isDurable: false)
        }
    }

    /// Backs up the homes of all apps, and the keychain.
    func backUp(password: String?, at date: String) throws(StorageFailure) -> BackupReport {
        let keychain: [UInt8]
        do throws(KeychainError) {
            keychain = try self.keychain.export(device: identifier, password: password, cost: .quick)
        } catch {
            throw .keychain(error)
        }
        do throws(BackupError) {
            var apps: [BackupSource.App] = []
            for record in records.values.sorted(by: { $0.home < $1.home }) {
                apps.append(
                    BackupSource.App(
                        identifier: record.identifier,
                        home: try folder(of: record),
                        bundle: BackedUpBundle(name: record.bundle, version: "\(record.version) \(record.digest)")
                    )
                )
            }
            let files = PlainFiles(keys: protection)
            let source = BackupSource(device: identifier, date: date, apps: apps, keychain: keychain, files: files)
            return try store.backUp(source, password: password)
        } catch {
            throw .backup(error)
        }
    }

    private func folder(of record: AppRecord) throws(BackupError) -> Folder {
        do throws(FileError) { return try folder.folder(Self.home(record.home)) } catch { throw .files(error) }
    }

    func openBackup(password: String?) throws(StorageFailure) -> Backup {
        do throws(BackupError) { return try store.open(password: password) } catch { throw .backup(error) }
    }

    /// What a restoration has made on the disk.
    struct Restored {
        fileprivate(set) var records: [AppRecord] = []
        /// What has become of the keychain, for the history.
        var keychain = ""
        /// The apps, in the order of the backup.
        var apps: [String] { records.map(\.identifier) }
    }

    /// Restores each app into a new home, and the items of the keychain.
    ///
    /// The folder then has the restored apps, in one step; ``adopt(_:)`` has the storage go on with them, when the
    /// former ones have ended. A failure leaves what was there, but for single items of the keychain where the disk
    /// fails.
    func restore(_ backup: Backup, password: String?) throws(StorageFailure) -> Restored {
        let size = backup.apps.reduce(0) { $0 + $1.bytes }
        guard space.limit.map({ size <= $0 }) ?? true else { throw .file(.full("the backup")) }
        var restored = Restored()
        do throws(StorageFailure) {
            for app in backup.apps { restored.records.append(try restore(app, of: backup)) }
            do throws(FileError) { try exchangeRecords(with: restored.records) } catch { throw .file(error) }
            do throws(StorageFailure) {
                restored.keychain = try restoreKeychain(backup, password: password)
            } catch {
                try? folder.exchange(Self.newlyInstalled, with: Self.installed)
                throw error
            }
        } catch {
            for record in restored.records { try? folder.removeTree(Self.home(record.home)) }
            try? folder.removeTree(Self.newlyInstalled)
            throw error
        }
        return restored
    }

    /// Puts records in the place of those that are there, in one step.
    private func exchangeRecords(with new: [AppRecord]) throws(FileError) {
        try folder.removeTree(Self.newlyInstalled)
        try folder.createFolder(Self.newlyInstalled)
        for record in new {
            let path = HomePath(names: Self.newlyInstalled.names + ["\(record.installation)"])
            try folder.replace(path, with: Array(record.text.utf8))
        }
        try folder.exchange(Self.newlyInstalled, with: Self.installed)
    }

    private func restore(_ app: Backup.App, of backup: Backup) throws(StorageFailure) -> AppRecord {
        let words = app.bundle.map { $0.version.split(separator: " ").map(String.init) } ?? []
        guard let bundle = app.bundle, words.count == 2, let version = Int(words[0]) else {
            throw .backup(.damaged(app.identifier, "it has no bundle"))
        }
        let number: Int
        do throws(FileError) {
            number = try nextNumber()
            try folder.createFolder(Self.home(number))
        } catch {
            throw .file(error)
        }
        do throws(BackupError) {
            let home: Folder
            do throws(FileError) { home = try folder.folder(Self.home(number)) } catch { throw .files(error) }
            try backup.restore(app: app.identifier, into: home, files: PlainFiles(keys: protection))
        } catch {
            try? folder.removeTree(Self.home(number))
            throw .backup(error)
        }
        var record = AppRecord(identifier: app.identifier, home: number, bundle: bundle.name, digest: words[1])
        record.version = version
        // A record that cannot be read again would keep the device from being attached.
        guard AppRecord(Array(record.text.utf8)) == record else {
            try? folder.removeTree(Self.home(number))
            throw .backup(.damaged(app.identifier, "its identifier or its bundle has a space"))
        }
        return record
    }

    private func restoreKeychain(_ backup: Backup, password: String?) throws(StorageFailure) -> String {
        let bytes: [UInt8]?
        do throws(BackupError) { bytes = try backup.keychain() } catch { throw .backup(error) }
        guard let bytes else { return "" }
        do throws(KeychainError) {
            let done = try keychain.restore(bytes, device: identifier, password: password)
            guard done.restored + done.leftBehind > 0 else { return "" }
            let items = done.restored == 1 ? "1 item" : "\(done.restored) items"
            return "; of the keychain \(items), and not \(done.leftBehind)"
        } catch {
            throw .keychain(error)
        }
    }

    // MARK: Another device

    /// Where another device is made from a backup, beside the folder of the device that it replaces.
    static func draft(of name: String) -> HomePath { HomePath(names: [".\(name).new"]) }

    /// Makes the device anew from a backup: it has nothing of what it had, and neither a passcode nor the former keys.
    ///
    /// The new folder takes the place of the former one in one step, when all is there: a failure leaves the device as
    /// it was. This storage has the former folder then, and the device is to be attached again.
    func remake(from backup: Backup, password: String?) throws(StorageFailure) -> Restored {
        let draft = Self.draft(of: name)
        let root: Folder
        do throws(FileError) { root = try Folder(path: self.root, isDurable: false) } catch { throw .file(error) }
        defer { try? root.removeTree(draft) }
        let new: DeviceStorage
        do throws(FileError) {
            try root.removeTree(draft)
            try root.createFolder(draft)
            try copyIdentity(to: try root.folder(draft))
            new = try DeviceStorage(root: self.root, name: draft.description, capacity: space.capacity)
        } catch {
            throw .file(error)
        }
        let restored = try new.restore(backup, password: password)
        do throws(FileError) { try root.exchange(draft, with: HomePath(names: [name])) } catch { throw .file(error) }
        return restored
    }

    /// Gives another folder what a device keeps for ever: its identifier, its hardware key, the number of its last
    /// home.
    private func copyIdentity(to other: Folder) throws(FileError) {
        for path in [Self.identifierFile, Self.counterFile] where try folder.exists(path) {
            try other.replace(path, with: try folder.read(path))
        }
        try other.createFolder(Self.keys)
        try protection.copyHardwareKey(to: try other.folder(Self.keys))
    }
}
