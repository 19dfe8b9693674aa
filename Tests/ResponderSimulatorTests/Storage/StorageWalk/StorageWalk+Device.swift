import ResponderEnvironment
import ResponderKit
import ResponderSimulator

// What is done to the device, and to apps as a whole.
extension StorageWalk {
    func deviceStep() {
        let app = any(Self.names)
        // Most of the time is spent where much can be done.
        if !model.isOn, chance(1, of: 2) { return switchOn() }
        if model.isLocked, chance(1, of: 4) { return unlock(with: nil) }
        switch Int.random(in: 0..<68, using: &random) {
        case 0..<6: perform("lock", .lock, []) { $0.lock() }
        case 6..<12: unlock(with: nil)
        case 12..<14: unlock(with: any(["1234", "blue", ""]))
        case 14..<26:
            let time = any([0.001, 3, 6.999, 9.999, 10, 20])
            note("pass \(time)")
            device.advance(by: .seconds(time))
            model.pass(.seconds(time))
        case 26..<30: changePasscode()
        case 30: perform("switchOff", .switchOff, []) { $0.switchOff() }
        case 31: switchOn()
        case 32..<34:
            attempt(.launch(app))
            attempt(.beginActivity(app, .audio))
        case 34..<42: launch(app)
        case 42: attempt(.home)
        case 43: attempt(.crash(app))
        case 44:
            attempt(.openSwitcher)
            attempt(.kill(app))
            attempt(.home)
        case 45..<48: attempt(.beginActivity(app, .audio))
        case 48: attempt(.endActivity(app, .audio))
        case 49..<51: fill()
        case 51: update(app)
        case 52: installOrRemove(app)
        case 53:
            perform("tamper", .tamper(app), reasonsWithout(app), or: mayBeFull(0)) { $0.apps[app]?.isTampered = true }
        case 54..<58: share()
        case 58..<60: handOver(app)
        case 60..<63: setSettings(app)
        case 63..<66: backUp()
        default: restore()
        }
    }

    /// Does what has to do with the life of apps, which is not the model's: it may be refused.
    private func attempt(_ action: DeviceAction) {
        let isDone = (try? device.perform(action)) != nil
        note("\(action)\(isDone ? "" : ": refused")")
    }

    func perform(
        _ kind: String,
        _ action: DeviceAction,
        _ reasons: Set<Refusal>,
        or possible: Set<Refusal> = [],
        _ change: (inout DeviceModel) -> Void
    ) {
        let reasons = model.isOn ? reasons : [.off]
        if expect(kind, "\(action)", reasons, or: possible, { try device.perform(action) }) != nil { change(&model) }
    }

    func reasonsWithout(_ app: String) -> Set<Refusal> { model.apps[app] == nil ? [.noApp] : [] }

    // MARK: Lock

    private func switchOn() {
        let reasons: Set<Refusal> = model.isOn ? [.onAlready] : []
        if expect("switchOn", "", reasons, { try device.perform(.switchOn) }) != nil { model.switchOn() }
    }

    private func unlock(with text: String?) {
        var reasons: Set<Refusal> = []
        if !model.isLocked {
            reasons = [.notLocked]
        } else if let text, let passcode = model.passcode, text != passcode {
            reasons = [.wrongPasscode]
        }
        perform("unlock", text.map { .enterPasscode($0) } ?? .unlock, reasons) { $0.unlock() }
    }

    private func changePasscode() {
        let new: String? = chance(1, of: 3) ? nil : any(["1234", "blue"])
        // A passcode can be set also while the device is off.
        var reasons: Set<Refusal> = model.mayOpen(.complete) ? [] : [.keysDropped]
        if new == nil, model.passcode == nil { reasons = [] }
        let action: DeviceAction = if let new { .choosePasscode(new) } else { .setPasscode(false) }
        if expect("passcode", "\(action)", reasons, { try device.perform(action) }) != nil { model.setPasscode(new) }
    }

    // MARK: Apps

    private func isRunning(_ app: String) -> Bool { (try? device.state(of: app)).map { $0 != .notRunning } ?? false }

    private func reasonsToLaunch(_ app: String) -> Set<Refusal> {
        guard let installed = model.apps[app] else { return [.noApp] }
        if model.isLocked { return [.screenLocked] }
        return installed.isTampered && !isRunning(app) ? [.changedBundle] : []
    }

