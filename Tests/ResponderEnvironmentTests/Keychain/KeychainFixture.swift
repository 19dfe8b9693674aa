import ResponderEnvironment
import TestSupport

/// A device of a test, with keys and a keychain.
struct KeychainDevice {
    let folder = TemporaryFolder()
    let keys: DataProtection

    init(passcode: String? = nil) throws {
        keys = try DataProtection(keys: Folder(path: folder.path + "/keys", creating: true), cost: .quick)
        if let passcode { try keys.setPasscode(passcode) }
    }

    var items: Folder { get throws { try Folder(path: folder.path + "/items", creating: true, isDurable: false) } }

    /// The keychain, read from its files anew.
    func open() throws -> DeviceKeychain { try DeviceKeychain(folder: items, keys: keys) }
}

extension Keychain {
    func add(_ account: String, _ accessibility: KeychainAccessibility = .whenUnlocked, onlyHere: Bool = false) throws {
        let item = KeychainItem(
            service: "mail",
            account: account,
            accessibility: accessibility,
            isThisDeviceOnly: onlyHere
        )
        try add(item, secret: Array("secret of \(account)".utf8))
    }

    /// The secret of an account, or its error.
    func text(_ account: String, group: String? = nil) -> String {
        do throws(KeychainError) {
            return String(decoding: try read(service: "mail", account: account, group: group), as: UTF8.self)
        } catch {
            return switch error {
            case .locked: "locked"
            case .notFound: "not found"
            case .noPasscode: "no passcode"
            case .damaged: "damaged"
            default: "\(error)"
            }
        }
    }
}
