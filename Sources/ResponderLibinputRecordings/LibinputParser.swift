internal import ResponderEventLoop
internal import ResponderRecordings
internal import ResponderTouchInput
internal import ResponderYAML

/// Reads the output of `libinput record`: a mapping with a sequence of devices, each with its events.
struct LibinputParser {
    private let reader: RecordingYAML
    private var devices: [LibinputDevice] = []
    /// Whether the file has named the version of its format.
    private var hasVersion = false

    init(_ source: RecordingSource) throws(RecordingError) { reader = try RecordingYAML(source) }

    /// Whether a file with this beginning is a recording of libinput.
    static func recognises(_ beginning: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: beginning.prefix(4096), as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("# libinput record") || line.hasPrefix("\u{FEFF}# libinput record") { return true }
            if line.hasPrefix("#") || line.hasPrefix("---") { continue }
            return line.hasPrefix("version:") || line.hasPrefix("ndevices:") || line.hasPrefix("libinput:")
        }
        return false
    }

    /// Reads the whole recording.
    ///
    /// - Parameter device: The path or name of the device, where there are several touch devices.
    mutating func parse(_ device: String?) throws(RecordingError) -> LibinputRecording {
        try forEachKey("a libinput recording") { (parser, key) throws(RecordingError) in
            switch key {
            case "version":
                let version = try parser.scalar("a version")
                guard version == "1" else {
                    throw parser.failure(.version, "version 1", found: version)
                }
                parser.hasVersion = true
            case "devices":
                try parser.forEachElement("devices") { (parser) throws(RecordingError) in try parser.parseDevice() }
            default: try parser.reader.skip()
            }
        }
        try reader.finish()
        guard hasVersion else {
            throw RecordingError(
                file: reader.file,
                problem: .foreign,
                message: "no libinput recording: expected 'version: 1', found none"
            )
        }
        return try recording(of: device)
    }

    private func recording(of name: String?) throws(RecordingError) -> LibinputRecording {
        let candidates = devices.map { DeviceChoice.Candidate(path: $0.path, recording: $0.recording) }
        let chosen = try DeviceChoice.index(of: name, among: candidates, file: reader.file)
        return LibinputRecording(recording: devices[chosen].recording, answers: devices[chosen].answers)
    }

    // MARK: Devices

    private mutating func parseDevice() throws(RecordingError) {
        guard devices.count < 256 else { throw failure(.outOfRange, "at most 256 devices", found: "more") }
        devices.append(LibinputDevice())
        try forEachKey("a device") { (parser, key) throws(RecordingError) in
            switch key {
            case "node": parser.device.path = try parser.scalar("a node")
            case "evdev": try parser.parseDescription()
            case "events":
                // A device that was not touched has no events here.
                guard try parser.reader.peek() == .sequenceStart else { return try parser.reader.skip() }
                try parser.forEachElement("events") { (parser) throws(RecordingError) in try parser.parseEvents() }
            default: try parser.reader.skip()
            }
        }
    }

    private mutating func parseDescription() throws(RecordingError) {
        try forEachKey("a description") { (parser, key) throws(RecordingError) in
            switch key {
            case "name": parser.device.recording.name = try parser.scalar("a name")
            case "id":
                let numbers = try parser.numbers("four numbers", of: UInt16.self, count: 4...4)
                parser.device.recording.identity = .init(
                    bus: numbers[0],
                    vendor: numbers[1],
                    product: numbers[2],
                    version: numbers[3]
                )
            case "codes":
                try parser.forEachKey("codes") { (parser, key) throws(RecordingError) in
                    let type = try parser.number(key, "an event type", of: UInt16.self)
                    let codes = try parser.numbers("codes", of: UInt16.self, count: 0...65_536)
                    if !codes.isEmpty { parser.device.recording.codes[type] = Set(codes) }
                }
            case "absinfo":
                try parser.forEachKey("axes") { (parser, key) throws(RecordingError) in
                    let code = try parser.number(key, "an axis", of: UInt16.self)
                    let numbers = try parser.numbers("five numbers", of: Int32.self, count: 5...5)
                    parser.device.recording.axes[code] = EvdevAxis(
                        minimum: numbers[0],
                        maximum: numbers[1],
                        fuzz: numbers[2],
                        flat: numbers[3],
                        resolution: numbers[4]
                    )
                }
            case "properties":
                let properties = try parser.numbers("properties", of: UInt16.self, count: 0...65_536)
                parser.device.recording.properties = Set(properties)
            default: try parser.reader.skip()
            }
        }
    }

    /// The device that is being read: the last one.
    private var device: LibinputDevice {
        get { devices[devices.count - 1] }
        _modify { yield &devices[devices.count - 1] }
    }

    // MARK: Events

    private mutating func parseEvents() throws(RecordingError) {
        try forEachKey("events") { (parser, key) throws(RecordingError) in
            switch key {
            case "evdev":
                try parser.forEachElement("a frame") { (parser) throws(RecordingError) in try parser.parseEvent() }
            case "libinput":
                try parser.forEachElement("answers") { (parser) throws(RecordingError) in try parser.parseAnswer() }
            default: try parser.reader.skip()
            }
        }
    }

    private mutating func parseEvent() throws(RecordingError) {
        let form = "[SECONDS, MICROSECONDS, TYPE, CODE, VALUE]"
        let numbers = try numbers(form, of: Int64.self, count: 5...5)
        guard 0...9_223_372_035 ~= numbers[0], 0..<1_000_000 ~= numbers[1], let type = UInt16(exactly: numbers[2]),
            let code = UInt16(exactly: numbers[3]), let value = Int32(exactly: numbers[4])
        else { throw failure(.outOfRange, form, found: "\(numbers)") }
        let time = MainRunLoop.Instant(nanoseconds: numbers[0] * 1_000_000_000 + numbers[1] * 1000)
        if let last = device.recording.events.last, time < last.time {
            throw failure(.timeReversed, "a time at or after the last event's, \(last.time)", found: "\(time)")
        }
        device.recording.events.append(EvdevEvent(time: time, type: type, code: code, value: value))
    }

    private mutating func parseAnswer() throws(RecordingError) {
        var (type, time, slot) = ("", 0.0, 0)
        var location: [Double] = []
        try forEachKey("an answer") { (parser, key) throws(RecordingError) in
            switch key {
            case "type": type = try parser.scalar("a type")
            case "time": time = try parser.number(parser.scalar("a time"), "a time", of: Double.self)
            case "slot": slot = try parser.number(parser.scalar("a slot"), "a slot", of: Int.self)
            case "transformed": location = try parser.numbers("a place", of: Double.self, count: 2...2)
            default: try parser.reader.skip()
            }
        }
        let kind: LibinputRecording.Answer.Kind
        switch type {
        case "TOUCH_DOWN": kind = .down
        case "TOUCH_MOTION": kind = .motion
        case "TOUCH_UP": kind = .up
        case "TOUCH_CANCEL": kind = .cancel
        default: return
        }
        guard let microseconds = Int64(exactly: (time * 1_000_000).rounded()) else {
            throw failure(.outOfRange, "a time", found: "\(time)")
        }
        device.answers.append(
            LibinputRecording.Answer(
                kind: kind,
                microseconds: microseconds,
                slot: slot,
                location: location.count == 2 ? Point(location[0], location[1]) : nil
            )
        )
    }

    // MARK: Values

    /// Calls `body` with each key of the next mapping; `body` reads the value.
    private mutating func forEachKey(
        _ what: String,
        _ body: (inout LibinputParser, String) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        let start = try reader.next()
        guard start == .mappingStart else { throw failure(.malformed, "\(what): a mapping", start) }
        while true {
            switch try reader.next() {
            case .scalar(let key): try body(&self, key)
            case .mappingEnd: return
            case let other: throw failure(.malformed, "a key", other)
            }
        }
    }

    /// Calls `body` at each element of the next sequence; `body` reads the element.
    private mutating func forEachElement(
        _ what: String,
        _ body: (inout LibinputParser) throws(RecordingError) -> Void
    ) throws(RecordingError) {
        let start = try reader.next()
        guard start == .sequenceStart else { throw failure(.malformed, "\(what): a sequence", start) }
        while try reader.peek() != .sequenceEnd { try body(&self) }
        _ = try reader.next()
    }

    private mutating func scalar(_ what: String) throws(RecordingError) -> String {
        let piece = try reader.next()
        guard case .scalar(let text) = piece else { throw failure(.malformed, what, piece) }
        return text
    }

    private func number<Number: LosslessStringConvertible>(
        _ text: String,
        _ what: String,
        of type: Number.Type
    ) throws(RecordingError) -> Number {
        guard let number = Number(text) else {
            throw failure(.malformed, what, found: RecordingError.quoted(Array(text.utf8)[...]))
        }
        return number
    }

    private mutating func numbers<Number: LosslessStringConvertible>(
        _ what: String,
        of type: Number.Type,
        count: ClosedRange<Int>
    ) throws(RecordingError) -> [Number] {
        var numbers: [Number] = []
        try forEachElement(what) { (parser) throws(RecordingError) in
            let text = try parser.scalar(what)
            numbers.append(try parser.number(text, what, of: type))
            guard numbers.count <= count.upperBound else { throw parser.failure(.malformed, what, found: "more") }
        }
        guard count.contains(numbers.count) else {
            throw failure(.malformed, what, found: "\(numbers.count) numbers")
        }
        return numbers
    }

    private func failure(
        _ problem: RecordingError.Problem,
        _ expected: String,
        _ piece: YAMLReader.Piece
    ) -> RecordingError {
        let found =
            switch piece {
            case .scalar(let text): RecordingError.quoted(Array(text.utf8)[...])
            case .sequenceStart, .sequenceEnd: "a sequence"
            case .mappingStart, .mappingEnd: "a mapping"
            case .end: "the end of the file"
            }
        return failure(problem, expected, found: found)
    }

    private func failure(_ problem: RecordingError.Problem, _ expected: String, found: String) -> RecordingError {
        reader.failure(problem, expected, found: found)
    }
}

/// One device of a recording, with its events and libinput's answers.
struct LibinputDevice {
    var path = ""
    var recording = EvdevRecording(name: "", axes: [:], events: [])
    var answers: [LibinputRecording.Answer] = []
}
