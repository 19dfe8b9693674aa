/// Secrets of an app, such as passwords and tokens, outside of its home (rule S20).
///
///     let keychain = try application.keychain
///     try keychain.add(KeychainItem(service: "mail.example.org", account: "anna"), secret: Array("hunter2".utf8))
///     let secret = try keychain.read(service: "mail.example.org", account: "anna")
///
/// The items stay when the app is removed, and are in a backup only as ``KeychainItem/isThisDeviceOnly`` allows
/// (rule S24). An app sees the items of the groups that its manifest names, and without any those of the group with the
/// app's identifier (rule S22). The lock of the device keeps secrets: a read that it forbids throws
/// ``KeychainError/locked(service:account:)`` (rule S21). What items are called can be read always.
///
/// A change is kept when its call returns, also if the process is killed then. A secret has at most 1 MiB, and the rest
/// of an item 64 KiB.
///
/// In a real process the keychain has the process's credentials, and can only be read: see `Application.keychain`.
///
/// Every thread may call every member.
///
/// - Complexity: Each member does one or several calls of the system, and allocates what it returns; none but
///   ``items(service:group:)`` depends on the number of items.
public struct Keychain: Sendable {
    enum Source: Sendable {
        case device(DeviceKeychain)
        case credentials(ProcessCredentials)
    }

    private let source: Source
    /// The groups whose items the app sees; new items belong to the first one.
    public let groups: [String]

    init(_ source: Source, groups: [String]) {
        (self.source, self.groups) = (source, groups)
    }

    /// The credentials of a process, which can only be read; the service of each is the first of the groups.
    package init(credentials: ProcessCredentials, groups: [String]) {
        self.init(.credentials(credentials), groups: groups)
    }

    /// Adds an item.
    ///
    /// - Throws: ``KeychainError``, and then nothing was added.
    public func add(_ item: KeychainItem, secret: [UInt8]) throws(KeychainError) {
        try changeable().add(inGroup(item), secret)
    }

    /// The secret of an item: of the given group, or of the first group that has one.
    ///
    /// - Throws: ``KeychainError``.
    public func read(service: String, account: String, group: String? = nil) throws(KeychainError) -> [UInt8] {
        for group in try searched(group) {
            let secret: [UInt8]? =
                switch source {
                case .device(let device):
                    try device.read(DeviceKeychain.Identity(service: service, account: account, group: group))
                case .credentials(let credentials):
                    try KeychainError.files { () throws(FileError) in
                        service == group ? try credentials.read(account) : nil
                    }
                }
            if let secret { return secret }
        }
        throw .notFound(service: service, account: account)
    }

    /// Replaces what is told of an item, which is found by service, account and group, and its secret if one is given.
    ///
    /// - Throws: ``KeychainError``, and then the item is as it was.
    public func update(_ item: KeychainItem, secret: [UInt8]? = nil) throws(KeychainError) {
        guard try changeable().update(inGroup(item), secret) else {
            throw .notFound(service: item.service, account: item.account)
        }
    }

    /// Removes an item: of the given group, or of the first group that has one.
    ///
    /// A locked item can be removed too.
    ///
    /// - Throws: ``KeychainError``, and then the item is still there.
    public func remove(service: String, account: String, group: String? = nil) throws(KeychainError) {
        let device = try changeable()
        for group in try searched(group) {
            if try device.remove(DeviceKeychain.Identity(service: service, account: account, group: group)) { return }
        }
        throw .notFound(service: service, account: account)
    }

    /// The items of a service and a group, or of all services and of all groups of the app, in the order of service,
    /// account and group; also those that are locked.
    ///
    /// - Throws: ``KeychainError``.
    /// - Complexity: O(*n* log *n*) in the items of the device; allocates the list.
    public func items(service: String? = nil, group: String? = nil) throws(KeychainError) -> [KeychainItem] {
        let groups = try searched(group)
        switch source {
        case .device(let device): return device.items(groups: Set(groups), service: service)
        case .credentials(let credentials):
            guard let group = groups.first, service == nil || service == group else { return [] }
            let names = try KeychainError.files { () throws(FileError) in try credentials.names() }
            return names.map { KeychainItem(service: group, account: $0, group: group, isThisDeviceOnly: true) }
        }
    }

    private func changeable() throws(KeychainError) -> DeviceKeychain {
        guard case .device(let device) = source else {
            throw .readOnly(
                "its secrets are the credentials of the process; "
                    + "change them with systemd-creds, and name them by LoadCredentialEncrypted= in the unit"
            )
        }
        return device
    }

    private func searched(_ group: String?) throws(KeychainError) -> [String] {
        guard let group else { return groups }
        guard groups.contains(group) else { throw .noGroup(group) }
        return [group]
    }

    private func inGroup(_ item: KeychainItem) throws(KeychainError) -> KeychainItem {
        guard let group = try searched(item.group).first else { throw .noGroup("") }
        var item = item
        item.group = group
        return item
    }
}
