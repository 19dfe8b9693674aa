import Foundation
import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

@Suite("responderkit record")
struct RecordTests {
    private static let finger: [(type: UInt16, code: UInt16, value: Int32)] = [
        (3, 0x39, 7), (3, 0x35, 10), (3, 0x36, 20), (0, 0, 0), (3, 0x35, 11), (0, 0, 0), (3, 0x39, -1), (0, 0, 0),
    ]

    private static let events = finger.map {
        EvdevEvent(time: .init(nanoseconds: 5_000_000_000), type: $0.type, code: $0.code, value: $0.value)
    }

    @Test("`record` writes what came until the stream's end as a recording that replays")
    func stream() async throws {
        let (panel, file) = (try ListeningSocket(sending: Self.events.flatMap(\.bytes)), TemporaryFile(".evemu"))
        let request = "\(panel.path), x=0:100, y=0:100, slots=5"
        let tool = try await Tool.run(["record", file.path, "--panel", request])
        #expect(tool.status == 0)
        #expect(
            tool.output == "Recording \(panel.path); Ctrl-C ends it.\n"
                + "Recorded 8 events of 1 touches (the stream has ended); see them: responderkit replay \(file.path)\n"
        )
        let recording = try EvdevRecording(path: file.path)
        #expect(recording.axes[0x35] == EvdevAxis(minimum: 0, maximum: 100))
        #expect(recording.events.map(\.value) == Self.events.map(\.value))
        #expect(recording.events.first?.time == .zero)
        let replayed = try await Tool.run(["replay", file.path, "--json", "--speed", "max"])
        #expect(try ReplayNumbers(replayed).ended == 1)
    }

    @Test(
        "`record` records a node to the touch, found by its name",
        .enabled(if: MockedDevice.isExpected, MockedDevice.absence),
        .enabled(if: TouchData.isExpected, TouchData.absence)
    )
    func node() async throws {
        let recorded = try EvdevRecording(path: TouchData.path("evemu/elan_04f3_016f_0.k3.10.x.ev"))
        let (device, file) = (try MockedDevice(recorded, events: recorded.events), TemporaryFile(".evemu"))
        let tool = try await Tool.run(
            ["record", file.path, "--panel", "name=ELAN Touchscreen", "--touches", "14"],
            shell: "\(device.shellCommand) \"$@\""
        )
        #expect(tool.status == 0, "\(tool.errors)")
        let recording = try EvdevRecording(path: file.path)
        #expect(recording.name == recorded.name && recording.axes == recorded.axes)
        // A report of nothing stands behind the end of the last touch.
        #expect(recording.events.map(\.value) == recorded.events.map(\.value).dropLast())
    }

    @Test("`record` ends as the last of so many touches ends")
    func touches() async throws {
        let panel = try ListeningSocket(sending: (Self.events + Self.events).flatMap(\.bytes))
        let file = TemporaryFile(".evemu")
        let request = "\(panel.path), x=0:100, y=0:100, slots=5"
        let tool = try await Tool.run(["record", file.path, "--panel", request, "--touches", "1"])
        #expect(tool.status == 0)
        let recording = try EvdevRecording(path: file.path)
        #expect(recording.events.map(\.value) == Self.events.map(\.value))
    }

    @Test("`record` writes nothing where nothing came, and leaves the file that is there")
    func nothing() async throws {
        let file = try TemporaryFile(".evemu", containing: "former")
        let panel = try ListeningSocket(sending: [])
        let tool = try await Tool.run(["record", file.path, "--panel", "\(panel.path), x=0:100, y=0:100"])
        #expect(tool.status == 0)
        #expect(tool.output.hasSuffix("Nothing came (the stream has ended), so \(file.path) was not written.\n"))
        #expect(try file.text == "former")
    }

    @Test("`record` refuses what it cannot do, in words")
    func refused() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        for (arguments, message) in [
            (["/dev/null", "--panel", "foo"], "--panel: \"foo\" names no panel; write any, a path with a slash"),
            (["/dev/null", "--panel", "any; any"], "--panel: one panel is recorded at a time"),
            (["/dev/null", "--touches", "0"], "--touches is 1 or more"),
            (["/dev/null", "--seconds", "0"], "--seconds is from 0.001 to 1000000000"),
            (["/nowhere/file"], "/nowhere/file: cannot be written: No such file or directory"),
            (["/dev/null", "--folder", folder], "\(folder): cannot be read: No such file or directory\n"),
            (["/dev/null", "--folder", "/proc"], "no touch panel in /proc fits; 'responderkit devices' lists"),
            (["/dev/null", "--panel", "/dev/null"], "/dev/null: is a device of another kind; name an evdev node"),
        ] {
            let tool = try await Tool.run(["record"] + arguments)
            #expect(tool.status != 0)
            #expect(tool.errors.hasPrefix("Error: \(message)"), "\(tool.errors)")
        }
    }
}
