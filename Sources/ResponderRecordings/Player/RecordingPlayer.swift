public import ResponderEventLoop
public import ResponderTouchInput

/// Sends the frames of a recording to a touch port, as their device did.
///
/// It runs on the port's loop, so it keeps the recording's pace under a virtual clock too. It never sends more at once
/// than a port of the usual capacity takes, so a port that nobody else fills drops nothing.
@MainActor
public final class RecordingPlayer {
    /// How fast a recording is played.
    public enum Pace: Hashable, Sendable {
        /// So many times as fast as it was recorded: 1 is the recorded pace.
        case speed(Double)
        /// As fast as the loop serves it. Frames keep the times they were recorded at, counted from the start.
        case asFastAsPossible
    }

    /// The samples sent in one turn at full speed, well below a port's usual capacity.
    private static let samplesPerTurn = TouchPort.defaultCapacity / 4

    private let makeIterator: () -> AnyIterator<TouchFrame>
    private let sender: TouchPort.Sender
    private let loop: MainRunLoop
    private let pace: Pace
    private var rest = AnyIterator<TouchFrame> { nil }
    private var next: TouchFrame?
    /// When the recording began on its own clock, and when that is on the loop's.
    private var recordedStart = MainRunLoop.Instant.zero
    private var start = MainRunLoop.Instant.zero
    private var timer: MainRunLoop.Timer?
    private var completion: (@MainActor () -> Void)?

    /// A player of `frames`, which are in the order of their times, to a sender of one of `loop`'s ports.
    ///
    /// It asks for one when the one before it has been sent, so that a lazy sequence need not hold them.
    ///
    /// - Precondition: A speed is a number above zero.
    public init(_ frames: some Sequence<TouchFrame>, to sender: TouchPort.Sender, on loop: MainRunLoop, pace: Pace) {
        if case .speed(let factor) = pace {
            precondition(factor > 0 && factor.isFinite, "a recording cannot be played \(factor) times as fast; use > 0")
        }
        makeIterator = { AnyIterator(frames.makeIterator()) }
        self.sender = sender
        self.loop = loop
        self.pace = pace
    }

    /// Begins to play at the present instant.
    ///
    /// `completion` is called once, when the port has served the last frame. Called again, it starts anew.
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
    /// What is down stays down until its sender goes.
    public func cancel() {
        timer?.cancel()
        timer = nil
        completion = nil
        next = nil
    }

    /// Sends all frames that are due, and waits for the next.
    private func sendDue() {
        let now = loop.now
        while let frame = next, due(frame) <= now { send(frame) }
        guard let next else { return finish() }
        timer = loop.addTimer(at: due(next)) { [weak self] _ in self?.sendDue() }
    }

    /// Sends as many frames as one turn takes.
    private func sendBatch() {
        guard completion != nil else { return }
        var samples = 0
        while let frame = next, samples < Self.samplesPerTurn {
            samples += frame.contacts.count
            send(frame)
        }
        guard next != nil else { return finish() }
        loop.post { [weak self] in self?.sendBatch() }
    }

    private func send(_ frame: TouchFrame) {
        sender.send(TouchFrame(time: due(frame), contacts: frame.contacts))
        next = rest.next()
    }

    /// When the frame is due on the loop's clock.
    private func due(_ frame: TouchFrame) -> MainRunLoop.Instant {
        let offset = recordedStart.duration(to: frame.time)
        switch pace {
        case .speed(let factor):
            // In floating point, where no factor overflows: what lies beyond the clock's range is due at its end.
            let nanoseconds = Double(offset.wholeNanoseconds) / factor
            return start.advanced(by: .nanoseconds(Int64(min(nanoseconds, Double(Int64.max / 2)))))
        case .asFastAsPossible: return start.advanced(by: offset)
        }
    }

    /// Completes when the last frame has been served: the input of this turn may be over, that of the next is not before
    /// the posts of the turn after it.
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
