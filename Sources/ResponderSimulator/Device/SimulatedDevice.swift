public import ResponderEnvironment
public import ResponderKit

/// A device that exists in virtual time only: a touch screen, buttons, a clock, memory, and apps, one of them in front.
///
/// The device is a host: it launches apps, tells them what happens, sends the touches on its screen to the app in
/// front, and ends apps. Each launch is an `Application` with a run loop of its own on the device's clock; the loop of
/// a suspended app gets no turn. Only the device's methods make anything happen, or let time pass.
///
///     let device = SimulatedDevice()
///     try device.install(Manifest(identifier: "mail", delegateClass: MailDelegate.self))
///     try device.perform(.launch("mail"))
///     try device.perform(.call(from: "Anna"))       // mail is inactive
///     try device.perform(.declineCall)              // and active again
///     device.advance(by: .seconds(3600))            // no hour passes
///     print(device.history.table)
///
/// A ``DeviceAction`` does something to the device. An action that comes from inside an app's code waits until that
/// app's loop has nothing more to do at the present instant. Every other action is carried out at once, after the
/// touches that came before it.
@MainActor
public final class SimulatedDevice {
    /// The screen's extent in points.
    public let screenSize: Size
    /// The device's clock, on which the loops of its apps run.
    public let clock: VirtualClock
    /// Whether apps go on running in the background (rule S31); where false, apps end instead.
    public let isMultitaskingSupported: Bool
    /// The capabilities of the device, which a manifest may require (rule S30), and for which an app may ask
    /// (rule S31).
    ///
    /// ``DeviceAction/setCapabilities(_:)`` sets other ones.
    public var capabilities: Set<DeviceCapability> { hardware.capabilities }
    /// The kind of the device, for which an app may be made (rule S30): by default of no family, which has every app.
    ///
    /// ``DeviceAction/setIdiom(_:)`` sets another one.
    public var idiom: InterfaceIdiom { hardware.interfaceIdiom }
    /// How the device is connected to a network: not at all until ``DeviceAction/setNetwork(_:)``.
    public var network: NetworkConnection { hardware.network }

    /// How many bytes of memory all apps together may take, by their ``footprint(of:)``; nil for no limit.
    ///
    /// Where apps take more, memory is short: see ``DeviceAction/setFootprint(_:bytes:)``. The device checks
    /// when a footprint changes, when an app comes to the front or is launched, and at
    /// ``DeviceAction/setMemoryCapacity(_:)``.
    public var memoryCapacity: Int?
    /// Above how many bytes in use apps are warned, even while memory is not short; nil, the default, for none.
    ///
    /// The device checks when it also checks ``memoryCapacity``.
    public var memoryWarningLevel: Int?
    /// How often warnings of memory are repeated, and when the app in front ends; nil for one warning, and no end.
    public var memoryPatience: MemoryPatience? = MemoryPatience()
    /// How much processor time an app in the background may spend with ``spendTime(_:)``; nil for no limit.
    ///
    /// Rule A44 leaves the figures open. The default is 48 seconds in any 60 seconds (80 percent): the limit that iOS's
    /// own reports of ended apps name (`cpu_resource_fatal`, up to iOS 26).
    public var processorBudget: ProcessorBudget? = ProcessorBudget()
    /// When the screen is dimmed and locked while nobody touches it (rule A38); nil, the default, for never.
    ///
    /// Setting the property restarts the time.
    public var autoLock: AutoLock? { didSet { restartIdleTimer() } }
    /// Whether a passcode protects the device; false at first.
    ///
    /// With a passcode, protected data is unavailable while the device is locked. Between being switched on and the
    /// first unlock, the device then launches nothing in the background (rule A36).
    ///
    /// Setting the property sets ``defaultPasscode``, where there is no passcode yet, or takes the passcode away. Where
    /// that is not possible (``DeviceAction/setPasscode(_:)``), the property stays, and the history has the reason.
    public var hasPasscode: Bool {
        get { passcode != .none }
        set {
            do throws(DeviceError) { try setPasscode(newValue) } catch { record(.refused(error.description)) }
        }
    }
    var passcode = Passcode.none
    /// How long after the lock the device drops the keys of protected files, where it has a passcode (rule S11).
    ///
    /// Apps are told at once; the delay is their time to close their files. Counts for locks that come later.
    public var protectionDelay = Duration.seconds(10)
    /// When the keys of protected files are dropped; nil for never.
    var keyDeadline: MainRunLoop.Instant?
    /// The files of the device; nil for none.
    var storage: DeviceStorage?
    /// Apps that were removed, by their identifiers: a backup may bring them back.
    var uninstalled: [String: InstalledApp] = [:]

