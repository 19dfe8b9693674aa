internal import ResponderEventLoop

/// The clock of a port's loop, as far as the receivers of its channels have looked: they look only when a sample is
/// later than that.
struct ReceivingClock {
    /// The present instant when the clock was last read.
    private(set) var latest = Int64.min
    /// Where a virtual clock keeps its instant; nil for the system's.
    private let virtual: UnsafePointer<MainRunLoop.Instant>?

    /// The clock of `loop`, which must outlive this one where it is virtual.
    @MainActor
    init(of loop: MainRunLoop) {
        virtual = loop.virtualClock?.instant
    }

    /// Reads the clock.
    mutating func read() -> Int64 {
        latest = (virtual?.pointee ?? .now).nanoseconds
        return latest
    }

    /// Whether the time is still to come; reads the clock where ``latest`` does not tell.
    @inline(__always)
    mutating func isAhead(_ time: Int64) -> Bool { time > latest && time > read() }
}
