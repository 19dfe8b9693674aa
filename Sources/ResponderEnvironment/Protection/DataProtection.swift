/// The keys of a device, and the lock that keeps them.
///
/// A device has a hardware key, which never changes, and a key for each class; the keys of the classes are in a file,
/// the keybag, sealed by the hardware key and, for all classes but the one that is always open, by the key of the
/// passcode (Argon2id). While the device is unlocked, the keys are in memory. ``lock()`` drops those that the lock
/// keeps, with the keys of the open files of class ``ProtectionClass/complete``; after ``unlock(passcode:)`` such files
/// go on. Without a passcode the lock keeps nothing (rule S11).
///
/// Every thread may call every member.
///
/// - Complexity: Each member takes constant time and allocates nothing, unless its comment says otherwise.
package final class DataProtection: Sendable {
    /// What threads share.
    struct State {
        var hasPasscode: Bool
        /// Keys in memory: those that the lock does not keep now.
        var keys: [Keybag.Entry: SecretKey]
        /// With which files of class completeUnlessOpen are made while the device is locked.
        var publicKey: [UInt8]
        var files = OpenFileKeys()
    }

    private let folder: Folder
    let hardwareKey: SecretKey
    /// Called when the passcode was taken away (rule S23).
    let passcodeRemoval = Guarded<(@Sendable () -> Void)?>(nil)
    private let cost: PasswordCost
    /// The keybag as on the disk.
    ///
    /// Who changes it, or tries a passcode, has it for as long as that takes.
    private let bag: Guarded<Keybag>
    let state: Guarded<State>

    /// Opens the keybag in a folder, or makes one without a passcode.
    ///
    /// - Parameter hardwareKey: The key of the device; nil for one in a file beside the keybag, which is made with it.
    package init(keys folder: Folder, hardwareKey: SecretKey? = nil, cost: PasswordCost) throws(FileError) {
        self.folder = folder
        self.cost = cost
        let hasBag = try folder.status(Keybag.path) != nil
        let hardwareKey = if let hardwareKey { hardwareKey } else { try Self.hardwareKey(in: folder, making: !hasBag) }
        self.hardwareKey = hardwareKey
        let bag: Keybag
        do throws(ProtectionError) {
            if hasBag {
                bag = try Keybag(asFile: folder, hardwareKey: hardwareKey)
            } else {
                bag = try Self.makeBag(cost: cost, hardwareKey: hardwareKey)
                try Self.write(bag, in: folder, hardwareKey: hardwareKey)
            }
            let keys =
                bag.hasPasscode
                ? bag.alwaysKey(hardwareKey: hardwareKey).map { [.always: $0] } ?? [:]
                : try bag.keys(passcode: nil, hardwareKey: hardwareKey)
            self.bag = Guarded(bag)
            state = Guarded(State(hasPasscode: bag.hasPasscode, keys: keys, publicKey: bag.publicKey))
        } catch {
            guard case .file(let error) = error else {
                throw .damaged(Keybag.path.description, "a key in it cannot be opened")
            }
            throw error
        }
    }

    /// Whether a file of the class can be opened now.
    ///
    /// A new file of class ``ProtectionClass/completeUnlessOpen`` can be made always (rule S14).
    package func isAvailable(_ protection: ProtectionClass) -> Bool {
        guard let entry = protection.entry else { return true }
        return state.withLock { $0.keys[entry] != nil }
    }

    /// Whether files of all classes can be opened now.
    package var isProtectedDataAvailable: Bool { isAvailable(.complete) }

    /// Whether a passcode is set, without which the lock keeps nothing.
    package var hasPasscode: Bool { state.withLock { $0.hasPasscode } }

    /// Locks the device, at once; does nothing without a passcode (rule S11).
    ///
    /// Keys for files of the classes complete and completeUnlessOpen are dropped, but for open files of the latter
    /// (rules S14, S16).
    ///
    /// - Complexity: O(*n*) for *n* open files of class complete that were used since the last lock.
    package func lock() {
        // The keys go after the lock of the state was given back.
        let dropped = state.withLock { state -> ([Keybag.Entry: SecretKey], [UInt64: SecretKey]) in
            guard state.hasPasscode else { return ([:], [:]) }
            let keys = state.keys.filter { $0.key.goesWithLock }
            for entry in keys.keys { state.keys[entry] = nil }
            return (keys, state.files.dropComplete())
        }
        _ = dropped
    }

    /// As if the device were switched off and on: with a passcode all is locked until the first unlock (rule S13), for
    /// open files too.
    package func restart() {
        let dropped = state.withLock { state -> ([Keybag.Entry: SecretKey], OpenFileKeys) in
            guard state.hasPasscode else { return ([:], OpenFileKeys()) }
            let keys = state.keys.filter { $0.key != .always }
            for entry in keys.keys { state.keys[entry] = nil }
            return (keys, state.files.dropAll())
        }
        _ = dropped
    }

    /// Unlocks the device.
    ///
    /// Without a passcode nothing is locked, and the passcode is not looked at.
    ///
    /// - Throws: ``ProtectionError/wrongPasscode``.
    /// - Complexity: A tenth of a second and 64 MiB on a real device, so that passcodes cannot be tried fast; locking
    ///   and the use of files go on meanwhile.
    package func unlock(passcode: String?) throws(ProtectionError) {
        try bag.withLock { (bag) throws(ProtectionError) in
            guard bag.hasPasscode else { return }
            let keys = try bag.keys(passcode: passcode, hardwareKey: hardwareKey)
            state.withLock { $0.keys = keys }
        }
    }

    /// Sets, changes or takes away the passcode; an empty text is none.
    ///
    /// Without a passcode there are no keys of class ``KeyClass/whenPasscodeSet``: what was sealed with them is lost
    /// (rule S23).
    ///
    /// - Throws: ``ProtectionError/locked(_:)`` while the device is locked; then, and where the keybag cannot be
    ///   written, nothing has changed.
    package func setPasscode(_ new: String?) throws(ProtectionError) {
        let new = new == "" ? nil : new
        try bag.withLock { (bag) throws(ProtectionError) in
            let (publicKey, present) = state.withLock { ($0.publicKey, $0.keys) }
            guard present[.unlessOpen] != nil else { throw .locked(.whenUnlocked) }
            var keys = present
            keys[.whenPasscodeSet] = new == nil ? nil : keys[.whenPasscodeSet] ?? SecretKey()
            let changed = try Keybag(keys, publicKey: publicKey, passcode: new, cost: cost, hardwareKey: hardwareKey)
            try Self.write(changed, in: folder, hardwareKey: hardwareKey)
            bag = changed
            state.withLock { state in
                // The device may have been locked meanwhile; without a passcode the lock keeps nothing.
                let isUnlocked = new == nil || state.keys[.unlessOpen] != nil
                state.keys = keys.filter { isUnlocked || !$0.key.goesWithLock }
                state.hasPasscode = new != nil
            }
        }
        if new == nil { passcodeRemoval.withLock { $0 }?() }
    }

    /// Destroys all keys and takes others, without a passcode, as for a device that is erased: no file and no item that
    /// was sealed before can be opened again.
    package func destroyKeys() throws(ProtectionError) {
        try bag.withLock { (bag) throws(ProtectionError) in
            let fresh = try Self.makeBag(cost: cost, hardwareKey: hardwareKey)
            let keys = try fresh.keys(passcode: nil, hardwareKey: hardwareKey)
            try Self.write(fresh, in: folder, hardwareKey: hardwareKey)
            bag = fresh
            let dropped = state.withLock { state in
                let former = (state.keys, state.files.dropAll())
                (state.hasPasscode, state.keys, state.publicKey) = (false, keys, fresh.publicKey)
                return former
            }
            _ = dropped
        }
    }

    /// Seals bytes with the key of a class; the context is not in the result, and must be the same for `open`.
    package func seal(_ bytes: [UInt8], with keys: KeyClass, context: [UInt8]) throws(ProtectionError) -> [UInt8] {
        Sealing.seal(bytes, with: try key(of: keys), context: context)
    }

    /// The bytes that were sealed with the key of this class in this context.
    ///
    /// - Throws: ``ProtectionError/damaged(_:)`` for bytes that were not, or were changed since.
    package func open(_ sealed: [UInt8], with keys: KeyClass, context: [UInt8]) throws(ProtectionError) -> [UInt8] {
        guard let bytes = Sealing.open(sealed, with: try key(of: keys), context: context) else {
            throw .damaged("what was sealed with the key of class \(keys)")
        }
        return bytes
    }

    private func key(of keys: KeyClass) throws(ProtectionError) -> SecretKey {
        let (key, hasPasscode) = state.withLock { ($0.keys[keys.entry], $0.hasPasscode) }
        if keys == .whenPasscodeSet, !hasPasscode { throw .noPasscode }
        guard let key else { throw .locked(keys) }
        return key
    }
}

