import ResponderEnvironment

/// What the rules say of a device with a storage: its lock, its keys, and the homes of its apps.
struct DeviceModel {
    /// An item of the keychain.
    struct Item: Equatable {
        let accessibility: KeychainAccessibility
        let isThisDeviceOnly: Bool
        let secret: [UInt8]
    }

    /// What an item is found by.
    struct ItemName: Hashable {
        let group, account: String
    }

    /// A backup, as what a restoration makes of it.
    struct Backup {
        let password: String?
        let device: String
        let apps: [String: App]
        let items: [ItemName: Item]
    }

    struct App {
        var home: HomeModel
        var preferences: [String: String] = [:]
        var isTampered = false
        /// How often the app was installed or updated in its home.
        var version = 1
        /// The step at which the app ended last; 0 before, and in a new home.
        var lastEnd = 0
    }

    var now = Duration.zero
    var isOn = true
    var isLocked = false
    var passcode: String?
    /// Whether the keys are there that the lock drops, and those that wait for the first unlock.
    private(set) var isUnlocked = true
    private(set) var wasUnlocked = true
    /// What apps are told of protected data.
    private(set) var isDataAvailable = true
    private var keyDeadline: Duration?
    var apps: [String: App] = [:]
    /// How many bytes files may have; nil for no limit.
    var limit: Int?
    /// The name of the device that everything is on.
    var name = "device"
    var items: [ItemName: Item] = [:]
    /// The latest backup of each device.
    var backups: [String: Backup] = [:]

    /// The groups of the keychain that apps see (rule S22).
    static let groups = ["notes": ["notes"], "mail": ["shared", "mail"], "music": ["shared"]]

    /// Whether a file of the class that is there can be opened (rules S10, S13, S14).
    func mayOpen(_ protection: ProtectionClass) -> Bool {
        switch protection {
        case .none: true
        case .completeUntilFirstUserAuthentication: wasUnlocked
        case .completeUnlessOpen, .complete: isUnlocked
        }
    }

    func mayCreate(_ protection: ProtectionClass) -> Bool {
        protection == .completeUnlessOpen || mayOpen(protection)
    }

    /// Whether a file that is open can be read (rule S16).
    func mayUse(_ protection: ProtectionClass) -> Bool { protection != .complete || isUnlocked }

    /// Whether the secret of such an item can be read (rules S21, S23).
    func mayUse(_ accessibility: KeychainAccessibility) -> Bool {
        switch accessibility {
        case .afterFirstUnlock: wasUnlocked
        case .whenUnlocked: isUnlocked
        case .whenPasscodeSet: isUnlocked && passcode != nil
        }
    }

    // MARK: Lock

    mutating func pass(_ time: Duration) {
        now += time
        guard let deadline = keyDeadline, deadline <= now else { return }
        keyDeadline = nil
        isUnlocked = false
    }

    mutating func lock() {
        guard !isLocked else { return }
        isLocked = true
        guard passcode != nil else { return }
        isDataAvailable = false
        keyDeadline = now + .seconds(10)
    }

    mutating func unlock() {
        isLocked = false
        keyDeadline = nil
        (isUnlocked, wasUnlocked, isDataAvailable) = (true, true, true)
    }

    mutating func setPasscode(_ new: String?) {
        passcode = new
        guard new == nil else { return }
        items = items.filter { $0.value.accessibility != .whenPasscodeSet }
        // Without a passcode protected data is always available (rule S11).
        keyDeadline = nil
        isDataAvailable = true
    }

    /// Everything goes on with a device that has no passcode.
    mutating func eraseLock() {
        setPasscode(nil)
        (isUnlocked, wasUnlocked) = (true, true)
    }

    mutating func switchOff() {
        isOn = false
        keyDeadline = nil
        if passcode != nil { (isUnlocked, wasUnlocked) = (false, false) }
    }

    mutating func switchOn() {
        isOn = true
        isLocked = true
        // No key is there before the first unlock (rule S13).
        if passcode != nil { (isUnlocked, wasUnlocked, isDataAvailable) = (false, false, false) }
    }
}
