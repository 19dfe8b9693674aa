import Glibc
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

    /// How many descriptors the process has open, and one that looks.
    private static func descriptorCount() throws -> Int {
        let folder = try #require(opendir("/proc/self/fd"))
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }

    @Test("A replay that is over leaves neither its app nor a descriptor of its loop behind")
    func leavesNothing() async throws {
        let session = try RecordedSession()
        await session.harness.tap(at: Point(400, 120))
        let recording = try session.end()
        _ = try RecordedSession.replay(recording)
        let count = try Self.descriptorCount()
        for _ in 0..<3 {
            weak var replayed: Application?
            try SessionReplay.run(recording, delegateClass: RecordedApp.self) { replayed = $0 }
            #expect(replayed == nil)
        }
        #expect(try Self.descriptorCount() == count)
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

    @Test("A replay of an app that saves while it runs collects its state in the same turns, and writes none")
    func continuousSaving() async throws {
        let file = TemporaryFile(".rec")
        let store = MemoryStateStore()
        var manifest = KeepingApp.manifest
        manifest.savesStateContinuously = true
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        (application.manifest, application.stateStore, application.delegate) = (manifest, store, KeepingApp())
        try application.recorder.start(file.path)
        application.launch()
        for _ in 0..<5 {
            application.touchPort.makeSender().send(TouchContact(1, .began, at: .zero), at: application.runLoop.now)
            await application.runLoop.run(until: application.runLoop.now.advanced(by: .milliseconds(300)))
        }
        application.recorder.stop()
        let kept = try #require(store.state)
        let recording = try SessionRecording(contentsOfFile: file.path)
        let result = try SessionReplay.run(recording, delegateClass: KeepingApp.self, manifest: manifest) {
            $0.stateStore = store
        }
        #expect(result.difference == nil, "\(result)")
        #expect(store.state == kept)
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

    /// A host that knows one scheme, and sends a message before it answers.
    private final class AskedHost: ApplicationHost {
        func application(_ application: Application, canOpen url: AppURL) -> Bool {
            _ = try? application.receive(.memoryWarning)
            return "\(url)".hasPrefix("known:")
        }
    }

    /// An app that asks its host by a timer, and is told in its turn.
    private final class AskingApp: EntryPointDelegate {
        static let manifest = Manifest(identifier: "asking")
        static var answers: [String] = []

        func applicationDidBecomeActive(_ application: Application) {
            application.runLoop.addTimer(after: .milliseconds(20), every: .milliseconds(20)) { [weak application] _ in
                for text in ["known:a", "other:b"] {
                    guard let url = try? AppURL(text), let application else { continue }
                    Self.answers.append("\(application.canOpenURL(url))")
                }
            }
        }

        func applicationDidReceiveMemoryWarning(_ application: Application) { Self.answers.append("warned") }
    }

    @Test("An answer of the host, and what the host sends meanwhile, come where the app asks")
    func answers() async throws {
        let file = TemporaryFile(".rec")
        let host = AskedHost()
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.manifest = AskingApp.manifest
        application.delegate = AskingApp()
        application.host = host
        AskingApp.answers = []
        try application.recorder.start(file.path)
        application.launch()
        await application.runLoop.advance(by: .milliseconds(50))
        try application.receive(.resignActive)
        await application.runLoop.advance(by: .milliseconds(50))
        application.terminate()
        // Refused, as the entry point's own order is when the app has ended.
        application.terminate()
        application.recorder.stop()
        let answers = AskingApp.answers
        #expect(answers.prefix(4) == ["warned", "true", "warned", "false"])
        AskingApp.answers = []
        let recording = try SessionRecording(contentsOfFile: file.path)
        let result = try SessionReplay.run(recording, delegateClass: AskingApp.self)
        #expect(result.difference == nil && result.fault == nil, "\(result)")
        #expect(AskingApp.answers == answers)
    }

    @Test("What the host says between two turns comes after all that the turn before has done")
    func betweenTurns() async throws {
        let session = try RecordedSession()
        await session.harness.tap(at: Point(370, 40))
        for _ in 0..<3 {
            try session.device.perform(.lock)
            await session.harness.advance(by: .milliseconds(40))
            try session.device.perform(.unlock)
            await session.harness.advance(by: .milliseconds(40))
        }
        session.application.setScreen(Screen(size: Size(600, 800), scale: 2))
        let recording = try session.end()
        let result = try RecordedSession.replay(recording)
        #expect(result.difference == nil, "\(result)")
    }

    @Test("An update of an estimated sample comes to its touch again")
    func updates() async throws {
        final class EstimateView: View {
            static var forces: [Float] = []
            override func touchesBegan(_ touches: TouchSet, with event: Event) {}
            override func touchesMoved(_ touches: TouchSet, with event: Event) {}
            override func touchesEnded(_ touches: TouchSet, with event: Event) {}
            override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
            override func touchesEstimatedPropertiesUpdated(_ touches: TouchSet) {
                for touch in touches { Self.forces.append(Float(touch.force)) }
            }
        }
        final class EstimateApp: EntryPointDelegate {
            static let manifest = Manifest(identifier: "estimates")
            var window: Window?
            func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
                let window = Window(frame: Rect(0, 0, 100, 100), application: application)
                window.addSubview(EstimateView(frame: window.bounds))
                window.makeKeyAndVisible()
                self.window = window
                return true
            }
        }
        let file = TemporaryFile(".rec")
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.manifest = EstimateApp.manifest
        application.delegate = EstimateApp()
        EstimateView.forces = []
        try application.recorder.start(file.path)
        application.launch()
        let sender = application.touchPort.makeSender()
        var contact = TouchContact(7, .began, at: Point(10, 10), kind: .pencil, force: 0.25)
        contact.details.estimatedProperties = .force
        contact.details.estimatedPropertiesExpectingUpdates = .force
        contact.details.estimationUpdateIndex = 3
        sender.send(contact, at: application.runLoop.now)
        await application.runLoop.advance(by: .milliseconds(10))
        contact.force = 0.75
        contact.details.estimatedProperties = []
        contact.details.estimatedPropertiesExpectingUpdates = []
        sender.update(contact)
        await application.runLoop.advance(by: .milliseconds(10))
        application.recorder.stop()
        let forces = EstimateView.forces
        #expect(forces.count == 1)
        EstimateView.forces = []
        let recording = try SessionRecording(contentsOfFile: file.path)
        #expect(try SessionReplay.run(recording, delegateClass: EstimateApp.self).difference == nil)
        #expect(EstimateView.forces == forces)
    }
}
