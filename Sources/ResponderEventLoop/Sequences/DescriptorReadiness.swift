extension MainRunLoop {
    /// A sequence over the readiness of a descriptor.
    ///
    ///     for try await _ in loop.readiness(of: socket, for: .read) { read(socket, …) }
    ///
    /// Level-triggered: if data is left unread, the next element comes at once. The descriptor is watched only while a
    /// task waits for an element. So a descriptor that stays ready does not keep the loop busy while the task reads;
    /// and between two elements nothing watches the descriptor, so it may be closed, and the iteration left.
    ///
    /// The sequence ends when the task that iterates is cancelled, and with its loop.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor, which the caller goes on owning.
    ///   - readiness: The readiness for which the descriptor is watched.
    ///   - priority: The priority with which the loop serves the descriptor.
    ///   - modes: The modes of the runs in which the descriptor is watched.
    /// - Returns: A sequence whose iteration throws ``Error/cannotWatch(descriptor:errno:)`` for a descriptor that is
    ///   closed or a regular file.
    /// - Complexity: O(1); allocates one object.
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

    /// A sequence over the readiness of a descriptor: see ``MainRunLoop/readiness(of:for:priority:in:)``.
    ///
    /// It may have any number of iterators.
    public struct DescriptorReadiness: AsyncSequence, Sendable {
        let watched: WatchedDescriptor

        /// An iterator over the readiness of the descriptor.
        ///
        /// - Complexity: O(1); no allocation.
        public func makeAsyncIterator() -> Iterator { Iterator(watched: watched) }

        /// An iterator over the readiness of a descriptor.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let watched: WatchedDescriptor

            /// Waits until the descriptor is ready, and returns its readiness; nil when the task is cancelled or the
            /// loop is gone.
            ///
            /// - Throws: ``MainRunLoop/Error/cannotWatch(descriptor:errno:)`` for a descriptor that is closed or a
            ///   regular file.
            /// - Complexity: Adds a descriptor source and cancels it: five system calls besides the loop's own.
            ///   Allocates the source, its mailbox, and the continuation of the task.
            public func next(
                isolation actor: isolated (any Actor)?
            ) async throws(MainRunLoop.Error) -> DescriptorSource.Readiness? {
                guard let subscription = try await watched.subscribe() else { return nil }
                guard let found = await subscription.next(isolation: actor) else { return nil }
                // The source has cancelled itself.
                subscription.finish()
                return found
            }

            /// As ``next(isolation:)``, on no actor.
            ///
            /// - Complexity: As that of ``next(isolation:)``.
            public func next() async throws(MainRunLoop.Error) -> DescriptorSource.Readiness? {
                try await next(isolation: nil)
            }
        }
    }
}

/// The descriptor of a sequence of readiness, and how it is watched; does not keep the loop alive.
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

    /// A source that can cancel itself.
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
