import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

@Suite("A sample recording")
struct SampleRecordingTests {
    private static let screen = Size(4096, 4096)

    @Test("The sample recording that is shipped is the file that the generator writes")
    func shipped() throws {
        let bytes = try TouchData.contents(of: TouchData.package + "/Samples/taps-drag-pinch.evemu")
        #expect(String(decoding: bytes, as: UTF8.self) == EvdevRecording.sample.text)
        #expect(try EvdevRecording(bytes: bytes) == EvdevRecording.sample)
    }

    @Test("The sample recording that is shipped holds three taps, a drag and a pinch")
    func contents() throws {
        let (frames, statistics) = try EvdevRecording.sample.decoded(size: Self.screen)
        #expect(statistics.contacts == 7)
        #expect(statistics.maxFingers == 2)
        #expect(statistics.malformedEvents == 0)
        #expect(statistics.clampedValues == 0)
        var ledger = ContactLedger(size: Self.screen)
        for frame in frames { ledger.enter(frame) }
        #expect(ledger.violations.isEmpty)
        #expect(ledger.isBalanced)
        #expect(ledger.cancelled == 0)
        let contacts = frames.flatMap(\.contacts)
        let moving = Set(contacts.filter { $0.phase == .moved }.map(\.identifier))
        #expect(moving == [4, 5, 6])
        let drag = contacts.filter { $0.identifier == 4 }
        #expect(drag.first?.location == Point(512, 2048))
        #expect(drag.last?.location == Point(3584, 2304))
    }

    @Test("A sample recording has fingers where and as long as its script says")
    func script() throws {
        var script = SampleRecording(name: "x")
        script.pause(for: .milliseconds(16))
        script.tap(at: Point(10, 20), for: .milliseconds(24))
        #expect(script.cursor == .milliseconds(16 + 24 + 200))
        let frames = try script.recording.decoded(size: Self.screen).frames
        #expect(frames.map(\.time.nanoseconds) == [16_000_000, 40_000_000])
        #expect(frames.flatMap(\.contacts).map(\.phase) == [.began, .ended])
        #expect(frames.first?.contacts.first?.location == Point(10, 20))
    }

    @Test("A sample recording keeps fingers on the panel, and at most as many as it has slots")
    func limits() throws {
        var script = SampleRecording(name: "x")
        let finger = SampleRecording.Finger(length: .zero, from: Point(-1e300, .nan), to: Point(1e300, .infinity))
        for _ in 0..<3 {
            script.add(finger, finger, finger, finger, finger, finger, finger, finger, finger, finger, finger, finger)
        }
        script.add(SampleRecording.Finger(start: .seconds(1 << 40), length: .seconds(1 << 40), from: .zero, to: .zero))
        let (frames, statistics) = try script.recording.decoded(size: Self.screen)
        #expect(statistics.maxFingers == SampleRecording.slotCount)
        #expect(statistics.contacts == 3 * SampleRecording.slotCount + 1)
        var ledger = ContactLedger(size: Self.screen)
        for frame in frames { ledger.enter(frame) }
        #expect(ledger.violations.isEmpty)
        #expect(ledger.isBalanced)
    }

    @Test("A sample recording of an empty script is empty")
    func empty() throws {
        #expect(SampleRecording(name: "x").recording.events.isEmpty)
    }

    @Test("A recording with a name of several lines is written with a name of one")
    func name() throws {
        var recording = EvdevRecording.sample
        recording.name = "two\r\nlines\nE: 1.2"
        #expect(try EvdevRecording(recording.text).name == "two  lines E: 1.2")
    }
}
