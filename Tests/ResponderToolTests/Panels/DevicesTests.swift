import Foundation
import ResponderRecordings
import TestSupport
import Testing

@Suite("responderkit devices")
struct DevicesTests {
    @Test(
        "`devices` lists a panel with what is known of it",
        .enabled(if: MockedDevice.isExpected, MockedDevice.absence),
        .enabled(if: TouchData.isExpected, TouchData.absence)
    )
    func panel() async throws {
        let device = try MockedDevice(EvdevRecording(path: TouchData.path("evemu/elan_04f3_016f_0.k3.10.x.ev")))
        let shell = "\(device.shellCommand) \"$@\""
        let tool = try await Tool.run(["devices"], shell: shell)
        #expect(tool.status == 0)
        #expect(
            tool.output == "/dev/input/event5  04f3:016f  ELAN Touchscreen: a touch panel for 10 fingers, "
                + "x 0 to 3776, y 0 to 2112, 290 mm by 162 mm\n"
        )
        let json = try await Tool.run(["devices", "--json"], shell: shell)
        #expect(
            json.output == #"[{"isTouchPanel":true,"name":"ELAN Touchscreen","path":"/dev/input/event5","#
                + #""product":"016f","slots":10,"vendor":"04f3","x":{"maximum":3776,"minimum":0,"resolution":13},"#
                + #""y":{"maximum":2112,"minimum":0,"resolution":13}}]"# + "\n"
        )
    }

    @Test(
        "`devices` says why a device is no panel",
        .enabled(if: MockedDevice.isExpected, MockedDevice.absence)
    )
    func others() async throws {
        let lid = EvdevRecording(name: "Lid\u{1b}c", axes: [:], codes: [5: [0]], events: [])
        let device = try MockedDevice(lid)
        let tool = try await Tool.run(["devices"], shell: "\(device.shellCommand) \"$@\"")
        #expect(
            tool.output
                == #"/dev/input/event5  0000:0000  Lid\u{1B}c: not a touch panel, it has no axes for a position"#
                + "\n"
        )
    }

    @Test(
        "`devices` says what a device is beside a touch panel",
        .enabled(if: MockedDevice.isExpected, MockedDevice.absence),
        arguments: [
            ([1: Set(1...83)], "a keyboard"), ([1: [116]], "buttons"),
            ([1: [0x110, 0x111], 2: [0, 1, 8]], "a mouse"),
            ([1: Set(1...83).union([0x110]), 2: [0, 1]], "a mouse and a keyboard"),
        ] as [([UInt16: Set<UInt16>], String)]
    )
    func kinds(codes: [UInt16: Set<UInt16>], kind: String) async throws {
        let device = try MockedDevice(EvdevRecording(name: "Thing", axes: [:], codes: codes, events: []))
        let tool = try await Tool.run(["devices"], shell: "\(device.shellCommand) \"$@\"")
        #expect(tool.output == "/dev/input/event5  0000:0000  Thing: \(kind)\n")
        let nameless = try MockedDevice(EvdevRecording(name: "", axes: [:], codes: codes, events: []))
        let listed = try await Tool.run(["devices"], shell: "\(nameless.shellCommand) \"$@\"")
        #expect(listed.output == "/dev/input/event5  0000:0000  \(kind)\n")
    }

    @Test("`devices` lists what cannot be asked with the reason, and fails for a folder that is not there")
    func files() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        let missing = try await Tool.run(["devices", "--folder", folder])
        #expect(missing.status != 0)
        #expect(missing.errors == "Error: \(folder): cannot be read: No such file or directory\n")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let empty = try await Tool.run(["devices", "--folder", folder])
        #expect(empty.status == 0 && empty.output == "There are no input devices in \(folder).\n")
        try Data("text".utf8).write(to: URL(fileURLWithPath: folder + "/event7"))
        let file = try await Tool.run(["devices", "--folder", folder])
        #expect(file.output.hasPrefix("\(folder)/event7: is a plain file; "))
    }
}
