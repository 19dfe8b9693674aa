import Foundation
import ResponderRecordings
import TestSupport
import Testing

@Suite("responderkit replay, of a recording in another format than evemu's,")
struct ReplayFormatTests {
    /// A tap in `getevent -lt`, of two devices that touch; the second has a name that would steer a terminal.
    private static let getevent = """
        add device 1: /dev/input/event1
          name:     "first"
          events:
            ABS (0003): 0035  : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0
                        0036  : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0
                        0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
        add device 2: /dev/input/event2
          name:     "\u{1b}[2J"
          events:
            ABS (0003): 0035  : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0
                        0036  : value 0, min 0, max 99, fuzz 0, flat 0, resolution 0
                        0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
        [   10.000000] /dev/input/event1: EV_ABS       ABS_MT_TRACKING_ID   00000001
        [   10.000000] /dev/input/event1: EV_ABS       ABS_MT_POSITION_X    00000032
        [   10.000000] /dev/input/event1: EV_SYN       SYN_REPORT           00000000
        [   10.010000] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   00000007
        [   10.010000] /dev/input/event2: EV_SYN       SYN_REPORT           00000000
        [   10.020000] /dev/input/event1: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
        [   10.020000] /dev/input/event1: EV_SYN       SYN_REPORT           00000000

        """

    private static let libinput = """
        # libinput record
        version: 1
        devices:
        - node: /dev/input/event1
          evdev:
            name: "a panel"
            id: [3, 1, 2, 0]
            absinfo:
              53: [0, 99, 0, 0, 0]
              54: [0, 99, 0, 0, 0]
              57: [0, 65535, 0, 0, 0]
          events:
          - evdev:
            - [  0,      0,   3,  57,       1]
            - [  0,      0,   3,  53,      50]
            - [  0,      0,   0,   0,       0]

        """

    @Test("`replay` plays another format than evemu's, and asks for the device where several can be touched")
    func formats() async throws {
        let libinput = try TemporaryFile(".yml", containing: Self.libinput)
        let played = try await Tool.run(["replay", libinput.path, "--speed", "max", "--size", "100x100"])
        #expect(played.status == 0, "\(played.errors)")
        #expect(played.output.contains("finger 1 at (50, 0)"))
        #expect(played.output.contains("1  touches began, of which 0 ended and 1 were cancelled"))

        let getevent = try TemporaryFile(".txt", containing: Self.getevent)
        let refused = try await Tool.run(["replay", getevent.path])
        let choice = "2 touch devices are possible: '/dev/input/event1' (first), "
        #expect(refused.status != 0 && refused.output.isEmpty)
        #expect(refused.errors.hasPrefix("Error: \(getevent.path): \(choice)"), "\(refused.errors)")
        #expect(refused.errors.contains(#"'/dev/input/event2' (\u{1B}[2J)"#) && !refused.errors.contains("\u{1b}"))
        let arguments = ["replay", getevent.path, "--device", "first", "--speed", "max", "--json"]
        let numbers = try await ReplayNumbers(Tool.run(arguments))
        #expect(numbers.began == 1 && numbers.ended == 1 && numbers.events == 5)
    }

