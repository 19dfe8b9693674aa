import Foundation
import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

/// The example, driven by recordings of real panels that come through a FIFO.
@Suite("The kiosk, driven by a panel", .enabled(if: TouchData.isExpected, TouchData.absence))
struct KioskTests {
    @Test("gets each touch of each recording, and ends in order")
    func recordings() async throws {
        // "card at (CENTRE), N % of its size"
        let card = /card at \(-?\d+, -?\d+\), (\d+) % of its size/
        var scales: Set<Int> = []
        for (name, recording) in try TouchData.recordings() {
            let fifo = try PanelFIFO(recording)
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

    @Test("goes to its settings and back by the buttons on the screen")
    func screens() async throws {
        let recording = try EvdevRecording(path: TouchData.path("evemu/elan_04f3_016f_0.k3.10.x.ev"))
        let fifo = try PanelFIFO(recording)
        let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_TOUCH_PANELS='\(fifo.request)'")
        _ = await child.lines(upTo: "ready")
        let places: [(Int32, Int32)] = [(630, 82), (160, 140), (160, 260), (160, 140), (60, 22), (160, 520)]
        await fifo.play(places.flatMap { press(of: recording, at: $0) })
        #expect(
            await child.lines(upTo: "presses: 1") == [
                "screen: Settings", "clock stopped", "card put back", "clock runs", "screen: Card", "presses: 1",
            ]
        )
        child.send(SIGTERM)
        #expect(try await child.end().status == 0)
    }

    @Test(
        "gets each touch of an evdev node, found by its path, its numbers, its name or by itself",
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

    @Test("without a panel says why, and goes on")
    func refused() async throws {
        let file = try TemporaryFile(".txt", containing: "no panel")
        let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_TOUCH_PANELS='\(file.path)'")
        #expect(await child.lines(upTo: "ready") == ["screen: Card", "ready"])
        child.send(SIGTERM)
        let end = try await child.end()
        #expect(end.status == 0)
        #expect(end.errors.contains("is a plain file; name an evdev node"), "\(end.errors)")
    }

    @Test("whose panel is not there says so, and waits for it")
    func missing() async throws {
        let path = TemporaryFile(".fifo").path
        let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_TOUCH_PANELS='\(path), x=0:9, y=0:9'")
        #expect(await child.lines(upTo: "ready") == ["screen: Card", "ready"])
        child.send(SIGTERM)
        let end = try await child.end()
        #expect(end.status == 0)
        #expect(end.errors.contains("none of the requested touch panels is connected yet"), "\(end.errors)")
    }

    @Test("with a variable that cannot be read does not start")
    func unreadable() async throws {
        let child = try ChildProcess("Kiosk", setup: "export RESPONDERKIT_TOUCH_PANELS='event1, rotate=45'")
        let end = try await child.end()
        #expect(end.status == 78)
        #expect(end.errors.contains("RESPONDERKIT_TOUCH_PANELS: \"event1\" names no panel"), "\(end.errors)")
    }

    /// A finger that presses the screen at a place in points, by default the button, and lifts.
    private func press(of recording: EvdevRecording, at place: (x: Int32, y: Int32) = (160, 520)) -> [EvdevEvent] {
        typealias Codes = EvdevCodes
        let time = recording.events.last?.time ?? MainRunLoop.Instant(nanoseconds: 0)
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
