import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

@Suite("Recordings of real panels", .enabled(if: TouchData.isExpected, TouchData.absence))
struct RealPanelTests {
    private static let screen = Size(1920, 1080)

    @Test("Real panels' recordings give the contacts and frames that an independent decoder counted")
    func expectations() throws {
        let expectations = try TouchData.expectations()
        #expect(expectations.count >= 12)
        for expected in expectations {
            let recording = try EvdevRecording(path: TouchData.path("evemu/" + expected.file))
            let statistics = try recording.decoded(size: Self.screen).statistics
            #expect(recording.events.count == expected.events, "\(expected.file)")
            #expect(statistics.events == expected.events, "\(expected.file)")
            #expect(statistics.frames == expected.frames, "\(expected.file)")
            #expect(statistics.contacts == expected.contacts, "\(expected.file)")
            #expect(statistics.maxFingers == expected.maxFingers, "\(expected.file)")
            #expect(statistics.malformedEvents == 0, "\(expected.file)")
            #expect(recording.name.hasPrefix(expected.name), "\(expected.file)")
        }
    }

    @Test("Real panels' recordings give each contact one began and one end, on the screen, under its own number")
    func invariants() throws {
        for (name, recording) in try TouchData.recordings() {
            var ledger = ContactLedger(size: Self.screen)
            for frame in try recording.decoded(size: Self.screen).frames { ledger.enter(frame) }
            #expect(ledger.violations.isEmpty, "\(name): \(ledger.violations.prefix(3))")
            #expect(ledger.isBalanced, "\(name)")
        }
    }

    @Test("Real panels' recordings keep 37 contacts that begin at the very end of an axis on the screen")
    func farEdge() throws {
        var count = 0
        for (_, recording) in try TouchData.recordings() {
            let began = try recording.decoded(size: Self.screen).frames.flatMap(\.contacts).filter {
                $0.phase == .began
            }
            let x = try #require(recording.axes[0x35] ?? recording.axes[0x00])
            let y = try #require(recording.axes[0x36] ?? recording.axes[0x01])
            let edge = Point(
                x.position(of: x.maximum, in: Self.screen.width),
                y.position(of: y.maximum, in: Self.screen.height)
            )
            count += began.count { $0.location.x == edge.x || $0.location.y == edge.y }
        }
        #expect(count == 37)
    }

    @Test("Recordings that stop with fingers down end with these cancelled")
    func fingersLeft() throws {
        let cando = try EvdevRecording(path: TouchData.path("evemu/cando_2087_0a02_0.k3.6.x.ev"))
        for (recording, contacts) in [(cando, 13), (try TouchData.pair("3m"), 34)] {
            let (frames, statistics) = try recording.decoded(size: Self.screen)
            let last = try #require(frames.last)
            #expect(last.contacts.map(\.phase) == [.cancelled, .cancelled])
            #expect(last.time == recording.events.last?.time)
            #expect(statistics.contacts == contacts)
            #expect(frames.flatMap(\.contacts).count { $0.phase == .ended } == contacts - 2)
        }
    }

    @Test("A recording whose device and events are in two files is read as one")
    func pairs() throws {
        let recording = try TouchData.pair("3m")
        #expect(recording.name == "3M-3M-MicroTouch-USB-controller Virtual Device")
        #expect(recording.identity == .init(bus: 3, vendor: 0x596, product: 0x502, version: 0x110))
        #expect(recording.events.count == 43466)
        #expect(recording.axes[0x30] == EvdevAxis(minimum: 0, maximum: 32767, fuzz: 255))
        let statistics = try TouchData.pair("wetab").decoded(size: Self.screen).statistics
        #expect(statistics.contacts == 11)
        #expect(statistics.maxFingers == 1)
    }

    @Test("Recordings with events that the kernel dropped lose no end of a contact")
    func dropped() throws {
        var decoder = try TouchData.droppingDecoder(size: Self.screen)
        var ledger = ContactLedger(size: Self.screen)
        for event in try TouchData.droppedEvents() { ledger.enter(decoder.decode(event)) }
        ledger.enter(decoder.finish(at: .zero))
        #expect(decoder.statistics.droppedResyncs == 9)
        #expect(decoder.statistics.clampedValues == 0)
        #expect(ledger.cancelled > 0)
        #expect(ledger.violations.isEmpty, "\(ledger.violations.prefix(3))")
        #expect(ledger.isBalanced)
    }

    @Test("Recordings of protocol A without ids keep fingers apart by where they are")
    func protocolA() throws {
        let recording = try TouchData.pair("ntrig-dell-xt2")
        #expect(recording.events.count == 146)
        var ledger = ContactLedger(size: Self.screen)
        let (frames, statistics) = try recording.decoded(size: Self.screen)
        for frame in frames { ledger.enter(frame) }
        #expect(ledger.violations.isEmpty, "\(ledger.violations.prefix(3))")
        #expect(ledger.isBalanced)
        #expect(statistics.contacts == 4)
        #expect(statistics.maxFingers == 4)
        #expect(ledger.ended == 4)
    }

    @Test("Recordings of a device that cannot touch are refused in words")
    func noAxes() throws {
        let path = TouchData.path("evemu-whot/ntrig-lenovo-T410s.prop")
        let error = #expect(throws: RecordingError.self) { try EvdevRecording(path: path) }
        #expect(error?.problem == .noAxes)
        #expect(error?.file == path)
    }

    @Test(
        "Recordings in other formats are refused as foreign",
        arguments: [
            "evemu/EXPECTED.tsv", "INDEX.md", "libinput/lumio_202e_0006.yml",
            "raw-evdev/elan_04f3_000a_0.syn_dropped.evdev64", "tuio/python-tuio-0.0.9.hex",
            "webdriver/appium-6.0-swipe.json",
        ]
    )
    func foreign(name: String) throws {
        let error = #expect(throws: RecordingError.self) { try EvdevRecording(path: TouchData.path(name)) }
        #expect(error?.problem == .foreign, "\(error.map(\.description) ?? "")")
    }

    @Test("Real panels' recordings are written as text that reads back as the same recording")
    func roundTrip() throws {
        for (name, recording) in try TouchData.recordings() {
            #expect(try EvdevRecording(recording.text) == recording, "\(name)")
        }
    }
}
