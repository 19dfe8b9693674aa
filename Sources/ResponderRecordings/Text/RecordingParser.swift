internal import ResponderTouchInput

/// Reads a recording line by line, in the format that the first lines show.
struct RecordingParser {
    private var evemu: EvemuParser
    private var getevent: GeteventParser?

    /// Reads the whole recording.
    init(parsing source: RecordingSource) throws(RecordingError) {
        var parser = RecordingParser(evemu: EvemuParser(file: source.name, formats: source.formats))
        let hasBytes = try RecordingLines.forEach(of: source) { (line, number) throws(RecordingError) in
            try parser.parse(line, number: number)
        }
        if parser.getevent == nil { try parser.evemu.finish(hasBytes: hasBytes) }
        self = parser
    }

    private init(evemu: EvemuParser) { self.evemu = evemu }

    private mutating func parse(_ line: RecordingLine, number: Int) throws(RecordingError) {
        if getevent == nil, !evemu.isRecognised, GeteventParser.recognises(line) {
            getevent = GeteventParser(file: evemu.file)
        }
        if getevent != nil {
            try getevent?.parse(line, number: number)
        } else {
            try evemu.parse(line, number: number)
        }
    }

    /// The recording that was read.
    ///
    /// - Parameter device: The path or name of the device; nil for the only one that fits.
    func recording(of device: String? = nil) throws(RecordingError) -> EvdevRecording {
        guard let getevent else { return try evemu.recording(of: device) }
        return try getevent.recording(of: device)
    }

    /// The events that were read; their device may be described in another file.
    func events() throws(RecordingError) -> [EvdevEvent] {
        guard let getevent else { return evemu.events }
        return try getevent.recording(of: nil).events
    }
}
