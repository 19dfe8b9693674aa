internal import ResponderSupport
internal import Synchronization

extension MainRunLoop {
    /// A source that any thread may signal; a signalled source performs once on the main actor.
    ///
    /// Signals coalesce: any number of them before the perform cause one (rule L11). The mark is cleared before the
    /// perform, so a signal from inside the perform causes another one in the next turn. Sources that are signalled
    /// together perform by priority, then in ascending order of their order values, then in the order of the signals.
    /// The loop keeps a source until ``cancel()``.
    public final class UserSource: Sendable {
        /// The part of the source that the loop accesses, in raw memory.
        ///
        /// It lives as long as the source. Only the main actor accesses it, except for `nextOnStack`, which belongs
        /// first to the thread that has marked the source, and then to the stack.
        struct Link {
            var next: UnsafeMutablePointer<Link>?
            var nextOnStack: UnsafeMutablePointer<Link>?
            let source: Unmanaged<UserSource>
            /// Nil once the closure was released.
            var body: Unmanaged<SourceBody>?
            let modes: UInt64
            let order: Int
            let priority: Priority
            let name: CallbackName
            // Assign this, never change it in place: a change in place accesses the whole link, and `nextOnStack` may
            // belong to another thread.
            var standing: Standing = []
            /// How many performs are under way, one inside another.
            var performing: Int32 = 0
            /// The value of ``State/signalStamp`` when the source was taken into its queue: a step performs only
            /// sources that were in their queues when the step began.
            var stamp: UInt64 = 0
        }

        /// Where the source is between a signal and its perform.
        struct Standing: OptionSet {
            let rawValue: UInt8
            /// In the inbox's list or in a queue of the loop.
            static let queued = Standing(rawValue: 1 << 0)
            /// The signal of another thread has come off the stack: the next perform clears the mark.
            static let takenIn = Standing(rawValue: 1 << 1)
            static let cancelled = Standing(rawValue: 1 << 2)
            /// The source was on the stack, or about to be, when it was cancelled, and has not come off the stack
            /// since.
            static let onStack = Standing(rawValue: 1 << 3)
            /// The source keeps no run alive.
            static let weak = Standing(rawValue: 1 << 4)
        }

        nonisolated(unsafe) let link: UnsafeMutablePointer<Link>
        /// Whether another thread has signalled the source, and no perform has answered this signal yet.
        private let isMarked = Atomic<Bool>(false)
        private let inbox: SignalInbox
        private let recount: @MainActor (UserSource, Recount) -> Void

        /// What changes in how the loop counts a source.
        enum Recount {
            case keepsRunAlive(Bool)
            case removed
        }

        @MainActor
        init(
            inbox: SignalInbox,
            priority: Priority,
            order: Int,
            modes: ModeSet,
            name: CallbackName,
            perform: @escaping @MainActor () -> Void,
            recount: @escaping @MainActor (UserSource, Recount) -> Void
        ) {
            self.inbox = inbox
            self.recount = recount
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
            // Not nil if the loop ended before the source was cancelled.
            link.pointee.body?.release()
            link.deallocate()
        }

        /// Marks the source and wakes its loop; safe on any thread, never blocks, never allocates.
        ///
        /// Not safe in a handler of `sigaction`: use a ``SignalSource`` to wait for a signal of the system.
        ///
        /// - Complexity: O(1): a few loads and stores on the loop's own thread, elsewhere two atomic exchanges; at most
        ///   one system call, no allocation. On the loop's own thread also linear in the sources that other threads
        ///   have signalled.
        public func signal() {
            if inbox.isOnLoopThread {
                if link.pointee.standing.isDisjoint(with: [.queued, .cancelled]) { inbox.add(link) }
            } else if !isMarked.exchange(true, ordering: .acquiringAndReleasing) {
                inbox.push(link)
            }
        }

