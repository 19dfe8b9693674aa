internal import Foundation
package import ResponderRecordings
package import ResponderTouchInput
package import Testing

/// The files by which umockdev shows programs an evdev node that is not there: what it answers, and what it sends.
package final class MockedDevice {
    package static let node = "/dev/input/event5"
    private let device: TemporaryFile
    private let answers: TemporaryFile
    private let script: TemporaryFile

    /// A device as the recorded one, which sends `events` as fast as they are read, once a program listens.
    package init(_ recording: EvdevRecording, events: [EvdevEvent] = []) throws {
        device = try TemporaryFile(
            ".umockdev",
            containing: """
                P: /devices/virtual/input/input5/event5
                N: input/event5
                E: DEVNAME=\(Self.node)
                E: MAJOR=13
                E: MINOR=69
                E: SUBSYSTEM=input
                A: dev=13:69


                """
        )
        answers = try TemporaryFile(".ioctl", containing: Self.answers(of: recording))
        script = TemporaryFile(".script")
        try Self.script(of: events).write(to: URL(fileURLWithPath: script.path))
    }

    /// The words that run a program among such devices.
    package var launcher: [String] {
        // umockdev's library must come before the address sanitizer's.
        let options = addressSanitizerOptions(adding: "verify_asan_link_order=0")
        return [
            "env", "ASAN_OPTIONS=\(options)",
            "umockdev-run", "-d", device.path, "-i", "\(Self.node)=\(answers.path)", "-s",
            "\(Self.node)=\(script.path)", "--",
        ]
    }

    /// The same as a shell's words.
    package var shellCommand: String { launcher.joined(separator: " ") }

    /// Whether the tests that need umockdev run: where it is missing they are skipped, under CI=true they fail.
    package static var isExpected: Bool {
        if ProcessInfo.processInfo.environment["CI"] == "true" { return true }
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { access("\($0)/umockdev-run", X_OK) == 0 }
    }

    package static let absence: Comment = "no umockdev-run: install umockdev"

    /// What the node answers to each ioctl that a panel's opening asks; umockdev tells them apart by their sizes, too.
    private static func answers(of recording: EvdevRecording) -> String {
        var lines = ["@DEV \(node)"]
        func answer(_ call: String, _ result: Int, _ bytes: [UInt8], size: Int? = nil) {
            let padded = bytes + [UInt8](repeating: 0, count: max((size ?? 0) - bytes.count, 0))
            lines.append("\(call) \(result) " + padded.map { String(format: "%02X", $0) }.joined())
        }
        func number(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value, Array.init) }
        func bits(_ numbers: some Sequence<UInt16>, size: Int) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: size)
            for number in numbers where Int(number) / 8 < size { bytes[Int(number) / 8] |= 1 << UInt8(number % 8) }
            return bytes
        }
        let identity = recording.identity
        answer("EVIOCGID", 0, [identity.bus, identity.vendor, identity.product, identity.version].flatMap(number))
        let texts = ["EVIOCGNAME": recording.name, "EVIOCGPHYS": "usb-0000:00:14.0-1/input0", "EVIOCGUNIQ": ""]
        for (call, text) in texts { answer("\(call)(0)", text.utf8.count + 1, Array(text.utf8), size: 256) }
        answer("EVIOCGPROP(0)", 8, bits(recording.properties, size: 8))
        answer("EVIOCGBIT(0)", 4, bits(recording.codes[EvdevCodes.synchronization] ?? [], size: 4))
        answer("EVIOCGBIT(2)", 2, bits(recording.codes[EvdevCodes.relative] ?? [], size: 2))
        answer("EVIOCGBIT(1)", 96, bits(recording.codes[EvdevCodes.key] ?? [], size: 96))
        answer("EVIOCGBIT(3)", 8, bits(recording.axes.keys, size: 8))
        answer("EVIOCGKEY(0)", 96, [], size: 96)
        let slots = Int(recording.axes[EvdevCodes.slot]?.maximum ?? 0) + 1
        for (code, axis) in recording.axes.sorted(by: { $0.key < $1.key }) {
            let values = [0, axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
            answer(code == 0 ? "EVIOCGABS" : "EVIOCGABS(\(code))", 0, values.flatMap(number))
            if code >= EvdevCodes.touchMajor {
                let value: Int32 = code == EvdevCodes.trackingID ? -1 : 0
                answer("EVIOCGMTSLOTS(0)", 0, number(UInt32(code)) + (0..<slots).flatMap { _ in number(value) })
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The events as reads, one a frame; control characters and the caret are written as umockdev wants them.
    private static func script(of events: [EvdevEvent]) -> Data {
        var script = Data()
        var frame = Data()
        for event in events {
            for byte in event.bytes {
                switch byte {
                case 0..<32: frame += [UInt8(ascii: "^"), byte + 64]
                case UInt8(ascii: "^"): frame += [byte, UInt8(ascii: "`")]
                default: frame.append(byte)
                }
            }
            if event.type == EvdevCodes.synchronization && event.code == EvdevCodes.report {
                script += Data("r 0 ".utf8) + frame + Data("\n".utf8)
                frame = Data()
            }
        }
        return script
    }
}
