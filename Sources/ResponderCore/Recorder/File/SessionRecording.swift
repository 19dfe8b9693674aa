internal import Glibc
internal import ResponderEventLoop

/// A recording of an application, as a ``Recorder`` makes it.
///
/// A file may have been cut anywhere, for example because the process was killed: then the recording ends before the
/// cut.
public struct SessionRecording: Sendable {
    /// The records of a segment of the file.
    struct Segment: Sendable {
        /// The segment's number; the first is 0.
        let number: UInt64
        /// The time that its first turn counts from, in nanoseconds, and the number of turns before.
        let time: Int64
        let turns: UInt64
        let bytes: ArraySlice<UInt8>
    }

    /// The file's name, as it was given.
    public let file: String
    let start: SessionStart
    let segments: [Segment]

    /// The most bytes that a file may have: 4 gibibytes.
    static let mostBytes = 4 << 30

    /// Reads a recording.
    ///
    /// - Throws: ``SessionRecordingError`` if the file cannot be read, or is no recording of this version.
    /// - Complexity: Linear in the file; allocates the file's bytes.
    public init(contentsOfFile path: String) throws(SessionRecordingError) {
        try self.init(parsing: try Self.bytes(ofFile: path), file: path)
    }

    /// Whether bytes begin as a recording does.
    package static func isRecording(_ bytes: some Collection<UInt8>) -> Bool {
        withUnsafeBytes(of: SegmentFile.magic.littleEndian) { bytes.prefix(8).elementsEqual($0) }
    }

    /// Whether a file begins as a recording does; false if it cannot be read.
    package static func isRecording(fileAt path: String) -> Bool {
        guard !path.utf8.contains(0) else { return false }
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8)
        return pread(descriptor, &bytes, 8, 0) == 8 && isRecording(bytes)
    }

    /// Reads a recording from bytes; `file` is its name in errors.
    ///
    /// - Throws: ``SessionRecordingError`` if the bytes are no recording of this version.
    /// - Complexity: Linear in the segments; allocates their list.
    public init(parsing bytes: [UInt8], file: String) throws(SessionRecordingError) {
        self.file = file
        guard Self.isRecording(bytes) else {
            throw SessionRecordingError(
                file: file,
                reason: "this is no recording of an app; RESPONDERKIT_RECORDING=FILE makes one"
            )
        }
        var found: [Segment] = []
        var place = 0
        while place < bytes.count {
            var version: UInt32?
            if let segment = Self.segment(bytes[place...].prefix(SegmentFile.segmentSize), &version) {
                found.append(segment)
            }
            if let version {
                throw SessionRecordingError(
                    file: file,
                    reason: "it was written in version \(version) of the format, and this library reads version "
                        + "\(SegmentFile.version); use the library that wrote it"
                )
            }
            place += SegmentFile.segmentSize
        }
        found.sort { $0.number < $1.number }
        // Behind a gap nothing can be placed in time.
        var complete = Array(found.prefix(1))
        for segment in found.dropFirst() where segment.number == (complete.last?.number ?? 0) + 1 {
            complete.append(segment)
        }
        segments = complete
        var first = RecordCursor(segments)
        while let next = first.next, next.kind != .start, complete.first?.number != 0 { first.advance() }
        guard complete.first?.number == 0 else {
            start = SessionStart(
                application: "",
                applicationClass: "",
                instant: MainRunLoop.Instant(nanoseconds: complete.first?.time ?? 0),
                date: 0,
                sleeps: true,
                seed: 0
            )
            return
        }
        guard let record = first.next, record.kind == .start else {
            throw SessionRecordingError(file: file, reason: "it ends before it says what it is of; record anew")
        }
        do throws(RecordReader.Malformed) {
            var reader = RecordReader(record.bytes)
            start = try SessionStart(&reader)
        } catch {
            throw SessionRecordingError(
                file: file,
                reason: "what it is of cannot be read: \(error.reason); record anew"
            )
        }
    }

    /// The segment in these bytes; nil if there is none, or none with records.
    ///
    /// - Parameter otherVersion: The version of the format, if this library does not read that version.
    private static func segment(_ bytes: ArraySlice<UInt8>, _ otherVersion: inout UInt32?) -> Segment? {
        var reader = RecordReader(bytes)
        do throws(RecordReader.Malformed) {
            guard try reader.bits64() == SegmentFile.magic else { return nil }
            let version = try reader.bits32()
            let (size, number, used) = (try reader.bits32(), try reader.bits64(), try reader.bits64())
            let (time, turns) = (Int64(bitPattern: try reader.bits64()), try reader.bits64())
            if version != SegmentFile.version || size != UInt32(SegmentFile.segmentSize) { otherVersion = version }
            guard otherVersion == nil, turns < 1 << 40, time != .max, number > 0 || turns == 0,
                bytes.count > SegmentFile.headerSize, used > UInt64(SegmentFile.headerSize),
                number < 1 << 40
            else {
                return nil
            }
            let start = bytes.startIndex + SegmentFile.headerSize
            let end = min(bytes.endIndex, bytes.startIndex + Int(min(used, UInt64(SegmentFile.segmentSize))))
            return start < end ? Segment(number: number, time: time, turns: turns, bytes: bytes[start..<end]) : nil
        } catch {
            return nil
        }
    }

    private static func bytes(ofFile path: String) throws(SessionRecordingError) -> [UInt8] {
        func fail(_ reason: String) -> SessionRecordingError {
            SessionRecordingError(file: path, reason: reason, isUnreadable: true)
        }
        guard !path.utf8.contains(0) else { throw fail("its name holds a zero byte") }
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fail("it cannot be read: \(systemMessage(currentErrno()))") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw fail("it is a folder, a pipe or a device; name a plain file")
        }
        guard status.st_size <= mostBytes else { throw fail("it has more than \(mostBytes) bytes") }
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            while count < buffer.count {
                let read = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                if read < 0 {
                    if errno == EINTR { continue }
                    failure = errno
                    return
                }
                guard read > 0 else { return }
                count += read
            }
        }
        if let failure { throw fail("it cannot be read: \(systemMessage(failure))") }
        return bytes
    }
}

