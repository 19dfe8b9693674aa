public import ResponderEventLoop
internal import Synchronization

/// The entrance for touches, the wheel and presses: an input source of a main run loop, which receives what its senders
/// send.
///
/// Each source of touches (a thread that reads a panel, a recording, a socket, a test) asks for a ``Sender`` and sends
/// frames of contacts, of the wheel and of presses. The loop serves the port before timers and other sources, in
/// bounded batches. Frames of one sender arrive in the order sent; frames of several senders are merged by their time.
///
/// Times are on the clock of the port's loop, in nanoseconds: `CLOCK_MONOTONIC`, unless the loop's clock is virtual. An
/// evdev device stamps its events by `CLOCK_REALTIME`, whose times are decades later, unless `EVIOCSCLOCKID` sets
/// another clock. A frame is delivered with the time that it was sent with; but in the merged order a time in the
/// future counts as the present time, and ``Statistics/timesAhead`` counts the samples that have one.
///
/// The loop keeps a port until ``invalidate()``, even when nobody else holds it.
@MainActor
public final class TouchPort: InputSource {
    /// The numbers of samples that a port has received, and that its senders dropped or merged.
    public struct Statistics: Hashable, Sendable {
        /// Frames received, those of the wheel and of presses included.
        public var frames = 0
        /// Samples received; a frame of the wheel or of a press is one.
        public var samples = 0
        /// Contacts that began, hovering ones included.
        public var contacts = 0
        /// The most contacts of one sender that were down at once.
        public var mostContactsDown = 0
        /// Presses of keys and buttons that began.
        public var presses = 0
        /// Begans that found no room, and were dropped with all later samples of their contacts; the first of a port is
        /// logged as a warning.
        public var droppedBegans = 0
        /// Moves that found no room; each replaces an earlier waiting move of its contact, if there is one.
        public var coalescedMoves = 0
        /// Samples of contacts that were not down: never begun, ended, or dropped at their began.
        public var unknownContacts = 0
        /// Begans and moves without a finite location, and frames of the wheel without a finite location or delta,
        /// dropped.
        public var invalidLocations = 0
        /// Begans of contacts that were already down: the old contact was cancelled.
        public var repeatedBegans = 0
        /// Begans while 64 contacts of their sender were down, dropped.
        public var excessContacts = 0
        /// Frames of the wheel that found no room, dropped.
        public var droppedWheelFrames = 0
        /// Frames of presses with a text longer than 15 bytes of UTF-8, which was cut.
        public var cutTexts = 0
        /// Samples whose time was in the future when they were received, because the source used another clock than the
        /// loop's or sent them early.
        ///
        /// The samples of a batch, which one turn receives, are counted only where the first frame's time is in the
        /// future.
        public var timesAhead = 0
    }

    /// The default number of places in a sender's ring: two seconds of ten fingers at 50 frames per second.
    public nonisolated static let defaultCapacity = 1024

    private let serveBatch: @MainActor (TouchPort, Int) -> Bool
    private let capacity: Int
    /// The loop that the port belongs to; nil when the loop is gone or the port is invalid.
    package private(set) weak var loop: MainRunLoop?
    private let wakeSignal: WakeSignal
    private let poster: LoopPoster
    /// Called for an update of an estimate, with the number of its sender: see `ContactBinding.sender(of:)`.
    package var onUpdate: (@MainActor (_ contact: TouchContact, _ sender: UInt64) -> Void)?
    /// The objects that send to the port and that the port keeps.
    private var attachments: [any TouchPortAttachment] = []
    let dropWarning = DropWarning()
    private var isInvalid = false
    /// Whether the contacts that are down are being cancelled, after the port was invalidated.
    private var isCancelling = false
    /// Retained because the receivers read the instant in the clock's memory.
    private let virtualClock: VirtualClock?
    /// The receiving sides of the channels, in raw memory: see `ChannelReceiver`.
    nonisolated(unsafe) let receivers: UnsafeMutablePointer<ReceiverList>
    /// Decides how long moves wait in the port; nil if they do not wait.
    package var pacing: (any TouchPacing)? { didSet { receivers.pointee.isPaced = pacing != nil } }
    /// What keeps the frames that the port's receiver takes, or gives them to the receiver; nil usually.
    @exclusivity(unchecked) package private(set) var tape: (any TouchPortTape)?
    /// Whether nothing is received of senders that are made from now on, since a tape gives the frames.
    private let refusesSenders = Atomic(false)
    /// Whether an update of an estimate waits for samples that lie in the port.
    var awaitsSamples = false

