import Glibc
import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("The file of a recording")
struct SessionRecordingTests {
    /// The bytes of a recording of some seconds.
    private func bytes() async throws -> [UInt8] {
        let session = try RecordedSession()
        try await session.use()
        _ = try session.end()
        return try Self.read(session.file.path)
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "rb"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
        return bytes
    }

    @Test("Only the owner may read the file, and a former file of the name is kept beside it")
    func files() throws {
        let session = try RecordedSession()
        var status = stat()
        #expect(stat(session.file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        _ = try session.end()
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        try application.recorder.start(session.file.path)
        application.recorder.stop()
        #expect(try SessionRecording(contentsOfFile: session.file.path + ".old").application == "recorded app")
        #expect(unlink(session.file.path + ".old") == 0)
    }

    @Test("A recording that is cut at any byte is replayed up to the cut, or refused with the reason in a line")
    func cuts() async throws {
        let whole = try await bytes()
        var generator = SeededGenerator(seed: 7)
        let places = (0..<100) + (0..<60).map { _ in Int.random(in: 64..<whole.count, using: &generator) }
        var turns: [Int] = []
        for place in places.sorted() {
            do {
                let recording = try SessionRecording(parsing: Array(whole[..<place]), file: "cut\n.rec")
                let result = try RecordedSession.replay(recording)
                #expect(result.difference == nil, "cut at \(place): \(result)")
                turns.append(result.turns)
            } catch let error as SessionRecordingError {
                #expect(!"\(error)".contains("\n") && "\(error)".hasPrefix("\"cut\\n.rec\": "))
            }
        }
        #expect(turns == turns.sorted() && turns.last ?? 0 > 100)
    }

