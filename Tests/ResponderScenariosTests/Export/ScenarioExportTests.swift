import ResponderKit
import ResponderKitTesting
import ResponderScenarios
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("A recording that is exported as a scenario")
struct ScenarioExportTests {
    /// A form with a button, a field with an identifier, a slider, and a list of two buttons with one label.
    final class FormApp: EntryPointDelegate {
        static let manifest = Manifest(identifier: "exported form")
        private(set) static var lines: [String] = []
        var window: Window?

        func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
            Self.lines = []
            let window = Window(frame: Rect(0, 0, 400, 600), application: application)
            let send = Button(title: "Send")
            send.frame = Rect(20, 20, 100, 44)
            send.addAction(for: .primaryActionTriggered) { _ in Self.lines.append("send") }
            let name = TextField(frame: Rect(20, 80, 200, 40))
            name.accessibilityIdentifier = "name"
            name.addAction(for: .editingChanged) { Self.lines.append($0.text) }
            let slider = Slider(frame: Rect(20, 140, 300, 40))
            slider.addAction(for: .touchUpInside) { Self.lines.append("slider \($0.value > 0.3)") }
            var views: [View] = [send, name, slider]
            for place in 0..<2 {
                let twin = Button(title: "Twin")
                twin.frame = Rect(20, 200 + Double(place) * 60, 100, 44)
                twin.addAction(for: .primaryActionTriggered) { _ in Self.lines.append("twin \(place)") }
                views.append(twin)
            }
            for view in views { window.addSubview(view) }
            window.makeKeyAndVisible()
            self.window = window
            return true
        }
    }

    private func record(
        limit: Int = Recorder.defaultLimit,
        _ use: (AppHarness) async throws -> Void
    ) async throws -> SessionRecording {
        let file = TemporaryFile(".rec")
        let device = SimulatedDevice(screenSize: Size(400, 600))
        let application = try device.launch(Application.self) { application in
            application.manifest = FormApp.manifest
            application.delegate = FormApp()
            _ = try? application.recorder.start(file.path, limit: limit)
        }
        try await use(AppHarness(of: application, on: device))
        application.recorder.stop()
        return try SessionRecording(contentsOfFile: file.path)
    }

    private func text(of recording: SessionRecording) throws -> String {
        try ScenarioExport.text(of: recording, app: "exported", delegateClass: FormApp.self)
    }

    @Test("The scenario names what was touched by identifier, or by label, or by its point, and does the same")
    func sameLines() async throws {
        let recording = try await record { harness in
            await harness.tap(at: Point(60, 40))
            await harness.tap(at: Point(60, 100))
            harness.keyboard.type("Ada \"B\"")
            await harness.advance(by: .seconds(2))
            await harness.tap(at: Point(60, 280))
            let finger = harness.finger()
            finger.down(at: Point(34, 160))
            for step in 1...20 {
                await harness.advance(by: .milliseconds(16))
                finger.move(to: Point(34 + Double(step) * 10, 160))
            }
            finger.up()
            await harness.advance(by: .seconds(1))
        }
        let lines = FormApp.lines
        let text = try text(of: recording)
        for step in [
            #"{"tap": {"button": "Send"}}"#, #"{"tap": {"id": "name"}}"#, #"{"type": "Ada \"B\""}"#,
            #"{"tap": [60, 280]}"#,
        ] {
            #expect(text.contains(step), "\(text)")
        }
        var bench = ScenarioBench()
        bench.apps.register("exported", FormApp.self)
        let report = try await bench.report(on: text)
        #expect(report.failure == nil, "\(report)")
        #expect(FormApp.lines == lines && lines.contains("slider true") && lines.contains("twin 1"), "\(FormApp.lines)")
    }

    @Test("Fingers that are down together are one step, a finger that is still down at the end is lifted")
    func fingers() async throws {
        let recording = try await record { harness in
            let (first, second) = (harness.finger(), harness.finger())
            first.down(at: Point(200, 450))
            await harness.advance(by: .milliseconds(50))
            second.down(at: Point(250, 500))
            await harness.advance(by: .milliseconds(50))
            first.move(to: Point(150, 400))
            second.move(to: Point(300, 550))
            await harness.advance(by: .milliseconds(50))
            first.up()
        }
        let text = try text(of: recording)
        #expect(text.contains(#"[{"fingers": [[{"down": [200, 450]}"#.dropFirst()), "\(text)")
        #expect(text.contains(#"{"pause": "50ms"}, {"down": [250, 500]}"#), "\(text)")
        var bench = ScenarioBench()
        bench.apps.register("exported", FormApp.self)
        #expect(try await bench.report(on: text).failure == nil)
    }

    @Test("A recording whose beginning is gone gives the touches, keys and messages that are left, at their points")
    func beginningGone() async throws {
        let recording = try await record(limit: 2 << 20) { harness in
            let input = harness.application.recorder.input("filler") { _ in }
            for _ in 0..<40 {
                input.send(String(repeating: "x", count: 100_000))
                await harness.advance(by: .milliseconds(8))
            }
            await harness.tap(at: Point(60, 40))
            harness.keyboard.type("Ada")
            await harness.advance(by: .seconds(2))
            try harness.device.perform(.lock)
            await harness.advance(by: .seconds(1))
        }
        #expect(recording.isBeginningGone)
        let text = try text(of: recording)
        for step in [
            #"{"note": "the beginning of the recording is gone: "#, #"{"tap": [60, 40]}"#, #"{"type": "Ada"}"#,
            #"{"wait": "2000ms"}"#, #"{"note": "the host: "#,
        ] {
            #expect(text.contains(step), "\(text)")
        }
        var bench = ScenarioBench()
        bench.apps.register("exported", FormApp.self)
        #expect(try await bench.report(on: text).failure == nil)
        #expect(FormApp.lines.first == "send")
    }
}
