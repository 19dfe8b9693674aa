public import ResponderKit

/// Something that is done to a device, by its user or by the world.
///
/// Apps are named by their identifiers. A button can always be pressed, and does nothing where it has nothing to do; what
/// answers something, as a call, or needs something, as an app's name, is refused where that is not there.
public enum DeviceAction: Hashable, Sendable {
    // MARK: Buttons and the screen

    /// Starts an app from the home screen, or brings it back.
    case launch(String)
    /// The home button: the app in front goes to the background (sequences 5 and 14).
    ///
    /// It closes the notification centre, and does no more where that is open; it leaves the app switcher for the home
    /// screen. Where the home screen is in front, or the device locked, it only brightens the screen. A call that rings or an
    /// alert is answered first: until then it is refused.
    case home
    /// The home button twice: the app switcher opens.
    case openSwitcher
    /// An app is chosen in the switcher.
    case choose(String)
    /// The switcher is closed by a tap on the app in front.
    case closeSwitcher
    /// An app is thrown out of the switcher (rule A36, sequence 11).
    case kill(String)
    /// The lock button (sequence 9): does nothing where the device is locked.
    ///
    /// An alert that nobody has answered stays (rule A33): after the unlock the app comes back when it is answered.
    ///
    /// An app that exits on suspend becomes inactive only: it has no background to wait in.
    case lock
    /// The screen is unlocked, with the passcode where there is one.
    case unlock
    /// The device is switched off: apps that run are told that they end.
    case switchOff
    /// The device is switched on, and is locked.
    case switchOn
    /// A passcode is set, or taken away.
    case setPasscode(Bool)
    /// When the screen is dimmed, and how long after that locked; nil for never (rule A38).
    case setAutoLock(AutoLock?)
    /// A finger comes down.
    case fingerDown(Int, at: Point)
    /// It moves.
    case fingerMove(Int, to: Point)
    /// It is lifted.
    case fingerUp(Int)
    /// A finger comes down and is lifted at once.
    case tap(Point)

    // MARK: Interruptions

    /// The phone rings (sequences 7 and 8).
    case call(from: String)
    /// The call that rings is accepted: the phone comes to the front; alerts stay over it (rule A33).
    case acceptCall
    /// The call that rings is declined.
    case declineCall
    /// The call that rings or goes on is over; the app that was in front before it comes back.
    case endCall
    /// The system shows an alert.
    case showAlert(String)
    /// The topmost alert is answered, which a locked screen refuses.
    case dismissAlert
    /// The notification centre is pulled down.
    case openNotificationCenter
    /// The notification centre is closed.
    case closeNotificationCenter
    /// A banner is shown for a while: no app is told (sequence 8).
    case showBanner(String)

    // MARK: Events for apps

    /// A URL is opened, by the user or by an app: by the app installed first of those that have its scheme and may be
    /// used.
    ///
    /// Where none of them may be used it is as for ``launch(_:)`` of the first.
    case openURL(AppURL, from: String?)
    /// A push comes for an app (sequence 15).
    case push(String, RemoteNotification)
    /// An app that runs schedules a local notification (sequence 16).
    ///
    /// Refused where it repeats more often than every `LocalNotification.minimumRepeatInterval`.
    case schedule(String, LocalNotification)
    /// The newest notification that is shown for an app is opened.
    case tapNotification(String)
    /// An app is woken in the background, or launched there, for an event of that kind (rules A17 and A40).
    case wake(String, BackgroundMode)
    /// An app begins something that goes on in the background: to play, to follow the place, to take calls (rule A40).
    case beginActivity(String, BackgroundMode)
    /// An app stops that: in the background it is suspended then.
    ///
    /// Refused where it has not begun it.
    case endActivity(String, BackgroundMode)

    // MARK: The system

    /// An app takes that much memory from now on, whenever it runs.
    ///
    /// Where all apps together take more than there is, every app that runs code gets a memory warning; then, as long as it
    /// is still too much, suspended apps are purged, the largest first, and after them apps in the background end, the largest
    /// first (rule A34). Of equal ones the one installed first goes first. The app in front stays.
    case setFootprint(String, bytes: Int)
    /// How many bytes there are; nil for as many as apps want.
    case setMemoryCapacity(Int?)
    /// Every app that runs code gets a memory warning, and nothing is purged.
    case warnOfMemory
    /// An app crashes (sequence 17).
    case crash(String)
    /// An app may be used, or not any more: it is launched to the background then (rule A45), and what would bring it
    /// from there to the front is refused.
    case setAllowed(String, Bool)
    /// Something about the device changes (rule A24).
    case change(DeviceChange)
    /// The settings of one app are changed from outside (rule A46).
    case changeSettings(String, keys: Set<String>)
}

/// When the screen goes dark while nobody touches it.
public struct AutoLock: Hashable, Sendable {
    /// How long after the last touch it is dimmed.
    public var dimsAfter: Duration
    /// How long after that it is locked.
    public var locksAfter: Duration

    /// Dims after a time, and locks after another one from then on.
    public init(dimsAfter: Duration = .seconds(45), locksAfter: Duration = .seconds(15)) {
        self.dimsAfter = dimsAfter
        self.locksAfter = locksAfter
    }
}

/// How much processor time an app may use in the background (rule A44).
public struct ProcessorBudget: Hashable, Sendable {
    /// How much, in any period.
    public var time: Duration
    /// The period.
    public var period: Duration

    /// So much time in any period; where nothing else is said, what iOS allows: see ``SimulatedDevice/processorBudget``.
    public init(time: Duration = .seconds(48), period: Duration = .seconds(60)) {
        self.time = time
        self.period = period
    }
}
