internal import ResponderEventLoop
internal import ResponderTouchInput

/// Reads the lines that Android's getevent prints, in order: the descriptions of the devices, then the events.
///
///     add device 1: /dev/input/event2
///     [    1807.354865] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    00000004
///
/// The line has a time with `-t`, names instead of numbers with `-l`, and a device unless getevent was started for a
/// single device.
struct GeteventParser {
    /// The most devices in one recording.
    static let mostDevices = 256

    let file: String
    /// The number of the line that is being read.
    private var number = 0
    private var devices: [GeteventDevice] = []
    private var places: [ArraySlice<UInt8>: Int] = [:]
    /// The index of the device that the header lines describe.
    private var described: Int?

    init(file: String) { self.file = file }

    /// Whether the line has a form that getevent prints.
    static func recognises(_ line: RecordingLine) -> Bool {
        var line = line
        if line.skip("add device ") || line.skip("could not get driver version") { return true }
        if line.skip("[") {
            line.skipBlanks()
            guard case .value = line.decimalDigits() else { return false }
            return line.next == UInt8(ascii: ".")
        }
        if line.next == UInt8(ascii: "/") { return line.word().last == UInt8(ascii: ":") }
        return GeteventEvent(&line) != nil
    }

    /// Reads the next line, whose number is `number`.
    mutating func parse(_ whole: RecordingLine, number: Int) throws(RecordingError) {
        self.number = number
        var line = whole
        if line.skip("add device ") { return try describe(&line) }
        // Messages about devices that getevent cannot open or that are removed.
        if line.skip("could not ") || line.skip("remove device") || line.skip("failed ") { return }
        if line.next == UInt8(ascii: " ") || line.next == UInt8(ascii: "\t"), let described {
            return try read(header: &line, of: described)
        }
        line.skipBlanks()
        guard line.next != nil else { return }
        try read(event: &line)
    }

    /// The recording of the touch device, after all lines have been read.
    ///
    /// - Parameter name: The path or name of the device, where there are several touch devices.
    func recording(of name: String?) throws(RecordingError) -> EvdevRecording {
        var candidates = devices
        if let nameless = devices.first(where: { $0.path.isEmpty }) {
            // getevent was started for one device, but may have described all devices.
            candidates = devices.filter { !$0.path.isEmpty }.map { $0.with(eventsOf: nameless) }
            if !candidates.contains(where: \.mayHaveInput) { candidates = [nameless] }
        }
        let choices = candidates.map(\.candidate)
        return choices[try DeviceChoice.index(of: name, among: choices, file: file)].recording
    }

    // MARK: Lines

    private mutating func describe(_ line: inout RecordingLine) throws(RecordingError) {
        guard case .value = line.decimalDigits(before: UInt8(ascii: ":")), line.skip(":") else {
            throw failure(line, .malformed, expected: "'add device NUMBER: PATH'")
        }
        described = try place(of: line.word(), line)
    }

    private mutating func read(header line: inout RecordingLine, of place: Int) throws(RecordingError) {
        if !devices[place].read(header: &line) {
            throw failure(line, .malformed, expected: "'CODE : value V, min V, max V, fuzz V, flat V, resolution V'")
        }
    }

    private mutating func read(event line: inout RecordingLine) throws(RecordingError) {
        let time = try self.time(&line)
        var path: ArraySlice<UInt8> = []
        if line.next == UInt8(ascii: "/") {
            path = line.word()
            guard path.last == UInt8(ascii: ":") else { throw failure(line, .malformed, expected: Self.eventForm) }
            path = path.dropLast()
        }
        guard let event = GeteventEvent(&line) else { throw failure(line, .malformed, expected: Self.eventForm) }
        let place = try self.place(of: path, line)
        if let last = devices[place].events.last, time < last.time {
            throw failure(line, .timeReversed, expected: "a time at or after the last event's, \(last.time)")
        }
        // An event with an unknown name has nothing to do with touch.
        guard let type = event.type, let code = event.code else { return }
        devices[place].append(EvdevEvent(time: time, type: type, code: code, value: event.value))
    }

    private static let eventForm = "'[SECONDS.MICROSECONDS] DEVICE: TYPE CODE VALUE', or without time or device"

    /// The time at the beginning of the line; 0 where the line has no time.
    private mutating func time(_ line: inout RecordingLine) throws(RecordingError) -> MainRunLoop.Instant {
        guard line.skip("[") else { return .zero }
        line.skipBlanks()
        let seconds = line.decimalDigits()
        let isPointed = line.skip(".")
        let start = line.position
        let microseconds = line.decimalDigits(before: UInt8(ascii: "]"))
        let digits = line.position - start
        guard isPointed, case .value(let microseconds) = microseconds, digits == 6, line.skip("]"),
            seconds != .missing
        else { throw failure(line, .malformed, expected: Self.eventForm) }
        guard case .value(let seconds) = seconds, 0...9_223_372_035 ~= seconds else {
            throw failure(line, .outOfRange, expected: "seconds from 0 to 9223372035")
        }
        line.skipBlanks()
        return .init(nanoseconds: seconds * 1_000_000_000 + microseconds * 1000)
    }

    private mutating func place(
        of path: ArraySlice<UInt8>,
        _ line: RecordingLine
    ) throws(RecordingError) -> Int {
        if let place = places[path] { return place }
        guard devices.count < Self.mostDevices else {
            throw failure(line, .outOfRange, expected: "at most \(Self.mostDevices) devices")
        }
        // A copy, since a slice would keep the memory of all lines that were read with this one.
        let path = Array(path)
        places[path[...]] = devices.count
        devices.append(GeteventDevice(path: path))
        return devices.count - 1
    }

    private func failure(
        _ line: RecordingLine,
        _ problem: RecordingError.Problem,
        expected: String
    ) -> RecordingError {
        RecordingError(
            file: file,
            line: number,
            problem: problem,
            message: "expected \(expected), found \(RecordingError.quoted(line.whole))"
        )
    }
}
