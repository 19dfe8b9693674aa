public import ResponderEventLoop
internal import Synchronization

/// Where touches come in: a source of a main run loop, and the maker of the rights to send to it.
///
/// Whatever has touches — a thread that reads a panel, a recording, a socket, a test — asks for a ``Sender`` and sends
/// frames of contacts. The loop serves the port before timers and other sources, in bounded batches. Frames of one
/// sender arrive in the order sent; those of several are merged by their time.
///
/// Times are on the clock of the port's loop, in nanoseconds: `CLOCK_MONOTONIC`, unless that is a virtual one. An evdev
/// device stamps its events by `CLOCK_REALTIME`, decades later, until it is told otherwise with `EVIOCSCLOCKID`. A
/// frame keeps its time when it is delivered; but as for the order a time that is still to come counts as the present
/// one, and ``Statistics/timesAhead`` counts it.
///
/// A port stays with its loop until ``invalidate()``, also when nobody else holds it.
@MainActor
public final class TouchPort: InputSource {
    /// What a port has received, and what its senders had to drop or merge.
    public struct Statistics: Hashable, Sendable {
        /// Frames received.
        public var frames = 0
        /// Samples received.
        public var samples = 0
        /// Contacts that began.
        public var contacts = 0
        /// The most contacts of one sender that were down at once.
        public var mostContactsDown = 0
        /// Begans that found no room, and were dropped with all that followed; the first of a port is logged as a warning.
        public var droppedBegans = 0
        /// Moves that found no room, and replaced an older one of their contact.
        public var coalescedMoves = 0
        /// Samples of contacts that were not down: never begun, ended, or dropped at their began.
        public var unknownContacts = 0
        /// Begans and moves without a finite location, dropped.
        public var invalidLocations = 0
        /// Begans of contacts that were down already: the old one was cancelled.
        public var repeatedBegans = 0
        /// Begans while 64 contacts of their sender were down, dropped.
        public var excessContacts = 0
        /// Samples that were received before the time which they carry: by another clock than the loop's, or ahead of
        /// time.
        ///
        /// Of a batch that a turn receives at once they are counted where the first frame is such a one.
        public var timesAhead = 0
    }

    /// The places in a sender's ring, where nothing else is asked for: two seconds of ten fingers at 50 frames a second.
    public nonisolated static let defaultCapacity = 1024

    private let serveBatch: @MainActor (TouchPort, Int) -> Bool
    private let capacity: Int
    /// The loop that it belongs to, for as long as that is there.
    package private(set) weak var loop: MainRunLoop?
    private let wakeSignal: WakeSignal
    private let poster: LoopPoster
    /// Called for an update of an estimate, with the number that the samples of its sender are known by:
    /// `ContactBinding.sender(of:)`.
    package var onUpdate: (@MainActor (_ contact: TouchContact, _ sender: UInt64) -> Void)?
    /// What sends to the port and stays as long as it does.
    private var attachments: [any TouchPortAttachment] = []
    let dropWarning = DropWarning()
    private var isInvalid = false
    /// Whether what is down is being cancelled, since the port is invalid.
    private var isCancelling = false
    /// Kept, for the receivers read it where it keeps its instant.
    private let virtualClock: VirtualClock?
    /// The receiving sides of the channels, in raw memory: see `ChannelReceiver`.
    nonisolated(unsafe) private let receivers: UnsafeMutablePointer<ReceiverList>

    /// A port of `loop` that calls `onFrame` for each frame, on the main actor, in order.
    ///
    /// - Parameters:
    ///   - loop: Serves the port, and keeps it.
    ///   - capacity: The places in each sender's ring, in samples; rounded up to a power of two, 256 at least and 1,048,576 at most.
    ///   - onFrame: Called once a frame. It allocates one array a frame.
    public convenience init(
        loop: MainRunLoop,
        capacity: Int = TouchPort.defaultCapacity,
        onFrame: @escaping @MainActor (TouchFrame) -> Void
    ) {
        self.init(loop: loop, capacity: capacity) { port, limit in
            var remaining = limit
            while remaining > 0, let frame = port.nextFrame() {
                remaining -= frame.count
                onFrame(frame.copy())
            }
            return remaining < limit
        }
    }

    /// A port that calls `serveBatch` once a turn in which something is pending; that one takes frames with
    /// ``nextFrame()`` until it has taken some `limit` samples, and returns whether it took any.
    package init(
        loop: MainRunLoop,
        capacity: Int = TouchPort.defaultCapacity,
        serveBatch: @escaping @MainActor (_ port: TouchPort, _ limit: Int) -> Bool
    ) {
        self.loop = loop
        self.capacity = min(max(256, capacity), 1 << 20).roundedUpToPowerOfTwo
        self.serveBatch = serveBatch
        wakeSignal = loop.wakeSignal
        poster = loop.poster
        receivers = .allocate(capacity: 1)
        virtualClock = loop.virtualClock
        receivers.initialize(to: ReceiverList(clock: ReceivingClock(of: loop)))
        loop.addInput(self)
    }

    deinit {
        receivers.deinitialize(count: 1)
        receivers.deallocate()
    }