    /// A port of `loop` that calls `onFrame` for each frame, on the main actor, in order.
    ///
    /// - Parameters:
    ///   - loop: The loop that serves the port, and keeps it.
    ///   - capacity: The places in each sender's ring, in samples; rounded up to a power of two, 256 at least and
    ///     1,048,576 at most.
    ///   - onFrame: Called once per frame of contacts; each call allocates the frame's array.
    ///   - onWheel: Called once per frame of the wheel, in order with the frames of contacts; nil drops these frames.
    ///   - onPress: Called once per frame of a press, in order with the other frames; nil drops these frames.
    /// - Complexity: O(ports of the loop); allocates the port and a few small blocks.
    public convenience init(
        loop: MainRunLoop,
        capacity: Int = TouchPort.defaultCapacity,
        onFrame: @escaping @MainActor (TouchFrame) -> Void,
        onWheel: (@MainActor (WheelFrame) -> Void)? = nil,
        onPress: (@MainActor (PressFrame) -> Void)? = nil
    ) {
        self.init(loop: loop, capacity: capacity) { port, limit in
            var remaining = limit
            while remaining > 0, let frame = port.nextFrame() {
                remaining -= frame.count
                if let wheel = frame.wheel {
                    onWheel?(wheel)
                } else {
                    let (contacts, presses) = frame.copy()
                    if let contacts { onFrame(contacts) }
                    for press in presses { onPress?(press) }
                }
            }
            return remaining < limit
        }
    }

    /// A port that calls `serveBatch` once in each turn in which something is pending.
    ///
    /// `serveBatch` takes frames with ``nextFrame()`` until it has taken about `limit` samples, and returns whether it
    /// took any.
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

    /// A new sender to this port, with a ring and contact identifiers of its own.
    ///
    /// Make a sender for each source, on any thread. For a sender made off the main actor, the port begins to receive
    /// in a job of the main actor; frames that are sent before that job wait.
    ///
    /// - Complexity: O(capacity of the ring); allocates the ring, 64 bytes per place, and 16 bytes per place for
    ///   details, which occupy no memory until a sample has details.
    public nonisolated func makeSender() -> Sender { makeSender(capacity: capacity) }

    nonisolated func makeSender(capacity: Int) -> Sender {
        let onFirstDrop = DropWarning.report(to: self, by: poster)
        let channel = TouchChannel(capacity: capacity, wakeSignal: wakeSignal, onFirstDrop: onFirstDrop)
        // Runs at once when the caller is on the main actor.
        if !refusesSenders.load(ordering: .relaxed) {
            Task.immediateDetached { @MainActor [weak self] in self?.receivers.pointee.append(channel) }
        }
        return Sender(channel: channel, poster: poster, deliverUpdate: Self.updateDelivery(to: self, poster))
    }

    /// Logs a warning when a sender has dropped its first began, once for the port.
    func noteDrop() { dropWarning.noteDrop(capacity: capacity) }

    /// How far a channel has been received; nil when the channel will carry nothing more.
    func progress(of channel: TouchChannel) -> ChannelProgress? {
        isInvalid ? nil : receivers.pointee.progress(of: channel)
    }

    /// Removes the port from its loop: samples that are sent later, or were sent and not yet served, do not arrive.
    ///
    /// Contacts that are down according to the frames served are cancelled in the loop's next turn, so each contact
    /// that began ends. Idempotent; may be called anywhere, even while a frame is handled.
    ///
    /// - Complexity: O(senders, panels and ports of the loop), and that of closing each panel; allocates a message to
    ///   the loop where contacts are down.
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

    /// Keeps an object that sends to the port, until the object is detached or the port is invalidated.
    package func attach(_ attachment: any TouchPortAttachment) { attachments.append(attachment) }

    /// Releases an attachment.
    package func detach(_ attachment: any TouchPortAttachment) { attachments.removeAll { $0 === attachment } }

    /// Serves the port's last frames: the cancels of the contacts that are down.
    private func cancelContacts() {
        // An outer step, in which this run is nested, may have set a bound.
        let outerBound = receivers.pointee.bound
        receivers.pointee.bound = .max
        isCancelling = true
        receivers.pointee.beginLastStep()
        _ = serveBatch(self, .max)
        receivers.pointee.endStep()
        isCancelling = false
        receivers.pointee.bound = outerBound
    }

    /// The numbers of frames and samples received, dropped and merged so far, over all senders.
    ///
    /// - Complexity: O(senders); no allocation.
    public var statistics: Statistics {
        receivers.pointee.statistics
    }

