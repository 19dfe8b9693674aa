extension MainRunLoop {
    /// A deadline on the loop's clock, once or at an interval.
    ///
    /// A timer stays with its loop until it is cancelled or, when it does not repeat, has fired; also when nobody else
    /// holds it. It fires at its deadline or later, never before. Timers with equal deadlines fire in the order in which
    /// they were scheduled (rule L24).
    @MainActor
    public final class Timer {
        private weak var loop: MainRunLoop?
        /// The time between two firings, or nil for a timer that fires once.
        public let interval: Duration?
        let intervalNanoseconds: Int64
        /// Nil once the timer has ended.
        private var perform: (@MainActor (Timer) -> Void)?
        var slot: TimerQueue.Slot = -1
        private var deadline: Instant
        private var isFiring = false
        /// The deadline that was set during the callout, if any (rule L26).
        private var deadlineSetWhileFiring: Instant?

        init(loop: MainRunLoop, deadline: Instant, interval: Duration?, perform: @escaping @MainActor (Timer) -> Void) {
            self.loop = loop
            self.deadline = deadline
            self.interval = interval
            // Foundation's rule for intervals that are not positive: a tenth of a millisecond (rule L30).
            intervalNanoseconds = interval.map { $0 <= .zero ? 100_000 : max(1, $0.wholeNanoseconds) } ?? 0
            self.perform = perform
        }

        /// Whether the timer may still fire.
        public var isValid: Bool { slot >= 0 }

        /// When the timer fires next.
        ///
        /// Setting it re-arms the timer; setting it inside its own callout counts only if it is later than the deadline
        /// just used (rule L26). Setting it on a timer that is no longer valid does nothing. O(log n), no allocation.
        public var fireTime: Instant {
            get { deadline }
            set {
                guard isValid, let loop else { return }
                if isFiring {
                    deadlineSetWhileFiring = newValue
                } else {
                    deadline = newValue
                    loop.arm(self, at: newValue)
                }
            }
        }

        /// Ends the timer: it fires no more, even when it is due already.
        ///
        /// Its closure is let go (rule L28). Idempotent, and legal anywhere, also inside its own callout. O(log n), no
        /// allocation.
        public func cancel() {
            guard isValid else { return }
            let slot = self.slot
            self.slot = -1
            // Let go only at the end: what goes with the closure may run code that comes back here.
            let dropped = perform
            perform = nil
            loop?.release(slot)
            withExtendedLifetime(dropped) {}
        }

        /// Performs the callout for the deadline it was taken out with, and arms or ends the timer for what follows.
        func fire(in loop: MainRunLoop) {
            let used = deadline
            isFiring = true
            perform?(self)
            isFiring = false
            guard isValid else { return }
            guard interval != nil else { return cancel() }
            if let set = deadlineSetWhileFiring, set > used {
                deadline = set
            } else {
                deadline = next(after: used, now: loop.now)
            }
            deadlineSetWhileFiring = nil
            loop.arm(self, at: deadline)
        }

        /// The first multiple of the interval after `now`, counted from the deadline just used: the phase is kept,
        /// missed ticks are dropped (rule L25).
        private func next(after used: Instant, now: Instant) -> Instant {
            // A timer fires when its deadline has come, so the difference is not negative; it may need all 64 bits.
            let late = UInt64(bitPattern: now.nanoseconds &- used.nanoseconds)
            let sinceTick = Int64(late % UInt64(intervalNanoseconds))
            let (sum, overflow) = now.nanoseconds.addingReportingOverflow(intervalNanoseconds - sinceTick)
            return Instant(nanoseconds: overflow ? .max : sum)
        }
    }
}
