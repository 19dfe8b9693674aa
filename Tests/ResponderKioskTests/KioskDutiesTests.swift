import ResponderKit
import ResponderKitTesting
import Testing

@testable import Kiosk

/// The duties of the example, tried by touch.
@MainActor
@Suite("The kiosk's duties")
final class KioskDutiesTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws {
        say = { [log] in log.note($0) }
        harness = try AppHarness(manifest: Manifest(delegateClass: Kiosk.self), screenSize: Size(1024, 600))
    }

    /// What the kiosk has said since the last call, but for the minutes of its clock and the keyboard.
    private var said: [String] {
        defer { log.clear() }
        return log.lines.filter { !$0.hasPrefix("up for") && !$0.hasPrefix("keyboard") }
    }

    // Rules: K8, K9, K10.
    @Test("A kiosk that is left in its settings goes back to its card and dims, and the waking tap presses no button")
    func idle() async throws {
        let button = try await harness.tap(.button("Settings"))
        try await harness.tap(.button("Restart"))
        _ = said
        await harness.advance(by: .seconds(120))
        let lines = said
        #expect(
            lines.first == "idle: first screen in 10 s" && lines.suffix(2) == ["screen: Card", "idle: first screen"]
        )
        #expect(harness.application.windows.count == 1)
        await harness.advance(by: .seconds(200))
        #expect(said == ["idle: brightness 20 %"])
        await harness.tap(at: Point(button.frame.midX, button.frame.midY))
        #expect(said == ["idle: brightness 100 %"])
        try await harness.tap(.button("Settings"))
        #expect(said == ["screen: Settings"])
    }

    // Rules: K11, K12.
    @Test("Cleaning locks the kiosk's buttons until a finger is held in a corner")
    func cleaning() async throws {
        try await harness.tap(.button("Settings"))
        try await harness.tap(.button("Clean"))
        _ = said
        await harness.tap(at: Point(100, 100))
        await harness.drag(from: Point(300, 300), to: Point(700, 400))
        #expect(said.isEmpty)
        let finger = harness.finger().down(at: Point(1000, 580))
        await harness.advance(by: .seconds(3))
        finger.up()
        await harness.settle()
        #expect(said == ["cleaning is over"])
        try await harness.tap(.button("Card"))
        #expect(said == ["screen: Card"])
    }

    // Rules: K13.
    @Test("Three fingers in the settings ask for the code, and the right code opens the service")
    func service() async throws {
        try await harness.tap(.button("Settings"))
        _ = said
        // Touches on a screen that has only just come are refused.
        await harness.advance(by: .seconds(1))
        let fingers = [Point(700, 200), Point(780, 190), Point(860, 200)].map { harness.finger().down(at: $0) }
        await harness.advance(by: .milliseconds(2100))
        for finger in fingers { finger.up() }
        await harness.settle()
        for code in ["2581", "2580"] {
            #expect(said.isEmpty)
            harness.keyboard.type(code)
            await harness.settle()
            try await harness.tap(.button("OK"))
            await harness.advance(by: .seconds(1))
        }
        #expect(said == ["service"])
    }

    // Rules: K14.
    @Test("Who has typed three wrong codes has to wait, also after the settings were left")
    func wrongCodes() async throws {
        func ask() async throws {
            try await harness.tap(.button("Settings"))
            await harness.advance(by: .seconds(1))
            let fingers = [Point(700, 200), Point(780, 190), Point(860, 200)].map { harness.finger().down(at: $0) }
            await harness.advance(by: .milliseconds(2100))
            for finger in fingers { finger.up() }
            await harness.settle()
        }
        try await ask()
        for _ in 0..<3 {
            harness.keyboard.type("2581\n")
            await harness.advance(by: .seconds(1))
        }
        try await harness.tap(.button("Cancel"))
        try await harness.tap(.button("Card"))
        try await ask()
        _ = said
        harness.keyboard.type("2580\n")
        await harness.advance(by: .seconds(1))
        #expect(said.isEmpty)
    }
}