    @Test("Bytes that were changed anywhere do no harm: the replay ends, with a difference or a fault")
    func changedBytes() async throws {
        let whole = try await bytes()
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            var changed = whole
            for _ in 0..<3 {
                let place = Int.random(in: 0..<whole.count, using: &generator)
                changed[place] = UInt8.random(in: 0...255, using: &generator)
            }
            guard let recording = try? SessionRecording(parsing: changed, file: "changed") else { continue }
            _ = recording.summary
            _ = try? RecordedSession.replay(recording)
        }
    }

    @Test("A recording of another app, or of another version of the format, is refused with the remedy")
    func foreign() async throws {
        let session = try RecordedSession()
        let recording = try session.end()
        final class Other: EntryPointDelegate {
            static let manifest = Manifest(identifier: "other")
        }
        let error = #expect(throws: SessionRecordingError.self) {
            try SessionReplay.run(recording, delegateClass: Other.self)
        }
        #expect(error?.reason.contains("\"recorded app\"") == true && error?.reason.contains("\"other\"") == true)
        var bytes = try Self.read(session.file.path)
        bytes[8] = 9
        let version = #expect(throws: SessionRecordingError.self) { try SessionRecording(parsing: bytes, file: "new") }
        #expect(version?.reason.contains("version 9") == true)
        let text = #expect(throws: SessionRecordingError.self) {
            try SessionRecording(parsing: Array("# EVEMU 1.3".utf8), file: "panel")
        }
        #expect(text?.reason.contains("RESPONDERKIT_RECORDING") == true)
    }

    @Test("Beyond its limit a recording keeps its newest part, which can be read and is not replayed")
    func limit() async throws {
        let session = try RecordedSession(limit: 2 << 20)
        session.fill(values: 40)
        session.application.recorder.mark("the end")
        let recording = try session.end()
        var status = stat()
        #expect(stat(session.file.path, &status) == 0 && status.st_size == 2 << 20)
        #expect(recording.isBeginningGone && recording.summary.isComplete)
        #expect(recording.summary.marks.map(\.text) == ["the end"] && recording.summary.inputs > 5)
        let error = #expect(throws: SessionRecordingError.self) { try RecordedSession.replay(recording) }
        #expect(error?.reason.contains("its beginning is gone") == true)
    }

    @Test("An hour of a finger that moves 120 times a second takes less than 50 megabytes")
    func size() async throws {
        let session = try RecordedSession()
        let finger = session.harness.finger()
        finger.down(at: Point(420, 320))
        // 25 seconds, of which an hour has 144.
        for step in 0..<3_000 {
            await session.harness.advance(by: .nanoseconds(8_333_333))
            let angle = Double(step) / 50
            finger.move(to: Point(420 + 80 * cos(angle), 320 + 80 * sin(angle)))
        }
        finger.up()
        // The display link holds the last moves back.
        await session.harness.advance(by: .milliseconds(100))
        let recording = try session.end()
        #expect(recording.summary.frames > 3_000)
        #expect(recording.summary.isComplete)
        var status = stat()
        #expect(stat(session.file.path, &status) == 0 && status.st_size * 144 < 50_000_000)
    }

    @Test("On a full disk the application goes on, and is told once")
    func fullDisk() async throws {
        await #expect(processExitsWith: .success) { @MainActor in
            let session = try RecordedSession()
            // A file may not grow further, as on a full disk.
            signal(SIGXFSZ, SIG_IGN)
            var bound = rlimit(rlim_cur: 1 << 20, rlim_max: 1 << 20)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &bound)
            session.fill(values: 20)
            precondition(!session.application.recorder.isRecording, "the recording goes on")
            precondition(session.application.recorder.failure?.reason.contains("large") == true, "no failure")
            precondition(session.application.lifecycleState == .active)
            session.application.recorder.stop()
            let recording = try SessionRecording(contentsOfFile: session.file.path)
            let result = try RecordedSession.replay(recording)
            precondition(result.difference == nil, "\(result)")
        }
    }

    @Test("A recording that is started after the launch, or on a loop whose time moves during a turn, is a mistake")
    func mistakes() async {
        let late = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let session = try RecordedSession()
            session.application.recorder.stop()
            try session.application.recorder.start("/tmp/late.rec")
        }
        late.expectMessage("start it before the launch")
        let loop = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let application = Application(runLoop: try MainRunLoop())
            try application.recorder.start("/tmp/loop.rec")
        }
        loop.expectMessage("MainRunLoop(holdsTimeDuringTurns: true)")
    }

    @Test("A file that cannot be made is an error that names the file, escaped, and the remedy")
    func unwritable() throws {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        for path in ["/proc/none/\u{1B}.rec", "/dev/null", "a\0b"] {
            let error = #expect(throws: RecorderError.self) { try application.recorder.start(path) }
            let line = "\(error.map { "\($0)" } ?? "")"
            #expect(line.contains("cannot be written") && !line.contains("\u{1B}"), "\(line)")
        }
        #expect(!application.recorder.isRecording)
    }

    @Test("Two recordings are compared turn by turn")
    func difference() async throws {
        let first = try RecordedSession()
        try await first.use()
        let one = try first.end()
        let second = try RecordedSession()
        try await second.use()
        let two = try second.end()
        #expect(one.difference(from: two) == nil)
        let third = try RecordedSession()
        await third.harness.tap(at: Point(370, 40))
        let three = try third.end()
        let difference = try #require(one.difference(from: three))
        #expect(difference.recorded.contains { $0.contains("ListView") } && difference.replayed.isEmpty)
    }

    @Test("A recording that was cut anywhere is the same as the whole one, up to the cut")
    func differenceOfCut() async throws {
        let session = try RecordedSession()
        try await session.use()
        let whole = try session.end()
        let bytes = try Self.read(session.file.path)
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<100 {
            let place = Int.random(in: 200..<bytes.count, using: &generator)
            let cut = try SessionRecording(parsing: Array(bytes[..<place]), file: "cut")
            #expect(whole.difference(from: cut) == nil && cut.difference(from: whole) == nil, "cut at \(place)")
        }
    }

    @Test("Recordings whose beginnings are gone are compared in the turns that both have")
    func differenceOfNewestParts() async throws {
        var recordings: [SessionRecording] = []
        // The last one has another tap.
        for (limit, place) in [(2, 100.0), (3, 100), (64, 100), (2, 370)] {
            let session = try RecordedSession(limit: limit << 20)
            session.fill(values: 40)
            await session.harness.tap(at: Point(place, 40))
            recordings.append(try session.end())
        }
        #expect(recordings.map(\.isBeginningGone) == [true, true, false, true])
        let turns = recordings.map(\.summary).map { $0.turns + $0.turnsGone }
        #expect(turns[0] == turns[1] && turns[0] == turns[2])
        for one in recordings.prefix(3) {
            for other in recordings.prefix(3) { #expect(one.difference(from: other) == nil) }
            let difference = try #require(one.difference(from: recordings[3]))
            #expect(difference.turn > 40 && difference.replayed.contains { $0.contains("Button") }, "\(difference)")
        }
    }
}
