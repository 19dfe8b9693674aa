internal import ResponderEventLoop
internal import ResponderSupport

extension InputDevices {
    /// Which devices to open, and how.
    public struct Request: Hashable, Sendable {
        /// The property by which devices are selected: any keyboard, mouse or buttons, or those of a path, a name or
        /// two numbers.
        public typealias Selector = TouchPanels.Request.Selector
        /// A mistake in a text, and how to correct it.
        public typealias Invalid = TouchPanels.Request.Invalid

        /// Which devices the request selects.
        public var selector: Selector
        /// Where the pointer may be, in points of the screen; nil for the whole screen.
        public var region: Rect?
        /// How many points the pointer moves for one unit of the mouse, from 0.01 to 100.
        public var speed: Double
        /// How the device is opened.
        public var options: InputDevice.Options

        /// A request for the selected devices.
        ///
        /// - Complexity: O(1); no allocation.
        public init(
            _ selector: Selector,
            region: Rect? = nil,
            speed: Double = 1,
            options: InputDevice.Options = InputDevice.Options()
        ) {
            self.selector = selector
            self.region = region
            self.speed = speed
            self.options = options
        }

        /// Whether the request selects a device by this description; false for a request by path.
        package func matches(_ description: InputDeviceDescription) -> Bool {
            guard description.reasonForNoInputDevice == nil || options.acceptsAnyDevice else { return false }
            return selector.names(description)
        }

        /// Opens the device; nil where the request does not select it.
        @MainActor
        func open(
            _ path: String,
            for port: TouchPort,
            size: Size,
            keyMap: any KeyMap,
            _ openDevice: DeviceOpener
        ) throws(TouchPanel.Error) -> InputDevice? {
            let device = try selector.open(path, isGrabbed: options.isGrabbed, openDevice, isMeant: matches)
            let pointer = PointerMapping(region: region ?? Rect(origin: .zero, size: size), speed: speed)
            return try device.map { device throws(TouchPanel.Error) in
                try InputDevice(device, named: path, port: port, pointer: pointer, keyMap: keyMap, options: options)
            }
        }
    }
}

extension InputDevices.Request {
    /// The requests in a text, separated by semicolons; each is a selector and options, separated by commas.
    ///
    ///     any
    ///     any, grab; 046d:c077, speed=0.5
    ///     name="Datalogic, Scanner", scanner, grab
    ///     /run/keys.fifo, repeat
    ///
    /// A selector is `any`, a path with a slash in it, `name=NAME` or `VENDOR:PRODUCT`, as for touch panels
    /// (``TouchPanels/Request/parse(_:)``). The options:
    ///
    /// - `grab`: no other reader gets the device's events, such as a console behind the app.
    /// - `region=WIDTHxHEIGHT+X+Y`: where the pointer of a mouse may be, in points.
    /// - `speed=FACTOR`: how many points the pointer moves for one unit of the mouse.
    /// - `repeat`: repeats the keys of a device that repeats none.
    /// - `scanner`: the device is a barcode scanner, whose scans go to ``InputDevices/onScan``, or to the `onScan` of
    ///   the application whose entry point opens the device.
    /// - `any-device`: accepts devices that look like neither keyboard nor mouse nor buttons.
    /// - `clock=monotonic`, `realtime` or `arrival`: the clock of a stream's events.
    ///
    /// - Throws: ``Invalid`` for the first part that is wrong.
    /// - Complexity: linear in the length of the text; allocates the requests and arrays of their parts.
    public static func parse(_ text: String) throws(Invalid) -> [InputDevices.Request] {
        try RequestText.requests(in: text, called: "device") { part throws(Invalid) in
            try InputDevices.Request(parsing: part)
        }
    }

    private init(parsing text: Substring) throws(Invalid) {
        let parts = try RequestText.parts(of: text, separatedBy: ",")
        self.init(try RequestText.selector(parts.first ?? "", of: "device"))
        for part in parts.dropFirst() { try set(part) }
    }

    private mutating func set(_ part: Substring) throws(Invalid) {
        switch RequestText.option(part) {
        case ("grab", nil): options.isGrabbed = true
        case ("any-device", nil): options.acceptsAnyDevice = true
        case ("repeat", nil): options.autorepeat = InputDevice.Autorepeat()
        case ("scanner", nil): options.isScanner = true
        case ("clock", let value?): options.streamClock = try RequestText.clock(value)
        case ("region", let value?): region = try RequestText.region(value)
        case ("speed", let value?):
            guard let speed = Double(value), PointerMapping.speeds ~= speed else {
                let (least, most) = (PointerMapping.speeds.lowerBound, PointerMapping.speeds.upperBound)
                throw Invalid("\(value.quotedInOneLine()) is not a speed; write a number from \(least) to \(most)")
            }
            self.speed = speed
        default:
            throw Invalid(
                "\(String(part).quotedInOneLine()) is not an option; the options are grab, region=, speed=, repeat, "
                    + "scanner, any-device, clock="
            )
        }
    }
}
