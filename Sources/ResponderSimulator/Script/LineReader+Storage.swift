internal import ResponderEnvironment
internal import ResponderSupport

// The commands of files and of the device's storage.
extension LineReader {
    mutating func file() throws(DeviceLine.Problem) -> DeviceAction? {
        switch form.name {
        case "write":
            let (app, path) = (try app(), try next("PATH"))
            let protection = try protection()
            return .files(app, .write(path, try content(), protection: protection))
        case "write-plain": return .files(try app(), .writePlain(try next("PATH"), text: try rest("TEXT")))
        case "class": return .files(try app(), .showProtection(try next("PATH")))
        case "keychain": return .keychain(try app(), try keychain())
        case "preference": return .preference(try app(), key: try next("KEY"), try preference())
        case "read": return .files(try app(), .read(try next("PATH")))
        case "remove": return .files(try app(), .remove(try next("PATH")))
        case "list": return .files(try app(), .list(words.isEmpty ? "" : try next("PATH")))
        case "exclude": return .files(try app(), .excludeFromBackup(try next("PATH")))
        case "open-file":
            let (app, path) = (try app(), try next("PATH"))
            return .files(app, .open(path, protection: try protection()))
        case "close-file": return .files(try app(), .close(try next("PATH")))
        default: return nil
        }
    }

    mutating func storage() throws(DeviceLine.Problem) -> DeviceAction? {
        switch form.name {
        case "share": return .share(try app(), try sharing())
        case "hand-over": return .handOver(try app(), name: try next("NAME"), text: try rest("TEXT"))
        case "fill":
            if skip("off") { return .fill(nil) }
            return .fill(try value("SIZE, as 512MB", ScriptValues.bytes))
        case "backup": return .backUp(password: option("password", inQuotes: true))
        case "restore": return .restore(try next("DEVICE"), password: option("password", inQuotes: true))
        case "update": return .update(try app())
        case "uninstall": return .uninstall(try app())
        case "tamper": return .tamper(try app())
        default: return nil
        }
    }

    private mutating func sharing() throws(DeviceLine.Problem) -> ShareAction {
        guard !words.isEmpty else { return .list }
        let kinds = ["put", "get", "remove"]
        switch try choice("action of a desktop", kinds.map { ($0, $0) }) {
        case "put": return .put(try next("NAME"), text: try rest("TEXT"))
        case "get": return .get(try next("NAME"))
        default: return .remove(try next("NAME"))
        }
    }

    private mutating func keychain() throws(DeviceLine.Problem) -> KeychainAction {
        guard !words.isEmpty else { return .list }
        switch try choice("action of the keychain", ["add", "read", "remove"].map { ($0, $0) }) {
        case "add":
            var item = KeychainItem(service: try next("SERVICE"), account: try next("ACCOUNT"))
            let secret = try next("SECRET")
            try set(&item)
            return .add(item, secret: secret)
        case "read": return .read(service: try next("SERVICE"), account: try next("ACCOUNT"))
        default: return .remove(service: try next("SERVICE"), account: try next("ACCOUNT"))
        }
    }

    private mutating func set(_ item: inout KeychainItem) throws(DeviceLine.Problem) {
        if let name = option("accessible") {
            guard let value = KeychainAccessibility(rawValue: name) else {
                let known = KeychainAccessibility.allCases.map(\.rawValue)
                throw unknown(name, "\(name.quotedInOneLine()) is no class of an item", known)
            }
            item.accessibility = value
        }
        if let group = option("group", inQuotes: true) { item.group = group }
        if skip("this-device") { item.isThisDeviceOnly = true }
    }

    private mutating func preference() throws(DeviceLine.Problem) -> PreferenceAction {
        guard let word = words.first else { return .read }
        // In quotes, the word is a value like others.
        if !word.isQuoted, skip("default") { return .register(try rest("VALUE")) }
        return .set(try rest("VALUE"))
    }

    /// The value of an option `key=VALUE` where it comes next.
    ///
    /// A word in quotes is an option only where no text can be meant.
    private mutating func option(_ key: String, inQuotes: Bool = false) -> String? {
        guard let word = words.first, inQuotes || !word.isQuoted, let pair = word.pair, pair.key == key else {
            return nil
        }
        words.removeFirst()
        return pair.value
    }

    private mutating func protection() throws(DeviceLine.Problem) -> ProtectionClass? {
        guard let name = option("class") else { return nil }
        if let value = ProtectionClass(rawValue: name) { return value }
        throw unknown(name, "\(name.quotedInOneLine()) is no class", ProtectionClass.allCases.map(\.rawValue))
    }

    private mutating func content() throws(DeviceLine.Problem) -> FileContent {
        guard let word = option("size") else { return .text(try rest("TEXT")) }
        guard let bytes = ScriptValues.bytes(word) else {
            throw problem(word, "\(word.quotedInOneLine()) is no SIZE, as 40kB: \(usage)")
        }
        guard bytes <= FileContent.largest else {
            let most = ScriptValues.text(bytes: FileContent.largest)
            throw problem(word, "\(word.quotedInOneLine()) is more than a script writes at once, \(most); use fill")
        }
        return .size(bytes)
    }
}
