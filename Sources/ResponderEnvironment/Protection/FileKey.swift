/// The keys of open files, by the number of the handle: those of class complete apart, since the lock drops them.
struct OpenFileKeys {
    private var complete: [UInt64: SecretKey] = [:]
    private var others: [UInt64: SecretKey] = [:]
    private var last: UInt64 = 0

    /// A number for a handle.
    mutating func number() -> UInt64 {
        last += 1
        return last
    }

    subscript(number: UInt64, protection: ProtectionClass) -> SecretKey? {
        get { protection == .complete ? complete[number] : others[number] }
        set { if protection == .complete { complete[number] = newValue } else { others[number] = newValue } }
    }

    mutating func dropComplete() -> [UInt64: SecretKey] {
        defer { complete = [:] }
        return complete
    }

    mutating func dropAll() -> OpenFileKeys {
        let former = self
        (complete, others) = ([:], [:])
        return former
    }
}

/// The key of one open file: in memory while the lock allows, and sealed by the key of the file's class.
final class FileKey: Sendable {
    private let keys: DataProtection
    private let header: FileHeader
    private let number: UInt64

    /// The key of a new file, and the header that has it sealed.
    init(making protection: ProtectionClass, keys: DataProtection, path: String) throws(FileError) {
        let key = SecretKey()
        self.keys = keys
        (header, number) = try keys.state.withLock { (state) throws(FileError) in
            let draft = FileHeader(protection: protection)
            let sealed: [UInt8]
            if protection == .completeUnlessOpen {
                sealed = KeyPair.seal(key, to: state.publicKey)
            } else {
                guard let lock = protection.entry.flatMap({ state.keys[$0] }) else { throw .locked(path, protection) }
                sealed = Sealing.seal(key, with: lock, context: draft.context)
            }
            let number = state.files.number()
            state.files[number, protection] = key
            return (draft.with(sealedKey: sealed), number)
        }
    }

    /// The key of a file with that header.
    init(opening header: FileHeader, keys: DataProtection) {
        self.keys = keys
        self.header = header
        number = keys.state.withLock { $0.files.number() }
    }

    deinit {
        let dropped = keys.state.withLock { state in
            let key = state.files[number, header.protection]
            state.files[number, header.protection] = nil
            return key
        }
        _ = dropped
    }

    var fileHeader: FileHeader { header }

    /// The key, for one operation.
    func use(_ path: String) throws(FileError) -> SecretKey {
        try keys.state.withLock { (state) throws(FileError) in
            if let key = state.files[number, header.protection] { return key }
            guard let lock = header.protection.entry.flatMap({ state.keys[$0] }) else {
                throw .locked(path, header.protection)
            }
            let key =
                header.protection == .completeUnlessOpen
                ? KeyPair(publicKey: state.publicKey, secretKey: lock).openKey(header.sealedKey)
                : Sealing.openKey(header.sealedKey, with: lock, context: header.context)
            guard let key else {
                throw .damaged(path, "the key in its header was changed, or is of another device")
            }
            state.files[number, header.protection] = key
            return key
        }
    }
}
