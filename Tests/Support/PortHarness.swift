package import ResponderEventLoop
package import ResponderTouchInput

/// What a port delivered, and the loop that it belongs to, under virtual time.
@MainActor
package final class PortHarness {
    package let loop: MainRunLoop
    package private(set) var port: TouchPort?
    package private(set) var frames: [TouchFrame] = []
    /// Called with the harness and each frame, after it was noted.
    package var onFrame: (@MainActor (PortHarness, TouchFrame) -> Void)?
    /// Called with each frame of the wheel.
    package var onWheel: (@MainActor (WheelFrame) -> Void)?
    /// Called with each frame of a press.
    package var onPress: (@MainActor (PressFrame) -> Void)?

    package init(capacity: Int = 256) throws {
        loop = try MainRunLoop(clock: VirtualClock())
        port = TouchPort(loop: loop, capacity: capacity) { [unowned self] frame in
            frames.append(frame)
            onFrame?(self, frame)
        } onWheel: { [unowned self] in
            onWheel?($0)
        } onPress: { [unowned self] in
            onPress?($0)
        }
    }

    package func makeSender() -> TouchPort.Sender {
        guard let port else { fatalError("the port is gone") }
        return port.makeSender()
    }

    package var statistics: TouchPort.Statistics {
        guard let port else { fatalError("the port is gone") }
        return port.statistics
    }

    /// Lets go of the port; what stays of it is what its loop holds.
    package func releasePort() {
        port = nil
    }

    /// Serves all that was sent.
    package func serve() {
        serveTurns(loop)
    }

    /// Serves all that was sent, and takes what was delivered, a short text a sample.
    package func take() -> [String] {
        serve()
        return takeFrames().flatMap(\.contacts).map(\.text)
    }

    /// Takes the frames delivered so far.
    package func takeFrames() -> [TouchFrame] {
        defer { frames = [] }
        return frames
    }
}

/// Runs all there is to do now; a function of its own, since asynchronous tests may not call the blocking run.
@MainActor
package func serveTurns(_ loop: MainRunLoop) {
    loop.run(until: loop.now)
}

extension TouchContact {
    /// The contact as `began 3 at 12.0`, after its horizontal coordinate.
    package var text: String { "\(phase) \(identifier) at \(location.x)" }
}

extension TouchPort.Sender {
    /// Sends one sample; the number is its horizontal coordinate.
    package func send(_ identifier: Int, _ phase: TouchContact.Phase, _ x: Double = 0, time: Int64 = 0) {
        send(TouchContact(identifier, phase, at: Point(x, 0)), at: .init(nanoseconds: time))
    }

    /// Sends a frame of several samples.
    package func send(_ samples: [(Int, TouchContact.Phase, Double)], time: Int64 = 0) {
        send(
            TouchFrame(
                time: .init(nanoseconds: time),
                contacts: samples.map { TouchContact($0.0, $0.1, at: Point($0.2, 0)) }
            )
        )
    }
}
