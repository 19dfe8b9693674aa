internal import ResponderEventLoop

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
        var requests: [TouchPanels.Request] = []
        for part in try parts(of: Substring(text), separatedBy: ";") where !part.isEmpty {
            requests.append(try TouchPanels.Request(parsing: part))
        }
        guard !requests.isEmpty else {
            throw Invalid("no panel is named; write any, a path, name=NAME or VENDOR:PRODUCT")
        }
        return requests
    }

    /// The parts between the separators that stand outside of quotes, without the blanks around them.
    private static func parts(of text: Substring, separatedBy separator: Character) throws(Invalid) -> [Substring] {
        var parts: [Substring] = []
        var (start, isQuoted) = (text.startIndex, false)
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            guard text[index] == separator, !isQuoted else { continue }
            parts.append(text[start..<index].trimmed)
            start = text.index(after: index)
        }
        guard !isQuoted else { throw Invalid("\(String(text).quotedInOneLine()) has a quote that does not end") }
        return parts + [text[start...].trimmed]
    }

    private init(parsing text: Substring) throws(Invalid) {
        let parts = try Self.parts(of: text, separatedBy: ",")
        self.init(try Self.selector(parts.first ?? ""))
        var stream = StreamAxes()
        for part in parts.dropFirst() { try set(part, &stream) }
        guard stream.isNamed else { return }
        guard let description = stream.description else {
            throw Invalid("a stream needs both axes; write x=MIN:MAX and y=MIN:MAX")
        }
        options.description = description
    }

    private static func selector(_ text: Substring) throws(Invalid) -> Selector {
        if text == "any" { return .any }
        if text.hasPrefix("name="), text.count > 5 { return .name(String(text.dropFirst(5).trimmed.unquoted)) }
        if text.contains("/") || text.hasPrefix("\"") { return .path(String(text.unquoted)) }
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false)
        if numbers.count == 2, let vendor = UInt16(numbers[0], radix: 16), let product = UInt16(numbers[1], radix: 16) {
            return .identity(vendor: vendor, product: product)
        }
        throw Invalid(
            "\(String(text).quotedInOneLine()) names no panel; write any, a path with a slash in it, name=NAME or "
                + "VENDOR:PRODUCT"
        )
    }

    private mutating func set(_ part: Substring, _ stream: inout StreamAxes) throws(Invalid) {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
        let (key, value) = (pair[0], pair.count == 2 ? String(pair[1]) : nil)
        switch (key, value) {
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
            guard let rect = Self.region(value) else {
                throw Invalid("\(value.quotedInOneLine()) is not a region; write WIDTHxHEIGHT+X+Y, such as 800x480+0+0")
            }
            region = rect
        case ("clock", let value?): options.streamClock = try Self.clock(value)
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

    private static func clock(_ text: String) throws(Invalid) -> TouchPanel.EventClock {
        switch text {
        case "monotonic": return .monotonic
        case "realtime": return .realtime
        case "arrival": return .arrival
        default: throw Invalid("\(text.quotedInOneLine()) is not a clock; write monotonic, realtime or arrival")
        }
    }

    private static func axis(_ text: String) throws(Invalid) -> EvdevAxis {
        let ends = text.split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
        guard ends.count == 2, let least = ends[0], let greatest = ends[1], least < greatest else {
            throw Invalid("\(text.quotedInOneLine()) is not an axis; write MIN:MAX, such as 0:4095")
        }
        return EvdevAxis(minimum: least, maximum: greatest)
    }

    private static func region(_ text: String) -> Rect? {
        let parts = text.split(separator: "+", omittingEmptySubsequences: false)
        guard parts.count == 3, let x = Double(parts[1]), let y = Double(parts[2]) else { return nil }
        let size = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard size.count == 2, let width = size[0], let height = size[1], width > 0, height > 0 else { return nil }
        guard [x, y, width, height].allSatisfy(\.isFinite) else { return nil }
        return Rect(x, y, width, height)
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

extension TouchPanels.Request.Invalid {
    fileprivate init(_ description: String) { self.description = description }
}

extension Substring {
    /// The text between the double quotes at both ends, or the whole text where there are none.
    fileprivate var unquoted: Substring {
        count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? dropFirst().dropLast() : self
    }

    /// The text without the white space at both ends.
    var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
