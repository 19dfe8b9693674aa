import Foundation
import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

/// The example, driven by recordings of real panels that come through a FIFO.
@Suite("The kiosk, driven by a panel", .enabled(if: TouchData.isExpected, TouchData.absence))
struct KioskTests {
    @Test(
        "gets each touch of a recording, and ends in order",
        arguments: [
            ("evemu/elan_04f3_016f_0.k3.10.x.ev", 14), ("evemu/flatfrog_25b5_0002_0.k3.10.x.ev", 17),
            ("evemu/posiflex_0d3a_a000_0.k3.12.x.ev", 4),
        ]
    )
    func recording(_ name: String, _ contacts: Int) async throws {
        let recording = try EvdevRecording(path: TouchData.path(name))
        let fifo = TemporaryFile(".fifo")
        try #require(mkfifo(fifo.path, 0o600) == 0)
        let child = try ChildProcess(
            "Kiosk",
            setup: "export RESPONDERKIT_TOUCH_PANELS='\(request(recording, fifo.path))'"
        )
        #expect(await child.nextLine() == "ready")
        await Self.play(recording.events + press(of: recording), to: fifo.path)
        // The press is the last that comes: all that was played before has been handled.
        let lines = await child.lines(upTo: "presses: 1")
        child.send(SIGTERM)
        let end = try await child.end()
        #expect(end.status == 0)
        #expect(end.lines.last == "closed after \(contacts + 1) touches")
        #expect(lines.contains { $0.hasPrefix("card at ") })
        #expect(end.errors.isEmpty, "\(end.errors)")
    }

    @Test(
        "gets each touch of an evdev node, found by its path, its numbers, its name or by itself",
        .enabled(if: MockedDevice.isExpected, MockedDevice.absence),
        arguments: ["/dev/input/event5", "04f3:016f", "name=ELAN Touchscreen", "any"]
    )
    func node(_ request: String) async throws {
        let recording = try EvdevRecording(path: TouchData.path("evemu/elan_04f3_016f_0.k3.10.x.ev"))
        let device = try MockedDevice(recording, events: recording.events + press(of: recording))
        // umockdev passes no signal on, so the kiosk says which process is its own. Its library must come before the
        // address sanitizer's.
        let child = try ChildProcess(
            "Kiosk",
            setup: """
                export RESPONDERKIT_TOUCH_PANELS='\(request)' ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0"
                exec \(device.shellCommand) sh -c 'echo $$; exec "$0" "$@"' "$0"
                """
        )
        let process = try #require(await child.nextLine().flatMap { Int32($0) })
        let lines = await child.lines(upTo: "presses: 1")
        #expect(lines.first == "ready")
        kill(process, SIGTERM)
        let end = try await child.end()
        #expect(end.status == 0)
        #expect(end.lines.last == "closed after 15 touches")
        #expect(end.errors.isEmpty, "\(end.errors)")
    }

    @Test("without a panel says why, and goes on")
    func refused() async throws {
        let file = try TemporaryFile(".txt", containing: "no panel")
        let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_TOUCH_PANELS='\(file.path)'")
        #expect(await child.nextLine() == "ready")
        child.send(SIGTERM)
        let end = try await child.end()
        #expect(end.status == 0)
        #expect(end.errors.contains("is a plain file; name an evdev node"), "\(end.errors)")
    }

    @Test("with a variable that cannot be read does not start")
    func unreadable() async throws {
        let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_TOUCH_PANELS='event1, rotate=45'")
        let end = try await child.end()
        #expect(end.status == 78)
        #expect(end.errors.contains("RESPONDERKIT_TOUCH_PANELS: \"event1\" names no panel"), "\(end.errors)")
    }

    /// The request for a stream with the recorded device's axes.
    private func request(_ recording: EvdevRecording, _ path: String) -> String {
        func axis(_ codes: UInt16...) -> String {
            let axis = codes.compactMap { recording.axes[$0] }.first
            return axis.map { "\($0.minimum):\($0.maximum)" } ?? ""
        }
        let isSingle = recording.axes[0x35] == nil
        return "\(path), x=\(axis(0x35, 0x00)), y=\(axis(0x36, 0x01)), "
            + (isSingle ? "single" : "slots=\((recording.axes[0x2f]?.maximum ?? 0) + 1)")
    }

    /// A finger that presses the button, which those of the recordings do not, and lifts.
    private func press(of recording: EvdevRecording) -> [EvdevEvent] {
        typealias Codes = EvdevCodes
        let time = recording.events.last?.time ?? MainRunLoop.Instant(nanoseconds: 0)
        func event(_ code: UInt16, _ value: Int32, _ type: UInt16 = Codes.absolute) -> EvdevEvent {
            EvdevEvent(time: time, type: type, code: code, value: value)
        }
        /// So many points of an extent, in the device's units.
        func position(_ code: UInt16, _ points: Int32, of extent: Int32) -> EvdevEvent {
            event(code, (recording.axes[code]?.maximum ?? 0) * points / extent)
        }
        let report = event(Codes.report, 0, Codes.synchronization)
        if recording.axes[Codes.positionX] == nil {
            return [
                position(Codes.x, 160, of: 1024), position(Codes.y, 520, of: 600),
                event(Codes.buttonTouch, 1, Codes.key), report, event(Codes.buttonTouch, 0, Codes.key), report,
            ]
        }
        return [
            event(Codes.slot, 0), event(Codes.trackingID, 65_000), position(Codes.positionX, 160, of: 1024),
            position(Codes.positionY, 520, of: 600), report, event(Codes.trackingID, -1), report,
        ]
    }

    /// Writes the events as a device would.
    private static func play(_ events: [EvdevEvent], to path: String) async {
        let data = Data(events.flatMap(\.bytes))
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            Thread.detachNewThread {
                defer { continuation.resume() }
                // It waits until the kiosk has opened the other end.
                guard let file = FileHandle(forWritingAtPath: path) else { return }
                try? file.write(contentsOf: data)
                try? file.close()
            }
        }
    }
}
