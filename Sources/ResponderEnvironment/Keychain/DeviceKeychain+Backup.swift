internal import Glibc

/// What a restoration of keychain items has done.
package struct KeychainRestoration: Hashable, Sendable {
    /// How many items are on the device now.
    package let restored: Int
    /// How many items the keychain had that the backup does not bring to this device.
    package let leftBehind: Int
}

// Items in a backup (rule S24): with a password for any device, without one for this device alone.
//
//     "RK-KCBAK", the version, the cipher           10 bytes
//     0 for a device, 1 for a password               1 byte
//     the cost and the salt of the password         17 bytes, zeros without one
//     the number of items, and of those left behind  4 bytes each, the lowest first
//     the length of the device's name                4 bytes
//     the device's name
//     the items, sealed: the length of the attributes, the attributes, the length of the secret, the secret
extension DeviceKeychain {
    private static let header = Array("RK-KCBAK".utf8) + [1, Sealing.cipher]

    /// The items as bytes.
    ///
    /// Items that are only for this device are left out where there is a password, and items that need a passcode
    /// always (rule S23); so are items that are damaged.
    ///
    /// - Throws: ``KeychainError/locked(service:account:)`` while the lock keeps a secret.
    package func export(
        device: String,
        password: String?,
        cost: PasswordCost = .interactive
    ) throws(KeychainError) -> [UInt8] {
        var (items, left): ([UInt8], Int) = ([], 0)
        let entries = state.withLock { Array($0.entries.values) }.sorted { $0.name < $1.name }
        for entry in entries {
            let staysHere = password != nil && entry.item.isThisDeviceOnly
            guard !staysHere, entry.item.accessibility != .whenPasscodeSet, let secret = try secretUnlessDamaged(entry)
            else {
                left += 1
                continue
            }
            let attributes = entry.item.attributes
            items += UInt32(attributes.count).bytes + attributes + UInt32(secret.count).bytes + secret
        }
        let salt = password == nil ? Array(repeating: 0, count: Sealing.saltSize) : Sealing.random(Sealing.saltSize)
        let name = Array(device.utf8)
        var head = Self.header + [password == nil ? 0 : 1, password == nil ? 0 : cost.rawValue] + salt
        head += UInt32(entries.count - left).bytes + UInt32(left).bytes + UInt32(name.count).bytes + name
        let key = try key(password: password, salt: salt, cost: cost)
        return head + Sealing.seal(items, with: key, context: head)
    }

    private func secretUnlessDamaged(_ entry: Entry) throws(KeychainError) -> [UInt8]? {
        do throws(KeychainError) { return try secret(of: entry) } catch .damaged { return nil }
    }

    private func key(password: String?, salt: [UInt8], cost: PasswordCost) throws(KeychainError) -> SecretKey {
        guard let password else { return keys.hardwareKey }
        guard let key = Sealing.key(fromPassword: password, salt: salt, cost: cost) else {
            throw .file(.system(folder.path, "exported: the password needs memory", ENOMEM))
        }
        return key
    }

    /// Brings the items of a backup onto the device: each replaces the item of the same service, account and group;
    /// all other items stay.
    ///
    /// Of a backup without a password, another device gets nothing.
    ///
    /// - Throws: ``KeychainError``. A failure in the middle leaves whole items, old ones or new ones: try it again.
    package func restore(
        _ backup: [UInt8],
        device: String,
        password: String?
    ) throws(KeychainError) -> KeychainRestoration {
        var rest = backup[...]
        guard let header = rest.take(Self.header.count), header.starts(with: Self.header.dropLast(2)) else {
            throw .damaged("a backup of keychain items has another beginning")
        }
        guard header.starts(with: Self.header.dropLast()) else {
            throw .damaged("a backup of keychain items is of version \(header[8]), and this program reads version 1")
        }
        try KeychainError.files { () throws(FileError) in
            try Sealing.check(cipher: header[9], of: "a backup of keychain items")
        }
        guard let kind = rest.take(1)?.first, let work = rest.take(1)?.first, kind < 2,
            let salt = rest.take(Sealing.saltSize),
            let count = rest.takeLength(), let left = rest.takeLength(), let length = rest.takeLength(),
            let name = rest.take(length)
        else { throw .damaged("a backup of keychain items ends too early") }
        let hasPassword = kind == 1
        if !hasPassword, !name.elementsEqual(device.utf8) {
            return KeychainRestoration(restored: 0, leftBehind: count + left)
        }
        guard !hasPassword || password != nil else { throw .wrongPassword }
        let cost = PasswordCost(rawValue: work) ?? .quick
        let key = try key(password: hasPassword ? password : nil, salt: Array(salt), cost: cost)
        guard let items = Sealing.open(Array(rest), with: key, context: Array(backup[..<rest.startIndex])) else {
            if hasPassword { throw .wrongPassword }
            throw .damaged("a backup of keychain items was changed, or is of another device")
        }
        try restore(items[...])
        return KeychainRestoration(restored: count, leftBehind: left)
    }

    private func restore(_ items: ArraySlice<UInt8>) throws(KeychainError) {
        try state.withLock { (state) throws(KeychainError) in
            var rest = items
            var found: [(item: KeychainItem, secret: [UInt8])] = []
            while !rest.isEmpty {
                guard let attributes = rest.takeLength().flatMap({ rest.take($0) }),
                    let secret = rest.takeLength().flatMap({ rest.take($0) }),
                    let item = KeychainItem(attributes: Array(attributes))
                else { throw .damaged("an item in a backup of keychain items cannot be read") }
                found.append((item, Array(secret)))
            }
            // Where the lock keeps a key, no item is restored.
            for (item, _) in found {
                do throws(ProtectionError) {
                    _ = try keys.seal([], with: item.accessibility.keyClass, context: [])
                } catch {
                    throw KeychainError(error, item)
                }
            }
            for (item, secret) in found {
                let name = state.entries[item.identity]?.name ?? Self.newName()
                try put(item, secret, name: name, &state, durable: false)
            }
            try KeychainError.files { () throws(FileError) in try folder.syncAll() }
        }
    }
}
