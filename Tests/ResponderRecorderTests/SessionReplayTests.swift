import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("A recording of an app that is replayed")
struct SessionReplayTests {
    @Test("A replay does the same as its recording, turn by turn, and has the same digest each time")
    func same() async throws {
        let session = try RecordedSession()
        try await session.use()
        let texts = RecordedApp.texts
        let recording = try session.end()
        #expect(recording.summary.isComplete && recording.summary.frames > 30)
        let first = try RecordedSession.replay(recording)
        #expect(first.difference == nil, "\(first)")
        #expect(first.turns == recording.summary.turns)
        #expect(RecordedApp.texts == texts && texts.last == "Ada")
        let second = try RecordedSession.replay(recording)
        #expect(second == first)
    }

    @Test("A value that the app hands over itself is recorded, and comes again in the replay")
    func values() async throws {
        let session = try RecordedSession()
        session.app.serial?.send("1")
        session.app.serial?.send("22")
        await session.harness.advance(by: .milliseconds(100))
        #expect(RecordedApp.values == ["1", "22"])
        let recording = try session.end()
        #expect(try RecordedSession.replay(recording).difference == nil)
        #expect(RecordedApp.values == ["1", "22"])
    }

    @Test(
        "An app that does something else differs in the first such turn, with both traces",
        arguments: RecordedApp.Change.allCases
    )
    func differences(change: RecordedApp.Change) async throws {
        let session = try RecordedSession()
        try await session.use()
        let recording = try session.end()
        let difference = try #require(try RecordedSession.replay(recording, change).difference)
        #expect(difference.recorded != difference.replayed || !difference.missingInputs.isEmpty)
        #expect(difference.turn > 0 && difference.turn < recording.summary.turns)
        let text = "\(difference)"
        switch change {
        case .buttonMoves: #expect(text.contains("Button (320, 20, 100 x 50)") && text.contains("90 x 50"), "\(text)")
        case .recognizerAdded: #expect(text.contains("+ ") && text.contains("TapGestureRecognizer"), "\(text)")
        case .listStays: #expect(text.contains("ListView"), "\(text)")
        case .alertMissing: #expect(text.contains("- ") && text.contains("Alert"), "\(text)")
        case .inputMissing: #expect(difference.missingInputs == ["serial port"], "\(text)")
        }
    }

    @Test("Touches that the app sends itself come once in a replay: those of the recording")
    func ownTouches() async throws {
        let session = try RecordedSession()
        let sender = session.application.touchPort.makeSender()
        sender.send(TouchContact(1, .began, at: Point(100, 500)), at: session.application.runLoop.now)
        sender.send(TouchContact(1, .ended, at: Point(100, 500)), at: session.application.runLoop.now)
        await session.harness.advance(by: .seconds(1))
        let recording = try session.end()
        #expect(recording.summary.frames == 2)
        #expect(try RecordedSession.replay(recording).difference == nil)
    }

    @Test("The seed of a recording is the seed of its replay")
    func seed() async throws {
        final class SeedApp: EntryPointDelegate {
            static let manifest = RecordedApp.manifest
            static var seeds: [UInt64] = []
            func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
                Self.seeds.append(application.recorder.seed)
                return true
            }
        }
        let file = TemporaryFile(".rec")
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.manifest = SeedApp.manifest
        application.delegate = SeedApp()
        try application.recorder.start(file.path)
        application.launch()
        application.recorder.stop()
        let recording = try SessionRecording(contentsOfFile: file.path)
        #expect(try SessionReplay.run(recording, delegateClass: SeedApp.self).difference == nil)
        #expect(SeedApp.seeds.count == 2 && SeedApp.seeds[0] == SeedApp.seeds[1])
    }

    @Test("The state that the app restored is part of the recording, and a replay writes none")
    func state() async throws {
        let file = TemporaryFile(".rec")
        let store = MemoryStateStore()
        store.state = .dictionary([
            "format": .string("ResponderKit state"), "version": .integer(1), "application": .string("keeper"),
            "values": .dictionary(["count": .integer(41)]), "controllers": .array([]),
        ])
        let kept = store.state
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.manifest = KeepingApp.manifest
        application.stateStore = store
        application.delegate = KeepingApp()
        KeepingApp.counts = []
        try application.recorder.start(file.path)
        application.launch()
        await application.runLoop.runUntilIdle()
        try application.receive(.enterBackground)
        application.recorder.stop()
        #expect(store.state != kept)
        store.state = kept
        let recording = try SessionRecording(contentsOfFile: file.path)
        let result = try SessionReplay.run(recording, delegateClass: KeepingApp.self) { $0.stateStore = store }
        #expect(result.difference == nil, "\(result)")
        #expect(KeepingApp.counts == [41, 41] && store.state == kept)
    }

    /// An app that counts its launches.
    private final class KeepingApp: EntryPointDelegate {
        static let manifest = Manifest(identifier: "keeper")
        static var counts: [Int] = []

        func application(_ application: Application, shouldSaveApplicationState coder: StateCoder) -> Bool { true }
        func application(_ application: Application, shouldRestoreApplicationState coder: StateCoder) -> Bool { true }
        func application(_ application: Application, willEncodeRestorableStateWith coder: StateCoder) {
            coder.encode(1, forKey: "count")
        }
        func application(_ application: Application, didDecodeRestorableStateWith coder: StateCoder) {
            Self.counts.append(coder.decodeInteger(forKey: "count") ?? -1)
        }
    }

    @Test("A mark of an operator is in the recording, and its gesture needs three fingers for two seconds")
    func marks() async throws {
        let session = try RecordedSession()
        session.harness.window.addGestureRecognizer(session.application.recorder.makeMarkGesture())
        let fingers = (0..<3).map { _ in session.harness.finger() }
        session.harness.together {
            for (place, finger) in fingers.enumerated() { finger.down(at: Point(400, 500 + Double(place) * 50)) }
        }
        await session.harness.advance(by: .seconds(1))
        #expect(session.application.recorder.isRecording)
        await session.harness.advance(by: .seconds(2))
        for finger in fingers { finger.up() }
        await session.harness.advance(by: .seconds(1))
        session.application.recorder.mark("the lamp\u{1B}[31m is red")
        let recording = try session.end()
        #expect(recording.summary.marks.map(\.text) == ["the operator's gesture", "the lamp\u{1B}[31m is red"])
        #expect(recording.summary.marks[0].time == .seconds(2))
    }
}
