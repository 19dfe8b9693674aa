internal import ResponderEventLoop

/// A place in a recording: reads its records one after the other, through all segments.
struct RecordCursor {
    struct Record {
        let kind: RecordKind
        let bytes: ArraySlice<UInt8>

        /// The text of a mark, or of a note about what was not recorded; empty if the bytes are none.
        var text: String {
            var reader = RecordReader(bytes)
            return (try? reader.text()) ?? ""
        }
    }

    private let segments: [SessionRecording.Segment]
    private var segment = -1
    private var reader = RecordReader([])
    /// The record that comes next; nil at the end.
    private(set) var next: Record?
    /// Why the records cannot be read to the end; nil if they can.
    private(set) var fault: String?
    /// The names of classes so far.
    private(set) var names: [String] = []
    /// How many names the present segment repeats.
    private var repeatedNames = 0
    /// The time that the next turn counts from, in nanoseconds; after a turn was taken, that turn's time.
    private(set) var time: Int64 = 0
    /// The number of turns so far.
    private(set) var turns: UInt64 = 0

    init(_ segments: [SessionRecording.Segment]) {
        self.segments = segments
        find()
    }

    /// Where the next record ends: another place for each record.
    var position: Int { max(segment, 0) * SegmentFile.segmentSize + reader.position }

    /// Goes on behind the next record.
    mutating func advance() {
        if let next, next.kind == .input, next.bytes.first == InputPlace.betweenTurns.rawValue {
            time = time(ofInput: next.bytes)
        }
        if let next, next.kind == .turn, let turn = Self.turn(next.bytes) {
            pass(turn.delta)
            turns &+= 1
        }
        find()
    }

    /// Goes on to the next turn, which is then the next record, or to the end.
    mutating func advanceToTurn() {
        while let next, next.kind != .turn { advance() }
    }

    /// Whether the loop has waited before a turn, and the nanoseconds since the former one; nil if the bytes are none.
    static func turn(_ bytes: ArraySlice<UInt8>) -> (hasWaited: Bool, delta: UInt64)? {
        var reader = RecordReader(bytes)
        do throws(RecordReader.Malformed) {
            let turn = (try reader.flag(), try reader.number())
            try reader.end()
            return turn
        } catch {
            return nil
        }
    }

    /// Lets time pass, before an input that came when a turn was over.
    mutating func pass(_ delta: UInt64) {
        let (sum, overflow) = time.addingReportingOverflow(Int64(clamping: delta))
        time = overflow ? .max : sum
    }

    /// When an input came that came when a turn was over.
    func time(ofInput bytes: ArraySlice<UInt8>?) -> Int64 {
        var (cursor, reader) = (self, RecordReader(bytes?.dropFirst() ?? []))
        if let delta = try? reader.number() { cursor.pass(delta) }
        return cursor.time
    }

    /// Finds the next record, and takes names on the way.
    private mutating func find() {
        next = nil
        while fault == nil {
            if reader.isAtEnd {
                guard segment + 1 < segments.count else { return }
                segment += 1
                let segment = segments[segment]
                reader = RecordReader(segment.bytes)
                // Each segment begins with all names that were known then.
                repeatedNames = 0
                if self.segment == 0 { (time, turns) = (segment.time, segment.turns) }
                continue
            }
            do throws(RecordReader.Malformed) {
                let code = try reader.byte()
                let bytes = try reader.data()
                guard let kind = RecordKind(rawValue: code) else {
                    throw RecordReader.Malformed(reason: "\(code) is the number of no kind of record")
                }
                if kind == .turn, Self.turn(bytes) == nil { throw RecordReader.Malformed(reason: "a turn is none") }
                guard kind == .name else {
                    next = Record(kind: kind, bytes: bytes)
                    return
                }
                take(name: String(decoding: bytes, as: UTF8.self))
            } catch {
                fault = error.reason
            }
        }
    }

    private mutating func take(name: String) {
        if repeatedNames < names.count {
            repeatedNames += 1
        } else {
            names.append(name)
            repeatedNames = names.count
        }
    }
}
