internal import ResponderSupport

/// What went wrong with a keychain: names the item, the reason and the remedy.
public enum KeychainError: Error, Hashable {
    /// There is no such item in the groups of the app.
    case notFound(service: String, account: String)
    /// There is such an item in that group already, and it stays as it is.
    case duplicate(service: String, account: String)
    /// The lock of the device forbids the use of the secret (rule S21); the item is there.
    case locked(service: String, account: String)
    /// An item of class ``KeychainAccessibility/whenPasscodeSet`` needs a passcode, and the device has none (rule S23).
    case noPasscode(service: String, account: String)
    /// The group is none of the app's (rule S22).
    case noGroup(String)
    /// The secret, or what is told of the item, is too long.
    case tooLong(service: String, account: String)
    /// The keychain can only be read; the text says where its secrets come from.
    case readOnly(String)
    /// The password of a backup is wrong.
    case wrongPassword
    /// An item, or a backup of items, is damaged; the text says which, and how.
    case damaged(String)
    /// A file of the keychain cannot be used.
    case file(FileError)
}

extension KeychainError: CustomStringConvertible {
    /// The item, the problem and the remedy, in one line; characters that would steer a terminal are escaped.
    ///
    /// - Complexity: Linear in the names; allocates the text.
    public var description: String { problem.inOneLine() }

    private var problem: String {
        switch self {
        case .notFound(let service, let account):
            "there is no \(Self.name(service, account)) for this app; add it first"
        case .duplicate(let service, let account):
            "there is \(Self.name(service, account)) already; update it instead"
        case .locked(let service, let account):
            "\(Self.name(service, account)) is locked; try again when the device is unlocked"
        case .noPasscode(let service, let account):
            "\(Self.name(service, account)) needs a passcode, and the device has none; set one, or choose when-unlocked"
        case .noGroup(let group):
            "\(group.quotedInOneLine()) is no group of this app; name it in the manifest's keychain-groups"
        case .tooLong(let service, let account):
            "\(Self.name(service, account)) is too long: a secret has at most "
                + "\(KeychainFile.longestSecret) bytes, and the rest \(KeychainFile.longestAttributes); "
                + "keep it in a file of class \(ProtectionClass.complete)"
        case .readOnly(let remedy): "the keychain can only be read: \(remedy)"
        case .wrongPassword: "the password is wrong, or the backup was changed; give the password that it was made with"
        case .damaged(let what): "\(what); remove it, or restore it from a backup"
        case .file(let error): error.description
        }
    }

    static func name(_ service: String, _ account: String) -> String {
        "keychain item \(account.quotedInOneLine()) of \(service.quotedInOneLine())"
    }

    /// The error of an item whose keys cannot be used.
    init(_ error: ProtectionError, _ item: KeychainItem) {
        switch error {
        case .locked, .wrongPasscode: self = .locked(service: item.service, account: item.account)
        case .noPasscode: self = .noPasscode(service: item.service, account: item.account)
        case .damaged: self = .damaged("the secret of \(Self.name(item.service, item.account)) was changed")
        case .file(let error): self = .file(error)
        }
    }

    /// Performs a work on files.
    static func files<Result>(_ body: () throws(FileError) -> Result) throws(KeychainError) -> Result {
        do throws(FileError) { return try body() } catch { throw .file(error) }
    }
}
