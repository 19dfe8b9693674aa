internal import ResponderEventLoop

/// A frame that an embedder has announced.
struct AnnouncedFrame {
    var timestamp: MainRunLoop.Instant
    /// The instant of the next frame: at most a second later.
    var next: MainRunLoop.Instant

    var duration: Duration { timestamp.duration(to: next) }
}

/// The frames that an embedder announces.
struct FrameDrive {
    var driver: (@MainActor (Bool) -> Void)?
    /// The last frame.
    var frame: AnnouncedFrame?
    /// Counts the frames.
    var number: UInt64 = 0
    /// Whether no frame has come when one should have: then moves wait for none.
    var isStalled = true

    /// Until when the next frame must have come: it may take one frame longer than it should.
    var deadline: MainRunLoop.Instant {
        guard let frame, !isStalled else { return MainRunLoop.Instant(nanoseconds: .max) }
        return frame.next.advanced(by: frame.duration)
    }
}
