import ResponderRecordings
import TestSupport
import Testing

@Suite("responderkit demo, driven by a panel,", .enabled(if: TouchData.isExpected, TouchData.absence), .serialized)
struct DemoPanelTests {
    @Test("The demo gets each touch of each recording of a panel")
    func recordings() async throws {
        for (name, recording) in try TouchData.recordings() {
            let fifo = try DeviceFIFO(recording)
            let terminal = try demo(panel: fifo.request)
            await fifo.play(recording.events)
            let contacts = try #require(TouchData.contacts[name]?.began, "\(name)")
            try terminal.wait(forText: " frames, \(contacts) contacts")
            // What the recording left down was cancelled when its writer left.
            try terminal.wait(forText: "no finger is down")
            terminal.type("q")
            #expect(try terminal.waitForEnd() == .exited(0), "\(name)")
        }
    }

    @Test("The demo gets each touch of an evdev node", .enabled(if: MockedDevice.isExpected, MockedDevice.absence))
    func node() throws {
        let recording = try EvdevRecording(path: TouchData.path("evemu/elan_04f3_016f_0.k3.10.x.ev"))
        let device = try MockedDevice(recording, events: recording.events)
        let terminal = try demo(panel: MockedDevice.node, launcher: device.launcher)
        try terminal.wait(forText: " frames, 14 contacts")
        try terminal.wait(forText: "no finger is down")
        terminal.type("q")
        #expect(try terminal.waitForEnd() == .exited(0))
    }

    private func demo(panel: String, launcher: [String] = []) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            ["demo"],
            columns: 80,
            rows: 24,
            launcher: launcher,
            environment: ["RESPONDERKIT_TOUCH_PANELS": panel]
        )
        try terminal.wait(forText: "q: leave")
        return terminal
    }
}
