public import ResponderRecordings
public import ResponderTouchInput

/// A recording of a touch panel by `libinput record`: the panel's events, and libinput's touch events for them.
///
/// The format is libinput's YAML, version 1, which libyaml reads. This reader is a target of its own, so that embedders
/// of the library do not depend on libyaml.
public struct LibinputRecording: Sendable {
    /// One touch event of libinput.
    public struct Answer: Hashable, Sendable {
        /// The kinds of touch events.
        public enum Kind: Hashable, Sendable {
            case down, motion, up, cancel
        }

        /// The kind of event.
        public var kind: Kind
        /// The time, in microseconds from the first event.
        public var microseconds: Int64
        /// The slot of the touch in the device.
        public var slot: Int
        /// The location, in hundredths of the surface's extent across and down; nil for an up or a cancel.
        public var location: Point?
    }

    /// The device and its events.
    public var recording: EvdevRecording
    /// libinput's touch events in order; empty where the recording was made without `--with-libinput`.
    public var answers: [Answer]

    /// Reads the recording in the file at `path`, which may be a pipe.
    ///
    /// - Parameter device: The path or name of the device to read, where there are several touch devices.
    /// - Throws: ``RecordingError``, which names the file and the line. Several touch devices, none of which `device`
    ///   chooses, are an error too.
    /// - Complexity: linear in the size of the file. Allocates the events, 16 bytes each, and the answers; of the file
    ///   a piece of at most 1 MiB is in memory at a time.
    public init(path: String, device: String? = nil) throws(RecordingError) {
        try self.init(source: RecordingSource(path: path), device: device)
    }

    /// Reads a recording from `bytes`, which errors call `file`.
    ///
    /// - Complexity: linear in the number of bytes; allocates the events, 16 bytes each, and the answers.
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
    /// Reads the recording in the file at `path`, which may be a pipe, in any known format: evemu's, getevent's output,
    /// or libinput's YAML.
    ///
    /// - Parameter device: The path (for example `/dev/input/event2`) or the name of the device to read, where there
    ///   are several touch devices.
    /// - Throws: ``RecordingError``, which names the file and the line.
    /// - Complexity: linear in the size of the file. Allocates the events, 16 bytes each; of the file at most 1 MiB is
    ///   in memory at a time.
    public init(anyFormatAt path: String, device: String? = nil) throws(RecordingError) {
        let source = try RecordingSource(path: path)
        if LibinputParser.recognises(source.beginning) {
            self = try LibinputRecording(source: source, device: device).recording
        } else {
            source.formats = "'# EVEMU 1.x', '# libinput record' or getevent's lines"
            try self.init(source: source, device: device)
        }
    }
}