    /// What has happened on the device so far; a long-running program should empty the history now and then.
    public var history = DeviceHistory()
    /// Ends a passage at whose instant loops turn for ever; nil where this ends the process.
    var standstillWatch: (any PassageWatch)?
    /// Whether ``history`` records what happens; true at first.
    ///
    /// An entry takes some 200 bytes.
    public var recordsHistory = true
    /// Whether ``history`` also records what becomes of touches; false at first.
    ///
    /// Counts for apps that are launched afterwards. While it is true, an app's touches are traced
    /// (`Application.onTouchTrace`), which takes longer. Moves have no entry.
    public var recordsTouches = false
    /// Called with each entry of the history as the entry is made, even when it is not recorded; nil at first.
    ///
    /// The call comes while an action or an app's code is under way: an action that the closure performs waits, like
    /// an action from inside an app's code.
    ///
    /// - Precondition: The closure lets no time pass: it calls neither `advance(by:)` nor `settle()`.
    public var onHistoryEntry: (@MainActor (DeviceHistory.Entry) -> Void)?

    /// Whether the device is switched on.
    public internal(set) var isOn = true
    /// Whether the screen is locked.
    public internal(set) var isLocked = false
    /// Whether the screen is dimmed, because nobody touched it for a while.
    public internal(set) var isDimmed = false
    /// The overlays over the app in front, the topmost last: the app is inactive while there are any.
    public internal(set) var overlays: [Overlay] = []
    /// The caller whose call was accepted, or the number that was called, while the call is in progress; nil for none.
    public internal(set) var callInProgress: String?
    /// The app of the system that is in front; nil for none, as where an installed app or the home screen is in front.
    public internal(set) var systemAppInFront: SystemApp?
    /// The state of the device, as apps get it at launch and with each change.
    public internal(set) var environment = DeviceEnvironment()

    /// The apps on the device, in the order of installing.
    var apps: [InstalledApp] = []
    /// The apps by their identifiers.
    var named: [String: InstalledApp] = [:]
    /// The number of the app that was installed last.
    var newestOrder = 0
    /// The apps that are on the device for one launch.
    var temporary = AppSet()
    /// The apps that run or are suspended.
    var running = AppSet()
    /// The apps whose loops get turns.
    var awake = AppSet()
    /// The apps whose application has ended, and is not discarded yet.
    var ended = AppSet()
    /// The apps that have scheduled a notification, or are awake for a while.
    var timed = AppSet()
    /// The app that is in the foreground, active or inactive.
    var front: InstalledApp?
    /// The app that comes to the front when the device is unlocked, the call ends, or the alerts are answered.
    var frontLater: LaterFront?
    /// The app of the system that comes to the front again when the call ends.
    var systemAppLater: SystemApp?
    var wasUnlockedSinceStart = true
    /// The app whose code is being run; nil for none.
    var current: InstalledApp?
    /// The actions that wait until no app's code and no other action is under way.
    var waiting: [DeviceAction] = []
    var isPerforming = false
    /// Whether a task is letting time pass.
    var isPassingInTask = false
    /// Whether ``onHistoryEntry`` is being called.
    var isTellingHistory = false
    /// Whether an app's footprint has changed since memory was last checked.
    var needsMemoryCheck = false
    /// How many warnings of memory there have been since the apps took too much, and when the next one is due.
    var memoryWarnings = 0
    var memoryDeadline: MainRunLoop.Instant?
    /// How many changes of the state of apps there have been.
    var stateChanges = 0
    /// When the device dims or locks the screen because nobody touches it; nil for never.
    var idleDeadline: MainRunLoop.Instant?
    var contacts = ScreenContacts()
    var keys = DeviceKeys()
    let hostPort = HostPort()
    let hardware: SimulatedHardware

    /// A device that is switched on and unlocked, with a screen of `screenSize`.
    ///
    /// - Complexity: O(1); allocates the device and its clock.
    public init(
        screenSize: Size = Size(1024, 768),
        isMultitaskingSupported: Bool = true,
        idiom: InterfaceIdiom = .unspecified,
        capabilities: Set<DeviceCapability> = []
    ) {
        self.screenSize = screenSize
        self.isMultitaskingSupported = isMultitaskingSupported
        hardware = SimulatedHardware(idiom, capabilities)
        clock = VirtualClock()
        hostPort.device = self
        hardware.disk = { [weak self] in self?.disk ?? SimulatedHardware.Disk(isEncrypted: false) }
    }

