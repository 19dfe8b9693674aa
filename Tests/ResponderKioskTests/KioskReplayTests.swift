import ResponderCore
import ResponderKiosk
import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

/// An app that dims after ten seconds.
@MainActor
final class DimmingApp: Responder, EntryPointDelegate {
    static let manifest = Manifest(identifier: "dimming app")
    /// What happened, with its instants.
    static var lines: [String] = []

    var window: Window?
    private var idle: IdleStages?

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(0, 0, 600, 800), application: application)
        let button = Button(frame: Rect(0, 0, 200, 200))
        button.addAction(for: .primaryActionTriggered) { [weak application] _ in
            if let application { Self.lines.append("\(application.runLoop.now): pressed") }
        }
        window.addSubview(button)
        window.makeKeyAndVisible()
        self.window = window
        idle = IdleStages(
            application,
            [
                .dimmed(after: .seconds(10), to: 0.5) { [weak application] level in
                    if let application { Self.lines.append("\(application.runLoop.now): level \(level)") }
                }
            ]
        )
        return true
    }
}

@MainActor
@Suite("Recordings of a kiosk")
struct KioskReplayTests {
    // Rules: K6.
    @Test("A replay dims, wakes and withholds at the instants of the recording, and its presses are the same")
    func replay() async throws {
        DimmingApp.lines = []
        let file = TemporaryFile(".rec")
        let device = SimulatedDevice(screenSize: Size(600, 800))
        let (app, path) = (DimmingApp(), file.path)
        var failure: RecorderError?
        let application = try device.launch(Application.self) { application in
            application.manifest = DimmingApp.manifest
            application.delegate = app
            do throws(RecorderError) {
                try application.recorder.start(path)
            } catch {
                failure = error
            }
        }
        #expect(failure == nil)
        let harness = AppHarness(of: application, on: device)
        await harness.advance(by: .seconds(4))
        let finger = harness.finger().down(at: Point(100, 100))
        for step in 1...10 {
            await harness.advance(by: .milliseconds(7))
            finger.move(to: Point(100 + Double(step), 100))
        }
        finger.up()
        await harness.advance(by: .seconds(9))
        application.noteActivity()
        await harness.advance(by: .seconds(11))
        await harness.tap(at: Point(100, 100))
        await harness.tap(at: Point(100, 100))
        await harness.advance(by: .seconds(11))
        application.recorder.stop()
        let lines = DimmingApp.lines
        #expect(
            lines.map { $0.split(separator: ": ")[1] } == ["pressed", "level 0.5", "level 1.0", "pressed", "level 0.5"]
        )
        DimmingApp.lines = []
        let recording = try SessionRecording(contentsOfFile: path)
        let result = try SessionReplay.run(recording, delegateClass: DimmingApp.self)
        #expect(result.difference == nil, "\(result)")
        #expect(DimmingApp.lines == lines)
    }
}
