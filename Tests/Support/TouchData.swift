internal import Glibc
internal import ResponderEventLoop
internal import ResponderLibinputRecordings
package import ResponderRecordings
package import ResponderTouchInput
package import Testing

/// The recordings of real panels, which stand beside the package and not in it: most state no licence.
package enum TouchData {
    /// The folder of the package.
    package static let package = String(#filePath.dropLast("/Tests/Support/TouchData.swift".count))

    /// The folder that `RESPONDERKIT_TOUCHDATA` names, else the one beside the package.
    package static let folder = environment("RESPONDERKIT_TOUCHDATA") ?? package + "/../shared/touchdata"

    /// Whether the tests that need the folder run: where it is missing they are skipped, under CI=true they fail.
    package static var isExpected: Bool { isThere || environment("CI") == "true" }

    package static var isThere: Bool { access(folder + "/evemu/EXPECTED.tsv", R_OK) == 0 }

    package static let absence: Comment = "no recordings: set RESPONDERKIT_TOUCHDATA to the folder touchdata"

    package static func path(_ name: String) -> String { folder + "/" + name }

    /// The recordings under evemu/ of which an independent decoder has counted the parts.
    package static func expectations() throws -> [Expectation] {
        let bytes = try contents(of: path("evemu/EXPECTED.tsv"))
        let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        let header = try #require(rows.first)
        func column(_ name: String, _ row: [Substring]) throws -> Substring {
            row[try #require(header.firstIndex(of: Substring(name)))]
        }
        return try rows.dropFirst().map { row in
            Expectation(
                file: String(try column("file", row)),
                name: String(try column("name", row)),
                events: try #require(Int(try column("events", row))),
                frames: try #require(Int(try column("frames", row))),
                contacts: try #require(Int(try column("contacts", row))),
                maxFingers: try #require(Int(try column("max_fingers", row)))
            )
        }
    }

    /// What getevent printed, and what libinput recorded.
    private static let otherFormats =
        [
            "galaxy-paint-new", "galaxys-paint", "phone-single-drag", "phone-three-touches", "phone-two-finger-drag",
            "tablet-two-finger-drag",
        ].map { "getevent/\($0).txt" }
        + ["flatfrog_25b5_0002", "lumio_202e_0006", "sitronix_1403_5001"].map { "libinput/\($0).yml" }

    /// Every recording that has a position, those in two files as well.
    package static func recordings() throws -> [(name: String, recording: EvdevRecording)] {
        var names = try expectations().map { "evemu/" + $0.file }
        names.append("evemu/cando_2087_0a02_0.k3.6.x.ev")
        var recordings = try names.map { (name: $0, recording: try EvdevRecording(path: path($0))) }
        for name in ["3m", "wetab"] { recordings.append((name, try pair(name))) }
        for name in otherFormats { recordings.append((name, try EvdevRecording(anyFormatAt: path(name)))) }
        return recordings
    }

    package static func pair(_ name: String) throws(RecordingError) -> EvdevRecording {
        try EvdevRecording(
            descriptionPath: path("evemu-whot/\(name).prop"),
            eventsPath: path("evemu-whot/\(name).event")
        )
    }

    /// The touch frames of every recording, on a screen of that size; those without axes or without ids as well.
    package static func allFrames(size: Size) throws -> [(name: String, frames: [TouchFrame])] {
        var all = try recordings().map { (name: $0.name, frames: Array(try $0.recording.frames(size: size))) }
        all.append(("ntrig-dell-xt2", Array(try pair("ntrig-dell-xt2").frames(size: size))))
        var decoder = try droppingDecoder(size: size)
        var frames = try droppedEvents().compactMap { decoder.decode($0) }
        if let last = decoder.finish(at: frames.last?.time ?? .zero) { frames.append(last) }
        all.append(("raw-evdev/elan_04f3_000a_0.syn_dropped.evdev64", frames))
        return all
    }

    /// The events of a node whose reader stalled, so that the kernel dropped some.
    package static func droppedEvents() throws -> [EvdevEvent] {
        let bytes = try contents(of: path("raw-evdev/elan_04f3_000a_0.syn_dropped.evdev64"))
        return stride(from: 0, to: bytes.count, by: 24).map { start in
            // struct input_event on 64 bits, little endian: s64 seconds, s64 microseconds, u16, u16, s32.
            func number(_ offset: Int, _ length: Int) -> UInt64 {
                bytes[start + offset..<start + offset + length].reversed().reduce(0) { $0 << 8 | UInt64($1) }
            }
            return EvdevEvent(
                time: .init(nanoseconds: Int64(number(0, 8)) * 1_000_000_000 + Int64(number(8, 8)) * 1000),
                type: UInt16(number(16, 2)),
                code: UInt16(number(18, 2)),
                value: Int32(truncatingIfNeeded: number(20, 4))
            )
        }
    }

    /// A decoder for these events, which carry no axes: its axes hold every value in them.
    package static func droppingDecoder(size: Size) throws -> EvdevDecoder {
        let axis = EvdevAxis(minimum: 0, maximum: 4095)
        let slots = EvdevAxis(minimum: 0, maximum: 9)
        return try EvdevDecoder(axes: [0x2f: slots, 0x35: axis, 0x36: axis, 0x39: axis], size: size)
    }

    package static func contents(of path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "r"), "cannot open \(path)")
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk.prefix(count) }
        return bytes
    }
}

/// A row of EXPECTED.tsv.
package struct Expectation: Sendable {
    package let file: String
    package let name: String
    package let events: Int
    package let frames: Int
    package let contacts: Int
    package let maxFingers: Int
}
