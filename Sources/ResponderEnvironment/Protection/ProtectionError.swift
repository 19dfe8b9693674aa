internal import ResponderSupport

/// What went wrong with the keys of a device.
package enum ProtectionError: Error, Hashable {
    /// The passcode is not the one that was set.
    case wrongPasscode
    /// The lock keeps the keys of that class.
    case locked(KeyClass)
    /// There is no passcode, and keys of ``KeyClass/whenPasscodeSet`` need one.
    case noPasscode
    /// Sealed bytes, or the file with the keys, are damaged; the text says what.
    case damaged(String)
    /// A file with keys cannot be read or written.
    case file(FileError)
}

extension ProtectionError: CustomStringConvertible {
    /// The problem and the remedy, in one line; characters that would steer a terminal are escaped.
    package var description: String {
        switch self {
        case .wrongPasscode: "the passcode is wrong; try the one that was set last"
        case .locked(let keys): "the device is locked for keys of class \(keys); try again after an unlock"
        case .noPasscode: "the device has no passcode, which keys of class \(KeyClass.whenPasscodeSet) need; set one"
        case .damaged(let text): "\(text.inOneLine()) is damaged; restore it from a backup"
        case .file(let error): error.description
        }
    }
}
