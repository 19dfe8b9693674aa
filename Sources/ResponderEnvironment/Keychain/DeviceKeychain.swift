/// The keychain of a device: the items of all apps, in a folder outside of every home (rule S20).
///
/// Each item has a file, which is replaced in one step: what a call has reported is there when the process is killed.
/// What items are called is in memory; secrets are read when they are asked for.
///
/// Every thread may call every member.
package final class DeviceKeychain: Sendable {
    /// What an item is found by.
    struct Identity: Hashable {
        let service, account, group: String
    }

    struct Entry {
        var item: KeychainItem
        /// The name of the file.
        let name: String
    }

    struct State {
        var entries: [Identity: Entry] = [:]
        var damagedFiles: [String] = []
    }

    let folder: Folder
    let keys: DataProtection
    /// Who has the state may change the files.
    let state: Guarded<State>

    /// The keychain in a folder, with the keys of the device.
    ///
    /// In a durable folder a change is on the disk when it is reported.
    package init(folder: Folder, keys: DataProtection) throws(KeychainError) {
        (self.folder, self.keys) = (folder, keys)
        var state = State()
        for name in try KeychainError.files({ () throws(FileError) in try folder.names() }) {
            let path = HomePath(names: [name])
            do throws(ProtectionError) {
                let bytes = try Self.read(path, folder)
                let item = try KeychainFile.item(bytes, name: name, keys)
                state.entries[item.identity] = Entry(item: item, name: name)
            } catch {
                if case .file(.noProtection) = error {
                    throw KeychainError(error, KeychainItem(service: "", account: ""))
                }
                // A draft was left by a process that was killed, and never reported.
                if name.hasPrefix(Folder.draftPrefix) {
                    try? folder.remove(path)
                } else {
                    state.damagedFiles.append(name)
                }
            }
        }
        self.state = Guarded(state)
        keys.passcodeRemoval.withLock { $0 = { [weak self] in self?.passcodeWasRemoved() } }
        // The process may have been killed after the passcode was taken away.
        if !keys.hasPasscode { passcodeWasRemoved() }
    }

    private static func read(_ path: HomePath, _ folder: Folder) throws(ProtectionError) -> [UInt8] {
        do throws(FileError) { return try folder.read(path, atMost: KeychainFile.longest) } catch { throw .file(error) }
    }

    /// The files that are no item any more, since they were changed.
    package var damagedFiles: [String] { state.withLock { $0.damagedFiles } }

    /// What an app sees that has these groups.
    package func view(groups: [String]) -> Keychain { Keychain(.device(self), groups: groups) }

    /// All items of these groups, or of all groups, in the order of service, account and group.
    package func items(groups: Set<String>? = nil, service: String? = nil) -> [KeychainItem] {
        let items = state.withLock { $0.entries.values.map(\.item) }
        return items.filter { item in
            (service == nil || item.service == service) && (groups.map { $0.contains(item.group ?? "") } ?? true)
        }
        .sorted { ($0.service, $0.account, $0.group ?? "") < ($1.service, $1.account, $1.group ?? "") }
    }

    func add(_ item: KeychainItem, _ secret: [UInt8]) throws(KeychainError) {
        try state.withLock { (state) throws(KeychainError) in
            guard state.entries[item.identity] == nil else {
                throw .duplicate(service: item.service, account: item.account)
            }
            try put(item, secret, name: Self.newName(), &state)
        }
    }

    func read(_ identity: Identity) throws(KeychainError) -> [UInt8]? {
        try state.withLock { (state) throws(KeychainError) in
            guard let entry = state.entries[identity] else { return nil }
            return try secret(of: entry)
        }
    }

    /// Replaces what is told of an item, and its secret unless that is nil.
    func update(_ item: KeychainItem, _ secret: [UInt8]?) throws(KeychainError) -> Bool {
        try state.withLock { (state) throws(KeychainError) in
            guard let entry = state.entries[item.identity] else { return false }
            let secret = if let secret { secret } else { try self.secret(of: entry) }
            try put(item, secret, name: entry.name, &state)
            return true
        }
    }

    func remove(_ identity: Identity) throws(KeychainError) -> Bool {
        try state.withLock { (state) throws(KeychainError) in
            guard let entry = state.entries[identity] else { return false }
            try KeychainError.files { () throws(FileError) in
                try folder.remove(HomePath(names: [entry.name]))
                if folder.isDurable { try folder.descriptor.sync(folder.path) }
            }
            state.entries[identity] = nil
            return true
        }
    }

    /// Removes the items that need a passcode (rule S23); their keys are gone, so that nobody reads what is left.
    private func passcodeWasRemoved() {
        state.withLock { state in
            for (identity, entry) in state.entries where entry.item.accessibility == .whenPasscodeSet {
                try? folder.remove(HomePath(names: [entry.name]))
                state.entries[identity] = nil
            }
            if folder.isDurable { try? folder.descriptor.sync(folder.path) }
        }
    }

    // MARK: Files

    static func newName() -> String {
        String(decoding: Sealing.random(16).hexadecimal, as: UTF8.self)
    }

    func put(
        _ item: KeychainItem,
        _ secret: [UInt8],
        name: String,
        _ state: inout State,
        durable: Bool = true
    ) throws(KeychainError) {
        guard secret.count <= KeychainFile.longestSecret, item.attributes.count <= KeychainFile.longestAttributes else {
            throw .tooLong(service: item.service, account: item.account)
        }
        let bytes: [UInt8]
        do throws(ProtectionError) { bytes = try KeychainFile.bytes(item, secret, name: name, keys) } catch {
            throw KeychainError(error, item)
        }
        try KeychainError.files { () throws(FileError) in
            try folder.replace(HomePath(names: [name]), with: bytes, durable: durable)
        }
        state.entries[item.identity] = Entry(item: item, name: name)
    }

    func secret(of entry: Entry) throws(KeychainError) -> [UInt8] {
        do throws(ProtectionError) {
            let bytes = try Self.read(HomePath(names: [entry.name]), folder)
            return try KeychainFile.secret(bytes, of: entry.item, name: entry.name, keys)
        } catch {
            throw KeychainError(error, entry.item)
        }
    }
}

extension KeychainItem {
    var identity: DeviceKeychain.Identity {
        DeviceKeychain.Identity(service: service, account: account, group: group ?? "")
    }
}
