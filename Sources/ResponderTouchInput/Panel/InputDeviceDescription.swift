/// A Linux input device as it describes itself.
public struct InputDeviceDescription: Hashable, Sendable {
    /// The kernel's numbers for the device.
    public struct Identity: Hashable, Sendable {
        /// How the device is connected: 3 for USB, 6 for a device that a program makes.
        public var bus: UInt16
        /// The number of the manufacturer.
        public var vendor: UInt16
        /// The manufacturer's number of the product.
        public var product: UInt16
        /// The device's version.
        public var version: UInt16

        /// An identity of these four numbers.
        ///
        /// - Complexity: O(1); no allocation.
        public init(bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
            self.bus = bus
            self.vendor = vendor
            self.product = product
            self.version = version
        }
    }

    /// The device's name, for example `ELAN Touchscreen`; the manufacturer may have chosen any bytes.
    public var name: String
    /// The kernel's numbers for the device.
    public var identity: Identity
    /// Where the device is connected, for example `usb-0000:00:14.0-1/input0`; empty where the device does not say.
    public var location: String
    /// The serial number or another text that is unique among devices of the same product; mostly empty.
    public var serial: String
    /// The absolute axes by code, for example `ABS_MT_POSITION_X` (0x35).
    public var axes: [UInt16: EvdevAxis]
    /// The keys that the device has, for example `BTN_TOUCH` (0x14a).
    public var keys: Set<UInt16>
    /// The input properties that are set, for example `INPUT_PROP_DIRECT` (1) for a screen.
    public var properties: Set<UInt16>
    /// The relative axes that the device has, for example `REL_X` (0).
    public var relativeAxes: Set<UInt16>
    /// The types of events that the device sends, for example `EV_REP` (0x14) where it repeats keys that are held.
    public var types: Set<UInt16>

    /// A description made of these parts.
    ///
    /// - Complexity: O(1); no allocation.
    public init(
        name: String = "",
        identity: Identity = Identity(),
        location: String = "",
        serial: String = "",
        axes: [UInt16: EvdevAxis],
        keys: Set<UInt16> = [],
        properties: Set<UInt16> = [],
        relativeAxes: Set<UInt16> = [],
        types: Set<UInt16> = []
    ) {
        self.name = name
        self.identity = identity
        self.location = location
        self.serial = serial
        self.axes = axes
        self.keys = keys
        self.properties = properties
        self.relativeAxes = relativeAxes
        self.types = types
    }

    /// Why the device is not a touch panel, in words; nil for a touch panel.
    ///
    /// The rule is udev's in a simpler form: a touch panel has multi-touch axes for the position, or `ABS_X` and
    /// `ABS_Y` with `BTN_TOUCH` or, on panels that pose as a mouse, with `BTN_LEFT` or, without such a key, with
    /// `ABS_PRESSURE`; a touch panel is neither a stylus nor a touch pad.
    public var reasonForNoTouchPanel: String? {
        let isMultitouch = axes[EvdevCodes.positionX] != nil && axes[EvdevCodes.positionY] != nil
        let isSingle = axes[EvdevCodes.x] != nil && axes[EvdevCodes.y] != nil
        guard isMultitouch || isSingle else { return "it has no axes for a position" }
        // A multi-touch device that declares itself a screen is a touch panel, whatever else the device can do.
        if properties.contains(EvdevCodes.direct) && !properties.contains(EvdevCodes.pointer) && isMultitouch {
            return nil
        }
        if properties.contains(EvdevCodes.pointer) { return "it moves a pointer, as a touch pad does" }
        if keys.contains(EvdevCodes.toolPenKey) { return "it has a stylus, as a tablet does" }
        // As the decoder does, this takes an axis from 0 to 0 for one that the device lacks.
        let hasPressure = axes[EvdevCodes.pressure].map { $0.minimum != 0 || $0.maximum != 0 } ?? false
        let isTouched =
            hasPressure || keys.contains(EvdevCodes.buttonTouch) || keys.contains(EvdevCodes.buttonLeft)
        return isMultitouch || isTouched ? nil : "it has no key and no pressure that says whether it is touched"
    }

    /// Whether the device is a touch panel: see ``reasonForNoTouchPanel``.
    public var isTouchPanel: Bool { reasonForNoTouchPanel == nil }
}
