import Glibc
import ResponderCore
import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("What comes from outside, recorded and replayed")
struct ReplayedInputTests {
    /// An app that writes down what comes to it.
    @MainActor
    private final class NotingApp: Responder, EntryPointDelegate {
        static let manifest = Manifest(identifier: "noting")
        static var lines: [String] = []
        var window: Window?
        let field = TextField(frame: Rect(0, 0, 200, 40))
        private let scroll = ScrollView(frame: Rect(0, 100, 400, 300))
        private var token: ObservationToken?

        func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
            Self.lines = []
            let window = NotingWindow(frame: Rect(0, 0, 400, 400), application: application)
            let hover = HoverGestureRecognizer()
            hover.addAction { [weak window] in
                if let window { Self.lines.append("hover \($0.state) \($0.location(in: window))") }
            }
            window.addGestureRecognizer(hover)
            scroll.contentSize = Size(400, 3000)
            field.addAction(for: .editingChanged) { Self.lines.append("text \($0.text)") }
            for view in [scroll, field] as [View] { window.addSubview(view) }
            token = application.notificationCenter.observe(Application.DidReceiveMemoryWarning.self) { [scroll] _ in
                Self.lines.append("memory warning at \(scroll.contentOffset)")
            }
            window.makeKeyAndVisible()
            self.window = window
            return true
        }
    }

    private final class NotingWindow: Window {
        override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
            NotingApp.lines.append("keys \(presses.map(\.key.characters))")
            super.pressesBegan(presses, with: event)
        }
    }

    /// Records a use of the app, and expects that its replay does the same; returns what the app wrote down.
    @discardableResult
    private func replayed(_ use: (AppHarness, NotingApp) async throws -> Void) async throws -> [String] {
        let file = TemporaryFile(".rec")
        let device = SimulatedDevice(screenSize: Size(400, 400))
        let app = NotingApp()
        var failure: RecorderError?
        let application = try device.launch(Application.self) { application in
            application.manifest = NotingApp.manifest
            application.delegate = app
            do throws(RecorderError) {
                try application.recorder.start(file.path)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        try await use(AppHarness(of: application, on: device), app)
        application.recorder.stop()
        let lines = NotingApp.lines
        let recording = try SessionRecording(contentsOfFile: file.path)
        let result = try SessionReplay.run(recording, delegateClass: NotingApp.self)
        #expect(result.difference == nil && result.fault == nil, "\(result)")
        #expect(NotingApp.lines == lines)
        return lines
    }

    @Test("A pointer that hovers, the wheel and keys come again, at the same places")
    func pointer() async throws {
        let lines = try await replayed { harness, _ in
            let pointer = harness.pointer()
            pointer.enter(at: Point(10, 60))
            await harness.advance(by: .milliseconds(50))
            pointer.move(to: Point(30, 60))
            await harness.advance(by: .milliseconds(50))
            pointer.exit()
            await harness.advance(by: .milliseconds(50))
            harness.wheel(by: Point(0, -120), at: Point(200, 250))
            await harness.advance(by: .seconds(1))
            harness.keyboard.type("k")
            await harness.advance(by: .milliseconds(50))
        }
        #expect(
            lines.filter { $0.hasPrefix("hover") }.count == 3 && lines.contains { $0.contains("\"k\"") },
            "\(lines)"
        )
    }

    @Test("A message of the host that came by the notification port comes again in its place among the touches")
    func portMessage() async throws {
        let lines = try await replayed { harness, _ in
            let host = harness.application.notificationPort.makeSender()
            let finger = harness.finger().down(at: Point(200, 300))
            for step in 1...20 {
                await harness.advance(by: .milliseconds(8))
                finger.move(to: Point(200, 300 - Double(step) * 5))
                if step == 12 { host.send(HostMessage.memoryWarning, at: harness.application.runLoop.now) }
            }
            finger.up()
            await harness.advance(by: .seconds(2))
        }
        #expect(lines.count == 1, "\(lines)")
    }

    @Test("What an input method outside of the process does to a text comes again")
    func inputMethod() async throws {
        let lines = try await replayed { harness, app in
            await harness.tap(at: Point(20, 20))
            await harness.advance(by: .seconds(1))
            var change = TextChange()
            change.inserted = "Grüße"
            change.marked = "ni"
            harness.application.receive(change, in: app.field)
            harness.application.receiveUnmarking(of: app.field)
            change = TextChange()
            change.bytesBefore = 2
            harness.application.receive(change, in: app.field)
            await harness.advance(by: .seconds(1))
            #expect(app.field.text == "Grüße")
        }
        #expect(lines.last == "text Grüße", "\(lines)")
    }

    @Test("A text that another program puts on the system's pasteboard comes as a text of the same length")
    func pasteboard() async throws {
        let file = TemporaryFile(".rec")
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.manifest = NotingApp.manifest
        application.delegate = NotingApp()
        try application.recorder.start(file.path)
        application.launch()
        application.receivePasteboard("a password")
        await application.runLoop.runUntilIdle()
        application.recorder.stop()
        #expect(application.pasteboard.string == "a password")
        let recording = try SessionRecording(contentsOfFile: file.path)
        var replayed: Application?
        let result = try SessionReplay.run(recording, delegateClass: NotingApp.self) { replayed = $0 }
        #expect(result.difference == nil, "\(result)")
        #expect(replayed?.pasteboard.string == "xxxxxxxxxx")
    }

    @Test("Frames whose times go back, behind or before their turn, are replayed as they came")
    func timesThatGoBack() async throws {
        try await replayed { harness, _ in
            let (sender, now) = (harness.application.touchPort.makeSender(), harness.application.runLoop.now)
            let times: [Duration] = [.seconds(5), .milliseconds(20), .seconds(-3), .seconds(-4_000_000), .zero]
            for (step, time) in times.enumerated() {
                let phase: TouchContact.Phase = step == 0 ? .began : step == times.count - 1 ? .ended : .moved
                let contact = TouchContact(1, phase, at: Point(200, 300 - Double(step) * 20))
                sender.send(contact, at: now.advanced(by: time))
                await harness.advance(by: .milliseconds(10))
            }
            await harness.advance(by: .seconds(6))
        }
    }

    @Test("A recording whose turns begin before the recording does no harm: time stands still until they are later")
    func segmentThatGoesBack() async throws {
        let session = try RecordedSession()
        await session.harness.tap(at: Point(370, 40))
        _ = try session.end()
        let file = try #require(fopen(session.file.path, "rb"))
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        fclose(file)
        // The time that the first turn counts from, in nanoseconds, lies after the file's magic, version and counts.
        for time in [Int64.min, -1_000_000_000, Int64.max - 1] {
            withUnsafeBytes(of: time.littleEndian) { bytes.replaceSubrange(32..<40, with: $0) }
            let recording = try SessionRecording(parsing: bytes, file: "back")
            let result = try RecordedSession.replay(recording)
            #expect(result.turns <= recording.summary.turns && result.fault == nil, "\(result)")
        }
    }
}
