import ResponderCore
import ResponderKiosk
import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

/// An app whose operator gets in by the code 2580.
@MainActor
final class OperatorApp: Responder, EntryPointDelegate {
    static let manifest = Manifest(identifier: "operator app")
    static let code = OperatorCode(hashing: "2580", rounds: 20_000)
    /// How often the operator got in.
    static var entries = 0
    /// How often the store of tries was asked for anything.
    static var uses = 0

    var window: Window?
    private var gesture: OperatorGesture?

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions)
        -> Bool
    {
        let window = Window(frame: Rect(0, 0, 600, 800), application: application)
        window.makeKeyAndVisible()
        let tries = TryStore(
            load: {
                Self.uses += 1
                return 1
            },
            save: { _ in Self.uses += 1 }
        )
        let check = CodeCheck(application, Self.code, tries: tries)
        gesture = OperatorGesture(.hold(fingers: 2, duration: .seconds(1)), in: window, check) {
            Self.entries += 1
        }
        self.window = window
        return true
    }
}

@MainActor
@Suite("Recordings of an operator's code")
struct OperatorReplayTests {
    // Rules: K6.
    @Test(
        "A replay lets the operator in as the recording did, without the code and without the store of tries"
    )
    func replay() async throws {
        (OperatorApp.entries, OperatorApp.uses) = (0, 0)
        let file = TemporaryFile(".rec")
        let device = SimulatedDevice(screenSize: Size(600, 800))
        let (app, path) = (OperatorApp(), file.path)
        var failure: RecorderError?
        let application = try device.launch(Application.self) { application in
            application.manifest = OperatorApp.manifest
            application.delegate = app
            do throws(RecorderError) {
                try application.recorder.start(path)
            } catch {
                failure = error
            }
        }
        #expect(failure == nil)
        let harness = AppHarness(of: application, on: device)
        await harness.advance(by: .seconds(1))
        let fingers = [Point(200, 500), Point(300, 500)].map { harness.finger().down(at: $0) }
        await harness.advance(by: .milliseconds(1100))
        for finger in fingers { finger.up() }
        await harness.advance(by: .seconds(1))
        for code in ["2581", "2580"] {
            harness.keyboard.type(code)
            await harness.advance(by: .seconds(1))
            await harness.tap(at: Point(384, 156))
            await harness.advance(by: .seconds(1))
        }
        application.recorder.stop()
        #expect(OperatorApp.entries == 1 && OperatorApp.uses == 4)
        (OperatorApp.entries, OperatorApp.uses) = (0, 0)
        let result = try SessionReplay.run(
            try SessionRecording(contentsOfFile: path),
            delegateClass: OperatorApp.self
        )
        #expect(result.difference == nil, "\(result)")
        #expect(OperatorApp.entries == 1 && OperatorApp.uses == 0)
    }
}
