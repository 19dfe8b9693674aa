public import ResponderEnvironment
public import ResponderKit
internal import ResponderSupport

/// Why a device refuses an action.
public enum DeviceError: Error, Hashable {
    /// There is no app of that name; `known` has the names of the installed apps.
    case unknownApp(String, known: [String])
    /// An app of that name is on the device already.
    case installedAlready(String)
    /// The identifier cannot name an app: it is empty, or has a space in it.
    case badIdentifier(String)
    /// The app requires a capability that the device lacks, or forbids one that the device has.
    case unmetCapabilities(String, [DeviceCapability])
    /// The manifest of that app, or an action for the device itself (nil), names capabilities that are none
    /// (`DeviceCapability.isKnown`).
    case unknownCapabilities(String?, [DeviceCapability])
    /// The app is made for devices of another family.
    case wrongFamily(String, InterfaceIdiom)
    /// The device has no Wi-Fi.
    case noWiFi
    /// The device is switched off.
    case off
    /// The device is switched on already.
    case onAlready
    /// The screen is locked: only actions that do not need the screen are possible.
    case locked
    /// The screen is not locked.
    case notLocked
    /// An overlay lies over the app, and must be answered first.
    case covered(Overlay)
    /// A call is in progress.
    case inCall(String)
    /// The screen does not show what the action needs, such as a call, an alert or the switcher.
    case nothing(String)
    /// The device has no app switcher: it runs one app at a time.
    case noMultitasking
    /// The app may not be used.
    case notAllowed(String)
    /// The app has no background: it exits on suspend, or the device runs one app at a time.
    case noBackground(String)
    /// The app does not run any code now.
    case notRunning(String, LifecycleState)
    /// The app's manifest does not have the mode.
    case noBackgroundMode(String, BackgroundMode)
    /// The app has begun no activity of the mode.
    case noActivity(String, BackgroundMode)
    /// The app can begin no background task now.
    case noTaskPossible(String)
    /// The app has no open background task of that name.
    case noTask(String, task: String)
    /// The mode does not wake an app, or does not keep an app running.
    case wrongMode(BackgroundMode)
    /// The user has ended the app, and has not started it since (rule A36).
    case forceQuit(String)
    /// The device has a passcode, and was not unlocked since it was switched on (rule A36).
    case neverUnlocked
    /// No app opens URLs of that scheme.
    case noAppOpens(AppURL)
    /// No notification of the app is shown.
    case noNotification(String)
    /// The finger with that number is not down, or is down already: see `isDown`.
    case finger(Int, isDown: Bool)
    /// The key of that name is not down, or is down already: see `isDown`.
    case key(String, isDown: Bool)
    /// No key types the character.
    case noKey(String)
    /// A number is out of its range; the text says what is wrong.
    case badNumber(String)
    /// The code of an app, or an action, is under way, and the call cannot wait for its end.
    case busy(runningApp: String?)
    /// The system has no descriptors left for the app's loop.
    case noLoop(String)
    /// The device has no storage: see ``SimulatedDevice/attachStorage(at:named:capacity:)``.
    case noStorage
    /// The device has a storage already, or apps that have no home there.
    case storageTooLate(String)
    /// The folder at the path cannot have a storage; the text says why.
    case badStorage(String, String)
    /// The name cannot be that of a device's folder.
    case badDeviceName(String)
    /// A file cannot be used as asked.
    case file(FileError)
    /// An item of the keychain cannot be used as asked.
    case keychain(KeychainError)
    /// The device cannot be backed up, or restored.
    case backup(BackupError)
    /// The app's bundle was changed (rule S1).
    case changedBundle(String)
    /// The manifest of the app does not share files with a desktop (rule S4).
    case sharesNoFiles(String)
    /// The app has no file open at the path, or has one already: see `isOpen`.
    case openFile(String, path: String, isOpen: Bool)
    /// The passcode is wrong.
    case wrongPasscode
    /// The passcode cannot be set; the text says why.
    case passcode(String)
    /// The app's main interface cannot be loaded; the text says why.
    case noInterface(String, String)
}

extension DeviceError: CustomStringConvertible {
    /// What is wrong, and what would be right, in one line; characters that would steer a terminal are escaped.
    public var description: String { problem.inOneLine() }