    /// The application of the app in front, active or inactive; nil where no app is in front.
    public var frontmost: Application? { front?.runningApplication }

    /// The time since the device was made.
    public var now: MainRunLoop.Instant { clock.now }
}

// MARK: - Apps

extension SimulatedDevice {
    /// Puts an app on the device.
    ///
    /// - Parameters:
    ///   - manifest: The app's manifest. Its identifier names the app in actions; each launch makes an application of
    ///     its principal class and a delegate of its delegate class, and loads its main interface with the loader of
    ///     the delegate's class; ``DeviceError/noInterface(_:_:)`` refuses a launch for which this fails. An app whose
    ///     manifest has a `stateFile` keeps its state on the device, until the user removes the app from the switcher
    ///     (rule A35).
    ///   - footprint: How many bytes the app takes while it is in memory.
    ///   - prepare: Called with each new application before its launch, to give it a delegate, limits or windows.
    /// - Throws: ``DeviceError`` where the identifier is empty, has a space in it or is another app's, where the device
    ///   does not meet the app's required capabilities or one of these is unknown, or where the app is made for devices
    ///   of another family.
    /// - Complexity: O(length of the identifier + required capabilities); allocates the app's record.
    public func install(
        _ manifest: Manifest,
        footprint: Int = 0,
        prepare: @escaping @MainActor (Application) -> Void = { _ in }
    ) throws(DeviceError) {
        let identifier = manifest.identifier
        try checkMayInstall(manifest, as: identifier)
        let app = InstalledApp(identifier, manifest, footprint: max(0, footprint), prepare: prepare)
        try giveHome(to: app)
        add(app)
    }

    func checkMayInstall(_ manifest: Manifest, as identifier: String) throws(DeviceError) {
        guard !identifier.isEmpty, !identifier.unicodeScalars.contains(where: \.properties.isWhitespace) else {
            throw .badIdentifier(identifier)
        }
        guard find(identifier) == nil else { throw .installedAlready(identifier) }
        try checkGate(manifest, as: identifier)
    }

    /// The identifiers of the installed apps, in the order of installing.
    ///
    /// - Complexity: O(number of apps); allocates the array that it returns.
    public var installedApps: [String] { apps.filter { !$0.isTemporary }.map(\.identifier) }

    /// The running application of an app; nil where the app does not run, or is not installed.
    ///
    /// - Complexity: O(length of the identifier); no allocation.
    public func application(_ identifier: String) -> Application? { find(identifier)?.runningApplication }

    /// The state of an app.
    ///
    /// - Throws: ``DeviceError/unknownApp(_:known:)``.
    /// - Complexity: O(length of the identifier); no allocation unless it throws.
    public func state(of identifier: String) throws(DeviceError) -> LifecycleState { try app(identifier).state }

    /// What the switcher shows of an app: its windows, back to front, as they were when the app last went to the
    /// background (rule A37).
    ///
    /// Kept while the app is in front again, and after its end, until the user removes the app from the switcher.
    ///
    /// - Throws: ``DeviceError/unknownApp(_:known:)``.
    /// - Complexity: O(length of the identifier); no allocation unless it throws.
    public func snapshots(of identifier: String) throws(DeviceError) -> [ViewSnapshot] {
        try app(identifier).snapshots
    }

    /// The identifier of the app whose code is being run; nil outside of any app's code.
    public var runningApp: String? { current?.identifier }

    func find(_ identifier: String) -> InstalledApp? { named[identifier] }

    func app(_ identifier: String) throws(DeviceError) -> InstalledApp {
        guard let app = find(identifier) else { throw .unknownApp(identifier, known: installedApps) }
        return app
    }
}

/// An overlay over the app in front.
public enum Overlay: Hashable, Sendable {
    /// The app switcher.
    case switcher
    /// A call that rings, with the caller's name.
    case call(from: String)
    /// An alert of the system, with its text.
    case alert(String)
    /// The notification centre, pulled down.
    case notificationCenter
}

/// What watches the loops of a device's apps while time passes.
@MainActor
protocol PassageWatch: AnyObject {
    /// Whether a loop gets turns now.
    var isWatching: Bool { get }
    /// Whether loops have made too many turns at one instant.
    var isStandstill: Bool { get }
    /// The loop of an app is about to get turns.
    func willRun(_ app: InstalledApp)
    /// The loop has had its turns.
    func didRun()
}

extension SimulatedDevice {
    /// A passage inside an app's code is watched by the passage around it.
    var freeStandstillWatch: (any PassageWatch)? { standstillWatch?.isWatching == true ? nil : standstillWatch }
}
