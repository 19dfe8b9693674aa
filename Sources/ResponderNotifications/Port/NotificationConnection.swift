internal import Glibc
public import ResponderEventLoop

extension NotificationPort {
    /// Reads frames from a descriptor, as a pipe or a socket, and takes each in as a message of a sender of its own.
    ///
    /// Frames may come in any portions. One that is bad in itself is told to ``onError``, and the next follows; where a length
    /// cannot be right nothing after it can be found, and the connection ends. While as many messages wait as may, nothing is
    /// read: whoever sends is held up by the system. A frame that is not completed in time ends the connection, too:
    /// see ``Limits/frameCompletion``.
    ///
    /// The connection stays with the port until it ends or is cancelled, also when nobody else holds it; it is cancelled when the
    /// port is invalidated.
    ///
    /// - Parameters:
    ///   - descriptor: It stays the caller's: it is never closed here. Non-blocking, where somebody else may read it too.
    ///   - onEnd: Called once, when the connection has ended and what it sent has been taken in, with nil where the other end
    ///     was closed between two frames; not after ``NotificationConnection/cancel()``. The descriptor may be closed then.
    /// - Throws: `MainRunLoop.Error.cannotWatch`, also where the port is invalid or its loop is
    ///   gone, and, with `EUSERS`, where ``Limits/connections`` are open, of which ``onError`` is told.
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
    /// Whether it has neither ended nor been cancelled.
    public var isOpen: Bool { onEnd != nil }

    /// How much is read at once.
    private static let portion = 16_384

    private weak var port: NotificationPort?
    private let sender: NotificationPort.Sender
    private var source: MainRunLoop.DescriptorSource?
    private var parser = FrameParser()
    /// Nil when it is over.
    private var onEnd: (@MainActor (NotificationPort.Error?) -> Void)?
    /// Whether the other end has sent all that it will.
    private var isAtEnd = false
    /// Whether frames wait for room, and are looked at in the next turn.
    private var isHeldUp = false
    /// By when the rest of a frame must have come, while there is only a part of it, and which frame of the stream that
    /// is.
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

    /// Ends the connection: nothing more is read; what was read before arrives still, but for an incomplete frame.
    ///
    /// Idempotent, and legal anywhere.
    public func cancel() {
        source?.cancel()
        source = nil
        waitNoLonger()
        let (dropped, former) = (onEnd, port?.connections.removeValue(forKey: ObjectIdentifier(self)))
        onEnd = nil
        withExtendedLifetime((dropped, former)) {}
    }

    private func receive() {
        // Held up, it leaves the rest in the descriptor.
        guard isOpen, !isHeldUp, !isAtEnd else { return }
        let failure = withUnsafeTemporaryAllocation(byteCount: Self.portion, alignment: 1) { buffer -> Int32? in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            guard count >= 0 else { return currentErrno() }
            if count == 0 { isAtEnd = true }
            parser.append(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
            return nil
        }
        if let failure {
            // Somebody else may have read what there was.
            guard failure != EAGAIN, failure != EINTR else { return }
            return end(.cannotRead(descriptor: descriptor, errno: failure))
        }
        takeFrames()
    }

    private func takeFrames() {
        isHeldUp = false
        // Without them there is nobody to take anything; what was read before a cancel goes on to be taken in.
        while let port, let loop = port.loop {
            guard sender.hasRoom else {
                isHeldUp = true
                waitNoLonger()
                return loop.post(in: port.modes, name: "notification connection") { [self] in takeFrames() }
            }
            let (frame, offset) = (parser.frameCount + 1, parser.offset)
            do {
                guard let found = try parser.next() else { break }
                sender.send(found, arrivedAt: loop.now)
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

    /// Ends the connection later, unless the rest of the frame comes of which there is a part.
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

    /// Ends the connection when nothing more of the frame lies in the descriptor: the loop may have been busy for that
    /// long.
    ///
    /// What lies there is found by the end of this turn, and read in the next, after its posts.
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
