import Foundation
import ResponderKit
import ResponderRecordings
import TestSupport
import Testing

@Suite("responderkit, with recordings of the demo,")
struct AppRecordingTests {
    private let folder = TemporaryFolder()
    private static let sample = TouchData.package + "/Samples/demo.evemu"

    /// A panel with three taps, in the formats of libinput and of getevent.
    private static let panels = [
        """
        # libinput record
        version: 1
        devices:
        - node: /dev/input/event1
          evdev:
            name: "a panel"
            id: [3, 1, 2, 0]
            absinfo:
              53: [0, 399, 0, 0, 0]
              54: [0, 399, 0, 0, 0]
              57: [0, 65535, 0, 0, 0]
          events:
          - evdev:
            - [  0,      0,   3,  57,       1]
            - [  0,      0,   3,  53,      84]
            - [  0,      0,   3,  54,      88]
            - [  0,      0,   0,   0,       0]
          - evdev:
            - [  0,  50000,   3,  57,      -1]
            - [  0,  50000,   0,   0,       0]

        """,
        """
        add device 1: /dev/input/event1
          name:     "a panel"
          events:
            ABS (0003): 0035  : value 0, min 0, max 399, fuzz 0, flat 0, resolution 0
                        0036  : value 0, min 0, max 399, fuzz 0, flat 0, resolution 0
                        0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
        [   10.000000] /dev/input/event1: EV_ABS       ABS_MT_TRACKING_ID   00000001
        [   10.000000] /dev/input/event1: EV_ABS       ABS_MT_POSITION_X    00000054
        [   10.000000] /dev/input/event1: EV_ABS       ABS_MT_POSITION_Y    00000058
        [   10.000000] /dev/input/event1: EV_SYN       SYN_REPORT           00000000
        [   10.050000] /dev/input/event1: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
        [   10.050000] /dev/input/event1: EV_SYN       SYN_REPORT           00000000

        """,
    ]

    /// Imports what a panel recorded, and returns the path of the demo's recording.
    private func imported(_ panel: String, as name: String) async throws -> String {
        let path = "\(folder.path)/\(name)"
        let tool = try await Tool.run(["import", panel, path])
        #expect(tool.status == 0 && tool.output.isEmpty, "\(tool.errors)")
        return path
    }

    @Test("`import` takes what evemu, libinput and getevent recorded, and `replay` does the same as the recording")
    func importAndReplay() async throws {
        var files = [try await imported(Self.sample, as: "evemu.rec")]
        for (number, text) in Self.panels.enumerated() {
            files.append(try await imported(folder.write(text, to: "\(number).txt"), as: "\(number).rec"))
        }
        for file in files {
            let replay = try await Tool.run(["replay", file])
            #expect(replay.status == 0 && replay.output.contains(" turns are the same, digest "), "\(replay.output)")
        }
        // One tap is one tap, whoever has recorded it.
        let diff = try await Tool.run(["diff", files[1], files[2]])
        #expect(diff.status == 0 && diff.output.hasPrefix("the same in "), "\(diff.output)")
    }

    @Test("Many replays of a recording have one digest, which `replay --times --json` counts")
    func times() async throws {
        let file = try await imported(Self.sample, as: "demo.rec")
        let replay = try await Tool.run(["replay", file, "--times", "20", "--json"])
        #expect(replay.status == 0 && replay.output.contains("\"digests\":1,"), "\(replay.output)")
        #expect(replay.output.contains("\"isComplete\":true"), "\(replay.output)")
    }

    @Test("`diff` prints the first turn that differs, with the view, names both files, and has the status 1")
    func diff() async throws {
        let whole = try await imported(Self.sample, as: "whole.rec")
        let other = try await imported(TouchData.package + "/Samples/taps-drag-pinch.evemu", as: "other.rec")
        let diff = try await Tool.run(["diff", whole, other])
        #expect(diff.status == 1 && diff.output.contains("- touch 1 at "), "\(diff.output)")
        #expect(diff.output.contains("DemoButton (") && diff.output.contains("- is in \(whole), + is in \(other)\n"))
        // A recording that was cut is compared up to the cut.
        var bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
        bytes.removeLast(bytes.count / 2)
        let cut = "\(folder.path)/cut.rec"
        try bytes.write(to: URL(fileURLWithPath: cut))
        for files in [[whole, cut], [cut, whole]] {
            let diff = try await Tool.run(["diff"] + files)
            #expect(diff.status == 0 && diff.output.hasPrefix("the same in "), "\(diff.output)")
        }
        let replay = try await Tool.run(["replay", cut])
        #expect(replay.status == 0 && replay.output.contains(", cut at its end\n"), "\(replay.output)")
    }

    @Test("A scenario that `export` writes is carried out by `run`")
    func export() async throws {
        let file = try await imported(Self.sample, as: "demo.rec")
        let scenario = "\(folder.path)/demo.json"
        let export = try await Tool.run(["export", file, "-o", scenario])
        #expect(export.status == 0 && export.output.isEmpty, "\(export.errors)")
        let text = try folder.text(of: "demo.json")
        #expect(text.contains("{\"tap\": ") && text.contains("{\"fingers\": "), "\(text)")
        let run = try await Tool.run(["run", scenario])
        #expect(run.status == 0 && run.output.contains("1 passed"), "\(run.output)\(run.errors)")
    }

    @Test("A recording that cannot be read, written or replayed is named in a line, with the status of its kind")
    func errors() async throws {
        let file = try await imported(Self.sample, as: "demo.rec")
        let foreign = try folder.write("foreign", to: "foreign\u{1B}.rec")
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        // The number of the first segment: that of a recording whose beginning was written over.
        bytes[16] = 1
        let late = "\(folder.path)/late.rec"
        try bytes.write(to: URL(fileURLWithPath: late))
        let missing = "/no/such/file"
        let runs: [(status: Int32, arguments: [String], message: String)] = [
            (EX_DATAERR, ["diff", file, foreign], "this is no recording of an app"),
            (EX_DATAERR, ["export", foreign], "this is no recording of an app"),
            (EX_DATAERR, ["replay", late], "its beginning is gone"),
            (EX_NOINPUT, ["diff", missing, file], "it cannot be read"),
            (EX_NOINPUT, ["export", missing], "it cannot be read"),
            (EX_NOINPUT, ["import", missing, "\(folder.path)/a.rec"], "cannot be read"),
            (EX_CANTCREAT, ["import", Self.sample, missing], "cannot be written"),
            (EX_CANTCREAT, ["export", file, "-o", missing], "cannot be written"),
            (EX_USAGE, ["replay", file, "--speed", "2"], "are for recordings of panels"),
            (EX_USAGE, ["replay", Self.sample, "--times", "2"], "--times is for recordings of the demo"),
        ]
        for (status, arguments, message) in runs {
            let tool = try await Tool.run(arguments)
            #expect(tool.status == status, "\(arguments)")
            let line = tool.errors.split(separator: "\n").first ?? ""
            #expect(line.contains(message) && !tool.errors.contains("\u{1B}"), "\(arguments): \(tool.errors)")
        }
    }
}
