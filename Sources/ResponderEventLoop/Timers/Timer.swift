extension MainRunLoop {
    /// A handle to a timer, which fires at a deadline on the loop's clock, once or at an interval.
    ///
    /// The loop keeps a timer until it is cancelled or, when it does not repeat, has fired; the handle need not be
    /// kept. A timer fires at its deadline or later, never before. Timers with equal deadlines fire in the order in
    /// which they were scheduled (rule L24).
    ///
    /// A copy is a handle to the same timer. A handle whose timer has ended, or whose loop is gone, is not valid, and
    /// never becomes valid again: its functions do nothing. No function of a timer allocates in the steady state:
    /// memory for timers is reused. Each part of it that has the memory of a thousand timers goes back to the system
    /// when all of these have ended, once fewer than a quarter of the parts are needed.
    ///
    /// - Complexity: O(1) without allocation, for each member that does not say otherwise.
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
        /// A timer that fires once is valid until its callback has returned.
        public var isValid: Bool { slot.pointee.id == id }

        /// Whether the timer waits for its deadline: it has not ended, is not firing, and no step that is under way has
        /// taken it out as due.
        package var isArmed: Bool { isValid && slot.pointee.flags.contains(.armed) }

        /// The time between two firings, in whole nanoseconds; nil for a timer that fires once or is no longer valid.
        ///
        /// Setting it leaves the next deadline as it is: the timer fires then, and from there on at each multiple of
        /// the new interval (rule L46); set ``fireTime`` too for an earlier first firing. Inside the timer's own
        /// callback it counts from the deadline that has come. With nil the timer ends when it has fired the next time,
        /// or with the callback under way; a timer that fires once repeats once it has an interval. An interval that is
        /// not positive counts as a tenth of a millisecond (rule L30). A ``tolerance`` of more than half of the new
        /// interval becomes that half. Setting it on a timer that is no longer valid does nothing.
        ///
        /// O(1); no allocation in the steady state.
        public var interval: Duration? {
            get {
                isValid && slot.pointee.flags.contains(.repeats)
                    ? .nanoseconds(slot.pointee.queue.pointee.interval(of: slot)) : nil
            }
            nonmutating set {
                guard isValid else { return }
                slot.pointee.queue.pointee.setInterval(Timer.interval(newValue), of: slot)
                slot.pointee.queue.wakeIfSuspended()
            }
        }

        /// Whether the timer keeps a run alive; true at first, false when the timer is no longer valid (rule L45).
        ///
        /// A run ends as empty when only sources and timers are left that keep none alive. Until then they are served
        /// as all others. Where a virtual clock is moved (`loop.advance(by:)`), such a timer fires
        /// on the way all the same. Setting it on a timer that is no longer valid does nothing. O(log n) to set the
        /// first time, then O(1); no allocation in the steady state.
        public var keepsRunAlive: Bool {
            get { isValid && !slot.pointee.flags.contains(.weak) }
            nonmutating set {
                guard isValid else { return }
                slot.pointee.queue.pointee.setKeepsRunAlive(newValue, of: slot)
                slot.pointee.queue.wakeIfSuspended()
            }
        }

        /// When the timer fires next; the latest possible instant when the timer is no longer valid.
        ///
        /// Inside the timer's own callback this is the deadline that has come. Setting it schedules the timer anew,
        /// behind all timers with the same deadline; a deadline in the past fires in the next turn. Inside the timer's
        /// own callback a new value counts only if it is later than the deadline that has come (rule L26), and for a
        /// timer that fires once it never counts. Setting it on a timer that is no longer valid does nothing.
        ///
        /// O(1) to set a later deadline, as pushing a timeout back does, O(log n) for an earlier one; no allocation in
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
        /// The loop wakes as late as all tolerances allow, and whenever it is awake it fires every timer that has come
        /// due. So unless the loop is busy, a timer fires between its deadline and its deadline plus the tolerance; it
        /// never fires before its deadline. The schedule does not depend on the tolerance: a repeating timer keeps its
        /// phase.
        ///
        /// Never negative, and at most half of the interval, if the timer has one: values beyond these bounds are
        /// clamped. Zero when the timer is no longer valid. O(log n) to set, O(1) to read; no allocation in the steady
        /// state.
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
        /// Releases the closure at once (rule L28); inside the timer's own callback, when the callback returns.
        /// Idempotent, and legal anywhere, even inside the timer's own callback.
        ///
        /// - Complexity: O(log n), amortised, with at most one system call; no allocation in the steady state.
        public func cancel() {
            guard isValid else { return }
            let queue = slot.pointee.queue
            guard queue.pointee.canEndAtOnce(slot), !queue.pointee.isSuspended else { return queue.end(slot) }
            // Released after the queue is done: releasing the closure may run code that calls this timer.
            _ = queue.pointee.endAtOnce(slot)
        }

        /// Calls the closure at once; the schedule stays as it is (rule L31).
        ///
        /// A timer that fires once ends with this call. A repeating one fires at its deadline all the same; a deadline
        /// that is set inside the callback counts as set, even an earlier one. Inside the timer's own callback, and
        /// when the timer is no longer valid, this does nothing (rule L27).
        ///
        /// - Complexity: O(log n), and what the closure does; no allocation in the steady state.
        public func fire() {
            guard isValid, !slot.pointee.flags.contains(.firing) else { return }
            slot.pointee.queue.fireNow(self)
        }

        /// The tolerance that is stored for a requested one.
        static func tolerance(_ tolerance: Duration, interval: Int64) -> Int64 {
            let asked = max(0, tolerance.wholeNanoseconds)
            return interval == 0 ? asked : min(asked, interval / 2)
        }

        /// The interval that is stored for a requested one; as in Foundation, a tenth of a millisecond if the requested
        /// one is not positive (rule L30).
        static func interval(_ interval: Duration?) -> Int64 {
            guard let interval else { return 0 }
            return interval <= .zero ? 100_000 : max(1, interval.wholeNanoseconds)
        }
    }
}

/// A handle may be used on the main actor alone.
@available(*, unavailable)
extension MainRunLoop.Timer: Sendable {}

extension MainRunLoop.Timer: Hashable {
    /// Whether both are the same timer.
    ///
    /// Handles can also be compared after their timers have ended.
    public nonisolated static func == (lhs: MainRunLoop.Timer, rhs: MainRunLoop.Timer) -> Bool { lhs.id == rhs.id }

    /// Hashes the identity of the timer.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