    private var problem: String {
        switch self {
        case .unknownApp(let name, let known):
            "there is no app \"\(name)\"; "
                + (known.isEmpty ? "install one first" : "installed are \(known.joined(separator: ", "))")
        case .installedAlready(let name): "an app \"\(name)\" is installed already; identifiers are unique"
        case .badIdentifier(let name): "\"\(name)\" is no identifier of an app: give it one without spaces"
        case .unmetCapabilities(let name, let capabilities):
            "the device does not meet these requirements in the manifest of \"\(name)\": "
                + capabilities.map(\.name).joined(separator: ", ")
        case .unknownCapabilities(let name, let capabilities):
            (name.map { "the manifest of \"\($0)\" is wrong: " } ?? "")
                + capabilities.map(\.problem).joined(separator: "; ")
        case .wrongFamily(let name, let idiom):
            "the manifest of \"\(name)\" does not have the device family of the device: \(idiom.rawValue)"
        case .noWiFi: "the device has no Wi-Fi; give it the capability wifi first"
        case .off: "the device is switched off; switch it on first"
        case .onAlready: "the device is switched on already"
        case .locked: "the screen is locked; unlock it first"
        case .notLocked: "the screen is not locked"
        case .covered(let overlay): "\(overlay) is in the way; answer it first"
        case .inCall(let caller): "the call from \(caller) goes on; end it first"
        case .nothing(let thing): "there is no \(thing)"
        case .noMultitasking: "the device runs one app at a time and has no app switcher"
        case .notAllowed(let name): "\"\(name)\" may not be used; allow it first"
        case .noBackground(let name): "\"\(name)\" has no background to run in"
        case .notRunning(let name, let state): "\"\(name)\" is \(state); it must run for that"
        case .noBackgroundMode(let name, let mode):
            "the manifest of \"\(name)\" lacks the background mode \(mode.rawValue)"
        case .noActivity(let name, let mode):
            "\"\(name)\" has begun no activity of the background mode \(mode.rawValue); begin it first"
        case .noTaskPossible(let name):
            "\"\(name)\" can begin no background task now: its tasks are expiring, or it exits on suspend"
        case .noTask(let name, let task):
            "\"\(name)\" has no open background task \"\(task)\" to end; begin it first, without a time"
        case .wrongMode(let mode): "the background mode \(mode.rawValue) is not for that"
        case .forceQuit(let name): "the user has ended \"\(name)\"; it runs again when the user starts it"
        case .neverUnlocked: "nothing is launched in the background before the first unlock; unlock the device first"
        case .noAppOpens(let url): "no app opens URLs with the scheme \"\(url.scheme)\""
        case .noNotification(let name): "no notification of \"\(name)\" is shown"
        case .finger(let number, let isDown):
            "finger \(number) is \(isDown ? "down already; lift it first" : "not down; put it down first")"
        case .key(let name, let isDown):
            "the key \"\(name)\" is \(isDown ? "down already; release it first" : "not down; press it first")"
        case .noKey(let character): "no key types \"\(character)\"; the keyboard has the US layout"
        case .badNumber(let problem): problem
        case .busy(let app):
            "code of \(app.map { "\"\($0)\"" } ?? "an action") is being run, and a new app cannot wait for its end; "
                + "launch it after that, or install it and perform a launch, which waits"
        case .noStorage: "the device has no storage; attach one before apps are installed"
        case .storageTooLate(let reason): "a storage cannot be attached now: \(reason)"
        case .badStorage(let path, let reason): "\"\(path)\" cannot have a device's files: \(reason)"
        case .badDeviceName(let name):
            "\"\(name)\" cannot name a device's folder; give one name without slashes, not beginning with a dot"
        case .file(let error): error.description
        case .keychain(let error): error.description
        case .backup(let error): error.description
        case .changedBundle(let name): "the bundle of \"\(name)\" was changed; update the app, or install it anew"
        case .sharesNoFiles(let name):
            "the manifest of \"\(name)\" does not share files (file-sharing); only apps that do are open to a desktop"
        case .openFile(let name, let path, let isOpen):
            isOpen
                ? "\"\(name)\" has \"\(path)\" open already; close it first"
                : "\"\(name)\" has no open file \"\(path)\"; open it first"
        case .wrongPasscode: "the passcode is wrong"
        case .passcode(let problem): problem
        case .noInterface(let name, let problem): "\"\(name)\" has no main interface: \(problem)"
        case .noLoop(let problem): "no run loop could be made: \(problem)"
        }
    }
}

extension Overlay: CustomStringConvertible {
    /// The overlay in words, for messages.
    public var description: String {
        switch self {
        case .switcher: "the app switcher"
        case .call(let caller): "a call from \(caller)"
        case .alert(let text): "the alert \"\(text)\""
        case .notificationCenter: "the notification centre"
        }
    }
}
