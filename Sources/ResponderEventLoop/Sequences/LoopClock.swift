extension MainRunLoop {
    /// The loop's time as a `Clock`, for code that takes one: see ``MainRunLoop/clock``.
    ///
    /// On a virtual clock a sleep takes no real time: it ends when the loop's clock is moved to its deadline.
    public struct Clock: _Concurrency.Clock {
        private weak let loop: MainRunLoop?
        private let virtual: VirtualClock?

        @MainActor
        fileprivate init(of loop: MainRunLoop) {
            self.loop = loop
            virtual = loop.virtualClock
        }

        /// The present instant of the loop's time; safe on any thread.
        public var now: Instant { virtual?.nowForOthers ?? .now }

        /// One nanosecond, the unit of the clock; how late a sleep ends depends on the system and on the loop's other
        /// work.
        public var minimumResolution: Duration { .nanoseconds(1) }

        /// Suspends the task until a run of the loop reaches the deadline; returns at once if the deadline has passed.
        ///
        /// Any number of tasks may sleep, each by a timer of the loop in the common modes. Tasks with equal deadlines
        /// wake in the order in which their timers were added.
        ///
        /// - Parameters:
        ///   - deadline: An instant of the loop's time.
        ///   - tolerance: How much later the sleep may end, so that the machine wakes less often; nil for none.
        /// - Throws: `CancellationError` if the task is cancelled, or if the loop ends or has ended.
        /// - Complexity: O(log n) in the timers, as adding one; allocates a subscription, its mailbox, and a promise.
        public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
            try Task.checkCancellation()
            guard deadline > now else { return }
            guard let ending = await loop?.ending(of: deadline, tolerance) else { throw CancellationError() }
            try await ending.awaitOnly()
        }
    }

    /// The loop's time as a clock: virtual if the loop's clock is virtual.
    ///
    /// With it, code that takes a clock, such as `func retry(on clock: some Clock<Duration>)`, can be tested in virtual
    /// time. The clock does not keep the loop alive.
    public var clock: Clock { Clock(of: self) }

    /// Suspends the task for a duration of the loop's time: see ``Clock/sleep(until:tolerance:)``.
    ///
    /// Under a virtual clock, the task of the main actor that sleeps here always goes on before the clock moves again.
    /// Code that takes any clock, and sleeps by ``clock``, may go on later on a busy machine, since the runtime calls a
    /// clock on its own threads.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, or if the loop ends.
    /// - Complexity: As that of ``Clock/sleep(until:tolerance:)``.
    public func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        guard duration > .zero else { return }
        try await ending(of: now.advanced(by: duration), tolerance).awaitOnly()
    }

    /// A subscription with one element, which comes when a timer fires at the deadline.
    private func ending(of deadline: Instant, _ tolerance: Duration?) -> Subscription<Instant> {
        let mailbox = Mailbox<Instant> { $1 }
        let timer = addTimer(at: deadline, tolerance: tolerance) { _ in mailbox.put(deadline) }
        return Subscription(of: self, to: mailbox) { timer.cancel() }
    }
}

extension Subscription {
    /// Waits for the one element that the subscription has.
    ///
    /// - Throws: `CancellationError` if the subscription ends without the element.
    fileprivate func awaitOnly(isolation: isolated (any Actor)? = #isolation) async throws {
        guard await next(isolation: isolation) != nil else { throw CancellationError() }
        finish()
    }
}
