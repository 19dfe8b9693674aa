/// What a keychain tells of an item, all but the secret itself.
public struct KeychainItem: Hashable, Sendable {
    /// What the secret is for, such as the name of a server.
    public var service: String
    /// Whose secret it is.
    public var account: String
    /// The group whose apps see the item (rule S22); nil for the app's first group.
    public var group: String?
    /// A text for people; empty at first.
    public var label: String
    /// When the lock of the device lets the secret be read.
    public var accessibility: KeychainAccessibility { didSet { keepOnDevice() } }
    /// Whether the item never leaves the device in a backup (rule S24); always for
    /// ``KeychainAccessibility/whenPasscodeSet``.
    public var isThisDeviceOnly: Bool { didSet { keepOnDevice() } }

    /// An item.
    ///
    /// - Complexity: O(1); allocates nothing.
    public init(
        service: String,
        account: String,
        group: String? = nil,
        label: String = "",
        accessibility: KeychainAccessibility = .whenUnlocked,
        isThisDeviceOnly: Bool = false
    ) {
        (self.service, self.account, self.group, self.label) = (service, account, group, label)
        (self.accessibility, self.isThisDeviceOnly) = (accessibility, isThisDeviceOnly)
        keepOnDevice()
    }

    private mutating func keepOnDevice() {
        if accessibility == .whenPasscodeSet, !isThisDeviceOnly { isThisDeviceOnly = true }
    }
}

/// When the lock of the device lets the secret of an item be read (rule S21).
public enum KeychainAccessibility: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// While the device is unlocked; the default.
    case whenUnlocked = "when-unlocked"
    /// From the first unlock after the device was switched on, also while the device is locked.
    case afterFirstUnlock = "after-first-unlock"
    /// While the device is unlocked, on a device with a passcode: the item goes when the passcode is taken away
    /// (rule S23), and is in no backup.
    case whenPasscodeSet = "when-passcode-set"

    /// The name in a script and in messages, such as `when-unlocked`.
    ///
    /// - Complexity: O(1); allocates nothing.
    public var description: String { rawValue }

    var keyClass: KeyClass {
        switch self {
        case .whenUnlocked: .whenUnlocked
        case .afterFirstUnlock: .afterFirstUnlock
        case .whenPasscodeSet: .whenPasscodeSet
        }
    }
}
