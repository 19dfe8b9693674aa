public import ResponderEnvironment
public import ResponderKit

/// An action on a device, by its user or by the world.
///
/// Apps are named by their identifiers. A button does nothing where it has nothing to do. An action that answers a call
/// or an alert is refused where there is no call or alert; an action that names an unknown app is refused too.
public enum DeviceAction: Hashable, Sendable {
    // MARK: Buttons and the screen

    /// Starts an app from the home screen, or brings it back.
    case launch(String)
    /// The home button: the app in front goes to the background (sequences 5 and 14).
    ///
    /// Where the notification centre is open, the button only closes it. In the app switcher it leads to the home
    /// screen. On the home screen, or while the device is locked, it only brightens the screen. While a call rings, the
    /// button is refused: the user must answer the call first. Alerts stay over the home screen (rule A33).
    case home
    /// The home button is pressed twice: the app switcher opens.
    case openSwitcher
    /// An app is chosen in the switcher.
    case choose(String)
    /// The switcher is closed by a tap on the app in front.
    case closeSwitcher
    /// An app is thrown out of the switcher (rule A36, sequence 11).
    case kill(String)
    /// The lock button (sequence 9): does nothing where the device is locked.
    ///
    /// An alert that nobody has answered stays (rule A33): after the unlock, the app comes back when the alert is
    /// answered.
    ///
    /// An app that exits on suspend has no background: the lock only makes the app inactive.
    case lock
    /// The screen is unlocked, with the passcode where there is one.
    case unlock
    /// The user enters a passcode on the lock screen; refused where it is wrong.
    case enterPasscode(String)
    /// The device is switched off: apps that run are told that they end.
    case switchOff
    /// The device is switched on, and is locked.
    case switchOn
    /// A passcode is set, ``SimulatedDevice/defaultPasscode``, or taken away.
    ///
    /// Refused while the keys of protected files are dropped (rule S11): only an unlocked device can wrap them anew.
    case setPasscode(Bool)
    /// A passcode of the user's choice is set; refused as ``setPasscode(_:)`` is, and where the text is empty.
    case choosePasscode(String)
    /// Sets when the screen is dimmed, and how long after the dimming it is locked; nil for never (rule A38).
    case setAutoLock(AutoLock?)
    /// A finger comes down.
    case fingerDown(Int, at: Point)
    /// A finger moves.
    case fingerMove(Int, to: Point)
    /// A finger is lifted.
    case fingerUp(Int)
    /// A finger comes down and is lifted at once.
    case tap(Point)

    // MARK: Keys and motion

    /// A key goes down.
    case keyDown(HIDUsage)
    /// A key is released.
    case keyUp(HIDUsage)
    /// A key goes down and is released at once, while the modifiers are held.
    case key(HIDUsage, KeyModifiers)
    /// A text is typed, key by key, with shift where a character needs it.
    ///
    /// Refused where no key of the US layout types a character, or where such a key is down.
    case type(String)
    /// The device is shaken: a motion begins and ends at once.
    case shake
    /// A remote control asks for something: in the app in front if that receives such events, else in the first app
    /// that plays.
    case remoteControl(EventSubtype)
    /// The accelerometer measures an acceleration, in multiples of gravity.
    case accelerate(x: Double, y: Double, z: Double)

    // MARK: Interruptions

    /// The phone rings (sequences 7 and 8).
    case call(from: String)
    /// The call that rings is accepted: the phone comes to the front; alerts stay over it (rule A33).
    case acceptCall
    /// The call that rings is declined.
    case declineCall
    /// The call that rings or is in progress is over; the app that was in front before the call comes back.
    case endCall
    /// The system shows an alert.
    case showAlert(String)
    /// The topmost alert is answered; refused while the screen is locked.
    case dismissAlert
    /// The topmost alert is answered by opening what it is about, such as a message, a calendar entry or a push
    /// (sequence 8): the app in front goes to the background, and the named app comes to the front.
    ///
    /// Names an installed app, which gets the newest notification that is shown for it, or else a ``SystemApp``; nil
    /// for the system's messages. Where other alerts are shown, the app comes to the front when they are answered
    /// (rule A33). Refused while the screen is locked.
    case acceptAlert(opening: String?)
    /// The notification centre is pulled down.
    case openNotificationCenter
    /// The notification centre is closed.
    case closeNotificationCenter
    /// A banner is shown for a while: no app is told (sequence 8).
    case showBanner(String)

    // MARK: Events for apps

    /// The user or an app opens a URL, in the first installed app that has the URL's scheme and may be used.
    ///
    /// URLs of the system's apps (``SystemApp/init(opening:)``) open these. A `tel:` URL calls the number: the app in
    /// front comes back when the call ends.
    ///
    /// Where no app with the scheme may be used, the first app with the scheme is treated as by ``launch(_:)``.
    case openURL(AppURL, from: String?)
    /// A push comes for an app (sequence 15).
    case push(String, RemoteNotification)
    /// An app that runs schedules a local notification (sequence 16).
    ///
    /// Refused where the repeat interval is shorter than `LocalNotification.minimumRepeatInterval`.
    case schedule(String, LocalNotification)
    /// The user opens the newest notification that is shown for an app.
    ///
    /// While an alert is shown, the app in front goes to the background, and the app of the notification comes to the
    /// front when the alert is answered (rule A33).
    case tapNotification(String)
    /// An app is woken in the background, or launched there, for an event of the mode (rules A17 and A40).
    case wake(String, BackgroundMode)
    /// An app begins an activity that goes on in the background: playing, following the location, calls (rule A40).
    case beginActivity(String, BackgroundMode)
    /// An app ends the activity; in the background, the app is suspended where nothing else keeps it running.
    ///
    /// Refused where the app has not begun the activity.
    case endActivity(String, BackgroundMode)

