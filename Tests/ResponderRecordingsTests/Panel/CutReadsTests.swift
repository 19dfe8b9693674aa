import Glibc
import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

/// Whole recordings through a panel, whose device gives a few bytes a read.
@MainActor
@Suite("Recordings read in pieces", .enabled(if: TouchData.isExpected, TouchData.absence))
struct CutReadsTests {
    private static let mapping = PanelMapping(size: Size(1920, 1080))

    @Test(
        "Recordings read in pieces give the same frames, wherever the reads are cut",
        arguments: [1, 23, 24, 25, 4096]
    )
    func recordings(length: Int) throws {
        for (name, recording) in try TouchData.recordings() {
            // Each read is a turn: those of single bytes would take minutes. Reads of 23 or 25 bytes have met each
            // place in an event after 24 of them.
            let events = recording.events.prefix(length == 1 ? 200 : length <= 25 ? 1500 : .max)
            let frames = try Self.frames(of: events, recording.axes)
            let read = try Self.read(events.flatMap(\.bytes), recording.axes, length)
            #expect(read == frames, "\(name)")
            #expect(!frames.isEmpty)
        }
    }

    @Test(
        "Recordings with events that the kernel dropped give the same frames, wherever the reads are cut",
        arguments: [1, 23, 24, 25, 4096]
    )
    func dropped(length: Int) throws {
        var bytes = try TouchData.contents(of: TouchData.path("raw-evdev/elan_04f3_000a_0.syn_dropped.evdev64"))
        if length == 1 { bytes = Array(bytes.prefix(24 * 500)) }
        // The stream carries no axes; these hold every value in it.
        let axis = EvdevAxis(minimum: 0, maximum: 4095)
        let axes = [0x2f: EvdevAxis(minimum: 0, maximum: 9), 0x35: axis, 0x36: axis, 0x39: axis] as [UInt16: EvdevAxis]
        let read = try Self.read(bytes, axes, length)
        #expect(try read == Self.read(bytes, axes, 1 << 20))
        var ledger = ContactLedger(size: Self.mapping.region.size)
        for contacts in read { ledger.enter(TouchFrame(time: .zero, contacts: contacts)) }
        #expect(ledger.violations.isEmpty, "\(ledger.violations.prefix(3))")
        #expect(ledger.isBalanced)
        if length > 1 { #expect(ledger.cancelled > 0) }
    }

    /// What the decoder makes of the events, one after the other.
    private static func frames(
        of events: some Sequence<EvdevEvent>,
        _ axes: [UInt16: EvdevAxis]
    ) throws -> [[TouchContact]] {
        var decoder = try EvdevDecoder(axes: axes, mapping: mapping)
        var frames: [[TouchContact]] = []
        for event in events { if let frame = decoder.decode(event) { frames.append(frame.contacts) } }
        if let frame = decoder.finish(at: .zero) { frames.append(frame.contacts) }
        return frames
    }

    /// What a port gets from a panel that reads so many bytes at a time.
    private static func read(_ bytes: [UInt8], _ axes: [UInt16: EvdevAxis], _ length: Int) throws -> [[TouchContact]] {
        let loop = try MainRunLoop(clock: VirtualClock())
        var frames: [[TouchContact]] = []
        let port = TouchPort(loop: loop) { frames.append($0.contacts) }
        let device = RecordedDevice(bytes, length: length)
        let options = TouchPanel.Options(description: InputDeviceDescription(axes: axes))
        var ending: TouchPanel.Ending?
        let panel = try TouchPanel(device, named: "recorded", port: port, mapping: mapping, options: options)
        panel.onEnd = { ending = $1 }
        loop.run(until: loop.now)
        #expect(ending == .endOfStream)
        #expect(port.statistics.droppedBegans == 0 && port.statistics.coalescedMoves == 0)
        return frames
    }
}

/// A stream that gives its bytes in pieces.
private final class RecordedDevice: PanelDevice {
    let mayEndUnseen = false
    let descriptor: Int32
    let description: InputDeviceDescription? = nil
    let clock = TouchPanel.EventClock.arrival
    private let bytes: [UInt8]
    private let length: Int
    private var place = 0

    init(_ bytes: [UInt8], length: Int) {
        (self.bytes, self.length) = (bytes, length)
        // Readable for ever, since nobody writes to it.
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        Glibc.close(ends[1])
        descriptor = ends[0]
    }

    func grab(named name: String) {}

    func readState() -> EvdevState? { nil }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> PanelRead {
        let count = min(length, buffer.count, bytes.count - place)
        guard count > 0 else { return .ended }
        buffer.copyBytes(from: bytes[place..<place + count])
        place += count
        return .bytes(count)
    }

    func close() {}

    deinit { Glibc.close(descriptor) }
}
