internal import CResponderEventLoop
internal import Glibc

extension MainRunLoop {
    /// A signal of the system that the loop waits for.
    ///
    /// While the signal has a source, it has no other effect. The loop keeps the source until ``cancel()``; afterwards
    /// the signal has its former effect again.
    @MainActor
    public final class SignalSource {
        /// The signal's number, such as `SIGHUP`.
        public let signal: Int32
        private let watch: Watch
        private static var owners: [Int32: Owner] = [:]

        /// The loop that has sources of a signal, and their number.
        private struct Owner {
            weak var loop: MainRunLoop?
            var count: Int
        }

        init(
            loop: MainRunLoop,
            name: CallbackName,
            signal: Int32,
            priority: Priority,
            modes: ModeSet,
            perform: @escaping @MainActor (Int) -> Void
        ) throws(MainRunLoop.Error) {
            self.signal = signal
            try Self.checkMayTake(signal, for: loop)
            // Signals that end an application, or come from its host, must also be served while the application is
            // suspended.
            let modes = modes.mask & ModeSet.commonBit != 0 ? modes.union(.evenWhileSuspended) : modes
            let watch = Watch(loop: loop, name: name, modes: modes, perform: { perform(Int($0.rawValue)) }) {
                rel_watch_create_signal(loop.handle, signal, Int32(priority.rawValue), modes.mask)
            }
            guard let watch else {
                throw MainRunLoop.Error.cannotTakeSignal(signal, reason: systemMessage(currentErrno()))
            }
            self.watch = watch
            Self.owners[signal, default: Owner(loop: loop, count: 0)].count += 1
        }

        /// Whether the source keeps a run alive; true at first (rule L45).
        ///
        /// A run ends as empty when only sources and timers are left that keep none alive. Until then they are served
        /// as all others. Setting it on a source that is cancelled does nothing.
        public var keepsRunAlive: Bool {
            get { watch.keepsRunAlive }
            set { watch.keepsRunAlive = newValue }
        }

        /// Ends the source: it performs no more, even when the signal has come already.
        ///
        /// Releases the closure. Idempotent, and legal anywhere, even inside the source's own perform.
        ///
        /// - Complexity: O(1), with one system call for the last source of a signal, which also waits until no handler
        ///   is running on another thread; no allocation.
        public func cancel() {
            // A loop that is gone has no signals any more, and another loop may have owners them since.
            guard watch.isUnderWay else { return }
            Self.owners[signal]?.count -= 1
            if Self.owners[signal]?.count == 0 { Self.owners[signal] = nil }
            // Last, since releasing the closure may run code that calls this source.
            watch.cancel()
        }

        /// Throws unless the loop may take the signal: signals are sent to a process, so only one of its loops may wait
        /// for signals.
        private static func checkMayTake(_ signal: Int32, for loop: MainRunLoop) throws(MainRunLoop.Error) {
            owners = owners.filter { $0.value.loop != nil }
            for (other, holder) in owners where holder.loop !== loop {
                throw .cannotTakeSignal(
                    signal,
                    reason: "another run loop waits for signal \(other), and only one loop may wait for signals"
                )
            }
            guard owners[signal] == nil else { return }
            var present = sigaction()
            guard sigaction(signal, nil, &present) == 0, signal != SIGKILL, signal != SIGSTOP else {
                throw .cannotTakeSignal(signal, reason: "there is no such signal, or it cannot be caught")
            }
            let handler = unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self)
            guard handler == 0 || handler == 1 else {
                throw .cannotTakeSignal(signal, reason: "the process has a handler for it already")
            }
        }
    }
}
