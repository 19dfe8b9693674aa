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

    @Test("The kiosk fills its form by a recording of fingers on the screen keyboard")
    func form() async throws {
        let recording = try EvdevRecording(path: TouchData.path("evemu/elan_04f3_016f_0.k3.10.x.ev"))
        let fifo = try DeviceFIFO(recording)
        let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_TOUCH_PANELS='\(fifo.request)'")
        _ = await child.lines(upTo: "ready")
        let connection = try fifo.stayConnected()
        defer { try? connection.close() }
        var isShown = false
        /// Taps these places one after the other, and waits for what the kiosk then says.
        func tap(_ places: [(Int32, Int32)], upTo line: String) async -> [String] {
            await fifo.play(places.flatMap { press(of: recording, at: $0, after: isShown ? 1 : 0) })
            return await child.lines(upTo: line).filter(Self.isNotOfClock)
        }
        #expect(await tap([(350, 82)], upTo: "screen: Form") == ["screen: Form"])
        await Self.newScreenDelay()
        isShown = true
        // The keyboard comes with the update pass after the tap, in the lower part of the screen.
        let shown = "keyboard covers 192 points"
        #expect(await tap([(100, 104)], upTo: shown) == [shown])
        // A, d, a and the return key, which leads to the table; its number pad is as high.
        let letters: [(Int32, Int32)] = [(102, 480), (307, 480), (102, 480), (900, 576)]
        #expect(await tap(letters, upTo: "name Ada") == ["name Ada"])
        // 1 and 5, and the button above the pad.
        let order = "order of Ada at table 15"
        let lines = await tap([(170, 432), (512, 480), (560, 184)], upTo: order)
        #expect(lines == [order])
        #expect(await child.lines(upTo: "keyboard hidden").filter(Self.isNotOfClock) == ["keyboard hidden"])
        child.send(SIGTERM)
        let end = try await child.end()
        #expect(end.status == 0)
        #expect(end.errors.isEmpty, "\(end.errors)")
    }

    @Test("The kiosk fills its form by keys alone, without a screen keyboard, and takes no letters for a table")
    func formByKeys() async throws {
        let keyboard = try DeviceFIFO()
        let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_INPUT_DEVICES='\(keyboard.request)'")
        _ = await child.lines(upTo: "ready")
        let connection = try keyboard.stayConnected()
        defer { try? connection.close() }
        let (tab, enter): (UInt16, UInt16) = (15, 28)
        await keyboard.play(Self.types([tab, enter]))
        #expect(await child.lines(upTo: "screen: Form").filter(Self.isNotOfClock) == ["screen: Form"])
        // Past the back button to the name, a and b, the return key to the table, 5, x, which is no digit, and return.
        await keyboard.play(Self.types([tab, tab, 30, 48, enter, 6, 45, enter]))
        let order = "order of ab at table 5"
        #expect(await child.lines(upTo: order).filter(Self.isNotOfClock) == ["name ab", order])
        child.send(SIGTERM)
        #expect(try await child.end().status == 0)
    }

    @Test("The kiosk orders from its menu by the buttons in the rows, and scrolls the menu by a finger")
    func menu() async throws {
        let recording = try EvdevRecording(path: TouchData.path("evemu/elan_04f3_016f_0.k3.10.x.ev"))
        let fifo = try DeviceFIFO(recording)
        let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_TOUCH_PANELS='\(fifo.request)'")
        _ = await child.lines(upTo: "ready")
        let plus: (Int32, Int32) = (944, 84)
        let minus: (Int32, Int32) = (844, 84)
        let row: (Int32, Int32) = (300, 164)
        let connection = try fifo.stayConnected()
        defer { try? connection.close() }
        await fifo.play(press(of: recording, at: (490, 82)))
        #expect(await child.lines(upTo: "screen: Menu").filter(Self.isNotOfClock) == ["screen: Menu"])
        await Self.newScreenDelay()
        await fifo.play([plus, plus, minus, row].flatMap { press(of: recording, at: $0, after: 1) })
        #expect(
            await child.lines(upTo: "dish 2").filter(Self.isNotOfClock) == [
                "dish 1: 1 ordered", "dish 1: 2 ordered", "dish 1: 1 ordered", "dish 2",
            ]
        )
        let drag = drag(of: recording, at: 300, from: 560, to: 80)
        await fifo.play(Array(drag.prefix(20)))
        #expect(await child.lines(upTo: "menu is dragged").filter(Self.isNotOfClock) == ["menu is dragged"])
        await fifo.play(Array(drag.dropFirst(20)))
        var line = try #require(await child.nextLine())
        while !Self.isNotOfClock(line) { line = try #require(await child.nextLine()) }
        let match = try #require(try /menu from dish (\d+) on/.wholeMatch(in: line), "\(line)")
        #expect(Int(match.1).map { $0 > 1 } == true)
        child.send(SIGTERM)
        #expect(try await child.end().status == 0)
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

    /// A finger that drags up the screen, in points.
    private func drag(of recording: EvdevRecording, at x: Int32, from start: Int32, to end: Int32) -> [EvdevEvent] {
        stride(from: start, through: end, by: -20).flatMap { y in
            let press = press(of: recording, at: (x, y), after: 1)
            // Only the first place begins a touch, and only the last one ends the touch.
            let down = y == start ? press.prefix(5) : press.prefix(1) + press.dropFirst(2).prefix(3)
            return y == end ? press.prefix(1) + press.dropFirst(2) : down
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
