import Foundation
import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

/// The example, driven by recordings of real panels that come through a FIFO.
@Suite("The kiosk, driven by a panel", .enabled(if: TouchData.isExpected, TouchData.absence))
struct KioskTests {
    @Test("The kiosk gets each touch of each recording, and ends in order")
    func recordings() async throws {
        // "card at (CENTRE), N % of its size"
        let card = /card at \(-?\d+, -?\d+\), (\d+) % of its size/
        var scales: Set<Int> = []
        for (name, recording) in try TouchData.recordings() {
            let fifo = try DeviceFIFO(recording)
            let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_TOUCH_PANELS='\(fifo.request)'")
            #expect(await child.lines(upTo: "ready") == ["screen: Card", "ready"])
            await fifo.play(recording.events + press(of: recording))
            // The press comes last: everything that was played before has been handled.
            // One recording has a tap on the button too.
            let presses = name.hasPrefix("evemu/sharp") ? 2 : 1
            for line in await child.lines(upTo: "presses: \(presses)") where !line.hasPrefix("presses: ") {
                let match = try #require(try card.wholeMatch(in: line), "\(name): \(line)")
                scales.insert(try #require(Int(match.1)))
            }
            child.send(SIGTERM)
            let end = try await child.end()
            #expect(end.status == 0, "\(name)")
            let contacts = try #require(TouchData.contacts[name]?.began, "\(name)")
            #expect(end.lines.last == "closed after \(contacts + 1) touches", "\(name)")
            #expect(end.errors.isEmpty, "\(name): \(end.errors)")
        }
        // How many moves become one event depends on the machine, so only the limits of the scale are known.
        #expect(scales.count > 1 && scales.allSatisfy((50...400).contains), "\(scales)")
    }

    @Test("The kiosk goes to its settings and back by the buttons on the screen")
    func screens() async throws {
        let recording = try EvdevRecording(path: TouchData.path("evemu/elan_04f3_016f_0.k3.10.x.ev"))
        let fifo = try DeviceFIFO(recording)
        let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_TOUCH_PANELS='\(fifo.request)'")
        _ = await child.lines(upTo: "ready")
        let connection = try fifo.stayConnected()
        defer { try? connection.close() }
        var lines: [String] = []
        for (seconds, places, line) in [
            (0, [(630, 82)], "screen: Settings"), (1, [(160, 140), (160, 260), (160, 140), (60, 22)], "screen: Card"),
            (2, [(160, 520)], "presses: 1"),
        ] as [(Int, [(Int32, Int32)], String)] {
            await fifo.play(places.flatMap { press(of: recording, at: $0, after: seconds) })
            lines += await child.lines(upTo: line)
            await Self.newScreenDelay()
        }
        #expect(
            lines == ["screen: Settings", "clock stopped", "card put back", "clock runs", "screen: Card", "presses: 1"]
        )
        child.send(SIGTERM)
        #expect(try await child.end().status == 0)
    }

    @Test("The kiosk is used by keys, without a panel, and told what a scanner reads")
    func keys() async throws {
        let (keyboard, scanner) = (try DeviceFIFO(), try DeviceFIFO())
        let child = try ChildProcess(
            "Kiosk",
            setup: "export RESPONDERKIT_INPUT_DEVICES='\(keyboard.request); \(scanner.request), scanner'"
        )
        _ = await child.lines(upTo: "ready")
        let (tab, enter): (UInt16, UInt16) = (15, 28)
        // Past Form, Menu and Settings to the button below.
        await keyboard.play(Self.types([tab, tab, tab, tab, enter]))
        #expect(await child.lines(upTo: "presses: 1").filter(Self.isNotOfClock) == ["presses: 1"])
        // The digits 5, 9 and 0.
        await scanner.play(Self.types([6, 10, 11, enter]))
        #expect(await child.lines(upTo: "scanned 590").filter(Self.isNotOfClock) == ["scanned 590"])
        child.send(SIGTERM)
        let end = try await child.end()
        #expect(end.status == 0)
        #expect(end.errors.isEmpty, "\(end.errors)")
    }

