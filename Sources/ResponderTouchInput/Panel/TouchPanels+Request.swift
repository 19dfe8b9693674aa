extension TouchPanels {
    /// Which panels to open, and how.
    public struct Request: Hashable, Sendable {
        /// The property by which panels are selected.
        public enum Selector: Hashable, Sendable {
            /// Every touch panel of the machine.
            case any
            /// The panel at this path: a node, a link to a node as in `/dev/input/by-path`, a FIFO or a socket.
            case path(String)
            /// The touch panels with this name.
            case name(String)
            /// The touch panels with these two numbers, as lsusb shows them.
            case identity(vendor: UInt16, product: UInt16)
        }

        /// Which panels the request selects.
        public var selector: Selector
        /// The part of the screen that the panel covers, in points; nil for the whole screen.
        public var region: Rect?
        /// How the panel is turned relative to the screen.
        public var rotation: PanelMapping.Rotation
        /// How the panel's positions are corrected.
        public var calibration: CalibrationMatrix
        /// How the panel is opened.
        public var options: TouchPanel.Options

        /// A request for the selected panels; the default values suit a panel that covers the whole screen.
        ///
        /// - Complexity: O(1); no allocation.
        public init(
            _ selector: Selector,
            region: Rect? = nil,
            rotation: PanelMapping.Rotation = .none,
            calibration: CalibrationMatrix = .identity,
            options: TouchPanel.Options = TouchPanel.Options()
        ) {
            self.selector = selector
            self.region = region
            self.rotation = rotation
            self.calibration = calibration
            self.options = options
        }

        /// The mapping of a panel of the request to a screen of `size` points.
        package func mapping(size: Size) -> PanelMapping {
            PanelMapping(
                region: region ?? Rect(origin: .zero, size: size),
                rotation: rotation,
                calibration: calibration
            )
        }

        /// Whether the request selects a device by this description; false for a request by path.
        package func matches(_ description: InputDeviceDescription) -> Bool {
            guard description.isTouchPanel || options.acceptsAnyDevice else { return false }
            return selector.names(description)
        }
    }
}

extension TouchPanels.Request {
    /// Opens the panel; nil where the request does not select it.
    @MainActor
    func open(
        _ path: String,
        for port: TouchPort,
        size: Size,
        _ openDevice: DeviceOpener
    ) throws(TouchPanel.Error) -> TouchPanel? {
        let device = try selector.open(path, isGrabbed: options.isGrabbed, openDevice, isMeant: matches)
        return try device.map { device throws(TouchPanel.Error) in
            try TouchPanel(device, named: path, port: port, mapping: mapping(size: size), options: options)
        }
    }
}

/// Opens the device at a path, and grabs it if asked to.
package typealias DeviceOpener = @MainActor (String, Bool) throws(TouchPanel.Error) -> any PanelDevice

extension TouchPanels.Request.Selector {
    /// Opens the device at the path; nil where `isMeant` says of the device's description that it is another one.
    @MainActor
    func open(
        _ path: String,
        isGrabbed: Bool,
        _ openDevice: DeviceOpener,
        isMeant: (InputDeviceDescription) -> Bool
    ) throws(TouchPanel.Error) -> (any PanelDevice)? {
        // Only an open device shows whether the request selects it, so the grab comes last: a device that the request
        // does not select stays available to other readers.
        if case .path = self { return try openDevice(path, isGrabbed) }
        let device = try openDevice(path, false)
        guard let description = device.description, isMeant(description) else {
            device.close()
            return nil
        }
        if isGrabbed { try device.grab(named: path) }
        return device
    }

    /// Whether the selector names a device of this description; false for a path.
    func names(_ description: InputDeviceDescription) -> Bool {
        switch self {
        case .any: true
        case .path: false
        // Some devices have invisible blanks around their names.
        case .name(let name): description.name[...].trimmed == name[...].trimmed
        case .identity(let vendor, let product):
            description.identity.vendor == vendor && description.identity.product == product
        }
    }
}
