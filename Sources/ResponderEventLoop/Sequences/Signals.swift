extension MainRunLoop {
    /// A signal of the system, for a task to iterate over: how often it came since the element before.
    ///
    ///     for await _ in try loop.signals(SIGHUP) { reload() }
    ///
    /// From this call on the signal does nothing else, and none that comes is lost: while nobody waits they are counted. It ends
    /// when its iterator goes, when the task that iterates is cancelled, and with its loop; then the signal does what it did
    /// before. Otherwise it is as ``addSignalSource(_:priority:in:name:perform:)`` says.
    ///
    /// - Throws: ``Error/cannotTakeSignal(_:reason:)``, where that would.
    public func signals(
        _ signal: Int32,
        priority: Priority = .default,
        in modes: ModeSet = .common
    ) throws(MainRunLoop.Error) -> Signals {
        let mailbox = Mailbox<Int> { $0 &+ $1 }
        let source = try addSignalSource(signal, priority: priority, in: modes) { mailbox.put($0) }
        return Signals(subscription: Subscription(of: self, to: mailbox) { source.cancel() })
    }

    /// A signal of the system: ``MainRunLoop/signals(_:priority:in:)``.
    ///
    /// The sequence has one iterator at a time, and ends with the first.
    ///
    /// - Precondition: One task at a time waits for an element; two stop the process with a message.
    public struct Signals: AsyncSequence, Sendable {
        let subscription: Subscription<Int>

        /// Iterates over the signals.
        public func makeAsyncIterator() -> Iterator { Iterator(iteration: Iteration(of: subscription)) }

        /// An iterator over signals; they end when it goes.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let iteration: Iteration<Int>

            /// How often the signal came since the element before, at least once; nil when there are no more.
            public func next(isolation actor: isolated (any Actor)?) async -> Int? {
                await iteration.subscription.next(isolation: actor)
            }

            /// The same.
            public func next() async -> Int? { await next(isolation: nil) }
        }
    }
}
