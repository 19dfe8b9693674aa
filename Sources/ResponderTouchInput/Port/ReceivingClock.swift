internal import ResponderEventLoop

/// The clock of a port's loop with its last reading: the receivers read the clock only when a sample is later than that
/// reading.
struct ReceivingClock {
    /// The last reading of the clock.
    private(set) var latest = Int64.min
    /// The instant of a virtual clock; nil for the system's clock.
    private let virtual: UnsafePointer<MainRunLoop.Instant>?

    /// The clock of `loop`; a virtual clock must outlive this value.
    @MainActor
    init(of loop: MainRunLoop) {
        virtual = loop.virtualClock?.instant
    }

    /// Reads the clock.
    mutating func read() -> Int64 {
        latest = (virtual?.pointee ?? .now).nanoseconds
        return latest
    }

    /// Whether the time is in the future; reads the clock only where ``latest`` does not decide.
    @inline(__always)
    mutating func isAhead(_ time: Int64) -> Bool { time > latest && time > read() }
}
