extension TouchPanels {
    /// Which panels are wanted, and how they are opened.
    public struct Request: Hashable, Sendable {
        /// By what a panel is known.
        public enum Selector: Hashable, Sendable {
            /// Each touch panel that there is.
            case any
            /// What is at this path: a node, a link to one as in `/dev/input/by-path`, a FIFO or a socket.
            case path(String)
            /// The touch panels of this name.
            case name(String)
            /// The touch panels with these two numbers, as lsusb shows them.
            case identity(vendor: UInt16, product: UInt16)
        }

        /// By what the panel is known.
        public var selector: Selector
        /// The part of the screen that it covers, in points; nil for the whole screen.
        public var region: Rect?
        /// How it is turned against the screen.
        public var rotation: PanelMapping.Rotation
        /// How its positions are corrected.
        public var calibration: CalibrationMatrix
        /// How it is opened.
        public var options: TouchPanel.Options

        /// A request for those panels; what is left out is as for a panel that covers the whole screen.
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

        /// Where a panel of the request lies on a screen of `size` points.
        package func mapping(size: Size) -> PanelMapping {
            PanelMapping(
                region: region ?? Rect(origin: .zero, size: size),
                rotation: rotation,
                calibration: calibration
            )
        }

        /// Whether it asks for a device like this by what the device says of itself.
        package func matches(_ description: InputDeviceDescription) -> Bool {
            guard description.isTouchPanel || options.acceptsAnyDevice else { return false }
            return switch selector {
            case .any: true
            case .path: false
            // Some devices have blanks around their names, which nobody sees.
            case .name(let name): description.name[...].trimmed == name[...].trimmed
            case .identity(let vendor, let product):
                description.identity.vendor == vendor && description.identity.product == product
            }
        }
    }
}
