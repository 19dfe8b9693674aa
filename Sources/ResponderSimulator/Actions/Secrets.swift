internal import ResponderEnvironment
internal import ResponderKit

// The keychain and the preferences of apps, and the settings page of the device (rules S20 to S25).
extension SimulatedDevice {
    func perform(_ action: KeychainAction, by app: InstalledApp) throws(DeviceError) {
        _ = try stored(app)
        guard app.runsCode, let application = app.application else { throw .notRunning(app.identifier, app.state) }
        do throws(KeychainError) {
            let keychain = try application.keychain
            switch action {
            case .add(let item, let secret): try keychain.add(item, secret: Array(secret.utf8))
            case .read(let service, let account):
                record(.result(Self.text(of: try keychain.read(service: service, account: account))), app)
            case .remove(let service, let account): try keychain.remove(service: service, account: account)
            case .list:
                let items = try keychain.items().map { "\($0.account) of \($0.service)" }
                record(.result(items.isEmpty ? "nothing" : items.joined(separator: ", ")), app)
            }
        } catch {
            throw .keychain(error)
        }
    }

    func perform(_ action: PreferenceAction, on name: String, by app: InstalledApp) throws(DeviceError) {
        _ = try stored(app)
        guard app.runsCode, let application = app.application else { throw .notRunning(app.identifier, app.state) }
        do throws(FileError) {
            let preferences = try application.preferences
            let key = PreferenceKey(name, default: "")
            switch action {
            case .read:
                let value = preferences[key]
                record(.result(value.isEmpty && !preferences.isSet(key) ? "nothing" : "\"\(value)\""), app)
            case .set(let text): preferences[key] = text
            case .register(let text): preferences.register(defaults: [name: text])
            }
        } catch {
            throw .file(error)
        }
    }

    /// The settings page sets preferences of an app, and the app is told that they changed (rule A46).
    func setSettings(_ values: [String: String], of app: InstalledApp) throws(DeviceError) {
        let home = try stored(app)
        do throws(FileError) {
            let path = try PreferenceFile.path(of: app.identifier)
            let file = PreferenceFile(path, in: home.folder, space: storage?.space)
            try file.refresh()
            try file.write(values.mapValues { .text($0) })
        } catch {
            throw .file(error)
        }
        tell(app, .change(.settings(changedKeys: Set(values.keys))))
    }
}
