public import ResponderKit

/// An app that a script declares: what its manifest says, and how it behaves.
///
///     app notes scheme=note mode=audio launch=1s task=2s
///
/// Its window fills the screen and takes touches. The app opens URLs, and does nothing else but what it is declared to
/// do.
public struct ScriptedApp: Hashable, Sendable {
    /// The app's identifier, which names it in actions.
    public var name: String
    /// The schemes of the URLs that the app opens, in lower case.
    public var urlSchemes: [String] = []
    /// The kinds of events for which the app is kept running or woken in the background.
    public var backgroundModes: Set<BackgroundMode> = []
    /// The capabilities that a device must have, or must not have, for the app to be installed (rule S30).
    public var requiredCapabilities: RequiredCapabilities = [:]
    /// The families of devices that the app is made for (rule S30).
    public var deviceFamilies = Set(DeviceFamily.allCases)
    /// Whether the app ends when it leaves the foreground.
    public var exit = Exit.never
    /// Whether the app saves its state, and restores it when it is launched (rule A35).
    ///
    /// The state is kept on the device. It holds no controllers: the app has none.
    public var savesState = false
    /// Whether a desktop may look at the app's Documents, and change them (rule S4).
    public var sharesFiles = false
    /// The groups of the keychain that the app sees; empty for its own alone (rule S22).
    public var keychainGroups: [String] = []
    /// Whether the app closes its open files when it resigns active, and opens them again when it becomes active
    /// (rule S12).
    public var closesFiles = false
    /// How many bytes the app takes while it is in memory.
    public var footprint = 0
    /// How long the app's callbacks take; no time where there is none.
    public var times: [Moment: Duration] = [:]
    /// The background task that the app begins whenever it enters the background; nil for none.
    public var task: Task?
    /// The share of the processor's time that the app uses in the background, in percent, from 0 to 100.
    ///
    /// The app works once a second, as long as its code runs there (rule A44).
    public var processorShare = 0

    /// An app that does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public init(_ name: String) { self.name = name }

    /// Whether an app ends when it leaves the foreground (sequence 14).
    public enum Exit: Hashable, Sendable, CaseIterable {
        /// The app goes on in the background, or is suspended.
        case never
        /// The app ends without entering the background.
        case atOnce
        /// The app enters the background, and ends there.
        case inBackground
    }

    /// A callback that takes time; the raw value is its key in a script.
    public enum Moment: String, Hashable, Sendable, CaseIterable {
        /// Did finish launching.
        case launch
        /// Did become active.
        case active
        /// Will resign active.
        case resign
        /// Did enter background.
        case background
        /// Will enter foreground.
        case foreground
        /// Will terminate.
        case terminate
    }

    /// A background task.
    public enum Task: Hashable, Sendable {
        /// The app ends the task after that time.
        case ends(after: Duration)
        /// The app does not end the task.
        case stays
    }

    /// What the app's manifest says.
    var manifest: Manifest {
        Manifest(
            identifier: name,
            exitsOnSuspend: exit != .never,
            entersBackgroundBeforeExit: exit == .inBackground,
            backgroundModes: backgroundModes,
            urlSchemes: urlSchemes,
            stateFile: savesState ? "state" : nil,
            requiredCapabilities: requiredCapabilities,
            deviceFamilies: deviceFamilies,
            keychainGroups: keychainGroups,
            isFileSharingEnabled: sharesFiles
        )
    }
}

extension SimulatedDevice {
    /// Puts an app on the device that a script declares, as ``DeviceAction/install(_:)`` does.
    ///
    /// - Throws: ``DeviceError`` where the name is empty, has a space in it or is another app's, and where the device
    ///   is not what the app requires.
    /// - Complexity: O(length of the name); allocates the app's record.
    public func install(_ app: ScriptedApp) throws(DeviceError) {
        try install(app.manifest, footprint: app.footprint) { [weak self] application in
            application.delegate = ScriptedDelegate(app, on: self)
        }
    }
}
