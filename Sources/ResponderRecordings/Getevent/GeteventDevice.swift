internal import ResponderTouchInput

/// One device as getevent's lines describe it, with its events.
struct GeteventDevice {
    /// The path of the device's node; empty where getevent was started for one device.
    let path: [UInt8]
    private(set) var events: [EvdevEvent] = []
    private var name = ""
    private var identity = InputDeviceDescription.Identity()
    private var axes: [UInt16: EvdevAxis] = [:]
    private var codes: [UInt16: Set<UInt16>] = [:]
    private var properties: Set<UInt16> = []
    /// The range of each axis's values in the events; the next property has the codes of the events.
    private var seenValues: [UInt16: ClosedRange<Int32>] = [:]
    private var seenCodes: [UInt16: Set<UInt16>] = [:]
    /// The event type of the codes that the next lines list.
    private var listedType: UInt16?
    private var listsProperties = false

    init(path: [UInt8]) { self.path = path }

    mutating func append(_ event: EvdevEvent) {
        events.append(event)
        // Few codes occur, each thousands of times, so the look-up comes before the insertion.
        if seenCodes[event.type]?.contains(event.code) != true { seenCodes[event.type, default: []].insert(event.code) }
        guard event.type == EvdevCodes.absolute else { return }
        let seen = seenValues[event.code] ?? event.value...event.value
        if !seen.contains(event.value) || seenValues[event.code] == nil {
            seenValues[event.code] = min(seen.lowerBound, event.value)...max(seen.upperBound, event.value)
        }
    }

    /// The description of this device with the events of another one.
    func with(eventsOf other: GeteventDevice) -> GeteventDevice {
        var device = self
        (device.events, device.seenValues, device.seenCodes) = (other.events, other.seenValues, other.seenCodes)
        return device
    }

    var candidate: DeviceChoice.Candidate {
        DeviceChoice.Candidate(path: String(decoding: path, as: UTF8.self), recording: recording)
    }

    /// Whether the description is that of something to touch, to press or to move.
    var mayHaveInput: Bool {
        let recording = recording
        return !recording.axes.isEmpty || recording.device.reasonForNoInputDevice == nil
    }

    var recording: EvdevRecording {
        let axes = knownAxes
        var codes = codes.isEmpty ? seenCodes : codes
        codes[EvdevCodes.absolute] = Set(axes.keys)
        return EvdevRecording(
            name: name.isEmpty ? String(decoding: path, as: UTF8.self) : name,
            identity: identity,
            axes: axes,
            properties: properties,
            codes: codes.filter { !$0.value.isEmpty },
            events: events
        )
    }

    /// The axes of the header; without a header, the axes of the events, with the ranges of their values.
    private var knownAxes: [UInt16: EvdevAxis] {
        guard axes.isEmpty && codes.isEmpty else { return axes }
        return seenValues.mapValues { EvdevAxis(minimum: min($0.lowerBound, 0), maximum: max($0.upperBound, 1)) }
    }

    // MARK: Header

    /// Reads a line of the header; returns false where the line is malformed.
    mutating func read(header line: inout RecordingLine) -> Bool {
        let label = line.word()
        if label.isEmpty { return true }
        switch String(decoding: label, as: UTF8.self) {
        case "name:": readName(&line)
        case "bus:": identity.bus = Self.number(&line) ?? identity.bus
        case "vendor", "vendor:": identity.vendor = Self.number(&line) ?? identity.vendor
        case "product", "product:": identity.product = Self.number(&line) ?? identity.product
        case "version": identity.version = Self.number(&line) ?? identity.version
        case "location:", "id:", "version:": break
        case "events:": (listedType, listsProperties) = (nil, false)
        case "input": (listedType, listsProperties) = (nil, true)
        case let property where listsProperties:
            if property == "INPUT_PROP_DIRECT" { properties.insert(EvdevCodes.direct) }
            if property == "INPUT_PROP_POINTER" { properties.insert(EvdevCodes.pointer) }
        default: return readCodes(from: label, &line)
        }
        return true
    }

    private mutating func readName(_ line: inout RecordingLine) {
        line.skipBlanks()
        var text = line.rest
        if text.first == UInt8(ascii: "\"") { text = text.dropFirst() }
        if text.last == UInt8(ascii: "\"") { text = text.dropLast() }
        name = String(decoding: text, as: UTF8.self)
    }

    private static func number(_ line: inout RecordingLine) -> UInt16? {
        guard case .value(let number) = line.hexadecimal() else { return nil }
        return UInt16(exactly: number)
    }

    /// Reads a list of codes that begins with `label`: `ABS (0003): CODE …`, or a further line `CODE …`.
    private mutating func readCodes(from label: ArraySlice<UInt8>, _ line: inout RecordingLine) -> Bool {
        var first = label
        let start = line
        let kind = line.word()
        if kind.first == UInt8(ascii: "("), kind.count == 7, let type = Self.code(kind.dropFirst().prefix(4), type: nil)
        {
            listedType = type
            codes[type] = codes[type] ?? []
            first = line.word()
        } else {
            line = start
        }
        guard let listedType else { return true }
        if listedType == EvdevCodes.absolute { return readAxis(first, &line) }
        while !first.isEmpty {
            // A star marks a key that is down.
            if let code = Self.code(first.prefix { $0 != UInt8(ascii: "*") }, type: listedType) {
                codes[listedType]?.insert(code)
            }
            first = line.word()
        }
        return true
    }

    private mutating func readAxis(_ name: ArraySlice<UInt8>, _ line: inout RecordingLine) -> Bool {
        guard !name.isEmpty else { return true }
        guard line.word().elementsEqual(":".utf8) else { return false }
        var numbers: [Int32] = []
        for label in ["value", "min", "max", "fuzz", "flat", "resolution"] {
            guard line.word().elementsEqual(label.utf8) else {
                // Old versions print no resolution.
                if label == "resolution" && line.next == nil { break }
                return false
            }
            guard let number = Self.decimal(line.word()) else { return false }
            numbers.append(number)
        }
        // An axis with an unknown name has nothing to do with touch.
        guard let code = Self.code(name, type: EvdevCodes.absolute), numbers.count >= 5 else { return true }
        axes[code] = EvdevAxis(
            minimum: numbers[1],
            maximum: numbers[2],
            value: numbers[0],
            fuzz: numbers[3],
            flat: numbers[4],
            resolution: numbers.count > 5 ? numbers[5] : 0
        )
        return true
    }

    private static func decimal(_ word: ArraySlice<UInt8>) -> Int32? {
        Int32(String(decoding: word.last == UInt8(ascii: ",") ? word.dropLast() : word, as: UTF8.self))
    }

    /// A code by its number or, where `type` is not nil, by its name.
    private static func code(_ word: ArraySlice<UInt8>, type: UInt16?) -> UInt16? {
        let text = String(decoding: word, as: UTF8.self)
        if word.count == 4, let number = UInt16(text, radix: 16) { return number }
        return type.flatMap { EvdevCodes.code(named: text, type: $0) }
    }
}