    private func launch(_ app: String) { perform("launch", .launch(app), reasonsToLaunch(app)) { _ in } }

    private func update(_ app: String) {
        perform("update", .update(app), reasonsWithout(app), or: mayBeFull(1000)) {
            $0.apps[app]?.isTampered = false
            $0.apps[app]?.version += 1
        }
    }

    private func installOrRemove(_ app: String) {
        guard model.apps[app] == nil else {
            guard chance(1, of: 3) else { return }
            return perform("uninstall", .uninstall(app), []) { $0.apps[app] = nil }
        }
        _ = expect("install", app, [], or: mayBeFull(1000)) { try install(app) }
    }

    // MARK: Storage

    func removeFiller() { perform("fill", .fill(nil), []) { $0.limit = nil } }

    private func fill() {
        guard model.limit == nil, chance(2, of: 3) else { return removeFiller() }
        // Of an app that does not run, Caches and tmp may be purged.
        if chance(1, of: 2) { attempt(.crash(any(Self.names))) }
        let bytes = Int.random(in: 0..<50_000, using: &random)
        let used = device.usedSpace
        perform("fill", .fill(bytes), []) { $0.limit = used + bytes }
    }

    // MARK: Documents from outside

    private func share() {
        let app = chance(3, of: 4) ? "notes" : any(Self.names)
        let name = any(["a", "b", "f", "f/a", "Inbox", "Inbox/a", "", "../tmp/a", "f/g/a", "x/a", "ü"])
        let path = name.isEmpty ? "/" : "Documents/\(name)"
        func reasons(_ own: Set<Refusal>) -> Set<Refusal> {
            guard model.apps[app] != nil else { return [.noApp] }
            return app == "notes" ? own : [.sharesNoFiles]
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            lastResult = ""
            perform("share.list", .share(app, .list), reasons([])) { _ in }
        case 1:
            let text = String(decoding: anyBytes().prefix(300), as: UTF8.self)
            // The folders around it are made.
            let own = reasonsToWrite(app, path, nil) { !$0.isEmpty }.subtracting([.notFound])
            let full = mayBeFull(text.utf8.count)
            var isDone = false
            perform("share.put", .share(app, .put(name, text: text)), reasons(own), or: full) { _ in isDone = true }
            if isDone {
                model.apps[app]?.home.createFolder((HomeModel.names(of: path) ?? []).dropLast())
                didWrite(Array(text.utf8), app, path, nil)
            }
        case 2:
            var isDone = false
            perform("share.get", .share(app, .get(name)), reasons(reasonsToRead(app, path))) { _ in isDone = true }
            if isDone, let bytes = entry(app, path)?.bytes, bytes.count < 80,
                let text = String(validating: bytes, as: UTF8.self), lastResult != "\"\(text)\""
            {
                fail("the history has \(lastResult)")
            }
        default:
            let own = self.reasons(app, path, { _ in true }) { place, names in
                HomeModel.standard.contains(names.joined(separator: "/"))
                    ? [.notPermitted] : Self.reasonsWithout(place)
            }
            perform("share.remove", .share(app, .remove(name)), reasons(own)) { model in
                if let names = HomeModel.names(of: path) { model.apps[app]?.home.remove(names) }
            }
        }
    }

    private func handOver(_ app: String) {
        let name = any(["a", "a.txt", "letter.txt", "x/y", "..", ""])
        let text = String(decoding: anyBytes().prefix(300), as: UTF8.self)
        var reasons = reasonsToLaunch(app)
        if reasons.isEmpty, name.contains("/") || name.isEmpty || name == ".." { reasons = [.badPath] }
        if reasons.isEmpty, !model.mayCreate(.completeUntilFirstUserAuthentication) { reasons = [.locked] }
        let full = mayBeFull(text.utf8.count)
        var isDone = false
        perform("handOver", .handOver(app, name: name, text: text), reasons, or: full) { _ in isDone = true }
        guard isDone else { return }
        let path = lastResult
        if !path.hasPrefix("Documents/Inbox/\(name.prefix(1))") || entry(app, path) != nil {
            fail("the document went to \(path)")
        }
        didWrite(Array(text.utf8), app, path, nil)
    }
}
