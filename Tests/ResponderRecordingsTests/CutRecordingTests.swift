import ResponderLibinputRecordings
import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

@Suite("A recording that is cut off anywhere")
struct CutRecordingTests {
    private static let screen = Size(800, 480)

    /// What stands in the bytes, in whatever format.
    private static func read(_ bytes: [UInt8]) throws(RecordingError) -> EvdevRecording {
        bytes.starts(with: "# libinput".utf8)
            ? try LibinputRecording(bytes: bytes, file: "cut").recording : try EvdevRecording(bytes: bytes, file: "cut")
    }

    /// Reads the first `length` bytes: they are a recording whose contacts all come to an end and which has no more of
    /// them than the whole, or an error that names them.
    ///
    /// - Returns: How many events it has; nil where it is refused.
    private func check(_ bytes: [UInt8], cutAt length: Int, events: [EvdevEvent]) -> Int? {
        do {
            let recording = try Self.read(Array(bytes.prefix(length)))
            // Only the value of the last event may be cut short, where nothing follows a number in its line.
            #expect(recording.events.dropLast().elementsEqual(events.prefix(max(0, recording.events.count - 1))))
            var ledger = ContactLedger(size: Self.screen)
            for frame in try recording.decoded(size: Self.screen).frames { ledger.enter(frame) }
            #expect(ledger.violations.isEmpty && ledger.isBalanced, "cut at \(length)")
            return recording.events.count
        } catch let error as RecordingError {
            #expect(error.file == "cut" && !error.message.isEmpty)
        } catch {
            // Axes that are cut short: what a decoder says of them.
            #expect(error is EvdevDecoder.Error)
        }
        return nil
    }

    private static let getevent = """
        add device 1: /dev/input/event2
          name:     "a panel"
          events:
            ABS (0003): 0035  : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
                        0036  : value 0, min 0, max 1919, fuzz 0, flat 0, resolution 0
                        0039  : value 0, min 0, max 65535, fuzz 0, flat 0, resolution 0
        [   10.000000] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   00000001
        [   10.000000] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    00000032
        [   10.000000] /dev/input/event2: EV_SYN       SYN_REPORT           00000000
        [   10.020000] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
        [   10.020000] /dev/input/event2: EV_SYN       SYN_REPORT           00000000

        """

    @Test(
        "A recording that is cut anywhere is a shorter one or is refused, and leaves no contact down",
        arguments: ["evemu", "getevent"]
    )
    func everywhere(format: String) throws {
        var script = SampleRecording(name: "one tap")
        script.tap(at: Point(1024, 1024))
        let bytes = Array((format == "evemu" ? script.recording.text : Self.getevent).utf8)
        let whole = try Self.read(bytes)
        var counts: Set<Int?> = []
        for length in 0..<bytes.count { counts.insert(check(bytes, cutAt: length, events: whole.events)) }
        #expect(counts.isSuperset(of: (1..<whole.events.count).map(\.self)))
        #expect(counts.contains(nil))
    }

    @Test(
        "A real panel's recording that is cut anywhere is a shorter one or is refused",
        .enabled(if: TouchData.isExpected, TouchData.absence),
        arguments: [
            "evemu/posiflex_0d3a_a000_0.k3.12.x.ev", "getevent/phone-single-drag.txt", "getevent/galaxys-paint.txt",
            "libinput/sitronix_1403_5001.yml",
        ]
    )
    func real(name: String) throws {
        let bytes = try TouchData.contents(of: TouchData.path(name))
        let whole = try Self.read(bytes)
        var generator = SeededGenerator(seed: 16)
        for _ in 0..<12 {
            _ = check(bytes, cutAt: Int.random(in: bytes.indices, using: &generator), events: whole.events)
        }
    }
}
