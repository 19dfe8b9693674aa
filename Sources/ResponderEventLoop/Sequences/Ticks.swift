extension MainRunLoop {
    /// A timer's ticks, for a task to iterate over.
    ///
    ///     for await instant in loop.ticks(every: .seconds(1)) { … }
    ///
    /// The first comes `interval` from now; it counts from this call on, not from the first iteration. The phase is kept, and
    /// nothing piles up: who takes longer than an interval gets the newest tick that came meanwhile, at once, and those before
    /// it are dropped, as those are that the loop had no time for (rule L25).
    ///
    /// It ends when its iterator goes, when the task that iterates is cancelled, and with its loop; then its timer is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - interval: The time between two ticks; a tenth of a millisecond where it is not positive (rule L30).
    ///   - tolerance: How long after its instant a tick may come: see ``Timer/tolerance``.
    ///   - modes: It ticks in runs of these modes.
    public func ticks(every interval: Duration, tolerance: Duration? = nil, in modes: ModeSet = .common) -> Ticks {
        let mailbox = Mailbox<Instant> { $1 }
        let timer = addTimer(after: interval, every: interval, tolerance: tolerance, in: modes) { [unowned self] _ in
            mailbox.put(now)
        }
        return Ticks(subscription: Subscription(of: self, to: mailbox) { timer.cancel() })
    }

    /// The ticks of a timer: ``MainRunLoop/ticks(every:tolerance:in:)``.
    ///
    /// The sequence has one iterator at a time, and ends with the first.
    ///
    /// - Precondition: One task at a time waits for an element; two stop the process with a message.
    public struct Ticks: AsyncSequence, Sendable {
        let subscription: Subscription<Instant>

        /// Iterates over the ticks.
        public func makeAsyncIterator() -> Iterator { Iterator(iteration: Iteration(of: subscription)) }

        /// An iterator over ticks; they end when it goes.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let iteration: Iteration<Instant>

            /// The instant on the loop's clock at which the timer fired; nil when there are no more ticks.
            public func next(isolation actor: isolated (any Actor)?) async -> Instant? {
                await iteration.subscription.next(isolation: actor)
            }

            /// The same.
            public func next() async -> Instant? { await next(isolation: nil) }
        }
    }
}
