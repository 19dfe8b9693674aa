internal import Synchronization

extension MainRunLoop {
    /// A source that any thread may signal, and that then performs once on the main actor.
    ///
    /// Signals coalesce: any number of them before the perform cause one (rule L11). The mark is cleared before the
    /// perform, so a signal from inside it means once more, in the next turn. Sources that are signalled together perform by
    /// priority, then in ascending order of their order values, then in the order of the signals. A source stays with its
    /// loop until ``cancel()``, also when nobody else holds it.
    public final class UserSource: Sendable {
        /// What the loop needs of the source, in raw memory.
        ///
        /// It lives as long as the source.
        ///
        /// `next` belongs to whoever has the link: the signaller that pushes it, the stack, then the loop. All else is the
        /// main actor's.
        struct Link {
            var next: UnsafeMutablePointer<Link>?
            let source: Unmanaged<UserSource>
            /// Nil once it was let go.
            var body: Unmanaged<SourceBody>?
            let modes: UInt64
            let order: Int
            let priority: Priority
            let name: CallbackName
            var isCancelled = false
            /// Whether it was signalled when it was cancelled, and has not come out of the loop's queue since.
            var isOnItsWay = false
            /// How many performs are under way, one inside another.
            var performing: Int32 = 0
            /// Counts the signals that were taken in: a step performs what is not newer than its beginning.
            var stamp: UInt64 = 0
        }

        nonisolated(unsafe) let link: UnsafeMutablePointer<Link>
        private let isMarked = Atomic<Bool>(false)
        private let signals: SignalStack
        private let remove: @MainActor (UserSource) -> Void

        @MainActor
        init(
            signals: SignalStack,
            priority: Priority,
            order: Int,
            modes: ModeSet,
            name: CallbackName,
            perform: @escaping @MainActor () -> Void,
            remove: @escaping @MainActor (UserSource) -> Void
        ) {
            self.signals = signals
            self.remove = remove
            link = .allocate(capacity: 1)
            link.initialize(
                to: Link(
                    source: .passUnretained(self),
                    body: .passRetained(SourceBody(perform)),
                    modes: modes.mask,
                    order: order,
                    priority: priority,
                    name: name
                )
            )
        }

        deinit {
            // Still there where the loop went before the source was cancelled.
            link.pointee.body?.release()
            link.deallocate()
        }

        /// Marks the source and wakes its loop; safe on any thread, never blocks, never allocates.
        public func signal() {
            guard !isMarked.exchange(true, ordering: .acquiringAndReleasing) else { return }
            signals.push(link)
        }

        /// Ends the source: it performs no more, even when it is signalled already.
        ///
        /// Its closure is let go, at once or when the perform under way has returned. Idempotent, and legal anywhere, also
        /// inside its own perform.
        @MainActor
        public func cancel() {
            guard !link.pointee.isCancelled else { return }
            link.pointee.isCancelled = true
            // Marked from now on, so that nobody pushes it. Where it was marked before, it is on its way to the loop, which
            // finishes it when it comes out.
            link.pointee.isOnItsWay = isMarked.exchange(true, ordering: .acquiringAndReleasing)
            settleIfOver()
        }

        /// Clears the mark and performs.
        ///
        /// The source was signalled, is not cancelled, and was taken off the loop's queue.
        @MainActor @inline(__always)
        func perform() {
            // Acquired: what its signallers wrote before they found the mark set is seen by the perform.
            _ = isMarked.exchange(false, ordering: .acquiringAndReleasing)
            // Assigned, not changed in place: that would be an access to the whole link, of which `next` is a signaller's again.
            link.pointee.performing = link.pointee.performing &+ 1
            // Neither is retained: both stay until the last perform has returned.
            link.pointee.body?.borrow { $0.perform() }
            link.pointee.performing = link.pointee.performing &- 1
            if link.pointee.isCancelled { settleIfOver() }
        }

        /// A source that was cancelled has come out of the loop's queue.
        @MainActor
        func comeOut() {
            link.pointee.isOnItsWay = false
            settleIfOver()
        }

        /// Lets go of what a cancelled source has, and of the source, when nobody uses these any more.
        @MainActor @inline(never)
        private func settleIfOver() {
            guard link.pointee.performing == 0 else { return }
            let body = link.pointee.body
            link.pointee.body = nil
            // The loop's may be the last reference to the source.
            withExtendedLifetime(Unmanaged.passUnretained(self).takeUnretainedValue()) {
                if !link.pointee.isOnItsWay { remove(self) }
            }
            // Only now, when nothing of the source is used any more: what goes with the closure may run code that comes back
            // here, and even a run that lets go of the source.
            body?.release()
        }
    }
}
