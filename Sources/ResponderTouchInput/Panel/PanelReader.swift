internal import Glibc
internal import ResponderEventLoop

/// Turns the bytes that are read from a panel, cut at any place, into events on the loop's clock.
@MainActor
struct PanelReader: ~Copyable {
    /// The most events that are read in one turn: more than the busiest panel known sends in half a second.
    static let eventsInTurn = 4096
    /// The free places for samples that the port must have before the panel reads on; an empty port always has that
    /// many.
    static let leastRoom = 64
    /// The size of the kernel's `struct input_event` on 64-bit Linux: two numbers of 64 bits for the time, then type,
    /// code and value.
    static let eventSize = 24
    /// The most bytes of one read: 256 events.
    private static let roomSize = 256 * eventSize

    /// The bytes that were read and not yet decoded; between two reads, at most the beginning of one event.
    private let start: UnsafeMutableRawPointer
    private var count = 0
    private let clock: TouchPanel.EventClock
    private unowned let loop: MainRunLoop
    private let isVirtual: Bool
    /// The time of the last event, on the loop's clock.
    private(set) var lastTime: MainRunLoop.Instant
    /// When the bytes were read, on the loop's clock.
    private var readTime: MainRunLoop.Instant
    /// The loop's time minus the device's, in nanoseconds.
    private var offset: Int64 = 0
    private var asked = 0
    /// Whether the last read filled its whole buffer.
    private(set) var wasFull = false

    init(clock: TouchPanel.EventClock, loop: MainRunLoop) {
        self.loop = loop
        isVirtual = loop.virtualClock != nil
        // The device's times mean nothing on a virtual clock.
        self.clock = isVirtual ? .arrival : clock
        lastTime = loop.now
        readTime = lastTime
        start = .allocate(byteCount: Self.roomSize, alignment: 8)
    }

    deinit {
        start.deallocate()
    }

    /// The buffer for the next read: room for at most `events` events, including an event whose beginning was kept.
    ///
    /// One event makes at most one sample, except where contacts are cancelled; the port keeps places for the ends of
    /// contacts. A stream in which every event changes the tracking id of one slot makes two samples per event: then
    /// the port may drop a began and count the loss.
    mutating func room(forEvents events: Int) -> UnsafeMutableRawBufferPointer {
        asked = min(Self.roomSize, events * Self.eventSize) - count
        return UnsafeMutableRawBufferPointer(start: start + count, count: asked)
    }

    /// Takes over `received` bytes in the buffer that ``room(forEvents:)`` returned.
    mutating func received(_ received: Int) {
        wasFull = received == asked
        count += received
        readTime = loop.now
        if clock == .realtime { offset = readTime.nanoseconds &- Self.realTime() }
    }

    /// The number of complete events.
    var eventCount: Int { count / Self.eventSize }

    /// One of the complete events; the caller asks for each once, in order.
    mutating func event(at index: Int) -> EvdevEvent {
        let event = start + index * Self.eventSize
        if clock != .arrival {
            let seconds = event.loadUnaligned(as: Int64.self)
            let microseconds = event.loadUnaligned(fromByteOffset: 8, as: Int64.self)
            let time = seconds &* 1_000_000_000 &+ microseconds &* 1000 &+ offset
            // An event's time is never after the read and never before the time of the event before, whatever the
            // device says.
            lastTime = max(lastTime, min(MainRunLoop.Instant(nanoseconds: time), readTime))
        } else {
            lastTime = max(lastTime, readTime)
        }
        return EvdevEvent(
            time: lastTime,
            type: event.loadUnaligned(fromByteOffset: 16, as: UInt16.self),
            code: event.loadUnaligned(fromByteOffset: 18, as: UInt16.self),
            value: event.loadUnaligned(fromByteOffset: 20, as: Int32.self)
        )
    }

    /// Brings ``lastTime`` up to the present.
    mutating func passTime() { lastTime = max(lastTime, loop.now) }

    /// Keeps the beginning of an event whose rest comes with the next read.
    mutating func keepRest() {
        let rest = count % Self.eventSize
        if rest > 0 { memmove(start, start + (count - rest), rest) }
        count = rest
    }

    /// Discards the beginning of an event whose rest will not come.
    mutating func forgetRest() { count = 0 }

    private static func realTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
