import ResponderEnvironment
import ResponderSimulator

/// Why something was refused, without the names that errors tell.
enum Refusal: Hashable {
    case badPath, notFound, exists, notPermitted, full, locked
    case off, onAlready, screenLocked, notLocked, notRunning, changedBundle, sharesNoFiles, wrongPasscode, keysDropped
    case noApp, duplicate, noPasscode, noBackup, passwordNeeded, wrongPassword
    case other(String)

    init(_ error: any Error) {
        self =
            switch error {
            case let error as FileError: Self(file: error)
            case let error as DeviceError: Self(device: error)
            case let error as KeychainError: Self(keychain: error)
            case let error as BackupError: Self(backup: error)
            default: .other("\(error)")
            }
    }

    private init(file error: FileError) {
        self =
            switch error {
            case .badPath: .badPath
            case .notFound: .notFound
            case .exists: .exists
            case .notPermitted: .notPermitted
            case .full: .full
            case .locked: .locked
            default: .other("\(error)")
            }
    }

    private init(device error: DeviceError) {
        self =
            switch error {
            case .file(let error): Self(file: error)
            case .keychain(let error): Self(keychain: error)
            case .backup(let error): Self(backup: error)
            case .off: .off
            case .onAlready: .onAlready
            case .locked: .screenLocked
            case .notLocked: .notLocked
            case .notRunning: .notRunning
            case .changedBundle: .changedBundle
            case .sharesNoFiles: .sharesNoFiles
            case .wrongPasscode: .wrongPasscode
            case .passcode: .keysDropped
            case .unknownApp: .noApp
            default: .other("\(error)")
            }
    }

    private init(keychain error: KeychainError) {
        self =
            switch error {
            case .notFound: .notFound
            case .duplicate: .duplicate
            case .locked: .locked
            case .noPasscode: .noPasscode
            case .file(let error): Self(file: error)
            default: .other("\(error)")
            }
    }

    private init(backup error: BackupError) {
        self =
            switch error {
            case .noBackup: .noBackup
            case .passwordNeeded: .passwordNeeded
            case .wrongPassword: .wrongPassword
            case .home(_, let error), .files(let error): Self(file: error)
            default: .other("\(error)")
            }
    }
}
