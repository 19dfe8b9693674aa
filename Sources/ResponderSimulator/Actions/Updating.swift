internal import ResponderEnvironment
public import ResponderKit

// Installing, updating and removing apps on the storage (rules S1, S7, S20).
extension SimulatedDevice {
    /// Replaces an app by another version, with the same identifier: the app ends, its bundle is replaced, its home
    /// moves to another path, and its files stay (rule S7).
    ///
    /// Windows, delegates and the like are made as before, by the `prepare` of its installation.
    ///
    /// - Throws: ``DeviceError``, where there is no such app, where the device does not meet what the manifest
    ///   requires, and where the storage fails.
    /// - Complexity: That of the app's end, and O(files of its bundle).
    public func update(_ manifest: Manifest) throws(DeviceError) {
        guard isFree else { throw .busy(runningApp: runningApp) }
        let app = try app(manifest.identifier)
        try checkGate(manifest, as: app.identifier)
        defer { performWaiting() }
        isPerforming = true
        defer { isPerforming = false }
        try update(app, to: manifest)
    }

    func update(_ app: InstalledApp, to manifest: Manifest? = nil) throws(DeviceError) {
        end(app)
        let manifest = manifest ?? app.manifest
        if let storage, let home = app.home {
            do throws(FileError) { app.home = try storage.update(home, to: manifest) } catch { throw .file(error) }
            record(.note("updated: its home is \(DeviceStorage.containers)/\(app.home?.number ?? 0) now"), app)
        }
        app.manifest = manifest
    }

    /// Ends an app wherever it is.
    func end(_ app: InstalledApp) {
        if front === app { front = nil }
        tell(app, .terminate)
        forgetEnded()
        if frontLater?.app === app { frontLater = nil }
        restartIdleTimer()
    }

    func uninstall(_ app: InstalledApp) throws(DeviceError) {
        end(app)
        if let storage, let home = app.home {
            do throws(FileError) { try storage.remove(home) } catch { throw .file(error) }
            app.home = nil
            uninstalled[app.identifier] = app
        }
        remove(app)
    }

    /// Changes a bundle past the device.
    func tamper(with app: InstalledApp) throws(DeviceError) {
        let home = try stored(app)
        guard let bundle = home.record?.bundle else { throw .noStorage }
        do throws(FileError) {
            let file = HomePath(names: [bundle, AppBundle.factsName])
            let more = Array("# changed\n".utf8)
            try storage?.space.take(more.count, for: "\(file)")
            do throws(FileError) {
                try home.folder.replace(file, with: try home.folder.read(file) + more)
            } catch {
                storage?.space.give(more.count)
                throw error
            }
        } catch {
            throw .file(error)
        }
    }

    /// Gives an app its home on the storage, where the device has one.
    func giveHome(to app: InstalledApp) throws(DeviceError) {
        guard let storage else { return }
        do throws(FileError) {
            app.home =
                app.isTemporary
                ? try storage.makeTemporaryHome(app.identifier)
                : try storage.install(app.manifest, as: app.identifier)
        } catch {
            throw .file(error)
        }
    }

    /// Refuses the launch of an app whose bundle was changed (rule S1).
    func checkBundle(of app: InstalledApp) throws(DeviceError) {
        guard let storage, let home = app.home else { return }
        let isWhole: Bool
        do throws(FileError) { isWhole = try storage.hasWholeBundle(home) } catch { throw .file(error) }
        if !isWhole { throw .changedBundle(app.identifier) }
    }
}
