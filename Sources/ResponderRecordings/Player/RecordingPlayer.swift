public import ResponderEventLoop
public import ResponderTouchInput

/// Sends the frames of a recording to a touch port, at the pace of their device or as fast as possible.
///
/// A player runs on the port's loop, so it keeps the recording's pace under a virtual clock too. At full speed it sends
/// about a quarter of a port's default capacity per turn, so that a port without other senders drops nothing.
@MainActor
public final class RecordingPlayer {
    /// How fast a recording is played.
    public enum Pace: Hashable, Sendable {
        /// The factor by which playing is faster than recording: 1 is the recorded pace.
        case speed(Double)
        /// As fast as the loop serves the port. Frames keep their recorded times, counted from the start of playing.
        case asFastAsPossible
    }

    /// The samples sent in one turn at full speed, well below a port's default capacity.
    private static let samplesPerTurn = TouchPort.defaultCapacity / 4

    private let makeIterator: () -> AnyIterator<InputFrame>
    private let sender: TouchPort.Sender
    private let loop: MainRunLoop
    private let pace: Pace
    private var rest = AnyIterator<InputFrame> { nil }
    private var next: InputFrame?
    /// The start of the recording on its own clock; the next property has the start of playing on the loop's clock.
    private var recordedStart = MainRunLoop.Instant.zero
    private var start = MainRunLoop.Instant.zero
    private var timer: MainRunLoop.Timer?
    private var completion: (@MainActor () -> Void)?

    /// A player that sends `frames`, which must be in the order of their times, to a port of `loop`.
    ///
    /// The player asks for a frame when the frame before has been sent, so a lazy sequence need not hold its frames.
    ///
    /// - Precondition: A speed is a finite number above zero.
    /// - Complexity: O(1); allocates the player and a closure.
    public convenience init(
        _ frames: some Sequence<TouchFrame>,
        to sender: TouchPort.Sender,
        on loop: MainRunLoop,
        pace: Pace
    ) {
        self.init(input: frames.lazy.map(InputFrame.touch), to: sender, on: loop, pace: pace)
    }

    /// A player that sends frames of any kind, such as ``RecordedInput``, which must be in the order of their times.
    ///
    /// - Precondition: A speed is a finite number above zero.
    /// - Complexity: O(1); allocates the player and a closure.
    public init(
        input frames: some Sequence<InputFrame>,
        to sender: TouchPort.Sender,
        on loop: MainRunLoop,
        pace: Pace
    ) {
        if case .speed(let factor) = pace {
            precondition(factor > 0 && factor.isFinite, "a recording's speed cannot be \(factor); give one above 0")
        }
        makeIterator = { AnyIterator(frames.makeIterator()) }
        self.sender = sender
        self.loop = loop
        self.pace = pace
    }

    /// Begins to play at the present instant.
    ///
    /// `completion` is called once, when the port has served the last frame. A second call of `play` starts anew,
    /// without calling the first completion.
    ///
    /// - Complexity: O(frames due at once); allocates an iterator and a timer or a message to the loop, and decodes or
    ///   makes the frames as their sequence does.
    public func play(completion: @escaping @MainActor () -> Void) {
        cancel()
        self.completion = completion
        start = loop.now
        rest = makeIterator()
        next = rest.next()
        recordedStart = next?.time ?? .zero
        switch pace {
        case .speed: sendDue()
        case .asFastAsPossible: loop.post { [weak self] in self?.sendBatch() }
        }
    }

    /// Stops playing; the completion is not called.
    ///
    /// Contacts that are down stay down until the sender is released.
    ///
    /// - Complexity: that of cancelling a timer; no allocation.
    public func cancel() {
        timer?.cancel()
        timer = nil
        completion = nil
        next = nil
    }

    /// Sends all frames that are due, and sets a timer for the next.
    private func sendDue() {
        let now = loop.now
        while let frame = next, due(frame) <= now { send(frame) }
        guard let next else { return finish() }
        timer = loop.addTimer(at: due(next)) { [weak self] _ in self?.sendDue() }
    }

    /// Sends as many frames as one turn allows.
    private func sendBatch() {
        guard completion != nil else { return }
        var samples = 0
        while let frame = next, samples < Self.samplesPerTurn {
            samples += frame.sampleCount
            send(frame)
        }
        guard next != nil else { return finish() }
        loop.post { [weak self] in self?.sendBatch() }
    }

    private func send(_ frame: InputFrame) {
        var frame = frame
        frame.time = due(frame)
        switch frame {
        case .touch(let frame): sender.send(frame)
        case .press(let frame): sender.send(frame)
        case .wheel(let frame): sender.send(frame)
        }
        next = rest.next()
    }

    /// When the frame is due on the loop's clock.
    private func due(_ frame: InputFrame) -> MainRunLoop.Instant {
        let offset = recordedStart.duration(to: frame.time)
        switch pace {
        case .speed(let factor):
            // Floating point does not overflow, whatever the factor; frames beyond the clock's range are due at the end
            // of the range.
            let nanoseconds = Double(offset.wholeNanoseconds) / factor
            return start.advanced(by: .nanoseconds(Int64(min(nanoseconds, Double(Int64.max / 2)))))
        case .asFastAsPossible: return start.advanced(by: offset)
        }
    }

    /// Completes when the last frame has been served.
    ///
    /// The port may have been served already in this turn. The second post runs in the turn after the next one, and by
    /// then the next turn has served the port.
    private func finish() {
        timer = nil
        loop.post { [weak self] in
            self?.loop.post { [weak self] in self?.complete() }
        }
    }

    private func complete() {
        let completion = completion
        self.completion = nil
        completion?()
    }
}

extension InputFrame {
    /// How many samples the frame makes at a port.
    fileprivate var sampleCount: Int {
        if case .touch(let frame) = self { frame.contacts.count } else { 1 }
    }
}
