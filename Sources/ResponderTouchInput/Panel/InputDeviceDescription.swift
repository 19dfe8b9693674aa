/// What a Linux input device is, as it says itself.
public struct InputDeviceDescription: Hashable, Sendable {
    /// Which device it is, as the kernel numbers it.
    public struct Identity: Hashable, Sendable {
        /// How it is connected: 3 for USB, 6 for a device that a program makes.
        public var bus: UInt16
        /// The number of the maker.
        public var vendor: UInt16
        /// The maker's number of the device.
        public var product: UInt16
        /// The device's version.
        public var version: UInt16

        /// An identity of these four numbers.
        public init(bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
            self.bus = bus
            self.vendor = vendor
            self.product = product
            self.version = version
        }
    }

    /// The device's name, as `ELAN Touchscreen`; any bytes that its maker chose.
    public var name: String
    /// Which device it is.
    public var identity: Identity
    /// Where it is connected, as `usb-0000:00:14.0-1/input0`; empty where the device does not say.
    public var location: String
    /// What tells it from others of its kind; empty mostly.
    public var serial: String
    /// The absolute axes by code, as `ABS_MT_POSITION_X` (0x35).
    public var axes: [UInt16: EvdevAxis]
    /// The keys that it has, as `BTN_TOUCH` (0x14a).
    public var keys: Set<UInt16>
    /// The input properties that are set, as `INPUT_PROP_DIRECT` (1) for a screen.
    public var properties: Set<UInt16>

    /// A device of these parts.
    public init(
        name: String = "",
        identity: Identity = Identity(),
        location: String = "",
        serial: String = "",
        axes: [UInt16: EvdevAxis],
        keys: Set<UInt16> = [],
        properties: Set<UInt16> = []
    ) {
        self.name = name
        self.identity = identity
        self.location = location
        self.serial = serial
        self.axes = axes
        self.keys = keys
        self.properties = properties
    }

    /// Why it is no touch panel, in words; nil for a touch panel.
    ///
    /// The rule is udev's, made simple: a position by multi-touch axes, or by `ABS_X` and `ABS_Y` with `BTN_TOUCH` or, on
    /// panels that pose as a mouse, with `BTN_LEFT`; no stylus, no touch pad.
    public var reasonForNoTouchPanel: String? {
        let isMultitouch = axes[EvdevCodes.positionX] != nil && axes[EvdevCodes.positionY] != nil
        let isSingle = axes[EvdevCodes.x] != nil && axes[EvdevCodes.y] != nil
        guard isMultitouch || isSingle else { return "it has no axes for a position" }
        // A panel that is one says so, whatever else it can do.
        if properties.contains(EvdevCodes.direct) && !properties.contains(EvdevCodes.pointer) && isMultitouch {
            return nil
        }
        if properties.contains(EvdevCodes.pointer) { return "it moves a pointer, as a touch pad does" }
        if keys.contains(EvdevCodes.toolPenKey) { return "it has a stylus, as a tablet does" }
        let isTouched = keys.contains(EvdevCodes.buttonTouch) || keys.contains(EvdevCodes.buttonLeft)
        return isMultitouch || isTouched ? nil : "it has no key that says whether it is touched"
    }

    /// Whether it is a touch panel: see ``reasonForNoTouchPanel``.
    public var isTouchPanel: Bool { reasonForNoTouchPanel == nil }
}
