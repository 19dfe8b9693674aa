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
        /// It lives as long as the source. All of it is the main actor's but for `nextOnStack`, which belongs to whoever has
        /// marked the source, and then to the stack.
        struct Link {
            var next: UnsafeMutablePointer<Link>?
            var nextOnStack: UnsafeMutablePointer<Link>?
            let source: Unmanaged<UserSource>
            /// Nil once it was let go.
            var body: Unmanaged<SourceBody>?
            let modes: UInt64
            let order: Int
            let priority: Priority
            let name: CallbackName
            // Assigned, never changed in place: that would be an access to the whole link, of which one field is a signaller's.
            var standing: Standing = []
            /// How many performs are under way, one inside another.
            var performing: Int32 = 0
            /// Counts the signals that were taken in: a step performs what is not newer than its beginning.
            var stamp: UInt64 = 0
        }

        /// How far the source is on its way from a signal to its perform.
        struct Standing: OptionSet {
            let rawValue: UInt8
            /// In the inbox's list or in a queue of the loop.
            static let queued = Standing(rawValue: 1 << 0)
            /// Another thread's signal has come off the stack: the mark goes with the next perform.
            static let takenIn = Standing(rawValue: 1 << 1)
            static let cancelled = Standing(rawValue: 1 << 2)
            /// Cancelled when it was on the stack, or about to be, and has not come off it since.
            static let onStack = Standing(rawValue: 1 << 3)
        }

        nonisolated(unsafe) let link: UnsafeMutablePointer<Link>
        /// Whether another thread has signalled the source, and no perform has answered that yet.
        private let isMarked = Atomic<Bool>(false)
        private let inbox: SignalInbox
        private let remove: @MainActor (UserSource) -> Void

        @MainActor
        init(
            inbox: SignalInbox,
            priority: Priority,
            order: Int,
            modes: ModeSet,
            name: CallbackName,
            perform: @escaping @MainActor () -> Void,
            remove: @escaping @MainActor (UserSource) -> Void
        ) {
            self.inbox = inbox
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
        ///
        /// On the loop's own thread it is a few loads and stores, elsewhere two atomic exchanges. A handler of `sigaction` may
        /// not call it: what waits for a signal of the system is a ``SignalSource``.
        public func signal() {
            if inbox.isOnLoopThread {
                if link.pointee.standing.isDisjoint(with: [.queued, .cancelled]) { inbox.add(link) }
            } else if !isMarked.exchange(true, ordering: .acquiringAndReleasing) {
                inbox.push(link)
            }
        }

        /// Ends the source: it performs no more, even when it is signalled already.
        ///
        /// Its closure is let go, at once or when the perform under way has returned. Idempotent, and legal anywhere, also
        /// inside its own perform.
        @MainActor
        public func cancel() {
            guard !isCancelled else { return }
            var standing = link.pointee.standing.union(.cancelled)
            // Marked from now on, so that nobody pushes it. Where it was marked before, it is on its way to the loop, which
            // finishes it when it comes out.
            let wasMarked = isMarked.exchange(true, ordering: .acquiringAndReleasing)
            if wasMarked, !standing.contains(.takenIn) { standing.insert(.onStack) }
            link.pointee.standing = standing
            settleIfOver()
        }

        @MainActor @inline(__always)
        var isCancelled: Bool { link.pointee.standing.contains(.cancelled) }

        /// Performs.
        ///
        /// The source was signalled, is not cancelled, and was taken off the loop's queue.
        @MainActor @inline(__always)
        func perform() {
            // Acquired: what its signallers wrote before they found the mark set is seen by the perform.
            if isMarked.load(ordering: .acquiring) { answerMark() }
            // A signal from here on means once more.
            link.pointee.standing = link.pointee.standing.subtracting(.queued)
            link.pointee.performing = link.pointee.performing &+ 1
            // Neither is retained: both stay until the last perform has returned.
            link.pointee.body?.borrow { $0.perform() }
            link.pointee.performing = link.pointee.performing &- 1
            if isCancelled { settleIfOver() }
        }

        /// Clears the mark: the perform that follows answers all signals of other threads up to here.
        ///
        /// It still counts as queued, so that nothing that comes off the stack now queues it again.
        @MainActor @inline(never)
        private func answerMark() {
            if !link.pointee.standing.contains(.takenIn) { inbox.takeStack() }
            // Whoever has marked it just now has yet to push it: that is answered by another perform.
            guard link.pointee.standing.contains(.takenIn) else { return }
            link.pointee.standing = link.pointee.standing.subtracting(.takenIn)
            _ = isMarked.exchange(false, ordering: .acquiringAndReleasing)
        }

        /// A source that was cancelled has come out of the loop's queue.
        @MainActor
        func comeOut() {
            link.pointee.standing = link.pointee.standing.subtracting(.queued)
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
                if link.pointee.standing.isDisjoint(with: [.queued, .onStack]) { remove(self) }
            }
            // Only now, when nothing of the source is used any more: what goes with the closure may run code that comes back
            // here, and even a run that lets go of the source.
            body?.release()
        }
    }
}
