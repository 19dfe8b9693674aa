import ResponderEnvironment
import ResponderKit
import ResponderSimulator

// The keychain, the settings page, and backups.
extension StorageWalk {
    func useKeychain(_ application: Application, _ app: String) {
        guard let keychain = try? application.keychain, let groups = DeviceModel.groups[app] else {
            return fail("\(app) has no keychain")
        }
        let account = any(["anna", "otto", "emma"])
        let found = groups.map { DeviceModel.ItemName(group: $0, account: account) }.first { model.items[$0] != nil }
        let item = found.flatMap { model.items[$0] }
        let isLocked = item.map { !model.mayUse($0.accessibility) } ?? false
        switch Int.random(in: 0..<6, using: &random) {
        case 0..<2:
            let name = DeviceModel.ItemName(group: any(groups), account: account)
            let new = anyItem()
            var reasons = reasonsToKeep(new)
            if model.items[name] != nil { reasons.insert(.duplicate) }
            let added: Void? = expect("keychain.add", "\(app) \(name) \(new.accessibility)", reasons) {
                try keychain.add(described(new, name), secret: new.secret)
            }
            if added != nil { model.items[name] = new }
        case 2:
            let name = DeviceModel.ItemName(group: any(groups), account: account)
            let new = anyItem()
            let reasons = model.items[name] == nil ? [.notFound] : reasonsToKeep(new)
            let updated: Void? = expect("keychain.update", "\(app) \(name) \(new.accessibility)", reasons) {
                try keychain.update(described(new, name), secret: new.secret)
            }
            if updated != nil { model.items[name] = new }
        case 3..<5:
            let reasons: Set<Refusal> = item == nil ? [.notFound] : isLocked ? [.locked] : []
            let secret = expect("keychain.read", "\(app) \(account)", reasons) {
                try keychain.read(service: "s", account: account)
            }
            if let secret, secret != item?.secret { fail("the secret is \(text(secret))") }
        default:
            let removed: Void? = expect("keychain.remove", "\(app) \(account)", item == nil ? [.notFound] : []) {
                try keychain.remove(service: "s", account: account)
            }
            if removed != nil, let found { model.items[found] = nil }
        }
    }

    private func anyItem() -> DeviceModel.Item {
        let accessibility = any(KeychainAccessibility.allCases)
        let isOnly = accessibility == .whenPasscodeSet || chance(1, of: 3)
        return DeviceModel.Item(accessibility: accessibility, isThisDeviceOnly: isOnly, secret: anyBytes())
    }

    private func described(_ item: DeviceModel.Item, _ name: DeviceModel.ItemName) -> KeychainItem {
        KeychainItem(
            service: "s",
            account: name.account,
            group: name.group,
            accessibility: item.accessibility,
            isThisDeviceOnly: item.isThisDeviceOnly
        )
    }

    private func reasonsToKeep(_ item: DeviceModel.Item) -> Set<Refusal> {
        if item.accessibility == .whenPasscodeSet, model.passcode == nil { return [.noPasscode] }
        return model.mayUse(item.accessibility) ? [] : [.locked]
    }

    func setSettings(_ app: String) {
        let (key, text) = (any(["volume", "name"]), "\(Int.random(in: 0..<1000, using: &random))")
        perform("settings", .setSettings(app, [key: text]), reasonsWithout(app), or: mayBeFull(4000)) {
            $0.apps[app]?.preferences[key] = text
        }
    }

    // MARK: Backups

    func backUp() {
        let password = chance(1, of: 2) ? nil : any(["one", "one", "two"])
        let former = model.backups[model.name]
        let items = model.items.filter { _, item in
            item.accessibility != .whenPasscodeSet && (password == nil || !item.isThisDeviceOnly)
        }
        var reasons: Set<Refusal> = []
        if items.values.contains(where: { !model.mayUse($0.accessibility) }) { reasons.insert(.locked) }
        if let wanted = former?.password, wanted != password {
            reasons.insert(password == nil ? .passwordNeeded : .wrongPassword)
        }
        let isLocked = model.apps.values.contains { app in
            app.home.entries.contains { app.home.isBackedUp($0.key) && !model.mayOpen($0.value.protection) }
        }
        // What the backup has already, it need not read again.
        perform("backUp", .backUp(password: password), reasons, or: isLocked ? [.locked] : []) { model in
            var apps: [String: DeviceModel.App] = [:]
            for (name, app) in model.apps {
                var restored = DeviceModel.App(home: app.home.restored(name))
                if app.home.isBackedUp("Library/Preferences") { restored.preferences = app.preferences }
                restored.version = app.version
                restored.isTampered = app.isTampered
                // The bundle of a version is copied once (rule S5).
                if let former, (former.password == nil) == (password == nil), former.apps[name]?.version == app.version
                {
                    restored.isTampered = former.apps[name]?.isTampered ?? false
                }
                apps[name] = restored
            }
            let device = model.name
            model.backups[device] = DeviceModel.Backup(password: password, device: device, apps: apps, items: items)
        }
    }

    func restore() {
        guard chance(1, of: 4) else { return }
        if model.isOn, model.limit != nil { removeFiller() }
        let (name, password) = (any(["device", "second"]), chance(1, of: 3) ? nil : any(["one", "one", "two"]))
        let backup = model.backups[model.name]
        let isOther = name != model.name
        var reasons: Set<Refusal> = backup == nil ? [.noBackup] : []
        if let wanted = backup?.password, wanted != password {
            reasons = [password == nil ? .passwordNeeded : .wrongPassword]
        }
        let items = backup.map { $0.password == nil && isOther ? [:] : $0.items } ?? [:]
        if let backup, reasons.isEmpty, !isOther {
            let entries = backup.apps.values.flatMap { $0.home.entries.values }
            if entries.contains(where: { !model.mayCreate($0.protection) })
                || items.values.contains(where: { !model.mayUse($0.accessibility) })
            {
                reasons = [.locked]
            }
        }
        perform("restore", .restore(name, password: password), reasons) { model in
            guard let backup else { return }
            model.apps = [:]
            for (name, app) in backup.apps {
                model.apps[name] = app
                model.apps[name]?.home = app.home.copy(name)
            }
            if isOther {
                model.name = name
                model.items = [:]
                model.eraseLock()
            }
            model.items.merge(items) { $1 }
        }
        // Where it was refused, the apps go on.
        if model.apps.keys.allSatisfy({ device.application($0) == nil }) { handles = [] }
    }
}
