internal import ResponderEnvironment

/// Why a device cannot be backed up, or restored.
enum StorageFailure: Error {
    case file(FileError)
    case keychain(KeychainError)
    case backup(BackupError)
    case protection(ProtectionError)
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

    /// What a restoration has made, and the device does not have yet.
    struct Restored {
        fileprivate var records: [AppRecord] = []
        /// What has become of the keychain, for the history.
        var keychain = ""
        /// The apps, in the order of the backup.
        var apps: [String] { records.map(\.identifier) }
    }

    /// Restores each app into a new home, and the items of the keychain.
    func restore(_ backup: Backup, password: String?) throws(StorageFailure) -> Restored {
        let size = backup.apps.reduce(0) { $0 + $1.bytes }
        guard space.limit.map({ size <= $0 }) ?? true else { throw .file(.full("the backup")) }
        var restored = Restored()
        do throws(StorageFailure) {
            for app in backup.apps { restored.records.append(try restore(app, of: backup)) }
            restored.keychain = try restoreKeychain(backup, password: password)
        } catch {
            for record in restored.records { try? folder.removeTree(Self.home(record.home)) }
            throw error
        }
        return restored
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
        return record
    }

    private func restoreKeychain(_ backup: Backup, password: String?) throws(StorageFailure) -> String {
        let bytes: [UInt8]?
        do throws(BackupError) { bytes = try backup.keychain() } catch { throw .backup(error) }
        guard let bytes else { return "" }
        do throws(KeychainError) {
            let done = try keychain.restore(bytes, device: identifier, password: password)
            guard done.restored + done.leftBehind > 0 else { return "" }
            return "; of the keychain \(done.restored) items, and not \(done.leftBehind)"
        } catch {
            throw .keychain(error)
        }
    }

    /// Has the device go on with the restored homes, in one step, and removes the former ones.
    func adopt(_ restored: Restored) throws(StorageFailure) {
        do throws(FileError) {
            try folder.removeTree(Self.newlyInstalled)
            try folder.createFolder(Self.newlyInstalled)
            for record in restored.records {
                let path = HomePath(names: Self.newlyInstalled.names + ["\(record.installation)"])
                try folder.replace(path, with: Array(record.text.utf8), durable: false)
            }
            try folder.exchange(Self.newlyInstalled, with: Self.installed)
            // From here on the former homes are those of no app.
            for record in records.values { space.remove(record.home) }
            try reload()
        } catch {
            throw .file(error)
        }
    }

    /// Makes the device one that has nothing: no app, no item of a keychain, no passcode, and other keys.
    func erase() throws(StorageFailure) {
        do throws(ProtectionError) { try protection.destroyKeys() } catch { throw .protection(error) }
        try adopt(Restored())
        do throws(KeychainError) {
            for item in keychain.items() {
                try keychain.view(groups: [item.group ?? ""]).remove(service: item.service, account: item.account)
            }
        } catch {
            throw .keychain(error)
        }
    }
}
