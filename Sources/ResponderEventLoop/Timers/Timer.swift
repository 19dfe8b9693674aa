extension MainRunLoop {
    /// A deadline on the loop's clock, once or at an interval: a handle to it.
    ///
    /// A timer stays with its loop until it is cancelled or, when it does not repeat, has fired; nobody needs to keep the
    /// handle. It fires at its deadline or later, never before. Timers with equal deadlines fire in the order in which they
    /// were scheduled (rule L24).
    ///
    /// Copies are the same timer. A handle whose timer has ended, or whose loop is gone, is not valid, and never becomes
    /// valid again: asking it to do something does nothing. Nothing that is done with a timer allocates in the steady
    /// state; memory for timers is used again, and never given back.
    @MainActor
    public struct Timer {
        nonisolated(unsafe) let slot: UnsafeMutablePointer<TimerSlot>
        nonisolated let id: UInt64

        @inline(__always)
        init(_ slot: UnsafeMutablePointer<TimerSlot>) {
            self.slot = slot
            id = slot.pointee.id
        }

        /// Whether the timer may still fire.
        ///
        /// A timer that fires once is valid until its callout has returned.
        public var isValid: Bool { slot.pointee.id == id }

        /// The time between two firings, in whole nanoseconds; nil for a timer that fires once or is no longer valid.
        public var interval: Duration? {
            isValid && slot.pointee.flags.contains(.repeats)
                ? .nanoseconds(slot.pointee.queue.pointee.interval(of: slot)) : nil
        }

        /// When the timer fires next; the end of time when it is no longer valid.
        ///
        /// Inside its own callout this is the deadline that it fires for. Setting it re-arms the timer, and makes it the
        /// last of those with the same deadline; a deadline in the past fires in the next turn. Setting it inside its own
        /// callout counts only if it is later than the deadline just used (rule L26), and not at all for a timer that fires
        /// once. Setting it on a timer that is no longer valid does nothing.
        ///
        /// O(1) for a later deadline, which is what pushing a timeout back is, O(log n) for an earlier one; no allocation in
        /// the steady state.
        public var fireTime: Instant {
            get { isValid ? Instant(nanoseconds: slot.pointee.deadline) : Instant(nanoseconds: .max) }
            nonmutating set {
                guard isValid else { return }
                slot.pointee.queue.schedule(slot, at: newValue.nanoseconds)
            }
        }

        /// How long after its deadline the timer may fire, so that the loop wakes less often (rule L29); zero at first.
        ///
        /// The loop wakes as late as all tolerances allow, and whenever it is awake fires whatever has come due. So a timer
        /// fires in the time from its deadline to its deadline plus this, never before. The schedule is computed without it:
        /// a repeating timer keeps its phase.
        ///
        /// Never negative, and at most half of the interval where there is one: what is set beyond that counts as that. Zero
        /// when the timer is no longer valid. O(log n) to set, O(1) to read.
        public var tolerance: Duration {
            get { isValid ? .nanoseconds(slot.pointee.queue.pointee.tolerance(of: slot)) : .zero }
            nonmutating set {
                guard isValid else { return }
                let tolerance = Timer.tolerance(newValue, interval: slot.pointee.queue.pointee.interval(of: slot))
                slot.pointee.queue.pointee.setTolerance(tolerance, of: slot)
                slot.pointee.queue.wakeIfSuspended()
            }
        }

        /// Ends the timer: it fires no more, even when it is due already.
        ///
        /// Its closure is let go at once (rule L28); inside its own callout, when that returns. Idempotent, and legal
        /// anywhere, also inside its own callout. O(log n), no allocation.
        public func cancel() {
            guard isValid else { return }
            let queue = slot.pointee.queue
            guard queue.pointee.canEndAtOnce(slot), !queue.pointee.isSuspended else { return queue.end(slot) }
            // Let go when the queue is done: what goes with the closure may run code that comes back here.
            _ = queue.pointee.endAtOnce(slot)
        }

        /// Calls the closure at once; the schedule stays as it is (rule L31).
        ///
        /// A timer that fires once is over then. A repeating one fires at its deadline all the same; one set inside the
        /// callout counts as it is. Inside its own callout, and when the timer is no longer valid, this does nothing (rule
        /// L27).
        public func fire() {
            guard isValid, !slot.pointee.flags.contains(.firing) else { return }
            slot.pointee.queue.fireNow(self)
        }

        /// The tolerance that is stored for what was asked for.
        static func tolerance(_ tolerance: Duration, interval: Int64) -> Int64 {
            let asked = max(0, tolerance.wholeNanoseconds)
            return interval == 0 ? asked : min(asked, interval / 2)
        }

        /// The interval that is stored for what was asked for: Foundation's rule for one that is not positive is a tenth of
        /// a millisecond (rule L30).
        static func interval(_ interval: Duration?) -> Int64 {
            guard let interval else { return 0 }
            return interval <= .zero ? 100_000 : max(1, interval.wholeNanoseconds)
        }
    }
}

/// A handle is good on the main actor alone.
@available(*, unavailable)
extension MainRunLoop.Timer: Sendable {}

extension MainRunLoop.Timer: Hashable {
    /// Whether both are the same timer.
    ///
    /// O(1), also for timers that have ended.
    public nonisolated static func == (lhs: MainRunLoop.Timer, rhs: MainRunLoop.Timer) -> Bool { lhs.id == rhs.id }

    /// Hashes which timer it is.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
