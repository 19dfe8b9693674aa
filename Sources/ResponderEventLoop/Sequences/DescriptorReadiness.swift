extension MainRunLoop {
    /// What a descriptor is ready for, each time, for a task to iterate over.
    ///
    ///     for try await _ in loop.readiness(of: socket, for: .read) { read(socket, …) }
    ///
    /// Level-triggered: what is left unread is reported by the next element, at once. The descriptor is watched only while a
    /// task waits for an element. So one that stays ready keeps nobody busy while the task has not read it, and what it was
    /// watched for is over as soon as an element was got: then the descriptor may be closed, and the iteration left.
    ///
    /// It ends when the task that iterates is cancelled, and with its loop. Each element costs five short system calls
    /// beside the loop's own.
    ///
    /// - Parameters:
    ///   - descriptor: Stays the caller's.
    ///   - readiness: What it is watched for.
    ///   - priority: When in a turn it is looked at.
    ///   - modes: It is watched in runs of these modes.
    /// - Returns: A sequence whose iteration throws ``Error/cannotWatch(descriptor:errno:)`` for a descriptor that is closed or a
    ///   regular file.
    public func readiness(
        of descriptor: Int32,
        for readiness: DescriptorSource.Readiness,
        priority: Priority = .default,
        in modes: ModeSet = .common
    ) -> DescriptorReadiness {
        DescriptorReadiness(
            watched: WatchedDescriptor(
                loop: self,
                descriptor: descriptor,
                readiness: readiness,
                priority: priority,
                modes: modes
            )
        )
    }

    /// What a descriptor becomes ready for: ``MainRunLoop/readiness(of:for:priority:in:)``.
    ///
    /// It may have any number of iterators.
    public struct DescriptorReadiness: AsyncSequence, Sendable {
        let watched: WatchedDescriptor

        /// Iterates over what the descriptor is ready for.
        public func makeAsyncIterator() -> Iterator { Iterator(watched: watched) }

        /// An iterator over what a descriptor is ready for.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let watched: WatchedDescriptor

            /// Waits until the descriptor is ready, and says what for; nil when the task is cancelled or the loop gone.
            ///
            /// - Throws: ``MainRunLoop/Error/cannotWatch(descriptor:errno:)`` for a descriptor that is closed or a regular file.
            public func next(
                isolation actor: isolated (any Actor)?
            ) async throws(MainRunLoop.Error) -> DescriptorSource.Readiness? {
                guard let subscription = try await watched.subscribe() else { return nil }
                guard let found = await subscription.next(isolation: actor) else { return nil }
                // The source has ended itself.
                subscription.finish()
                return found
            }

            /// The same.
            public func next() async throws(MainRunLoop.Error) -> DescriptorSource.Readiness? {
                try await next(isolation: nil)
            }
        }
    }
}

/// What a sequence of readiness watches, and how; it does not keep the loop.
final class WatchedDescriptor: Sendable {
    private weak let loop: MainRunLoop?
    private let descriptor: Int32
    private let readiness: MainRunLoop.DescriptorSource.Readiness
    private let priority: MainRunLoop.Priority
    private let modes: MainRunLoop.ModeSet

    init(
        loop: MainRunLoop,
        descriptor: Int32,
        readiness: MainRunLoop.DescriptorSource.Readiness,
        priority: MainRunLoop.Priority,
        modes: MainRunLoop.ModeSet
    ) {
        self.loop = loop
        self.descriptor = descriptor
        self.readiness = readiness
        self.priority = priority
        self.modes = modes
    }

    /// Watches the descriptor until it is ready once; nil when the loop is gone.
    @MainActor
    func subscribe() throws(MainRunLoop.Error) -> Subscription<MainRunLoop.DescriptorSource.Readiness>? {
        guard let loop else { return nil }
        let mailbox = Mailbox<MainRunLoop.DescriptorSource.Readiness> { $0.union($1) }
        let once = Once()
        once.source = try loop.addDescriptorSource(descriptor, for: readiness, priority: priority, in: modes) { found in
            once.cancel()
            mailbox.put(found)
        }
        return Subscription(of: loop, to: mailbox) { once.cancel() }
    }

    /// A source that ends itself.
    @MainActor
    private final class Once {
        var source: MainRunLoop.DescriptorSource?

        func cancel() {
            let ending = source
            source = nil
            ending?.cancel()
        }
    }
}