    @Test("`replay` plays no other device than the one that is named, even where there is one device")
    func otherDevice() async throws {
        let evemu = try EvdevRecording(Self.getevent, device: "first")
        let y = "[   10.000000] /dev/input/event1: EV_ABS       ABS_MT_POSITION_Y    00000001"
        let getevent = [y[...]] + Self.getevent.split(separator: "\n").filter { $0.contains("event1: ") }
        let pathless = getevent.map { $0.replacing("/dev/input/event1: ", with: "") }.joined(separator: "\n")
        let libinput = try TemporaryFile(".yml", containing: Self.libinput)
        let files = [
            try TemporaryFile(".evemu", containing: evemu.text),
            try TemporaryFile(".txt", containing: getevent.joined(separator: "\n") + "\n"),
            try TemporaryFile(".txt", containing: pathless + "\n"), libinput,
        ]
        var found: [String] = []
        for (file, own) in zip(files, ["first", "/dev/input/event1", "", "a panel"]) {
            for device in ["/dev/nope", own] where !device.isEmpty {
                let arguments = ["replay", file.path, "--device", device, "--json", "--speed", "max"]
                let tool = try await Tool.run(arguments)
                found.append(tool.status == 0 ? "played" : tool.errors.replacing("Error: \(file.path): ", with: ""))
            }
        }
        let refused = "'/dev/nope' names no touch device: "
        #expect(
            found == [
                "\(refused)expected 'first'\n", "played", "\(refused)expected '/dev/input/event1'\n", "played",
                "\(refused)the recording says neither the path nor the name of its only device, so "
                    + "leave this one out\n",
                "\(refused)expected '/dev/input/event1' (a panel)\n", "played",
            ]
        )
    }

    @Test("`replay` counts keys as presses and not as contacts, and names a nameless panel by its file")
    func names() async throws {
        let keyboard = try TemporaryFile(
            ".evemu",
            containing: "N:\nI: 0003 0001 0001 0001\nB: 00 13 00 00 00 00 00 00 00\nB: 01 fe ff ff ff ff ff ff ff\n"
                + [1, 0].map { "E: 0.100000 0001 001e \($0)\nE: 0.100000 0000 0000 0000\n" }.joined()
        )
        let tool = try await Tool.run(["replay", keyboard.path, "--speed", "max"])
        #expect(tool.output.hasPrefix("\(keyboard.path): 0 touch frames into a window"), "\(tool.output)")
        let summary = tool.output.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != keyboard.path }
        #expect(
            summary.dropFirst(2).prefix(1) + summary.suffix(2) == [
                "       0  contacts at the port, at most 0 at once, 0 dropped or merged", "       1  presses of keys",
                "",
            ]
        )
        let panel = try TemporaryFile(
            ".evemu",
            containing: "N:\nA: 35 0 99 0 0\nA: 36 0 99 0 0\nE: 0.1 0 0 0\n".replacing("0.1 ", with: "0.100000 ")
        )
        let picture = try await Tool.run(["snapshot", panel.path])
        #expect(picture.output.contains(">\(panel.path)<"), "\(picture.output.prefix(400)) \(picture.errors)")
    }

    @Test("`explain` reads a recording that comes through a pipe")
    func pipe() async throws {
        let file = try TemporaryFile(".yml", containing: Self.libinput)
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let tool = try Tool.executable.path
        // The first byte comes alone, from a program of its own.
        let bytes = "(head -c 1 '\(file.path)'; sleep 0.2; tail -c +2 '\(file.path)')"
        process.arguments = ["-c", "\(bytes) | '\(tool)' explain /dev/stdin --at 1,1 --size 100x100"]
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(String(decoding: text, as: UTF8.self).contains("TouchArea"))
    }

    @Test("`replay` names the line of a mistake, and escapes what it found there")
    func mistake() async throws {
        let yaml = try TemporaryFile(".yml", containing: Self.libinput + "    - \"\\e[2J\"\n")
        let tool = try await Tool.run(["replay", yaml.path])
        #expect(tool.status != 0 && !tool.errors.contains("\u{1b}"))
        #expect(tool.errors.hasPrefix("Error: \(yaml.path):17: expected [SECONDS, "), "\(tool.errors)")
        #expect(tool.errors.contains(#"found '\u{1B}[2J'"#))
    }

    @Test(
        "`replay` plays real panels in other formats, with the contacts that were counted otherwise",
        .enabled(if: TouchData.isExpected, TouchData.absence),
        arguments: [
            ("getevent/galaxys-paint.txt", 34, 34, 1), ("getevent/galaxy-paint-new.txt", 14, 13, 1),
            ("getevent/phone-single-drag.txt", 1, 1, 1), ("getevent/phone-three-touches.txt", 3, 3, 1),
            ("getevent/phone-two-finger-drag.txt", 2, 2, 2), ("getevent/tablet-two-finger-drag.txt", 2, 2, 2),
            ("libinput/flatfrog_25b5_0002.yml", 17, 17, 12), ("libinput/lumio_202e_0006.yml", 11, 11, 6),
            ("libinput/sitronix_1403_5001.yml", 32, 32, 9),
        ]
    )
    func realPanels(name: String, began: Int, ended: Int, fingers: Int) async throws {
        let arguments = ["replay", TouchData.path(name), "--speed", "max", "--json"]
        let numbers = try await ReplayNumbers(Tool.run(arguments))
        #expect(numbers.contacts == began && numbers.began == began)
        #expect(numbers.ended == ended && numbers.cancelled == began - ended)
        #expect(numbers.maxFingers == fingers && numbers.dropped == 0)
    }
}
