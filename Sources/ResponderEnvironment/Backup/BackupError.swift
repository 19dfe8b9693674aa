internal import ResponderSupport

/// What went wrong with a backup: names the backup, the app and the file, the reason and the remedy.
///
/// An error never harms what was there: the backup before, and the homes before a restoration, stay as they were.
public enum BackupError: Error, Hashable {
    /// The folder has no complete backup.
    case noBackup(String)
    /// The folder's backup has a version that this build does not read; the second text is the version.
    case version(String, String)
    /// The folder's backup has digests of another kind than this build makes; the second text is the backup's kind.
    case digest(String, String)
    /// The folder's backup is sealed, and no password was given.
    case passwordNeeded(String)
    /// The folder's backup is sealed with another password.
    case wrongPassword(String)
    /// The memory that making the key of the password needs cannot be had; the text is the folder.
    case noMemory(String)
    /// The folder's list of what is backed up is damaged; the second text says how.
    case damaged(String, String)
    /// What is backed up of a file is damaged: the app, the path in the app's home, and how.
    case damagedFile(app: String, path: String, String)
    /// What is backed up of the keychain is damaged; the text says how.
    case damagedKeychain(String)
    /// The backup has no such app.
    case noApp(String)
    /// A file changed again and again while it was copied: the app, and the path in the app's home.
    case changing(app: String, path: String)
    /// A file of the app, in its home, cannot be read or written.
    case home(app: String, FileError)
    /// A file of the backup itself, or of the device's root, cannot be read or written.
    case files(FileError)
}

extension BackupError: CustomStringConvertible {
    /// What is concerned, the problem and the remedy, in one line; characters that would steer a terminal are escaped.
    public var description: String { problem.inOneLine() }

    private var problem: String {
        switch self {
        case .noBackup(let folder): "there is no complete backup in \(folder.quotedInOneLine()); make one first"
        case .version(let folder, let version):
            "the backup in \(folder.quotedInOneLine()) has version \(version.quotedInOneLine(limit: 20)), and this "
                + "build reads version \(BackupHeader.version); use the build that made the backup"
        case .digest(let folder, let name):
            "the backup in \(folder.quotedInOneLine()) has digests \(name.quotedInOneLine(limit: 40)), and this build "
                + "makes \(BackupHasher.name); use a build with the same traits"
        case .passwordNeeded(let folder): "the backup in \(folder.quotedInOneLine()) is sealed; give its password"
        case .wrongPassword(let folder):
            "the password does not open the backup in \(folder.quotedInOneLine()); give the password that it was made "
                + "with, or remove the folder and back up again"
        case .noMemory(let folder):
            "too little memory is left to make the password's key for \(folder.quotedInOneLine()); end other programs"
        case .damaged(let folder, let reason):
            "the backup in \(folder.quotedInOneLine()) is damaged: \(reason); restore "
                + "another backup, or remove this one and back up again"
        case .damagedFile(let app, let path, let reason):
            "\(path.quotedInOneLine()) of the app \(app.quotedInOneLine()) is damaged in the backup: \(reason); "
                + "restore another backup, or remove this one and back up again"
        case .damagedKeychain(let reason):
            "the keychain is damaged in the backup: \(reason); "
                + "restore another backup, or remove this one and back up again"
        case .noApp(let app): "the backup has no app \(app.quotedInOneLine()); name one that it has"
        case .changing(let app, let path):
            "\(path.quotedInOneLine()) of the app \(app.quotedInOneLine()) changed while it was copied; back up while "
                + "the app does not run"
        case .home(let app, let error): "app \(app.quotedInOneLine()): \(error)"
        case .files(let error): "\(error)"
        }
    }
}
