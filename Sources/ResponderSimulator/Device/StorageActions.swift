public import ResponderEnvironment

/// Something that an app does with its files; paths are relative to the app's home, such as `Documents/a.txt`.
public enum FileAction: Hashable, Sendable {
    /// The app writes a whole file, or through the file that it has open at the path.
    ///
    /// A class is that of a new file, or the file's new class; nil keeps the class, or takes the default.
    case write(String, FileContent, protection: ProtectionClass?)
    /// The app writes a whole file with other code than its container, such as a library that was given the path: the
    /// file has no class (rule S15).
    case writePlain(String, text: String)
    /// The app asks for a file's class; the history shows it.
    case showProtection(String)
    /// The app reads a whole file, or through the file that it has open at the path; the history shows what was read.
    case read(String)
    /// The app removes a file, or a folder with all that it has.
    case remove(String)
    /// The app lists a folder; the history shows the names. The empty path is the home itself.
    case list(String)
    /// The app takes a file or folder out of backups (rule S9).
    case excludeFromBackup(String)
    /// The app opens a file, and makes the file where there is none; the file stays open until the app closes it, or
    /// ends.
    case open(String, protection: ProtectionClass?)
    /// The app closes the file that it has open at the path.
    case close(String)
}

/// What is written into a file.
public enum FileContent: Hashable, Sendable {
    /// The text, in UTF-8.
    case text(String)
    /// So many bytes, the letters of the alphabet over and over; at most ``largest``.
    case size(Int)

    /// How many bytes ``size(_:)`` may have: the bytes are made in memory.
    public static let largest = 64_000_000
}

/// Something that a desktop does with an app's Documents (rule S4).
public enum ShareAction: Hashable, Sendable {
    /// The desktop lists what there is; the history shows the names.
    case list
    /// A file is put there, or replaces one of the same name.
    case put(String, text: String)
    /// A file is fetched; the history shows its text.
    case get(String)
    /// A file is removed.
    case remove(String)
}

/// Something that an app does with the keychain.
public enum KeychainAction: Hashable, Sendable {
    /// The app adds an item, whose label a script leaves out.
    case add(KeychainItem, secret: String)
    /// The app reads a secret; the history shows it.
    case read(service: String, account: String)
    /// The app removes an item.
    case remove(service: String, account: String)
    /// The app lists the items that it sees; the history shows their services and accounts.
    case list
}

/// Something that an app does with a preference.
public enum PreferenceAction: Hashable, Sendable {
    /// The app reads the preference; the history shows it.
    case read
    /// The app sets the preference.
    case set(String)
    /// The app registers a value for where nobody has set one.
    case register(String)
}
