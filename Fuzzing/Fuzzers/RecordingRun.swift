import ResponderLibinputRecordings
import ResponderRecordings
import ResponderTouchInput

/// A text as a recording: a recording that can be read is the same when it is written and read again, and its contacts
/// keep the decoder's promises.
struct RecordingRun {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The device that is chosen where there are several: inputs of the corpus have a device with this path.
    private static let device = "/dev/input/event1"

    /// Reads evemu's format, or getevent's.
    func run() throws(Violation) {
        let chosen = try recording { () throws(RecordingError) in
            try EvdevRecording(bytes: bytes, file: "input", device: Self.device)
        }
        if let chosen { try check(chosen) }
        guard
            let recording = try recording({ () throws(RecordingError) in
                try EvdevRecording(bytes: bytes, file: "input")
            })
        else { return }
        let both: EvdevRecording
        do throws(RecordingError) {
            both = try EvdevRecording(description: bytes, events: bytes)
        } catch {
            throw Violation("what was read is refused when its device and its events are read apart: \(error)")
        }
        try require(both == recording, "another recording when its device and its events are read apart")
        try check(recording)
    }

    /// Reads libinput's format.
    func runLibinput() throws(Violation) {
        for device in [nil, Self.device] {
            let recording = try recording { () throws(RecordingError) in
                try LibinputRecording(bytes: bytes, file: "input", device: device).recording
            }
            if let recording { try check(recording) }
        }
    }

    /// The recording that `read` gives; nil where `read` throws an error of the right kind.
    private func recording(
        _ read: () throws(RecordingError) -> EvdevRecording
    ) throws(Violation) -> EvdevRecording? {
        do throws(RecordingError) {
            return try read()
        } catch {
            try require(error.file == "input" && !error.message.isEmpty, "an error without its place: \(error)")
            try require(Self.isOneLine("\(error)"), "an error that is no line: \(error)")
            return nil
        }
    }

    private func check(_ recording: EvdevRecording) throws(Violation) {
        try require(try read(recording.text) == Self.written(recording), "another recording when read again")
        try require(
            zip(recording.events, recording.events.dropFirst()).allSatisfy { $0.time <= $1.time },
            "time reversed"
        )
        try decode(recording)
    }

    private func read(_ text: String) throws(Violation) -> EvdevRecording {
        do { return try EvdevRecording(text) } catch { throw Violation("what was written is not read: \(error)") }
    }

    /// The recording as it is read after it was written: the format cannot hold every name.
    private static func written(_ recording: EvdevRecording) -> EvdevRecording {
        var recording = recording
        // A line end in the name becomes a blank.
        let scalars = recording.name.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }
        recording.name = String(String.UnicodeScalarView(scalars))
        return recording
    }

    private func decode(_ recording: EvdevRecording) throws(Violation) {
        let size = Size(800, 480)
        let (frames, statistics): ([TouchFrame], EvdevDecoder.Statistics)
        do throws(EvdevDecoder.Error) {
            (frames, statistics) = try recording.decoded(size: size)
        } catch {
            return try require(Self.isOneLine("\(error)"), "an error that is no line: \(error)")
        }
        var contacts = ContactStories(size: size)
        for frame in frames { try contacts.enter(frame) }
        try require(contacts.live.isEmpty, "contacts without an end: \(contacts.live)")
        try require(contacts.beganCount == statistics.contacts, "another number of contacts is counted")
    }

    static func isOneLine(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
