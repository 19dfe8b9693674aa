public import ResponderKit

/// A device that exists in virtual time only: a touch screen, buttons, a clock, memory, and apps of which one is in front.
///
/// It is a host: it launches apps, tells them what happens, hands the one in front what its screen feels, and ends them. Each
/// launch is an `Application` with a run loop of its own on the device's clock; the loop of a suspended app gets no turn.
/// Nothing happens and no time passes but by its methods.
///
///     let device = SimulatedDevice()
///     try device.install(Manifest(identifier: "mail", delegateClass: MailDelegate.self))
///     try device.perform(.launch("mail"))
///     try device.perform(.call(from: "Anna"))       // mail is inactive
///     try device.perform(.declineCall)              // and active again
///     device.advance(by: .seconds(3600))            // no hour passes
///     print(device.history.table)
///
/// What is done to it is a ``DeviceAction``. One that comes from inside an app's code waits until that app's loop has nothing
/// more to do at the present instant; all else is carried out at once, after what the screen has felt before it.
@MainActor
public final class SimulatedDevice {
    /// The screen's extent in points.
    public let screenSize: Size
    /// The device's clock, on which its apps' loops run.
    public let clock: VirtualClock
    /// Whether apps go on in the background (rule S31); where it is false they end instead.
    public let isMultitaskingSupported: Bool
    /// What the device has, of what a manifest may require.
    public let capabilities: Set<DeviceCapability>

    /// How many bytes there are for all apps, by their ``footprint(of:)``; nil for as many as they want.
    ///
    /// Where apps come to take more, memory is short: see ``DeviceAction/setFootprint(_:bytes:)``. Looked at when a footprint
    /// changes and when an app is launched.
    public var memoryCapacity: Int?
    /// How much processor time an app in the background may use, by ``spendTime(_:)``; nil for as much as it wants.
    ///
    /// Rule A44 leaves the figures open. At first it is 48 seconds of each minute: the limit that iOS's own reports of such ends
    /// (`cpu_resource_fatal`, up to iOS 26) name, as 80 percent of 60 seconds.
    public var processorBudget: ProcessorBudget? = ProcessorBudget()
    /// When the screen is dimmed and locked while nobody touches it (rule A38); nil, as at first, for never.
    ///
    /// Setting it begins the time anew.
    public var autoLock: AutoLock? { didSet { restartIdleTimer() } }
    /// Whether a passcode protects the device; false at first.
    ///
    /// Locking it makes protected data unavailable then, and until it is unlocked for the first time after it was switched on
    /// it launches nothing in the background (rule A36).
    public var hasPasscode = false

    /// What has happened on the device so far; empty it where it gets long.
    public var history = DeviceHistory()
    /// Whether ``history`` takes in what happens; true at first.
    ///
    /// A history grows by some 200 bytes an entry.
    public var recordsHistory = true
    /// Called with each entry of the history as it is made, also where it is not recorded.
    ///
    /// That is in the middle of something: an action that is performed in it waits, as one from inside an app's code does. Nil at
    /// first.
    ///
    /// - Precondition: It lets no time pass: neither `advance(by:)` nor `settle()` is called in it.
    public var onHistoryEntry: (@MainActor (DeviceHistory.Entry) -> Void)?

    /// Whether it is switched on.
    public internal(set) var isOn = true
    /// Whether the screen is locked.
    public internal(set) var isLocked = false
    /// Whether the screen is dimmed, since nobody touched it for a while.
    public internal(set) var isDimmed = false
    /// What lies over the app in front, the topmost last: the app is inactive while there is something.
    public internal(set) var overlays: [Overlay] = []
    /// The call that was accepted and goes on; nil for none.
    public internal(set) var callInProgress: String?
    /// What apps know of the device, and what they are launched with.
    public internal(set) var environment = DeviceEnvironment()

