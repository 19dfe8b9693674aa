extension MainRunLoop {
    /// A sequence over the ticks of a timer.
    ///
    ///     for await instant in loop.ticks(every: .seconds(1)) { … }
    ///
    /// The first tick comes `interval` after this call, not after the first iteration. The phase is kept, and nothing
    /// piles up: a task that takes longer than an interval gets the newest tick at once, and the earlier ones are
    /// dropped, as are ticks for which the loop had no time (rule L25).
    ///
    /// The sequence ends when its iterator is released, when the task that iterates is cancelled, and with its loop;
    /// then its timer is cancelled.
    ///
    /// - Parameters:
    ///   - interval: The time between two ticks; a tenth of a millisecond if `interval` is not positive (rule L30).
    ///   - tolerance: How long after its instant a tick may come: see ``Timer/tolerance``.
    ///   - modes: The modes of the runs in which the timer fires.
    /// - Complexity: O(log n) in the timers, as adding one; allocates the sequence.
    public func ticks(every interval: Duration, tolerance: Duration? = nil, in modes: ModeSet = .common) -> Ticks {
        let mailbox = Mailbox<Instant> { $1 }
        let timer = addTimer(after: interval, every: interval, tolerance: tolerance, in: modes) { [unowned self] _ in
            mailbox.put(now)
        }
        return Ticks(subscription: Subscription(of: self, to: mailbox) { timer.cancel() })
    }

    /// A sequence over the ticks of a timer: see ``MainRunLoop/ticks(every:tolerance:in:)``.
    ///
    /// Make one iterator: the sequence ends when an iterator of it is released.
    ///
    /// - Precondition: One task at a time waits for an element; two stop the process with a message.
    public struct Ticks: AsyncSequence, Sendable {
        let subscription: Subscription<Instant>

        /// An iterator over the ticks.
        ///
        /// - Complexity: O(1); allocates one object.
        public func makeAsyncIterator() -> Iterator { Iterator(iteration: Iteration(of: subscription)) }

        /// An iterator over ticks; the sequence ends when the iterator is released.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let iteration: Iteration<Instant>

            /// The instant on the loop's clock at which the timer fired; nil when there are no more ticks.
            ///
            /// - Complexity: O(1), besides the wait; allocates a continuation.
            public func next(isolation actor: isolated (any Actor)?) async -> Instant? {
                await iteration.subscription.next(isolation: actor)
            }

            /// As ``next(isolation:)``, on no actor.
            ///
            /// - Complexity: As that of ``next(isolation:)``.
            public func next() async -> Instant? { await next(isolation: nil) }
        }
    }
}
