internal import ResponderEnvironment
internal import ResponderKit
internal import ResponderSupport

// Backing a device up, and restoring it (rules S5, S24, S26, S27).
extension SimulatedDevice {
    func backUp(password: String?) throws(DeviceError) {
        guard let storage else { throw .noStorage }
        let report = try Self.storing { () throws(StorageFailure) in
            try storage.backUp(password: password, at: "\(clock.now)")
        }
        var text = "\(report.copied) files copied, \(report.unchanged) unchanged, \(report.removed) removed"
        if let first = report.skipped.first {
            text += ", \(report.skipped.count) left out: \(first.quotedInOneLine())"
            if report.skipped.count > 1 { text += " and others" }
        }
        record(.result(text))
    }

    func restore(onto name: String, password: String?) throws(DeviceError) {
        guard let storage else { throw .noStorage }
        let backup = try Self.storing { () throws(StorageFailure) in try storage.openBackup(password: password) }
        if name == storage.name {
            let restored = try Self.storing { () throws(StorageFailure) in
                try storage.restore(backup, password: password)
            }
            endAll()
            storage.adopt(restored)
            try finish(restored, on: storage)
        } else {
            let restored = try remake(name, from: backup, password, beside: storage)
            let other = try Self.storage(at: storage.root, named: name, capacity: storage.space.capacity)
            endAll()
            passcode = .none
            use(other)
            try finish(restored, on: other)
            changeAnyway(.protectedData(isAvailable: true))
        }
    }

    /// Makes another device from a backup; that device is free again afterwards.
    private func remake(
        _ name: String,
        from backup: Backup,
        _ password: String?,
        beside storage: DeviceStorage
    ) throws(DeviceError) -> DeviceStorage.Restored {
        let other = try Self.storage(at: storage.root, named: name, capacity: storage.space.capacity)
        return try Self.storing { () throws(StorageFailure) in try other.remake(from: backup, password: password) }
    }

    /// Performs a work of the storage.
    private static func storing<Result>(
        _ body: () throws(StorageFailure) -> Result
    ) throws(DeviceError) -> Result {
        do throws(StorageFailure) {
            return try body()
        } catch {
            switch error {
            case .file(let error): throw .file(error)
            case .keychain(let error): throw .keychain(error)
            case .backup(let error): throw .backup(error)
            }
        }
    }

    /// Ends all apps, since the device starts anew with those of the backup.
    private func endAll() {
        if let front { tell(front, .terminate) }
        for app in running.apps { tell(app, .terminate) }
        forgetEnded()
        overlays = []
        callInProgress = nil
        front = nil
        frontLater = nil
        leaveSystemApp()
        forgetMemoryWarnings()
        restartIdleTimer()
    }

    /// Goes on with the apps of the backup.
    private func finish(_ restored: DeviceStorage.Restored, on storage: DeviceStorage) throws(DeviceError) {
        for app in apps {
            app.forgetDevice()
            app.home = nil
            guard let record = storage.records[app.identifier] else {
                remove(app)
                uninstalled[app.identifier] = app
                continue
            }
            try giveHome(to: app, record)
        }
        // Apps that were removed since the backup are there again.
        for identifier in storage.records.keys.sorted() where find(identifier) == nil {
            guard let app = uninstalled.removeValue(forKey: identifier), let record = storage.records[identifier] else {
                continue
            }
            try giveHome(to: app, record)
            app.forgetDevice()
            add(app)
        }
        let names = restored.apps.isEmpty ? "no app" : restored.apps.joined(separator: ", ")
        record(.result("\(storage.name) has \(names)" + restored.keychain))
    }

    private func giveHome(to app: InstalledApp, _ record: AppRecord) throws(DeviceError) {
        do throws(FileError) { app.home = try storage?.open(record) } catch { throw .file(error) }
    }
}

extension InstalledApp {
    /// Forgets what a device knows of an app beside its files.
    fileprivate func forgetDevice() {
        scheduled = []
        shown = []
        snapshots = []
        wasForceQuit = false
        stateStore.discard()
    }
}
