/// When the lock of a device gives a key out (rules S13, S21, S23).
package enum KeyClass: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// Always.
    case always
    /// From the first unlock after the device was switched on, also while the device is locked.
    case afterFirstUnlock = "after-first-unlock"
    /// While the device is unlocked.
    case whenUnlocked = "when-unlocked"
    /// While the device is unlocked, on a device with a passcode; gone for ever when the passcode is taken away.
    case whenPasscodeSet = "when-passcode-set"

    /// The class in a script and in messages, such as `after-first-unlock`.
    package var description: String { rawValue }
}
