extension MainRunLoop {
    /// A sequence over a signal of the system: each element is how often the signal came since the element before.
    ///
    ///     for await _ in try loop.signals(SIGHUP) { reload() }
    ///
    /// From this call on the signal has no other effect, and none is lost: signals that come while no task waits are
    /// counted. The sequence ends when its iterator is released, when the task that iterates is cancelled, and with its
    /// loop; then the signal has its former effect again. For the rest see
    /// ``addSignalSource(_:priority:in:name:perform:)``.
    ///
    /// - Throws: ``Error/cannotTakeSignal(_:reason:)``, when ``addSignalSource(_:priority:in:name:perform:)`` does.
    /// - Complexity: As that of ``addSignalSource(_:priority:in:name:perform:)``; also allocates the sequence.
    public func signals(
        _ signal: Int32,
        priority: Priority = .default,
        in modes: ModeSet = .common
    ) throws(MainRunLoop.Error) -> Signals {
        let mailbox = Mailbox<Int> { $0 &+ $1 }
        let source = try addSignalSource(signal, priority: priority, in: modes) { mailbox.put($0) }
        return Signals(subscription: Subscription(of: self, to: mailbox) { source.cancel() })
    }

    /// A sequence over a signal of the system: see ``MainRunLoop/signals(_:priority:in:)``.
    ///
    /// Make one iterator: the sequence ends when an iterator of it is released.
    ///
    /// - Precondition: At most one task at a time waits for an element; a second one stops the process with a message.
    public struct Signals: AsyncSequence, Sendable {
        let subscription: Subscription<Int>

        /// An iterator over the signals.
        ///
        /// - Complexity: O(1); allocates one object.
        public func makeAsyncIterator() -> Iterator { Iterator(iteration: Iteration(of: subscription)) }

        /// An iterator over signals; the sequence ends when the iterator is released.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let iteration: Iteration<Int>

            /// How often the signal came since the element before, at least once; nil when there are no more.
            ///
            /// - Complexity: O(1), besides the wait; allocates a continuation.
            public func next(isolation actor: isolated (any Actor)?) async -> Int? {
                await iteration.subscription.next(isolation: actor)
            }

            /// As ``next(isolation:)``, on no actor.
            ///
            /// - Complexity: As that of ``next(isolation:)``.
            public func next() async -> Int? { await next(isolation: nil) }
        }
    }
}