        /// Whether the source keeps a run alive; true at first (rule L45).
        ///
        /// A run ends as empty when only sources and timers are left that keep none alive. Until then they are served
        /// as all others; a source that is signalled performs before the run ends. Setting it on a source that is
        /// cancelled does nothing.
        ///
        /// - Complexity: O(1), with at most one system call; no allocation.
        @MainActor
        public var keepsRunAlive: Bool {
            get { !link.pointee.standing.contains(.weak) }
            set {
                guard newValue != keepsRunAlive, !isCancelled else { return }
                let standing = link.pointee.standing
                link.pointee.standing = newValue ? standing.subtracting(.weak) : standing.union(.weak)
                recount(self, .keepsRunAlive(newValue))
            }
        }

        /// Ends the source: it performs no more, even when it is signalled already.
        ///
        /// Releases the closure, at once or when the perform under way has returned. Idempotent, and legal anywhere,
        /// even inside the source's own perform.
        ///
        /// - Complexity: O(1), with at most one system call; no allocation.
        @MainActor
        public func cancel() {
            guard !isCancelled else { return }
            var standing = link.pointee.standing.union(.cancelled)
            // The mark stays set from now on, so that no thread pushes the source. If the mark was set before, the
            // source is on its way to the loop, and the cancel is finished when the source leaves the stack and the
            // queue.
            let wasMarked = isMarked.exchange(true, ordering: .acquiringAndReleasing)
            if wasMarked, !standing.contains(.takenIn) { standing.insert(.onStack) }
            link.pointee.standing = standing
            endIfUnused()
        }

        @MainActor @inline(__always)
        var isCancelled: Bool { link.pointee.standing.contains(.cancelled) }

        /// Calls the closure.
        ///
        /// The source must have been signalled, not be cancelled, and have been taken off the loop's queue.
        @MainActor @inline(__always)
        func call() {
            // Acquiring, so that the perform sees what other threads wrote before they signalled.
            if isMarked.load(ordering: .acquiring) { answerMark() }
            // A signal from here on causes another perform.
            link.pointee.standing = link.pointee.standing.subtracting(.queued)
            link.pointee.performing = link.pointee.performing &+ 1
            // Neither the source nor the body is retained: both stay until the last perform has returned.
            link.pointee.body?.borrow { $0.perform() }
            link.pointee.performing = link.pointee.performing &- 1
            if isCancelled { endIfUnused() }
        }

        /// Clears the mark: the perform that follows answers all signals of other threads up to here.
        ///
        /// The source still counts as queued here, so that ``SignalInbox/takeStack()`` does not queue it again.
        @MainActor @inline(never)
        private func answerMark() {
            if !link.pointee.standing.contains(.takenIn) { inbox.takeStack() }
            // A thread that has set the mark just now has yet to push the source: another perform answers that signal.
            guard link.pointee.standing.contains(.takenIn) else { return }
            link.pointee.standing = link.pointee.standing.subtracting(.takenIn)
            _ = isMarked.exchange(false, ordering: .acquiringAndReleasing)
        }

        /// Finishes a cancelled source that has come out of the loop's queue.
        @MainActor
        func comeOut() {
            link.pointee.standing = link.pointee.standing.subtracting(.queued)
            endIfUnused()
        }

        /// Releases the closure of a cancelled source, and removes the source from the loop, once nothing uses them any
        /// more.
        @MainActor @inline(never)
        private func endIfUnused() {
            guard link.pointee.performing == 0 else { return }
            let body = link.pointee.body
            link.pointee.body = nil
            // The loop may hold the last reference to the source.
            withExtendedLifetime(Unmanaged.passUnretained(self).takeUnretainedValue()) {
                if link.pointee.standing.isDisjoint(with: [.queued, .onStack]) { recount(self, .removed) }
            }
            // Last, when nothing of the source is used any more: releasing the closure may run code that calls this
            // source, and even a run that releases it.
            body?.release()
        }
    }
}

/// The closure that a source calls.
///
/// The closure is a constant of an object, since a closure that is read from a variable is retained and released at
/// each call.
@MainActor
final class SourceBody {
    let perform: @MainActor () -> Void

    init(_ perform: @escaping @MainActor () -> Void) {
        self.perform = perform
    }
}
