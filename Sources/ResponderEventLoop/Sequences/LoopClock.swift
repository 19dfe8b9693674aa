extension MainRunLoop {
    /// The loop's time as a clock, for code that takes one: ``MainRunLoop/clock``.
    ///
    /// On a virtual clock a sleep takes no time of the machine's: it ends when the loop's clock is moved to its deadline.
    public struct Clock: _Concurrency.Clock {
        private weak let loop: MainRunLoop?
        private let virtual: VirtualClock?

        @MainActor
        fileprivate init(of loop: MainRunLoop) {
            self.loop = loop
            virtual = loop.virtualClock
        }

        /// The present instant of the loop's time, on any thread.
        public var now: Instant { virtual?.nowForOthers ?? .now }

        /// A nanosecond, as which the clock counts; how late a sleep ends is up to the system and to what the loop has to do.
        public var minimumResolution: Duration { .nanoseconds(1) }

        /// Suspends the task until a run of the loop comes to the deadline; returns at once where it has passed.
        ///
        /// Any number of tasks may sleep, each by a timer of the loop's in the common modes. Those of one deadline wake in
        /// the order in which their timers were added.
        ///
        /// - Parameters:
        ///   - deadline: An instant of the loop's time.
        ///   - tolerance: How much later the sleep may end, so that the machine wakes less often; nil for none.
        /// - Throws: `CancellationError` where the task is cancelled, and where the loop goes or has gone.
        /// - Complexity: As a timer that is added and fires; allocates what is needed to wake the task.
        public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
            try Task.checkCancellation()
            guard deadline > now else { return }
            guard let ending = await loop?.ending(of: deadline, tolerance), await ending.next() != nil else {
                throw CancellationError()
            }
            ending.finish()
        }
    }

    /// The loop's time as a clock: virtual where the loop's clock is.
    ///
    /// Code that takes a clock, as `func retry(on clock: some Clock<Duration>)`, is tested in virtual time with it. It does not
    /// keep the loop.
    public var clock: Clock { Clock(of: self) }

    /// Suspends the task until so much of the loop's time has passed: see ``Clock/sleep(until:tolerance:)``.
    ///
    /// - Throws: `CancellationError` where the task is cancelled, and where the loop goes.
    public func sleep(for duration: Duration, tolerance: Duration? = nil) async throws {
        try await clock.sleep(until: now.advanced(by: duration), tolerance: tolerance)
    }

    /// What has one element: when a timer of that deadline fires.
    private func ending(of deadline: Instant, _ tolerance: Duration?) -> Subscription<Instant> {
        let mailbox = Mailbox<Instant> { $1 }
        let timer = addTimer(at: deadline, tolerance: tolerance) { _ in mailbox.put(deadline) }
        return Subscription(of: self, to: mailbox) { timer.cancel() }
    }
}
