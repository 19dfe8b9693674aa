/// A feature that a device may have, with its name in UIRequiredDeviceCapabilities.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct DeviceCapability: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, such as `still-camera`.
    public let name: String

    /// The capability of that name.
    public init(_ name: String) { self.name = name }
    /// The capability of that name.
    public init(stringLiteral name: String) { self.name = name }
    /// The name.
    public var description: String { name }

    /// A sensor of acceleration.
    public static let accelerometer: DeviceCapability = "accelerometer"
    /// Augmented reality.
    public static let arkit: DeviceCapability = "arkit"
    /// A processor of 64 bits.
    public static let arm64: DeviceCapability = "arm64"
    /// A processor with the instructions of ARM, version 7.
    public static let armv7: DeviceCapability = "armv7"
    /// A camera that focuses by itself.
    public static let autoFocusCamera: DeviceCapability = "auto-focus-camera"
    /// Bluetooth of low energy.
    public static let bluetoothLE: DeviceCapability = "bluetooth-le"
    /// A flash for the camera.
    public static let cameraFlash: DeviceCapability = "camera-flash"
    /// A camera beside the screen.
    public static let frontFacingCamera: DeviceCapability = "front-facing-camera"
    /// A service for players of games.
    public static let gamekit: DeviceCapability = "gamekit"
    /// A receiver of a satellite navigation system.
    public static let gps: DeviceCapability = "gps"
    /// A sensor of rotation.
    public static let gyroscope: DeviceCapability = "gyroscope"
    /// A store of data about health.
    public static let healthkit: DeviceCapability = "healthkit"
    /// The performance of an A12 processor.
    public static let minimumPerformanceA12: DeviceCapability = "iphone-ipad-minimum-performance-a12"
    /// Some way to find the device's location.
    public static let locationServices: DeviceCapability = "location-services"
    /// A sensor of magnetic fields: a compass.
    public static let magnetometer: DeviceCapability = "magnetometer"
    /// Graphics by Metal.
    public static let metal: DeviceCapability = "metal"
    /// A microphone.
    public static let microphone: DeviceCapability = "microphone"
    /// A reader of tags nearby.
    public static let nfc: DeviceCapability = "nfc"
    /// Graphics by OpenGL ES 1.1.
    public static let openGLES1: DeviceCapability = "opengles-1"
    /// Graphics by OpenGL ES 2.0.
    public static let openGLES2: DeviceCapability = "opengles-2"
    /// Graphics by OpenGL ES 3.0.
    public static let openGLES3: DeviceCapability = "opengles-3"
    /// Connections between devices over Bluetooth.
    public static let peerPeer: DeviceCapability = "peer-peer"
    /// Text messages.
    public static let sms: DeviceCapability = "sms"
    /// A camera.
    public static let stillCamera: DeviceCapability = "still-camera"
    /// A telephone.
    public static let telephony: DeviceCapability = "telephony"
    /// A camera that records video.
    public static let videoCamera: DeviceCapability = "video-camera"
    /// Wi-Fi.
    public static let wifi: DeviceCapability = "wifi"

    /// Every capability that a manifest may name, sorted by name.
    public static let known: [DeviceCapability] = [
        .accelerometer, .arkit, .arm64, .armv7, .autoFocusCamera, .bluetoothLE, .cameraFlash, .frontFacingCamera,
        .gamekit, .gps, .gyroscope, .healthkit, .minimumPerformanceA12, .locationServices, .magnetometer, .metal,
        .microphone, .nfc, .openGLES1, .openGLES2, .openGLES3, .peerPeer, .sms, .stillCamera, .telephony,
        .videoCamera, .wifi,
    ]

    /// Whether the capability is one of ``known``: an app whose manifest names another one is not installed
    /// (rule S30).
    public var isKnown: Bool { Self.knownNames.contains(name) }

    private static let knownNames = Set(known.map(\.name))
}

/// What a manifest demands of a device: the capabilities that it must have, and those that it must not have.
///
/// As UIRequiredDeviceCapabilities, it is written as a list, of which a device must have all, or as a table:
///
///     Manifest(requiredCapabilities: [.gps, .stillCamera])
///     Manifest(requiredCapabilities: [.gps: true, .telephony: false])
public struct RequiredCapabilities: Hashable, Sendable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Whether a device must have (true) or must not have (false) each capability.
    public var table: [DeviceCapability: Bool]

    /// A device must have what has the value true, and must not have what has the value false.
    ///
    /// - Complexity: O(1); no allocation.
    public init(_ table: [DeviceCapability: Bool] = [:]) { self.table = table }

    /// A device must have all of these.
    ///
    /// - Complexity: Linear in the list; allocates the table.
    public init(_ list: some Sequence<DeviceCapability>) {
        table = Dictionary(list.map { ($0, true) }) { $1 }
    }

    /// A device must have all of these.
    ///
    /// - Complexity: Linear in the list; allocates the table.
    public init(arrayLiteral list: DeviceCapability...) { self.init(list) }

    /// A device must have what has the value true, and must not have what has the value false.
    ///
    /// Of two values for one capability the last one counts.
    ///
    /// - Complexity: Linear in the pairs; allocates the table.
    public init(dictionaryLiteral pairs: (DeviceCapability, Bool)...) { table = Dictionary(pairs) { $1 } }

    /// The capabilities that a device must have.
    ///
    /// - Complexity: Linear in the table; allocates the set.
    public var required: Set<DeviceCapability> { Set(table.filter(\.value).keys) }

    /// The capabilities that are none, sorted by name (``DeviceCapability/isKnown``).
    ///
    /// - Complexity: O(n log n) in the table; allocates the array, and a few temporary ones.
    public var unknown: [DeviceCapability] { table.keys.filter { !$0.isKnown }.sorted { $0.name < $1.name } }
}
