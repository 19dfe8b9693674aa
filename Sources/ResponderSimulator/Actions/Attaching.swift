internal import ResponderEnvironment
internal import ResponderKit

// The storage of a device.
extension SimulatedDevice {
    /// Gives the device a storage: a folder below `root`, where each app that is installed has a home.
    ///
    /// One root may have several devices. A device that is found there is as it was left: it has its keys, its
    /// keychain and its apps' homes, and is locked where it has a passcode, as after being switched on. An app that is
    /// installed then, with the identifier of one that was installed before, goes on in its home; with another
    /// manifest, it is updated (``update(_:)``).
    ///
    /// - Parameters:
    ///   - root: The path of a folder, which is made where there is none.
    ///   - name: The name of the device, and of its folder.
    ///   - capacity: How many bytes the files of all apps may have; nil for no limit.
    /// - Throws: ``DeviceError``, where apps are installed already, where the folder cannot be used, and where another
    ///   device, or another process, uses it.
    /// - Complexity: O(files of the device), for their sizes; allocates the storage.
    public func attachStorage(
        at root: String,
        named name: String = "device",
        capacity: Int? = nil
    ) throws(DeviceError) {
        guard isFree else { throw .busy(runningApp: runningApp) }
        guard storage == nil else { throw .storageTooLate("the device has one already") }
        guard apps.isEmpty else { throw .storageTooLate("apps are installed; attach it before them") }
        let attached = try Self.storage(at: root, named: name, capacity: capacity)
        if !attached.protection.hasPasscode, case .known(let text) = passcode {
            do throws(ProtectionError) { try attached.protection.setPasscode(text) } catch {
                throw .passcode("\(error)")
            }
        }
        use(attached)
    }

    static func storage(at root: String, named name: String, capacity: Int?) throws(DeviceError) -> DeviceStorage {
        guard !name.isEmpty, name != DeviceStorage.backups, !name.hasPrefix("."), name.utf8.count <= 100,
            !name.utf8.contains(where: { $0 == 0x2f || $0 == 0 })
        else { throw .badDeviceName(name) }
        guard capacity ?? 0 >= 0 else {
            throw .badNumber("a storage cannot have \(capacity ?? 0) bytes; give 0 or more")
        }
        do throws(FileError) {
            return try DeviceStorage(root: root, name: name, capacity: capacity)
        } catch .badPath(let path, let reason) {
            throw .badStorage(path, reason)
        } catch {
            throw .file(error)
        }
    }

    /// Goes on with a storage as a device that was switched on.
    func use(_ new: DeviceStorage) {
        storage = new
        keyDeadline = nil
        guard new.protection.hasPasscode else { return }
        if case .known = passcode, new.protection.isProtectedDataAvailable { return }
        passcode = .unknown
        isLocked = true
        wasUnlockedSinceStart = false
        restartIdleTimer()
        changeAnyway(.protectedData(isAvailable: false))
    }

    /// How many bytes the files of all apps have; 0 without a storage.
    ///
    /// - Complexity: O(1); no allocation.
    public var usedSpace: Int { storage?.space.used ?? 0 }

    /// How many bytes are left; nil where there is no limit, and without a storage.
    ///
    /// - Complexity: O(1); no allocation.
    public var freeSpace: Int? { storage?.space.free }

    /// The path of an app's home, now; another one after each update, and each installation (rules S1, S7).
    ///
    /// - Throws: ``DeviceError/unknownApp(_:known:)``, ``DeviceError/noStorage``.
    /// - Complexity: O(length of the path); allocates it.
    public func homePath(of identifier: String) throws(DeviceError) -> String {
        let home = try stored(try app(identifier))
        do throws(FileError) {
            return try home.container.absolute(.home)
        } catch {
            throw .file(error)
        }
    }

    /// An app's home on the storage.
    func stored(_ app: InstalledApp) throws(DeviceError) -> AppHome {
        guard let home = app.home else { throw .noStorage }
        return home
    }

    func recordPurges(of storage: DeviceStorage) {
        for purge in storage.space.takePurges() {
            let size = ScriptValues.text(bytes: purge.bytes)
            record(.note("space is short: \(size) of Caches and tmp are purged"), find(purge.app))
        }
    }
}
