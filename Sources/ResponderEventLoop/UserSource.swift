internal import Synchronization

extension MainRunLoop {
    /// A source that any thread may signal, and that then performs once on the main actor.
    ///
    /// Signals coalesce: any number of them before the perform cause one (rule L11). The mark is cleared before the
    /// perform, so a signal from inside it means once more, in the next turn. A source stays with its loop until
    /// ``cancel()``, also when nobody else holds it.
    public final class UserSource: Sendable {
        /// A link of the stack of signalled sources.
        ///
        /// It lives as long as its source, and a source is kept by its loop while it is in the stack: a cancelled one
        /// is let go only when it has come out.
        struct Link {
            var next: UnsafeMutablePointer<Link>?
            var source: Unmanaged<UserSource>?
        }

        nonisolated(unsafe) let link: UnsafeMutablePointer<Link>
        private let isMarked = Atomic<Bool>(false)
        private let isCancelled = Atomic<Bool>(false)
        private let signals: SignalStack
        // Nil once the source was cancelled. Only the main actor touches it.
        nonisolated(unsafe) private var body: (@MainActor () -> Void)?
        private let remove: @MainActor (UserSource) -> Void

        init(
            signals: SignalStack,
            perform body: @escaping @MainActor () -> Void,
            remove: @escaping @MainActor (UserSource) -> Void
        ) {
            self.signals = signals
            self.body = body
            self.remove = remove
            link = .allocate(capacity: 1)
            link.initialize(to: Link(next: nil, source: nil))
            link.pointee.source = .passUnretained(self)
        }

        deinit {
            link.deallocate()
        }

        /// Marks the source and wakes its loop; safe on any thread, never blocks, never allocates.
        public func signal() {
            guard !isMarked.exchange(true, ordering: .acquiringAndReleasing) else { return }
            signals.push(link)
        }

        /// Ends the source: it performs no more, even when it is signalled already.
        ///
        /// Its closure is let go. Idempotent, and legal anywhere, also inside its own perform.
        @MainActor
        public func cancel() {
            guard !isCancelled.exchange(true, ordering: .relaxed) else { return }
            // Marked from now on, so that nobody pushes it; where it was marked before, it is in the stack, and is let
            // go when it comes out.
            let dropped = body
            body = nil
            if !isMarked.exchange(true, ordering: .acquiringAndReleasing) { remove(self) }
            withExtendedLifetime(dropped) {}
        }

        /// Clears the mark and performs, unless the source was cancelled.
        ///
        /// Returns whether it performed.
        @MainActor
        func perform() -> Bool {
            if isCancelled.load(ordering: .relaxed) {
                remove(self)
                return false
            }
            // Acquired: what its signallers wrote before they found the mark set is seen by the perform.
            _ = isMarked.exchange(false, ordering: .acquiringAndReleasing)
            body?()
            return true
        }
    }

    /// The sources signalled and not yet performed: a lock-free stack that any thread pushes on and the loop empties.
    final class SignalStack: Sendable {
        // Not Sendable only because of the pointer in it, which belongs to whoever took it off the stack.
        nonisolated(unsafe) private let top = Atomic<UnsafeMutablePointer<UserSource.Link>?>(nil)
        private let wakeSignal: WakeSignal

        init(wakeSignal: WakeSignal) {
            self.wakeSignal = wakeSignal
        }

        var isEmpty: Bool { top.load(ordering: .relaxed) == nil }

        func push(_ link: UnsafeMutablePointer<UserSource.Link>) {
            var expected = top.load(ordering: .relaxed)
            while true {
                link.pointee.next = expected
                let (exchanged, original) = top.weakCompareExchange(
                    expected: expected,
                    desired: link,
                    ordering: .acquiringAndReleasing
                )
                if exchanged { break }
                expected = original
            }
            wakeSignal.wake()
        }

        /// Takes all links, the one signalled first in front.
        func take() -> UnsafeMutablePointer<UserSource.Link>? {
            guard !isEmpty else { return nil }
            var newestFirst = top.exchange(nil, ordering: .acquiringAndReleasing)
            var oldestFirst: UnsafeMutablePointer<UserSource.Link>?
            while let link = newestFirst {
                newestFirst = link.pointee.next
                link.pointee.next = oldestFirst
                oldestFirst = link
            }
            return oldestFirst
        }
    }
}
