internal import ResponderEnvironment

// What is done with files, as words of a script.
extension FileAction {
    func words(app: String) -> [String] {
        func word(_ text: String) -> String { ScriptWords.word(text) }
        func options(_ protection: ProtectionClass?) -> [String] { protection.map { ["class=\($0)"] } ?? [] }
        switch self {
        case .write(let path, .text(let text), let protection):
            let isOption = ["class=", "size="].contains { text.hasPrefix($0) }
            return ["write", app, word(path)] + options(protection) + [ScriptWords.rest(text, quotedIf: isOption)]
        case .write(let path, .size(let bytes), let protection):
            return ["write", app, word(path)] + options(protection) + ["size=\(ScriptValues.text(bytes: bytes))"]
        case .writePlain(let path, let text): return ["write-plain", app, word(path), ScriptWords.rest(text)]
        case .showProtection(let path): return ["class", app, word(path)]
        case .read(let path): return ["read", app, word(path)]
        case .remove(let path): return ["remove", app, word(path)]
        case .list(""): return ["list", app]
        case .list(let path): return ["list", app, word(path)]
        case .excludeFromBackup(let path): return ["exclude", app, word(path)]
        case .open(let path, let protection): return ["open-file", app, word(path)] + options(protection)
        case .close(let path): return ["close-file", app, word(path)]
        }
    }
}

extension ShareAction {
    var words: [String] {
        func word(_ text: String) -> String { ScriptWords.word(text) }
        switch self {
        case .list: return []
        case .put(let name, let text): return ["put", word(name), ScriptWords.rest(text)]
        case .get(let name): return ["get", word(name)]
        case .remove(let name): return ["remove", word(name)]
        }
    }
}

extension KeychainAction {
    var words: [String] {
        func word(_ text: String) -> String { ScriptWords.word(text) }
        switch self {
        case .add(let item, let secret):
            var words = ["add", word(item.service), word(item.account), word(secret)]
            if item.accessibility != .whenUnlocked { words.append("accessible=\(item.accessibility)") }
            if let group = item.group { words.append(ScriptWords.pair("group", group)) }
            if item.isThisDeviceOnly { words.append("this-device") }
            return words
        case .read(let service, let account): return ["read", word(service), word(account)]
        case .remove(let service, let account): return ["remove", word(service), word(account)]
        case .list: return []
        }
    }
}

extension PreferenceAction {
    var words: [String] {
        switch self {
        case .read: return []
        case .set(let text): return [ScriptWords.rest(text, quotedIf: text.hasPrefix("default"))]
        case .register(let text): return ["default", ScriptWords.rest(text)]
        }
    }
}

extension ScriptWords {
    static func password(_ text: String?) -> [String] { text.map { [pair("password", $0)] } ?? [] }
}
