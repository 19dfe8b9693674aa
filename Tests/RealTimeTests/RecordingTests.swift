import Glibc
import ResponderKit
import TestSupport
import Testing

@Suite("A process that is recorded")
struct RecordingTests {
    @Test("A process that is killed in a drag leaves a recording that has the drag, and replays in another process")
    func killed() async throws {
        let file = TemporaryFile(".rec")
        let child = try ChildProcess("LaunchFixture", "drag", setup: "export RESPONDERKIT_RECORDING=\(file.path)")
        var time: Double?
        while time == nil, let line = await child.nextLine() {
            let words = line.split(separator: " ")
            if words.starts(with: ["dragged", "for"]) { time = Double(words[2]) }
        }
        child.send(SIGKILL)
        let end = try await child.end()
        #expect(end.wasSignalled && end.status == SIGKILL, "\(end)")
        let summary = try SessionRecording(contentsOfFile: file.path).summary
        #expect(!summary.isComplete && summary.fault == nil && summary.frames >= 249)
        // Nothing that had come before the kill is missing.
        #expect(summary.duration >= .milliseconds(time ?? .infinity), "\(summary.duration) of \(time ?? 0) ms")
        let replay = try ChildProcess("LaunchFixture", "drag", setup: "export RESPONDERKIT_REPLAY=\(file.path)")
        let result = try await replay.end()
        #expect(result.status == 0 && result.lines.last?.contains("turns are the same") == true, "\(result)")
    }

    @Test(
        "A recording that ends with its process is complete; one that cannot be made does not keep the app from running"
    )
    func ended() async throws {
        let file = TemporaryFile(".rec")
        let child = try ChildProcess("LaunchFixture", "timer", setup: "export RESPONDERKIT_RECORDING=\(file.path)")
        #expect(try await child.end().status == 0)
        #expect(try SessionRecording(contentsOfFile: file.path).summary.isComplete)
        let other = try ChildProcess("LaunchFixture", "timer", setup: "export RESPONDERKIT_RECORDING=/proc/none/a.rec")
        let end = try await other.end()
        #expect(end.status == 0 && end.errors.contains("\"/proc/none/a.rec\" cannot be written"), "\(end)")
    }

    // Rules: P1.
    @Test("A stop that waits for a callback, and the return from it, replay at the same turns")
    func stopped() async throws {
        let file = TemporaryFile(".rec")
        let setup = "export RESPONDERKIT_RECORDING=\(file.path)"
        let child = try ChildProcess("LaunchFixture", "stop-in-callback", setup: setup)
        #expect(try await child.stop() == SIGTSTP)
        child.send(SIGCONT)
        let foreground = "UIApplicationWillEnterForegroundNotification [background]"
        #expect(await child.lines(upTo: foreground).last == foreground)
        child.send(SIGTERM)
        #expect(try await child.end().status == 0)
        // The replay asks for no stop of its own.
        let replaying = "trap '' TSTP; export RESPONDERKIT_REPLAY=\(file.path)"
        let result = try await ChildProcess("LaunchFixture", "stop-in-callback", setup: replaying).end()
        #expect(result.status == 0 && result.lines.contains(foreground), "\(result)")
    }

    @Test("A replay of a file that is no recording ends with the reason and the status 65")
    func noRecording() async throws {
        let file = try TemporaryFile(".rec", containing: "# EVEMU 1.3")
        let child = try ChildProcess("LaunchFixture", "timer", setup: "export RESPONDERKIT_REPLAY=\(file.path)")
        let end = try await child.end()
        #expect(end.status == 65 && end.errors.contains("is no recording of an app"), "\(end)")
    }
}
