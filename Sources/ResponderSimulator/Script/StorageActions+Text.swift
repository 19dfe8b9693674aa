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
