/// The keys of a real process's protected files, or why there are none.
enum ProcessProtection {
    /// The credential with the key that all others are sealed with.
    static let credential = "responderkit.key"

    case keys(DataProtection)
    /// The text says what is missing, and the remedy.
    case missing(String)

    /// The keys of the home in `state`.
    ///
    /// Without encryption, or without the credential, there are none: a real process never protects files in the clear,
    /// nor with a key that lies beside them.
    init(of state: Folder, _ credentials: ProcessCredentials?) throws(FileError) {
        guard Sealing.encrypts else {
            self = .missing("the program was built without encryption; build it with the trait Sodium, or take none")
            return
        }
        guard var bytes = try credentials?.read(Self.credential) else {
            self = .missing(
                "the process has no credential \(Self.credential) with its key; write "
                    + "LoadCredentialEncrypted=\(Self.credential):… into the unit, or take none"
            )
            return
        }
        defer { bytes.erase() }
        guard let key = SecretKey(bytes) else {
            throw .damaged(Self.credential, "the credential has \(bytes.count) bytes, and a key has \(SecretKey.size)")
        }
        let path = HomePath(names: [ProcessContainer.keysName])
        try state.createFolder(path)
        do throws(FileError) {
            self = .keys(try DataProtection(keys: try state.folder(path), hardwareKey: key, cost: .interactive))
        } catch .damaged {
            throw .damaged(
                "\(state.path)/\(path)",
                "the credential \(Self.credential) does not open these keys; give the process the credential of before"
            )
        }
    }

    var keys: DataProtection? {
        if case .keys(let keys) = self { keys } else { nil }
    }

    var missing: String {
        if case .missing(let reason) = self { reason } else { "" }
    }
}
