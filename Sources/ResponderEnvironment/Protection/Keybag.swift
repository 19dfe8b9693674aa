/// The keys of a device's classes as its keybag file has them: each sealed, and all sealed once more by the hardware
/// key.
///
/// The file: the magic, the version, the cipher; then, sealed with the hardware key: whether there is a passcode, its
/// cost, its salt, the public key of class completeUnlessOpen, and each key sealed by the hardware key or, where the
/// lock keeps it, by the key of the passcode. So a flipped bit and another device's hardware key are noticed before a
/// passcode is asked for, and nobody can try passcodes without the hardware key.
struct Keybag: Sendable {
    /// A key in the bag.
    enum Entry: UInt8, CaseIterable {
        case always = 1
        case afterFirstUnlock, whenUnlocked
        /// The secret key that opens the boxes of files of class completeUnlessOpen.
        case unlessOpen
        /// There with a passcode alone.
        case whenPasscodeSet

        /// Whether the passcode is needed for it, where there is one.
        var isLocked: Bool { self != .always }
        /// What is dropped when the device is locked.
        var goesWithLock: Bool { self != .always && self != .afterFirstUnlock }

        var context: [UInt8] { Array("responderkit.keybag".utf8) + [rawValue] }
    }

    var hasPasscode = false
    var cost: PasswordCost
    var salt = Sealing.random(Sealing.saltSize)
    var publicKey: [UInt8]
    var sealed: [Entry: [UInt8]] = [:]

    /// A bag with these keys, sealed by the hardware key or the passcode's key.
    init(
        _ keys: [Entry: SecretKey],
        publicKey: [UInt8],
        passcode: String?,
        cost: PasswordCost,
        hardwareKey: SecretKey
    ) throws(ProtectionError) {
        hasPasscode = passcode != nil
        self.cost = cost
        self.publicKey = publicKey
        let lock = try passcode.map { (passcode) throws(ProtectionError) in try key(of: passcode) } ?? hardwareKey
        for (entry, key) in keys {
            sealed[entry] = Sealing.seal(key, with: entry.isLocked ? lock : hardwareKey, context: entry.context)
        }
    }

    /// The keys; without the passcode's key those that no lock keeps.
    ///
    /// - Throws: ``ProtectionError/wrongPasscode``.
    func keys(passcode: String?, hardwareKey: SecretKey) throws(ProtectionError) -> [Entry: SecretKey] {
        let lock: SecretKey
        if hasPasscode {
            guard let passcode else { throw .wrongPasscode }
            lock = try key(of: passcode)
        } else {
            lock = hardwareKey
        }
        var keys: [Entry: SecretKey] = [:]
        for (entry, bytes) in sealed {
            let key = Sealing.openKey(bytes, with: entry.isLocked ? lock : hardwareKey, context: entry.context)
            // The hardware key has opened the whole bag: so the bytes are what was written.
            guard let key else { throw .wrongPasscode }
            keys[entry] = key
        }
        return keys
    }

    /// The key that no lock keeps.
    func alwaysKey(hardwareKey: SecretKey) -> SecretKey? {
        sealed[.always].flatMap { Sealing.openKey($0, with: hardwareKey, context: Entry.always.context) }
    }

    private func key(of passcode: String) throws(ProtectionError) -> SecretKey {
        guard let key = Sealing.key(fromPassword: passcode, salt: salt, cost: cost) else {
            throw .file(.system(Self.path.description, "opened: the passcode needs memory", 12))
        }
        return key
    }
}

// The file.
extension Keybag {
    static let path = HomePath(names: ["keybag"])
    private static let magic = Array("RK-KEYBG".utf8)
    private static let version: UInt8 = 1
    /// No keybag has more bytes.
    static let longest = 4096
    private static let sealedKey = SecretKey.size + Sealing.overhead

    /// The bytes of the file.
    func bytes(hardwareKey: SecretKey) -> [UInt8] {
        var body: [UInt8] = [hasPasscode ? 1 : 0, cost.rawValue] + salt + publicKey
        for entry in Entry.allCases {
            guard let bytes = sealed[entry] else { continue }
            body += [entry.rawValue] + bytes
        }
        let header = Self.magic + [Self.version, Sealing.cipher]
        return header + Sealing.seal(body, with: hardwareKey, context: header)
    }

    /// Reads the bytes of a file.
    init(_ bytes: [UInt8], hardwareKey: SecretKey) throws(FileError) {
        let header = Array(bytes.prefix(Self.magic.count + 2))
        guard header.count == Self.magic.count + 2, header.starts(with: Self.magic) else {
            throw .damaged(Self.path.description, "it is no keybag")
        }
        guard header[Self.magic.count] == Self.version else {
            throw .damaged(
                Self.path.description,
                "its version is \(header[Self.magic.count]), and this program reads version \(Self.version)"
            )
        }
        try Sealing.check(cipher: header[Self.magic.count + 1], of: Self.path.description)
        guard let body = Sealing.open(Array(bytes[header.count...]), with: hardwareKey, context: header) else {
            throw .damaged(Self.path.description, "it was changed, or belongs to another hardware key")
        }
        var rest = body[...]
        func take(_ count: Int) throws(FileError) -> [UInt8] {
            guard rest.count >= count else { throw .damaged(Self.path.description, "it ends too early") }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
        let flags = try take(2)
        guard let cost = PasswordCost(rawValue: flags[1]) else {
            throw .damaged(Self.path.description, "its password cost is unknown")
        }
        hasPasscode = flags[0] != 0
        self.cost = cost
        salt = try take(Sealing.saltSize)
        publicKey = try take(Sealing.publicKeySize)
        while !rest.isEmpty {
            guard let entry = Entry(rawValue: try take(1)[0]) else {
                throw .damaged(Self.path.description, "it has an unknown key")
            }
            sealed[entry] = try take(Self.sealedKey)
        }
        let needed = Entry.allCases.filter { $0 != .whenPasscodeSet || hasPasscode }
        guard needed.allSatisfy({ sealed[$0] != nil }) else {
            throw .damaged(Self.path.description, "it lacks a key")
        }
    }
}
