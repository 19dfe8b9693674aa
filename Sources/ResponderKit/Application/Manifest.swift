/// What an app is, for those who start and run it: the part of an Info.plist that means something here.
///
/// A delegate says it in code (``ApplicationDelegate/manifest``); a file beside the program says the same in text.
public struct Manifest {
    /// What the app is known by, as `org.example.clock`; empty where nothing knows it.
    public var identifier: String
    /// The class of the application; nil for ``Application``.
    public var principalClass: Application.Type?
    /// The class of the delegate; nil for none.
    public var delegateClass: (any ApplicationDelegate.Type)?
    /// Whether the app ends where others enter the background (sequence 14).
    public var exitsOnSuspend: Bool
    /// For which kinds of events the app is kept running or woken in the background (rule A40).
    public var backgroundModes: Set<BackgroundMode>
    /// The schemes of the URLs that the app opens, in lower case.
    public var urlSchemes: [String]
    /// How the app can lie on the screen.
    public var supportedOrientations: Set<InterfaceOrientation>
    /// What a device must have, true, or must not have, false, for the app to be installed on it.
    public var requiredCapabilities: [DeviceCapability: Bool]
    /// The touch panels that ``Application/main(arguments:manifest:principalClass:delegateClass:)`` opens; none unless said.
    public var touchPanels: [TouchPanels.Request]

    /// An app; what is not said is as for one of which nothing is said.
    public init(
        identifier: String = "",
        principalClass: Application.Type? = nil,
        delegateClass: (any ApplicationDelegate.Type)? = nil,
        exitsOnSuspend: Bool = false,
        backgroundModes: Set<BackgroundMode> = [],
        urlSchemes: [String] = [],
        supportedOrientations: Set<InterfaceOrientation> = [.portrait],
        requiredCapabilities: [DeviceCapability: Bool] = [:],
        touchPanels: [TouchPanels.Request] = []
    ) {
        self.identifier = identifier
        self.principalClass = principalClass
        self.delegateClass = delegateClass
        self.exitsOnSuspend = exitsOnSuspend
        self.backgroundModes = backgroundModes
        self.urlSchemes = urlSchemes
        self.supportedOrientations = supportedOrientations
        self.requiredCapabilities = requiredCapabilities
        self.touchPanels = touchPanels
    }

    /// Whether the app opens URLs of that scheme; their case does not matter.
    public func opens(_ url: AppURL) -> Bool { urlSchemes.contains { $0.lowercased() == url.scheme } }

    /// What a device with these capabilities lacks, or has too much, for the app: it is not installed where this is not
    /// empty.
    ///
    /// In the order of the capabilities' names.
    public func unmetCapabilities(of device: Set<DeviceCapability>) -> [DeviceCapability] {
        requiredCapabilities.filter { device.contains($0.key) != $0.value }.map(\.key).sorted { $0.name < $1.name }
    }
}

/// A kind of event for which an app runs in the background (rule A40).
///
/// Raw values are those of UIBackgroundModes.
public enum BackgroundMode: String, Hashable, Sendable, CaseIterable {
    /// It plays or records sound.
    case audio
    /// It follows where the device is.
    case location
    /// It takes calls over the network.
    case voip
    /// It fetches issues of a magazine.
    case newsstandContent = "newsstand-content"
    /// It talks to accessories.
    case externalAccessory = "external-accessory"
    /// It talks to Bluetooth devices.
    case bluetoothCentral = "bluetooth-central"
    /// It is one itself.
    case bluetoothPeripheral = "bluetooth-peripheral"
    /// It is woken now and then to fetch what is new.
    case fetch
    /// It is woken by pushes.
    case remoteNotification = "remote-notification"
}

/// How an app can lie on the screen.
///
/// Raw values are those of an Info.plist without what they begin with.
public enum InterfaceOrientation: String, Hashable, Sendable, CaseIterable {
    /// Upright, the home button below.
    case portrait
    /// Upright, the home button above.
    case portraitUpsideDown = "portrait-upside-down"
    /// On its side, the home button to the left.
    case landscapeLeft = "landscape-left"
    /// On its side, the home button to the right.
    case landscapeRight = "landscape-right"
}

/// Something that a device may have, by the name that UIRequiredDeviceCapabilities has for it.
public struct DeviceCapability: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, as `still-camera`.
    public let name: String

    /// The capability of that name.
    public init(_ name: String) { self.name = name }
    /// The capability of that name.
    public init(stringLiteral name: String) { self.name = name }
    /// The name.
    public var description: String { name }
}
