internal import Glibc

extension MainRunLoop {
    /// A point in time, in whole nanoseconds, on the clock of a run loop.
    ///
    /// Under the system's clock this is `CLOCK_MONOTONIC`: the time since the machine started, not counting system
    /// sleep. `SuspendingClock` uses this clock too, and so do evdev devices after `EVIOCSCLOCKID`. Under a virtual
    /// clock it is the time since that clock was made. Instants of different clocks are never compared.
    ///
    /// A plain 64-bit value: 292 years of range, and one instruction to compare.
    ///
    /// - Complexity: O(1) without allocation, for each member that does not say otherwise.
    @frozen
    public struct Instant: InstantProtocol, Hashable, Sendable {
        /// Nanoseconds since the clock's origin.
        public var nanoseconds: Int64

        /// The instant that is `nanoseconds` after the clock's origin.
        @inlinable
        public init(nanoseconds: Int64) {
            self.nanoseconds = nanoseconds
        }

        /// The origin of the clock: for the system's clock the start of the machine, for a virtual clock its creation.
        public static let zero = Instant(nanoseconds: 0)

        /// The present instant of the system's clock, `CLOCK_MONOTONIC`; reading it takes some 20 ns.
        ///
        /// Code that may run under virtual time uses ``MainRunLoop/now`` instead.
        public static var now: Instant {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return Instant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
        }

        /// The instant `duration` later; saturates at the ends of the range instead of overflowing.
        public func advanced(by duration: Duration) -> Instant {
            let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
            return Instant(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
        }

        /// How long after this instant `other` is; negative when it is earlier.
        public func duration(to other: Instant) -> Duration {
            .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
        }

        /// Whether `lhs` is earlier than `rhs`.
        @inlinable
        public static func < (lhs: Instant, rhs: Instant) -> Bool {
            lhs.nanoseconds < rhs.nanoseconds
        }
    }
}

extension MainRunLoop.Instant: CustomStringConvertible {
    /// The instant in seconds with six digits, such as `12.000250 s`.
    public var description: String {
        let microseconds = nanoseconds / 1000
        let fraction = String(abs(microseconds % 1_000_000))
        let sign = microseconds < 0 && microseconds > -1_000_000 ? "-" : ""
        return "\(sign)\(microseconds / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction) s"
    }
}

extension Duration {
    /// The duration in whole nanoseconds, rounded toward zero; saturates at the range of 64 bits (292 years).
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, carry) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        return carry ? (seconds < 0 ? .min : .max) : sum
    }
}
