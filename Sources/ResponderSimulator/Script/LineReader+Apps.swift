internal import ResponderKit
internal import ResponderSupport

// The line that declares an app.
extension LineReader {
    mutating func declaredApp() throws(DeviceLine.Problem) -> ScriptedApp {
        let name = try next("NAME")
        guard !name.isEmpty, !name.contains(where: \.isWhitespace) else {
            throw problem(name, "\(name.quotedInOneLine()) is no name of an app; give it one without spaces")
        }
        if let line = apps.line(declaring: name) {
            throw problem(name, "the app \(name.quotedInOneLine()) is declared in line \(line) already")
        }
        if apps.isGiven(name) {
            throw problem(name, "there is an app \(name.quotedInOneLine()) already; choose another name")
        }
        do throws(DeviceLine.Problem) {
            return try declaration(of: name)
        } catch {
            var problem = error
            problem.declares = name
            throw problem
        }
    }

    private mutating func declaration(of name: String) throws(DeviceLine.Problem) -> ScriptedApp {
        var app = ScriptedApp(name)
        var seen: Set<String> = []
        while let word = words.popFirst() {
            let (key, value) = word.pair.map { ($0.key, $0.value) } ?? (word.text, nil)
            guard ScriptedApp.keys.contains(key) else {
                throw unknown(key, "\(key.quotedInOneLine()) is no word for an app", ScriptedApp.keys)
            }
            guard seen.insert(key).inserted else { throw problem(key, "\"\(key)\" is given twice; give it once") }
            try set(key, to: value, of: &app)
        }
        return app
    }

    private func set(_ key: String, to value: String?, of app: inout ScriptedApp) throws(DeviceLine.Problem) {
        switch key {
        case "exits-on-suspend", "exits-in-background", "saves-state", "shares-files", "closes-files":
            if let value { throw problem(value, "\"\(key)\" takes no value; leave out =\(value.inOneLine())") }
            switch key {
            case "saves-state": return app.savesState = true
            case "shares-files": return app.sharesFiles = true
            case "closes-files": return app.closesFiles = true
            default: break
            }
            if app.exit != .never {
                throw problem(key, "exits-on-suspend and exits-in-background exclude one another; give one")
            }
            app.exit = key == "exits-on-suspend" ? .atOnce : .inBackground
            return
        default: break
        }
        let form = ScriptedApp.forms.first { $0.name.hasPrefix(key + "=") }?.name ?? key
        guard let value, !value.isEmpty else { throw problem(key, "\"\(key)\" has no value: \(form)") }
        func read<Value>(_ what: String, _ read: (String) -> Value?) throws(DeviceLine.Problem) -> Value {
            guard let result = read(value) else {
                throw problem(value, "\(value.quotedInOneLine()) is no \(what): \(form)")
            }
            return result
        }
        switch key {
        case "scheme": app.urlSchemes = try schemes(value)
        case "keychain-groups":
            app.keychainGroups = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if app.keychainGroups.contains("") { throw problem(value, "a group of the keychain has no name: \(form)") }
        case "requires": app.requiredCapabilities = try requirements(value)
        case "family":
            app.deviceFamilies = try named(value, "device family")
        case "mode": app.backgroundModes = try named(value, "background mode")
        case "memory": app.footprint = try read("SIZE, as 40MB", ScriptValues.bytes)
        case "cpu": app.processorShare = try read("SHARE from 1% to 100%", ScriptValues.share)
        case "task":
            app.task = try read("TIME, as 5s, 250ms, 2min or 1h, nor \"never\"") { word in
                word == "never" ? .stays : ScriptValues.duration(word).map { .ends(after: $0) }
            }
        default:
            guard let moment = ScriptedApp.Moment(rawValue: key) else { return }
            app.times[moment] = try read("TIME, as 5s, 250ms, 2min or 1h", ScriptValues.duration)
        }
    }

    private func schemes(_ list: String) throws(DeviceLine.Problem) -> [String] {
        var schemes: [String] = []
        for name in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let scheme = try? AppURL(name + ":").scheme, scheme.utf8.count == name.utf8.count else {
                throw problem(
                    name,
                    "\(name.quotedInOneLine()) is no scheme; write a letter, then letters, digits, +, - or ."
                )
            }
            schemes.append(scheme)
        }
        return schemes
    }

    private func named<Value: RawRepresentable<String> & CaseIterable & Hashable>(
        _ list: String,
        _ what: String
    ) throws(DeviceLine.Problem) -> Set<Value> {
        var values: Set<Value> = []
        for name in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let value = Value(rawValue: name) else {
                throw unknown(name, "\(name.quotedInOneLine()) is no \(what)", Value.allCases.map(\.rawValue))
            }
            values.insert(value)
        }
        return values
    }

    private func requirements(_ list: String) throws(DeviceLine.Problem) -> RequiredCapabilities {
        do throws(RequiredCapabilities.Wrong) {
            let names = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            return try RequiredCapabilities(parsing: names)
        } catch {
            throw problem(error.word, error.problem)
        }
    }

    /// The capabilities of a device, each a word.
    mutating func capabilities() throws(DeviceLine.Problem) -> Set<DeviceCapability> {
        var capabilities: Set<DeviceCapability> = []
        for name in all() {
            let capability = DeviceCapability(name)
            guard capability.isKnown else { throw problem(name, capability.problem) }
            capabilities.insert(capability)
        }
        return capabilities
    }
}
