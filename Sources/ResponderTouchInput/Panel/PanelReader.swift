internal import Glibc
internal import ResponderEventLoop

/// The bytes of a panel as they are read, cut anywhere, as events on the loop's clock.
@MainActor
struct PanelReader: ~Copyable {
    /// How many events are read a turn at most: more than half a second of the busiest panel known.
    static let eventsInTurn = 4096
    /// For how many samples a port has room before more is read; an empty one always has.
    static let leastRoom = 64
    /// The kernel's `struct input_event` on 64-bit Linux: two numbers of 64 bits for the time, type, code and value.
    static let eventSize = 24
    /// How many bytes a read takes at most: 256 events.
    private static let roomSize = 256 * eventSize

    /// Read, and not decoded: the first bytes of an event at most, between two reads.
    private let start: UnsafeMutableRawPointer
    private var count = 0
    private let clock: TouchPanel.EventClock
    private unowned let loop: MainRunLoop
    private let isVirtual: Bool
    /// The time of the last event, on the loop's clock.
    private(set) var lastTime: MainRunLoop.Instant
    /// When the bytes were read, on the loop's clock.
    private var readTime: MainRunLoop.Instant
    /// What must be added to the device's times to have the loop's, in nanoseconds.
    private var offset: Int64 = 0
    private var asked = 0
    /// Whether the last read filled all the room that it was given.
    private(set) var wasFull = false

    init(clock: TouchPanel.EventClock, loop: MainRunLoop) {
        self.loop = loop
        isVirtual = loop.virtualClock != nil
        // A device's time means nothing where time is the test's.
        self.clock = isVirtual ? .arrival : clock
        lastTime = loop.now
        readTime = lastTime
        start = .allocate(byteCount: Self.roomSize, alignment: 8)
    }

    deinit {
        start.deallocate()
    }

    /// Where the next bytes go: so many events at most, and the rest of one that was cut.
    ///
    /// An event of a panel makes one sample at most but where contacts are cancelled, and their ends have places of their
    /// own. A stream that changes an id again and again in one slot makes two: then a began may be dropped, and counted.
    mutating func room(forEvents events: Int) -> UnsafeMutableRawBufferPointer {
        asked = min(Self.roomSize, events * Self.eventSize) - count
        return UnsafeMutableRawBufferPointer(start: start + count, count: asked)
    }

    /// So many bytes are in the room.
    mutating func received(_ received: Int) {
        wasFull = received == asked
        count += received
        readTime = loop.now
        if clock == .realtime { offset = readTime.nanoseconds &- Self.realTime() }
    }

    /// The events that are complete.
    var eventCount: Int { count / Self.eventSize }

    /// One of them; each is asked for once, in order.
    mutating func event(at index: Int) -> EvdevEvent {
        let event = start + index * Self.eventSize
        if clock != .arrival {
            let seconds = event.loadUnaligned(as: Int64.self)
            let microseconds = event.loadUnaligned(fromByteOffset: 8, as: Int64.self)
            let time = seconds &* 1_000_000_000 &+ microseconds &* 1000 &+ offset
            // Neither after the read nor before the event before it, whatever the device says.
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

    /// Keeps the beginning of an event, whose rest comes with the next read.
    mutating func keepRest() {
        let rest = count % Self.eventSize
        if rest > 0 { memmove(start, start + (count - rest), rest) }
        count = rest
    }

    /// Forgets the beginning of an event, whose rest does not come.
    mutating func forgetRest() { count = 0 }

    private static func realTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
