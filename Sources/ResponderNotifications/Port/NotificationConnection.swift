internal import Glibc
public import ResponderEventLoop

extension NotificationPort {
    /// Reads frames from a descriptor, such as a pipe or a socket, and receives each as a message of the connection's
    /// own sender.
    ///
    /// The bytes may come in any portions. A malformed frame is reported to ``onError``, and the next one follows;
    /// if a frame's length is impossible, no later frame can be found, and the connection ends. While too many
    /// messages wait, nothing is read, so that the system holds up the other end. A frame that is not completed in time
    /// ends the connection too: see ``Limits/frameCompletion``.
    ///
    /// The port keeps the connection until it ends or is cancelled, even if no other code keeps it; invalidating the
    /// port cancels it.
    ///
    /// - Parameters:
    ///   - descriptor: The caller's descriptor, which the port never closes. It must be non-blocking if other code may
    ///     read it too.
    ///   - onEnd: Called once, when the connection has ended and its frames have been received, with nil if the other
    ///     end was closed between two frames; not called after ``NotificationConnection/cancel()``. From then on the
    ///     descriptor may be closed.
    /// - Throws: `MainRunLoop.Error.cannotWatch` if the descriptor cannot be watched, if the port is invalid, if its
    ///   loop is gone, or if ``Limits/connections`` connections are open; the last with `EUSERS` and a call of
    ///   ``onError``.
    /// - Complexity: amortised O(1); allocates the connection, its sender and its source, with a system call or two.
    @discardableResult
    public func read(
        from descriptor: Int32,
        onEnd: @escaping @MainActor (Error?) -> Void = { _ in }
    ) throws(MainRunLoop.Error) -> NotificationConnection {
        guard let loop else { throw .cannotWatch(descriptor: descriptor, errno: ECANCELED) }
        guard connections.count < limits.connections else {
            report(.tooManyConnections(limit: limits.connections))
            throw .cannotWatch(descriptor: descriptor, errno: tooManyUsers)
        }
        let connection = NotificationConnection(descriptor, to: self, onEnd: onEnd)
        try connection.start(on: loop)
        connections[ObjectIdentifier(connection)] = connection
        return connection
    }
}

/// A descriptor that frames are read from: ``NotificationPort/read(from:onEnd:)``.
@MainActor
public final class NotificationConnection {
    /// The descriptor that is read.
    public let descriptor: Int32
    /// Whether the connection has neither ended nor been cancelled.
    public var isOpen: Bool { onEnd != nil }

    /// The most bytes of one read.
    private static let portion = 16_384

    private weak var port: NotificationPort?
    private let sender: NotificationPort.Sender
    private var source: MainRunLoop.DescriptorSource?
    private var parser = FrameParser()
    /// Nil once the connection has ended or been cancelled.
    private var onEnd: (@MainActor (NotificationPort.Error?) -> Void)?
    /// Whether the other end was closed.
    private var isAtEnd = false
    /// Whether frames wait for room; the next turn tries again.
    private var isHeldUp = false
    /// The timer for the rest of an incomplete frame, and the frame's number in the stream; nil without an incomplete
    /// frame.
    private var completion: (timer: MainRunLoop.Timer, frame: Int)?

    init(
        _ descriptor: Int32,
        to port: NotificationPort,
        onEnd: @escaping @MainActor (NotificationPort.Error?) -> Void
    ) {
        self.descriptor = descriptor
        self.port = port
        self.onEnd = onEnd
        sender = port.makeSender()
    }

    func start(on loop: MainRunLoop) throws(MainRunLoop.Error) {
        let modes = port?.modes ?? .common
        source = try loop.addDescriptorSource(descriptor, for: .read, in: modes, name: "notification connection") {
            [weak self] _ in
            self?.receive()
        }
    }

    /// Ends the connection: nothing more is read; frames that were read before still arrive, except an incomplete one.
    ///
    /// Idempotent; may be called anywhere.
    ///
    /// - Complexity: O(1) and that of cancelling a source and a timer; no allocation.
    public func cancel() {
        source?.cancel()
        source = nil
        waitNoLonger()
        let (dropped, former) = (onEnd, port?.connections.removeValue(forKey: ObjectIdentifier(self)))
        onEnd = nil
        withExtendedLifetime((dropped, former)) {}
    }

    private func receive() {
        // A connection that is held up leaves the rest in the descriptor.
        guard isOpen, !isHeldUp, !isAtEnd else { return }
        let failure = withUnsafeTemporaryAllocation(byteCount: Self.portion, alignment: 1) { buffer -> Int32? in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            guard count >= 0 else { return currentErrno() }
            if count == 0 { isAtEnd = true }
            parser.append(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
            return nil
        }
        if let failure {
            // Other code may have read the bytes.
            guard failure != EAGAIN, failure != EINTR else { return }
            return end(.cannotRead(descriptor: descriptor, errno: failure))
        }
        takeFrames()
    }

    private func takeFrames() {
        isHeldUp = false
        // Without a port and a loop there is no receiver. Frames that were read before a cancel are still received.
        while let port, let loop = port.loop {
            guard sender.hasRoom else {
                isHeldUp = true
                waitNoLonger()
                return loop.post(in: port.modes, name: "notification connection") { [self] in takeFrames() }
            }
            let (frame, offset) = (parser.frameCount + 1, parser.offset)
            do {
                guard let found = try parser.next() else { break }
                sender.send(found, arrivedAt: loop.instantOfArrival)
            } catch {
                let error = NotificationPort.Error.malformed(error, frame: frame, offset: offset)
                if parser.isBroken { return end(error) }
                port.report(error)
            }
        }
        guard let port, let loop = port.loop else { return cancel() }
        if isAtEnd { return end(parser.waitingCount > 0 ? .cutOff(parser.waitingCount) : nil) }
        if isOpen { waitForRest(port.limits.frameCompletion, on: loop) }
    }

    /// Ends the connection after `limit`, unless the rest of an incomplete frame has come by then.
    private func waitForRest(_ limit: Duration, on loop: MainRunLoop) {
        guard parser.waitingCount > 0 else { return waitNoLonger() }
        let frame = parser.frameCount
        guard completion?.frame != frame else { return }
        waitNoLonger()
        let timer = loop.addTimer(after: limit, name: "notification connection") { [weak self] _ in
            self?.giveUp(on: frame, after: limit)
        }
        completion = (timer, frame)
    }

    private func waitNoLonger() {
        completion?.timer.cancel()
        completion = nil
    }

    /// Ends the connection unless more of the frame waits in the descriptor, since the loop may have been too busy to
    /// read it.
    ///
    /// The loop finds waiting bytes by the end of this turn, and reads them in the next turn after that turn's posts;
    /// so the check takes two turns.
    private func giveUp(on frame: Int, after limit: Duration, turns: Int = 2) {
        let received = parser.receivedCount
        port?.loop?.post(name: "notification connection") { [weak self] in
            guard let self, isOpen, completion?.frame == frame else { return }
            if parser.receivedCount != received { return giveUp(on: frame, after: limit) }
            if turns > 1 { return giveUp(on: frame, after: limit, turns: turns - 1) }
            end(.stalled(parser.waitingCount, limit: limit))
        }
    }

    private func end(_ error: NotificationPort.Error?) {
        guard let onEnd else { return }
        cancel()
        if let error { port?.report(error) }
        onEnd(error)
    }
}