    @Test(
        "The kiosk gets each touch of an evdev node, found by path, numbers, name or by itself",
        .enabled(if: MockedDevice.isExpected, MockedDevice.absence),
        arguments: ["/dev/input/event5", "04f3:016f", "name=ELAN Touchscreen", "any"]
    )
    func node(_ request: String) async throws {
        let recording = try EvdevRecording(path: TouchData.path("evemu/elan_04f3_016f_0.k3.10.x.ev"))
        let device = try MockedDevice(recording, events: recording.events + press(of: recording))
        // umockdev does not forward signals, so the kiosk prints its process number.
        let child = try ChildProcess(
            "Kiosk",
            setup: """
                export RESPONDERKIT_TOUCH_PANELS='\(request)'
                exec \(device.shellCommand) sh -c 'echo $$; exec "$0" "$@"' "$0"
                """
        )
        let process = try #require(await child.nextLine().flatMap { Int32($0) })
        let lines = await child.lines(upTo: "presses: 1")
        #expect(lines.prefix(2) == ["screen: Card", "ready"])
        kill(process, SIGTERM)
        let end = try await child.end()
        #expect(end.status == 0)
        #expect(end.lines.last == "closed after 15 touches")
        #expect(end.errors.isEmpty, "\(end.errors)")
    }

    @Test("The kiosk without a panel says why, and goes on")
    func refused() async throws {
        let file = try TemporaryFile(".txt", containing: "no panel")
        let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_TOUCH_PANELS='\(file.path)'")
        #expect(await child.lines(upTo: "ready") == ["screen: Card", "ready"])
        child.send(SIGTERM)
        let end = try await child.end()
        #expect(end.status == 0)
        #expect(end.errors.contains("is a plain file; name an evdev node"), "\(end.errors)")
    }

    @Test("The kiosk says that its panel is not there, and waits for it")
    func missing() async throws {
        let path = TemporaryFile(".fifo").path
        let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_TOUCH_PANELS='\(path), x=0:9, y=0:9'")
        #expect(await child.lines(upTo: "ready") == ["screen: Card", "ready"])
        child.send(SIGTERM)
        let end = try await child.end()
        #expect(end.status == 0)
        #expect(end.errors.contains("none of the requested touch panels is connected yet"), "\(end.errors)")
    }

    @Test("The kiosk does not start with a variable that cannot be read")
    func unreadable() async throws {
        let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_TOUCH_PANELS='event1, rotate=45'")
        let end = try await child.end()
        #expect(end.status == 78)
        #expect(end.errors.contains("RESPONDERKIT_TOUCH_PANELS: \"event1\" names no panel"), "\(end.errors)")
    }

    /// Waits until what a change of screen has brought takes touches.
    private static func newScreenDelay() async { try? await Task.sleep(for: .milliseconds(400)) }

    /// On a busy machine a test may last until the kiosk says for how many minutes it has been up.
    private static func isNotOfClock(_ line: String) -> Bool { !line.hasPrefix("up for ") }

    /// The keys of these codes, pressed and released one after the other.
    private static func types(_ codes: [UInt16]) -> [EvdevEvent] {
        codes.flatMap { code in
            [1, 0].flatMap { value in
                [
                    EvdevEvent(time: .zero, type: EvdevCodes.key, code: code, value: value),
                    EvdevEvent(time: .zero, type: EvdevCodes.synchronization, code: EvdevCodes.report, value: 0),
                ]
            }
        }
    }

    /// A finger that presses the screen at a place in points, by default the button, and lifts, so many seconds after
    /// the recording.
    private func press(
        of recording: EvdevRecording,
        at place: (x: Int32, y: Int32) = (160, 520),
        after seconds: Int = 0
    ) -> [EvdevEvent] {
        typealias Codes = EvdevCodes
        let end = recording.events.last?.time ?? MainRunLoop.Instant(nanoseconds: 0)
        let time = end.advanced(by: .seconds(seconds))
        func event(_ code: UInt16, _ value: Int32, _ type: UInt16 = Codes.absolute) -> EvdevEvent {
            EvdevEvent(time: time, type: type, code: code, value: value)
        }
        /// Converts points of an extent to the device's units.
        func position(_ code: UInt16, _ points: Int32, of extent: Int32) -> EvdevEvent {
            event(code, (recording.axes[code]?.maximum ?? 0) * points / extent)
        }
        let report = event(Codes.report, 0, Codes.synchronization)
        if recording.axes[Codes.positionX] == nil {
            return [
                position(Codes.x, place.x, of: 1024), position(Codes.y, place.y, of: 600),
                event(Codes.buttonTouch, 1, Codes.key), report, event(Codes.buttonTouch, 0, Codes.key), report,
            ]
        }
        let mark = event(Codes.multitouchReport, 0, Codes.synchronization)
        if recording.events.contains(where: { ($0.type, $0.code) == (mark.type, mark.code) }) {
            return [
                event(Codes.trackingID, 0), position(Codes.positionX, place.x, of: 1024),
                position(Codes.positionY, place.y, of: 600), mark, report, mark, report,
            ]
        }
        return [
            event(Codes.slot, 0), event(Codes.trackingID, 65_000), position(Codes.positionX, place.x, of: 1024),
            position(Codes.positionY, place.y, of: 600), report, event(Codes.trackingID, -1), report,
        ]
    }
}