    // MARK: Input source

    package var hasPending: Bool {
        receivers.pointee.isPaced ? hasPendingWhilePaced : receivers.pointee.hasPending
    }
    package var isExpecting: Bool {
        receivers.pointee.isPaced ? isExpectingWhilePaced : receivers.pointee.isExpecting
    }
    package var mayHoldSamples: Bool { receivers.pointee.isPaced }
    package var name: StaticString { "touch port" }
    package var oldestTime: MainRunLoop.Instant? {
        let oldest = receivers.pointee.isPaced ? oldestTimeWhilePaced : receivers.pointee.oldestTime
        return oldest.map { MainRunLoop.Instant(nanoseconds: $0) }
    }

    package func serve(limit: Int) -> Bool {
        // An outer step, in which this run is nested, may have set a bound.
        let outerBound = receivers.pointee.bound
        receivers.pointee.bound = receivers.pointee.openBound
        beginStep()
        defer {
            receivers.pointee.endStep()
            receivers.pointee.bound = outerBound
        }
        return serveBatch(self, limit)
    }

    func callReceiver(limit: Int) -> Bool { serveBatch(self, limit) }

    package func beginStep() {
        receivers.pointee.beginStep()
        if receivers.pointee.isPaced { leaveMovesThatWait() }
    }

    package var nextTime: Int64? { isInvalid ? nil : receivers.pointee.nextTime }

    package func serve(limit: Int, notAfter time: Int64) -> Int {
        let outer = receivers.pointee.bound
        let before = receivers.pointee.statistics.samples
        receivers.pointee.bound = min(time, receivers.pointee.openBound)
        _ = serveBatch(self, limit)
        receivers.pointee.bound = outer
        receivers.pointee.notePart()
        return receivers.pointee.statistics.samples - before
    }

    /// Whether a part of the present step has been served already: then events of that part still count as this turn's.
    package var isStepContinued: Bool { receivers.pointee.isStepContinued }

    package func endStep() { receivers.pointee.endStep() }

    /// Takes the next frame that was sent before the step began; nil when there is none.
    ///
    /// The frame's samples are valid until the next call, which may also come from a nested run: copy the needed
    /// samples before calling anything else. No allocation, no lock.
    package func nextFrame() -> TouchPortFrame? {
        // The fast path for the usual frame.
        if let cursor = soleCursor, let sample = cursor.pointee.takeSingle() {
            return TouchPortFrame(sample: sample, bindings: cursor.pointee.bindings)
        }
        guard let frame = peekFrame() else { return nil }
        takeFrame()
        return frame
    }

    /// The next frame as ``nextFrame()`` returns it, without taking it.
    package func peekFrame() -> TouchPortFrame? {
        isInvalid && !isCancelling ? nil : receivers.pointee.peekFrame()
    }

    /// Takes the frame that was peeked at; between the peek and this call, the port must not be asked for anything
    /// else.
    package func takeFrame() {
        if receivers.pointee.isRecorded { keepFrame() }
        receivers.pointee.takeFrame()
    }

    @inline(never)
    private func keepFrame() {
        if let frame = receivers.pointee.peekFrame() { tape?.keep(frame) }
    }

    /// Sets the tape, which keeps the frames that are received from now on, or gives them.
    ///
    /// While a tape records, frames are taken by ``takeFrame()`` alone. While a tape gives frames, the app's own
    /// senders send in vain, since their frames are on the tape.
    package func setTape(_ tape: (any TouchPortTape)?) {
        self.tape = tape
        refusesSenders.store(tape?.isPlaying == true, ordering: .relaxed)
        receivers.pointee.isRecorded = tape?.isPlaying == false
    }

    /// The cursor for reading frames of one sample without asking the port for each; nil unless there is exactly one
    /// sender.
    ///
    /// The cursor is also nil while only samples up to a bound in time may be taken. A cursor is valid until the step
    /// ends. When another sender is made or the port is invalidated, the cursor gives no more frames and must be asked
    /// for anew.
    package var soleCursor: UnsafeMutablePointer<RingCursor>? {
        isInvalid || receivers.pointee.bound != .max ? nil : receivers.pointee.soleCursor
    }
}

extension Int {
    fileprivate var roundedUpToPowerOfTwo: Int {
        self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
    }
}

/// An object that sends to a port and that the port keeps until the object is closed, such as a panel.
@MainActor
package protocol TouchPortAttachment: AnyObject {
    /// Ends the attachment and detaches it from its port.
    func close()
}
