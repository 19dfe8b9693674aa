/// An app's description for the entry point and the host: the part of an Info.plist that has a meaning here.
///
/// A manifest is given in code (``ApplicationDelegate/manifest``), or as text in a file beside the program.
public struct Manifest {
    /// The app's identifier, such as `org.example.clock`; empty for none.
    public var identifier: String
    /// The class of the application; nil for ``Application``.
    public var principalClass: Application.Type?
    /// The class of the delegate; nil for none.
    public var delegateClass: (any EntryPointDelegate.Type)?
    /// Whether the app ends instead of entering the background (sequence 14).
    public var exitsOnSuspend: Bool
    /// Whether an app that exits on suspend is told first that it entered the background; false at first.
    ///
    /// Guides say that such an app never enters the background; on devices many were seen to enter it before they
    /// ended. The property has no effect on other apps, nor on a device without multitasking.
    public var entersBackgroundBeforeExit: Bool
    /// The kinds of events for which the app is kept running or woken in the background (rule A40).
    public var backgroundModes: Set<BackgroundMode>
    /// The schemes of the URLs that the app opens, in lower case.
    public var urlSchemes: [String]
    /// The file of the app's main interface, which the entry point's ``InterfaceLoader`` reads (rule A6); nil for none.
    public var mainInterface: String?
    /// Where the app keeps its saved state, for the store that the delegate's class makes
    /// (``ApplicationDelegate/makeStateStore(named:)``); nil for an app that saves no state.
    public var stateFile: String?
    /// Whether the app saves its state while it runs (``Application/savesStateContinuously``); false at first.
    public var savesStateContinuously: Bool
    /// The orientations that the app can have on the screen: the interface takes no other orientation, whatever the
    /// delegate and the view controllers support.
    ///
    /// At first only upright. The app is launched upright, or, if this set does not have
    /// ``InterfaceOrientation/portrait``, in the first orientation of the set, in the order of the cases.
    public var supportedOrientations: Set<InterfaceOrientation>
    /// The capabilities that a device must have (true) or must not have (false) for the app to be installed.
    ///
    /// An app that names an unknown capability is not installed (rule S30).
    public var requiredCapabilities: RequiredCapabilities
    /// The families of devices that the app is made for; every family at first.
    ///
    /// An app for pads alone is not installed on a phone (rule S30, ``runs(on:)``).
    public var deviceFamilies: Set<DeviceFamily>
    /// The groups of the keychain whose items the app sees, the one of its new items first (rule S22); empty for its
    /// own group alone, whose name is the identifier.
    public var keychainGroups: [String]
    /// Whether a desktop may look at the app's Documents, and change them (rule S4); false at first.
    public var isFileSharingEnabled: Bool
    /// The touch panels that
    /// ``Application/main(arguments:manifest:principalClass:delegateClass:interfaceLoader:host:)`` opens; none at
    /// first.
    public var touchPanels: [TouchPanels.Request]
    /// The keyboards, mice, buttons and barcode scanners that the entry point opens; none at first.
    public var inputDevices: [InputDevices.Request]

    /// A manifest with these values; the others have their defaults.
    ///
    /// - Complexity: O(1); allocates the sets of orientations and families if none is given.
    public init(
        identifier: String = "",
        principalClass: Application.Type? = nil,
        delegateClass: (any EntryPointDelegate.Type)? = nil,
        exitsOnSuspend: Bool = false,
        entersBackgroundBeforeExit: Bool = false,
        backgroundModes: Set<BackgroundMode> = [],
        urlSchemes: [String] = [],
        mainInterface: String? = nil,
        stateFile: String? = nil,
        savesStateContinuously: Bool = false,
        supportedOrientations: Set<InterfaceOrientation> = [.portrait],
        requiredCapabilities: RequiredCapabilities = [:],
        deviceFamilies: Set<DeviceFamily> = Set(DeviceFamily.allCases),
        keychainGroups: [String] = [],
        isFileSharingEnabled: Bool = false,
        touchPanels: [TouchPanels.Request] = [],
        inputDevices: [InputDevices.Request] = []
    ) {
        self.identifier = identifier
        self.principalClass = principalClass
        self.delegateClass = delegateClass
        self.exitsOnSuspend = exitsOnSuspend
        self.entersBackgroundBeforeExit = entersBackgroundBeforeExit
        self.backgroundModes = backgroundModes
        self.urlSchemes = urlSchemes
        self.mainInterface = mainInterface
        self.stateFile = stateFile
        self.savesStateContinuously = savesStateContinuously
        self.supportedOrientations = supportedOrientations
        self.requiredCapabilities = requiredCapabilities
        self.deviceFamilies = deviceFamilies
        self.keychainGroups = keychainGroups
        self.isFileSharingEnabled = isFileSharingEnabled
        self.touchPanels = touchPanels
        self.inputDevices = inputDevices
    }

    /// Whether the app opens URLs with the scheme of `url`, in upper or lower case.
    ///
    /// - Complexity: Linear in the app's schemes; may allocate a copy of each in lower case.
    public func opens(_ url: AppURL) -> Bool { urlSchemes.contains { $0.lowercased() == url.scheme } }

    /// The required capabilities that the device lacks and the excluded capabilities that it has, sorted by name.
    ///
    /// The app is installed only on a device for which this list is empty.
    ///
    /// - Complexity: O(n log n) in the capabilities that the app names; allocates the array, and a few temporary ones.
    public func unmetCapabilities(of device: Set<DeviceCapability>) -> [DeviceCapability] {
        requiredCapabilities.table.filter { device.contains($0.key) != $0.value }.map(\.key).sorted {
            $0.name < $1.name
        }
    }
}

/// A kind of event for which an app runs in the background (rule A40).
///
/// Raw values are those of UIBackgroundModes.
public enum BackgroundMode: String, Hashable, Sendable, CaseIterable {
    /// The app plays or records sound.
    case audio
    /// The app follows the device's location.
    case location
    /// The app takes calls over the network.
    case voip
    /// The app fetches issues of a magazine.
    case newsstandContent = "newsstand-content"
    /// The app talks to accessories.
    case externalAccessory = "external-accessory"
    /// The app talks to Bluetooth devices.
    case bluetoothCentral = "bluetooth-central"
    /// The app is a Bluetooth device itself.
    case bluetoothPeripheral = "bluetooth-peripheral"
    /// The app is woken now and then to fetch new data.
    case fetch
    /// Pushes wake the app.
    case remoteNotification = "remote-notification"
}