extension SessionRecording {
    /// The identifier of the app in its manifest; empty where the beginning is gone.
    public var application: String { start.application }
    /// The class of the application; empty where the beginning is gone.
    public var applicationClass: String { start.applicationClass }
    /// When the recording begins, in seconds since 1970; 0 where the beginning is gone.
    public var date: Int { start.date }
    /// Whether the oldest part was written anew, so that the recording can be read but not replayed.
    public var isBeginningGone: Bool { segments.first?.number != 0 }

    /// What a recording has.
    public struct Summary: Hashable, Sendable {
        /// The turns of the loop.
        public var turns = 0
        /// The turns before, which are gone with the recording's beginning.
        public var turnsGone = 0
        /// The time from the first to the last turn.
        public var duration = Duration.zero
        /// The frames of touches, of the wheel and of keys.
        public var frames = 0
        /// The messages, values and other input.
        public var inputs = 0
        /// The marks, with the time since the beginning.
        public var marks: [Mark] = []
        /// What came from outside and could not be recorded: how often, by what it was.
        public var unrecorded: [String: Int] = [:]
        /// Whether the recording was ended, and not cut.
        public var isComplete = false
        /// Why the records cannot be read further; nil if they can, up to the recording's end or to a cut.
        public var fault: String?
    }

    /// A moment that somebody has marked.
    public struct Mark: Hashable, Sendable {
        /// The time since the beginning of the recording.
        public let time: Duration
        /// The number of the turn, from 1.
        public let turn: Int
        /// What was to be found there.
        public let text: String
    }

    /// What the recording has.
    ///
    /// - Complexity: Linear in the recording.
    public var summary: Summary {
        var summary = Summary()
        var cursor = RecordCursor(segments)
        let start = cursor.time
        summary.turnsGone = Int(cursor.turns)
        while let record = cursor.next {
            cursor.advance()
            switch record.kind {
            case .turn: summary.turns += 1
            case .contacts, .press, .wheel: summary.frames += 1
            case .update, .input, .answer: summary.inputs += 1
            case .mark:
                let time = Duration.nanoseconds(cursor.time &- start)
                summary.marks.append(Mark(time: time, turn: Int(cursor.turns), text: record.text))
            case .unrecorded: summary.unrecorded[record.text, default: 0] += 1
            case .end: summary.isComplete = true
            case .name, .reception, .trace, .start: break
            }
        }
        summary.duration = .nanoseconds(cursor.time &- start)
        summary.fault = cursor.fault
        return summary
    }
}