// Files with keys.
extension DataProtection {
    private static let hardwareKeyPath = HomePath(names: ["hardware-key"])

    private static func hardwareKey(in folder: Folder, making: Bool) throws(FileError) -> SecretKey {
        if try folder.status(hardwareKeyPath) == nil {
            guard making else {
                throw .damaged(Keybag.path.description, "the hardware key beside it, hardware-key, is missing")
            }
            let key = SecretKey()
            var bytes = key.withBytes { Array($0) }
            defer { bytes.erase() }
            try folder.replace(hardwareKeyPath, with: bytes)
            return key
        }
        var bytes = try folder.read(hardwareKeyPath, atMost: SecretKey.size)
        defer { bytes.erase() }
        guard let key = SecretKey(bytes) else {
            throw .damaged(hardwareKeyPath.description, "it has not \(SecretKey.size) bytes")
        }
        return key
    }

    /// Keeps the hardware key in another folder too, for keys that are to take the place of these.
    package func copyHardwareKey(to other: Folder) throws(FileError) {
        var bytes = hardwareKey.withBytes { Array($0) }
        defer { bytes.erase() }
        try other.replace(Self.hardwareKeyPath, with: bytes)
    }

    private static func makeBag(cost: PasswordCost, hardwareKey: SecretKey) throws(ProtectionError) -> Keybag {
        let pair = KeyPair()
        let keys: [Keybag.Entry: SecretKey] = [
            .always: SecretKey(), .afterFirstUnlock: SecretKey(), .whenUnlocked: SecretKey(),
            .unlessOpen: pair.secretKey,
        ]
        return try Keybag(keys, publicKey: pair.publicKey, passcode: nil, cost: cost, hardwareKey: hardwareKey)
    }

    private static func write(_ bag: Keybag, in folder: Folder, hardwareKey: SecretKey) throws(ProtectionError) {
        do throws(FileError) {
            try folder.replace(Keybag.path, with: bag.bytes(hardwareKey: hardwareKey))
        } catch {
            throw .file(error)
        }
    }
}

extension Keybag {
    fileprivate init(asFile folder: Folder, hardwareKey: SecretKey) throws(ProtectionError) {
        do throws(FileError) {
            self = try Keybag(try folder.read(Self.path, atMost: Self.longest), hardwareKey: hardwareKey)
        } catch {
            throw .file(error)
        }
    }
}

extension KeyClass {
    fileprivate var entry: Keybag.Entry {
        switch self {
        case .always: .always
        case .afterFirstUnlock: .afterFirstUnlock
        case .whenUnlocked: .whenUnlocked
        case .whenPasscodeSet: .whenPasscodeSet
        }
    }
}

extension ProtectionClass {
    /// The key that opens a file of the class; nil for a file that needs none.
    var entry: Keybag.Entry? {
        switch self {
        case .none: nil
        case .completeUntilFirstUserAuthentication: .afterFirstUnlock
        case .completeUnlessOpen: .unlessOpen
        case .complete: .whenUnlocked
        }
    }
}
