/// When the lock of a device lets a file be used (rule S10).
public enum ProtectionClass: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Always; the class of a file that is written past `AppContainer.open(_:protection:)` (rule S15).
    case none
    /// From the first unlock after the device was switched on, also while the device is locked (rule S13): the default.
    case completeUntilFirstUserAuthentication = "until-first-unlock"
    /// While the device is unlocked; a file that is open goes on while the device is locked, and a new one can be made
    /// then (rule S14).
    case completeUnlessOpen = "unless-open"
    /// Only while the device is unlocked, even for a file that is open already (rule S16).
    case complete

    /// The class in a script and in messages, such as `until-first-unlock`.
    public var description: String { rawValue }
}