    /// In the order of installing.
    var apps: [InstalledApp] = []
    /// The app that is in the foreground, active or inactive.
    var front: InstalledApp?
    /// The app that comes to the front again when the device is unlocked, or the call ended.
    var frontLater: InstalledApp?
    var wasUnlockedSinceStart = true
    /// The app whose code is being run; nil for none.
    var current: InstalledApp?
    /// What waits until no app's code is being run, and the action under way is over.
    var waiting: [DeviceAction] = []
    var isPerforming = false
    /// Whether a task lets time pass.
    var isPassingInTask = false
    /// Whether somebody is being told of an entry of the history.
    var isTellingHistory = false
    /// Whether an app has said, inside its code, that it takes another amount of memory.
    var mustLookAtMemory = false
    /// When the device does the next thing because nobody touches it; nil for never.
    var idleDeadline: MainRunLoop.Instant?
    var contacts = ScreenContacts()
    let hostPort = HostPort()

    /// A device that is switched on and unlocked, with that screen.
    public init(
        screenSize: Size = Size(1024, 768),
        isMultitaskingSupported: Bool = true,
        capabilities: Set<DeviceCapability> = []
    ) {
        self.screenSize = screenSize
        self.isMultitaskingSupported = isMultitaskingSupported
        self.capabilities = capabilities
        clock = VirtualClock()
        hostPort.device = self
    }

    /// The app in front, active or inactive; nil where none is.
    public var frontmost: Application? { front?.runningApplication }

    /// The time since the device was made.
    public var now: MainRunLoop.Instant { clock.now }
}

// MARK: - Apps

extension SimulatedDevice {
    /// Puts an app on the device.
    ///
    /// - Parameters:
    ///   - manifest: What the app is. Its identifier names it everywhere here; its principal class and its delegate's class
    ///     are what each launch makes.
    ///   - footprint: How many bytes it takes while it is in memory.
    ///   - prepare: Called with each new application before its launch, to give it a delegate, limits or windows.
    /// - Throws: ``DeviceError`` where the identifier is empty, has a space in it or is another app's, or the device lacks
    ///   what the app requires.
    public func install(
        _ manifest: Manifest,
        footprint: Int = 0,
        prepare: @escaping @MainActor (Application) -> Void = { _ in }
    ) throws(DeviceError) {
        let identifier = manifest.identifier
        guard !identifier.isEmpty, !identifier.contains(where: \.isWhitespace) else {
            throw .badIdentifier(identifier)
        }
        guard find(identifier) == nil else { throw .installedAlready(identifier) }
        let unmet = manifest.unmetCapabilities(of: capabilities)
        guard unmet.isEmpty else { throw .unmetCapabilities(identifier, unmet) }
        apps.append(InstalledApp(identifier, manifest, footprint: max(0, footprint), prepare: prepare))
    }

    /// The identifiers of the apps that are installed, in that order.
    public var installedApps: [String] { apps.filter { !$0.isTemporary }.map(\.identifier) }

    /// The running application of an app, nil where it does not run.
    public func application(_ identifier: String) -> Application? { find(identifier)?.runningApplication }

    /// The state of an app.
    ///
    /// - Throws: ``DeviceError/unknownApp(_:known:)``.
    public func state(of identifier: String) throws(DeviceError) -> LifecycleState { try app(identifier).state }

    /// The app that the one of the present code is; nil outside of any app's code.
    public var runningApp: String? { current?.identifier }

    func find(_ identifier: String) -> InstalledApp? { apps.first { $0.identifier == identifier } }

    func app(_ identifier: String) throws(DeviceError) -> InstalledApp {
        guard let app = find(identifier) else { throw .unknownApp(identifier, known: installedApps) }
        return app
    }
}

/// What can lie over the app in front.
public enum Overlay: Hashable, Sendable {
    /// The app switcher.
    case switcher
    /// A call that rings, from somebody.
    case call(from: String)
    /// An alert of the system, with that text.
    case alert(String)
    /// The notification centre, pulled down.
    case notificationCenter
}