    /// A new right to send to this port, with a ring and contact identifiers of its own.
    ///
    /// Make one for each source. Allocates the ring, 64 bytes a place, and the same number of places
    /// of 16 bytes for details, which take no memory before a stylus has some.
    ///
    /// Any thread may make one. Off the main actor the port takes the sender in when the main actor comes to it; what is sent
    /// by then waits.
    public nonisolated func makeSender() -> Sender {
        let onFirstDrop = DropWarning.report(to: self, by: poster)
        let channel = TouchChannel(capacity: capacity, wakeSignal: wakeSignal, onFirstDrop: onFirstDrop)
        // At once on the main actor.
        Task.immediateDetached { @MainActor [weak self] in self?.receivers.pointee.append(channel) }
        return Sender(channel: channel, poster: poster, deliverUpdate: Self.updateDelivery(to: self, poster))
    }

    /// A sender has dropped its first began: said once for the port, by a warning in the log.
    func noteDrop() { dropWarning.noteDrop(capacity: capacity) }

    /// How far a channel was received; nil when it will carry nothing any more.
    func progress(of channel: TouchChannel) -> ChannelProgress? {
        isInvalid ? nil : receivers.pointee.progress(of: channel)
    }

    /// Takes the port out of its loop: nothing that is sent, or was sent and not yet served, arrives any more.
    ///
    /// Contacts that are down, as far as was served, are cancelled in the loop's next turn; so each that began has its
    /// end. Idempotent, and legal anywhere, also while a frame is handled.
    public func invalidate() {
        isInvalid = true
        receivers.pointee.closeCursors()
        let closing = attachments
        attachments = []
        for attachment in closing { attachment.close() }
        guard let loop else { return }
        self.loop = nil
        loop.removeInput(self)
        if receivers.pointee.hasContactsDown { loop.post(name: "touch port") { [self] in cancelContacts() } }
    }

    /// Keeps what sends to the port, until it is detached or the port is invalid.
    package func attach(_ attachment: any TouchPortAttachment) { attachments.append(attachment) }

    /// Lets go of it.
    package func detach(_ attachment: any TouchPortAttachment) { attachments.removeAll { $0 === attachment } }

    /// Serves the cancels of what is down, the last that the port has.
    private func cancelContacts() {
        // A step around this one, which a run is nested in, may have been cut short.
        let outerBound = receivers.pointee.bound
        receivers.pointee.bound = .max
        isCancelling = true
        receivers.pointee.beginLastStep()
        _ = serveBatch(self, .max)
        receivers.pointee.endStep()
        isCancelling = false
        receivers.pointee.bound = outerBound
    }

    /// What was received, dropped and merged so far, by all senders.
    public var statistics: Statistics {
        receivers.pointee.statistics
    }

    // MARK: Input source

    package var hasPending: Bool { receivers.pointee.hasPending }
    package var isExpecting: Bool { receivers.pointee.isExpecting }
    package var name: StaticString { "touch port" }
    package var oldestTime: MainRunLoop.Instant? {
        receivers.pointee.oldestTime.map { MainRunLoop.Instant(nanoseconds: $0) }
    }

    package func serve(limit: Int) -> Bool {
        // A step around this one, which a run is nested in, may have been cut short.
        let outerBound = receivers.pointee.bound
        receivers.pointee.bound = .max
        receivers.pointee.beginStep()
        defer {
            receivers.pointee.endStep()
            receivers.pointee.bound = outerBound
        }
        return serveBatch(self, limit)
    }

    package func beginStep() { receivers.pointee.beginStep() }

    package var nextTime: Int64? { isInvalid ? nil : receivers.pointee.nextTime }

    package func serve(limit: Int, notAfter time: Int64) -> Int {
        let outer = receivers.pointee.bound
        let before = receivers.pointee.statistics.samples
        receivers.pointee.bound = time
        _ = serveBatch(self, limit)
        receivers.pointee.bound = outer
        receivers.pointee.notePart()
        return receivers.pointee.statistics.samples - before
    }

    /// Whether what is served is another part of a step that began before: then what the turn has had of a touch stands.
    package var isStepContinued: Bool { receivers.pointee.isStepContinued }

    package func endStep() { receivers.pointee.endStep() }

    /// Takes the next frame of those that were sent before the step began; nil when there is none.
    ///
    /// The frame's samples are good until the next call, also one made by a run nested in between: copy what is needed
    /// before anything else is called. No allocation, no lock.
    package func nextFrame() -> TouchPortFrame? {
        // The usual frame, apart from all others.
        if let cursor = soleCursor, let sample = cursor.pointee.takeSingle() {
            return TouchPortFrame(sample: sample, bindings: cursor.pointee.bindings)
        }
        guard let frame = peekFrame() else { return nil }
        takeFrame()
        return frame
    }

    /// The next frame, likewise, without taking it.
    package func peekFrame() -> TouchPortFrame? {
        isInvalid && !isCancelling ? nil : receivers.pointee.peekFrame()
    }

    /// Takes the frame that was peeked at, which nothing else was asked of the port since.
    package func takeFrame() {
        receivers.pointee.takeFrame()
    }

    /// The way to read frames of one sample without asking the port for each, where there is one sender; nil otherwise.
    ///
    /// Nil too where only samples up to some time are wanted. Good until the step ends. It gives none any more, and must be asked for anew, when there is another sender, or
    /// the port was invalidated.
    package var soleCursor: UnsafeMutablePointer<RingCursor>? {
        isInvalid || receivers.pointee.bound != .max ? nil : receivers.pointee.soleCursor
    }
}

extension Int {
    fileprivate var roundedUpToPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}
