internal import ResponderEventLoop
internal import ResponderSupport

// Requests as text, for a manifest or an environment variable.
extension TouchPanels.Request {
    /// A mistake in a text, and how to correct it.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        /// The mistake in one line without control characters.
        public let description: String
    }

    /// The requests in a text, separated by semicolons; each is a selector and options, separated by commas.
    ///
    ///     any
    ///     /dev/input/by-path/platform-i2c-event, rotate=90, grab
    ///     2149:231c, region=1920x1080+0+0; name=ELAN Touchscreen, region=1920x1080+1920+0
    ///     /run/panel.fifo, x=0:4095, y=0:4095, slots=10
    ///     name="Wacom Co.,Ltd. Pen and multitouch sensor"
    ///
    /// A selector is `any`, a path with a slash in it, `name=NAME` or `VENDOR:PRODUCT` in hexadecimal digits. A path or
    /// a name with a comma or a semicolon stands in double quotes. The options:
    ///
    /// - `rotate=90`: the panel is turned clockwise; 0, 90, 180 or 270.
    /// - `matrix=a b c d e f`: the calibration, in the form of udev's `LIBINPUT_CALIBRATION_MATRIX`.
    /// - `region=WIDTHxHEIGHT+X+Y`: the part of the screen that the panel covers, in points.
    /// - `grab`: no other reader gets the panel's events.
    /// - `any-device`: accepts devices that do not look like touch panels.
    /// - `x=MIN:MAX`, `y=MIN:MAX`: the axes of a stream, which has no description of its own; `slots=N` (10; 1 for
    ///   protocol A) and `single` (`ABS_X` and `ABS_Y` with `BTN_TOUCH`) describe the stream further;
    ///   `clock=monotonic`, `realtime` or `arrival` names the clock of its events.
    ///
    /// - Throws: ``Invalid`` for the first part that is wrong.
    /// - Complexity: linear in the length of the text; allocates the requests and arrays of their parts.
    public static func parse(_ text: String) throws(Invalid) -> [TouchPanels.Request] {
        try RequestText.requests(in: text, called: "panel") { part throws(Invalid) in
            try TouchPanels.Request(parsing: part)
        }
    }

    private init(parsing text: Substring) throws(Invalid) {
        let parts = try RequestText.parts(of: text, separatedBy: ",")
        self.init(try RequestText.selector(parts.first ?? "", of: "panel"))
        var stream = StreamAxes()
        for part in parts.dropFirst() { try set(part, &stream) }
        guard stream.isNamed else { return }
        guard let description = stream.description else {
            throw Invalid("a stream needs both axes; write x=MIN:MAX and y=MIN:MAX")
        }
        options.description = description
    }

    private mutating func set(_ part: Substring, _ stream: inout StreamAxes) throws(Invalid) {
        switch RequestText.option(part) {
        case ("grab", nil): options.isGrabbed = true
        case ("any-device", nil): options.acceptsAnyDevice = true
        case ("single", nil): stream.isSingle = true
        case ("rotate", let value?):
            guard let turn = Int(value).flatMap(PanelMapping.Rotation.init) else {
                throw Invalid("\(value.quotedInOneLine()) is not a rotation; write 0, 90, 180 or 270")
            }
            rotation = turn
        case ("matrix", let value?):
            guard let matrix = CalibrationMatrix(parsing: value) else {
                throw Invalid("\(value.quotedInOneLine()) is not a matrix; write six numbers, such as 1 0 0 0 1 0")
            }
            calibration = matrix
        case ("region", let value?):
            region = try RequestText.region(value)
        case ("clock", let value?): options.streamClock = try RequestText.clock(value)
        case ("x", let value?): stream.x = try Self.axis(value)
        case ("y", let value?): stream.y = try Self.axis(value)
        case ("slots", let value?):
            guard let count = Int32(value), 1...EvdevPanel.greatestSlot + 1 ~= count else {
                throw Invalid("\(value.quotedInOneLine()) is not a number of slots; write 1 to 1024")
            }
            stream.slotCount = count
        default:
            throw Invalid(
                "\(String(part).quotedInOneLine()) is not an option; the options are rotate=, matrix=, region=, grab, "
                    + "any-device, and for streams x=, y=, slots=, single, clock="
            )
        }
    }

    private static func axis(_ text: String) throws(Invalid) -> EvdevAxis {
        let ends = text.split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
        guard ends.count == 2, let least = ends[0], let greatest = ends[1], least < greatest else {
            throw Invalid("\(text.quotedInOneLine()) is not an axis; write MIN:MAX, such as 0:4095")
        }
        return EvdevAxis(minimum: least, maximum: greatest)
    }
}

/// The axes of a stream, as a text describes them.
private struct StreamAxes {
    var x: EvdevAxis?
    var y: EvdevAxis?
    var slotCount: Int32 = 10
    var isSingle = false

    var isNamed: Bool { x != nil || y != nil || isSingle }

    var description: InputDeviceDescription? {
        guard let x, let y else { return nil }
        guard !isSingle else {
            return InputDeviceDescription(
                axes: [EvdevCodes.x: x, EvdevCodes.y: y],
                keys: [EvdevCodes.buttonTouch],
                properties: [EvdevCodes.direct]
            )
        }
        return InputDeviceDescription(
            axes: [
                EvdevCodes.positionX: x, EvdevCodes.positionY: y,
                EvdevCodes.slot: EvdevAxis(minimum: 0, maximum: slotCount - 1),
                EvdevCodes.trackingID: EvdevAxis(minimum: 0, maximum: 65535),
                EvdevCodes.toolType: EvdevAxis(minimum: 0, maximum: EvdevCodes.toolPalm),
            ],
            properties: [EvdevCodes.direct]
        )
    }
}
