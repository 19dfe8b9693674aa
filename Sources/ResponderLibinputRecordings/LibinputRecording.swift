public import ResponderRecordings
public import ResponderTouchInput

/// What `libinput record` wrote of a touch panel: its events, and what libinput made of them.
///
/// The format is its YAML of version 1. It is read by libyaml, piece by piece, so this is a target of its own: who embeds
/// the library gets no YAML.
public struct LibinputRecording: Sendable {
    /// What libinput told of a touch.
    public struct Answer: Hashable, Sendable {
        /// What happened.
        public enum Kind: Hashable, Sendable {
            case down, motion, up, cancel
        }

        /// What happened.
        public var kind: Kind
        /// When, in microseconds from the first event.
        public var microseconds: Int64
        /// The device's slot that the touch was in.
        public var slot: Int
        /// Where, in hundredths of the surface's extent across and down; nil for an up or a cancel.
        public var location: Point?
    }

    /// The device and its events.
    public var recording: EvdevRecording
    /// What libinput told, in its order; empty where it was not asked to (`--with-libinput`).
    public var answers: [Answer]

    /// Reads the recording in the file at `path`, which may be a pipe.
    ///
    /// - Parameter device: Which device is read where several touch, by its path or its name.
    /// - Throws: ``RecordingError``, which names the file and the line; also where several devices touch.
    /// - Complexity: linear in the size of the file, of which a piece of at most 1 MiB is in memory at a time; the events, of
    ///   16 bytes each, and the answers stay.
    public init(path: String, device: String? = nil) throws(RecordingError) {
        try self.init(source: RecordingSource(path: path), device: device)
    }

    /// Reads the recording that `bytes` are; errors call them `file`.
    public init(bytes: [UInt8], file: String = "recording", device: String? = nil) throws(RecordingError) {
        try self.init(source: RecordingSource(bytes: bytes, name: file), device: device)
    }

    init(source: RecordingSource, device: String?) throws(RecordingError) {
        var parser = try LibinputParser(source)
        self = try parser.parse(device)
    }

    init(recording: EvdevRecording, answers: [Answer]) {
        (self.recording, self.answers) = (recording, answers)
    }
}

extension EvdevRecording {
    /// Reads the recording in the file at `path`, which may be a pipe, in any format that is known: evemu's, what getevent
    /// printed, or libinput's YAML.
    ///
    /// - Parameter device: Which device is read where several touch, by its path, as `/dev/input/event2`, or its name.
    /// - Throws: ``RecordingError``, which names the file and the line.
    public init(anyFormatAt path: String, device: String? = nil) throws(RecordingError) {
        let source = try RecordingSource(path: path)
        if LibinputParser.recognises(source.beginning) {
            self = try LibinputRecording(source: source, device: device).recording
        } else {
            try self.init(source: source, device: device)
        }
    }
}