    /// An app that runs begins a background task of that name, which it ends after `for`, or at
    /// ``endTask(_:name:)``, or not at all (rules A18 to A23).
    ///
    /// Refused where the app can begin no task.
    case beginTask(String, name: String, for: Duration?)
    /// An app ends its newest background task of that name that it does not end by itself.
    ///
    /// Refused where there is none.
    case endTask(String, name: String)
    /// An app that runs sets whether it keeps the screen on while it is in front (rule A38).
    case setIdleTimerDisabled(String, Bool)

    // MARK: The system

    /// Sets the kind of the device (rule S30); refused where an installed app is not for it.
    case setIdiom(InterfaceIdiom)
    /// Sets the capabilities of the device (rule S30); refused where an app requires others, or one is unknown.
    case setCapabilities(Set<DeviceCapability>)
    /// The device is connected to a network in another way; refused for Wi-Fi without the capability.
    case setNetwork(NetworkConnection)
    /// An app that runs asks about the device, and the history has the answer (rule S31); nil for all questions.
    case ask(String, DeviceQuestion?)
    /// Puts an app on the device that a script declares.
    case install(ScriptedApp)
    /// Sets how many bytes of memory an app takes while it is in memory.
    ///
    /// Where all apps together take more memory than there is, every app that runs code gets a memory warning. As long
    /// as memory is still short, suspended apps are purged, and after them apps in the background end (rule A34): the
    /// largest app first, and of equally large apps the app that has been suspended, or in the background, for longest
    /// (rule S42). The app in front stays, and is warned again; where it still takes too much after some warnings, it
    /// ends too (rule S41, ``SimulatedDevice/memoryPatience``).
    case setFootprint(String, bytes: Int)
    /// Sets how many bytes of memory there are; nil for as many as apps want.
    case setMemoryCapacity(Int?)
    /// Sets above how many bytes in use apps are warned, even while memory is not short; nil for none.
    case setMemoryWarningLevel(Int?)
    /// Every app that runs code gets a memory warning, and nothing is purged.
    case warnOfMemory
    /// An app crashes (sequence 17).
    case crash(String)
    /// Sets whether an app may be used.
    ///
    /// A forbidden app is launched to the background (rule A45). Where the app is in memory already, an action that
    /// would bring it to the front is refused.
    case setAllowed(String, Bool)
    /// Something about the device changes (rule A24).
    case change(DeviceChange)
    /// The settings of one app are changed from outside (rule A46).
    case changeSettings(String, keys: Set<String>)

    // MARK: Storage

    /// An app does something with the files of its home.
    ///
    /// Refused where the app does not run code now, where the device has no storage
    /// (``SimulatedDevice/attachStorage(at:named:capacity:)``), and where the file system of the app refuses it.
    case files(String, FileAction)
    /// An app does something with its items in the keychain (rules S20 to S24); refused as ``files(_:_:)`` is.
    case keychain(String, KeychainAction)
    /// An app reads or sets one of its preferences, as a text (rule S25); refused as ``files(_:_:)`` is.
    case preference(String, key: String, PreferenceAction)
    /// The settings page sets preferences of an app, which is told as by ``changeSettings(_:keys:)`` (rule S25).
    case setSettings(String, [String: String])
    /// A desktop looks at an app's Documents, or changes them (rule S4).
    ///
    /// Refused where the app's manifest does not allow that.
    case share(String, ShareAction)
    /// Another app hands a document over: the document arrives in `Documents/Inbox`, and the app comes to the front
    /// with the URL of the file (rule S8).
    case handOver(String, name: String, text: String)
    /// Fills the storage until only so many bytes are left; nil takes the filler away.
    case fill(Int?)
    /// The device is backed up, into the folder `Backups` of the storage's root (rules S5, S24); the history shows how
    /// many files were copied.
    ///
    /// Refused while the lock keeps a file, and where the backup before has another password.
    case backUp(password: String?)
    /// The latest backup of this device is restored onto a device of that name: this one, or another one, with which
    /// everything goes on then (rules S24, S26).
    ///
    /// All apps end. Afterwards the device has the apps of the backup, each in a new home, and no others. Another
    /// device loses all that it had: it has no passcode then, and new keys. Where the restoration fails, both devices
    /// stay as they were.
    case restore(String, password: String?)
    /// An app is replaced by its next version: it ends, its home moves to another path, and its files stay (rule S7).
    case update(String)
    /// An app is removed with its home; its items in the keychain stay (rule S20).
    case uninstall(String)
    /// Somebody changes an app's bundle past the device: the app's next launch is refused (rule S1).
    case tamper(String)
}
