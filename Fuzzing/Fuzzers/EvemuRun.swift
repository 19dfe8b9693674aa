import ResponderRecordings
import ResponderTouchInput

/// Text as a recording: what can be read is the same recording when it is written and read again, and its contacts keep
/// the decoder's promises.
struct EvemuRun {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func run() throws(Violation) {
        let recording: EvemuRecording
        do throws(RecordingError) {
            recording = try EvemuRecording(bytes: bytes, file: "input")
        } catch {
            try require(error.file == "input" && !error.message.isEmpty, "an error without its place: \(error)")
            return try require(Self.isOneLine("\(error)"), "an error that is no line: \(error)")
        }
        try require(try read(recording.text) == Self.written(recording), "another recording when read again")
        try require(
            zip(recording.events, recording.events.dropFirst()).allSatisfy { $0.time <= $1.time },
            "time reversed"
        )
        let both: EvemuRecording
        do throws(RecordingError) {
            both = try EvemuRecording(description: bytes, events: bytes)
        } catch {
            throw Violation("what was read is refused when its device and its events are read apart: \(error)")
        }
        try require(both == recording, "another recording when its device and its events are read apart")
        try decode(recording)
    }

    private func read(_ text: String) throws(Violation) -> EvemuRecording {
        do { return try EvemuRecording(text) } catch { throw Violation("what was written is not read: \(error)") }
    }

    /// What the format can say of a recording that was read.
    private static func written(_ recording: EvemuRecording) -> EvemuRecording {
        var recording = recording
        // A line end in the name becomes a blank.
        let scalars = recording.name.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }
        recording.name = String(String.UnicodeScalarView(scalars))
        return recording
    }

    private func decode(_ recording: EvemuRecording) throws(Violation) {
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
