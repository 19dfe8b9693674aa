internal import CResponderEventLoop

extension MainRunLoop {
    /// A child process whose end the loop waits for.
    ///
    /// The loop keeps the source until ``cancel()``, or until the child has ended. Unlike a signal source of SIGCHLD it
    /// concerns one child alone: any number of sources, and other code that starts children, go on side by side.
    @MainActor
    public final class ChildSource {
        /// The number of the child's process.
        ///
        /// It means this child until the source has performed; then the system may use it again.
        public let process: Int32
        /// The modes in which the source is served.
        public let modes: ModeSet
        private let watch: Watch

        init(
            loop: MainRunLoop,
            name: CallbackName,
            process: Int32,
            priority: Priority,
            modes: ModeSet,
            perform: @escaping @MainActor (Result<ChildEnd, MainRunLoop.Error>) -> Void
        ) throws(MainRunLoop.Error) {
            self.process = process
            self.modes = modes
            let child = OwnedDescriptor(rel_child_open(process))
            guard child.isOpen else { throw .cannotWaitForChild(process: process, errno: currentErrno()) }
            let end = WatchEnd()
            let watch = Watch(loop: loop, name: name, modes: modes) { _ in
                guard let result = takeEnd(of: process, child) else { return }
                end.cancel { perform(result) }
            } makeHandle: {
                rel_watch_create(loop.handle, child.number, Int32(REL_READ), Int32(priority.rawValue), modes.mask)
            }
            guard let watch else { throw .cannotWaitForChild(process: process, errno: currentErrno()) }
            end.watch = watch
            self.watch = watch
        }

        /// Whether the source keeps a run alive; true at first (rule L45).
        ///
        /// A run ends as empty when only sources and timers are left that keep none alive. Until then they are served
        /// as all others. Setting it on a source that has ended does nothing.
        public var keepsRunAlive: Bool {
            get { watch.keepsRunAlive }
            set { watch.keepsRunAlive = newValue }
        }

        /// Ends the source: it performs no more, even when the child has ended already.
        ///
        /// The child goes on, and its end is left to be taken by `waitpid(2)` or another source. Releases the closure.
        /// Idempotent, and legal anywhere, even inside the source's own perform.
        ///
        /// - Complexity: O(1), with a few system calls; no allocation.
        public func cancel() {
            watch.cancel()
        }
    }
}

/// The end of the child, which is taken with this; nil if the child has not ended.
private func takeEnd(
    of process: Int32,
    _ child: OwnedDescriptor
) -> Result<MainRunLoop.ChildEnd, MainRunLoop.Error>? {
    var end = rel_child_end()
    switch rel_child_take(child.number, &end) {
    case 0: return nil
    case 1:
        return .success(
            MainRunLoop.ChildEnd(
                reason: end.is_signalled
                    ? .signalled(end.status, hasDumpedCore: end.has_dumped_core) : .exited(status: end.status),
                userTime: .nanoseconds(end.user_time),
                systemTime: .nanoseconds(end.system_time),
                peakResidentSize: Int(end.peak_resident_size),
                majorFaults: Int(end.major_faults)
            )
        )
    default: return .failure(.cannotWaitForChild(process: process, errno: currentErrno()))
    }
}

extension MainRunLoop {
    /// Waits for the end of a child process: `perform` is called once, with how the child ended and what it used.
    ///
    ///     let child = try loop.addChildSource(process) { result in
    ///         if case .success(let end) = result, !end.isSuccess { print("it failed: \(end.reason)") }
    ///     }
    ///
    /// The source takes the child's end, so nothing else may wait for that child: no `waitpid(2)` for it or for any
    /// child, no ignored SIGCHLD, which has the kernel take the ends, and not Foundation's `Process` for its own
    /// children. Where something else was first, `perform` gets ``Error/cannotWaitForChild(process:errno:)`` with
    /// `ECHILD`. A child that has ended before this call, and was not waited for, is reported in the next turn.
    ///
    /// Needs Linux 5.4.
    ///
    /// - Parameters:
    ///   - process: The number of the process, as `fork(2)` or `posix_spawn(3)` gave it.
    ///   - priority: Sources of a higher priority perform first.
    ///   - modes: The modes of the runs in which the source performs; in others the child's end waits.
    ///   - name: The source's name in the ledger.
    ///   - perform: Called once; the source has ended by then.
    /// - Throws: ``Error/cannotWaitForChild(process:errno:)`` for a process that does not exist or is no child of this
    ///   process, for a child whose end was taken, when no descriptor is left, and on an older kernel.
    /// - Complexity: O(1), with a few system calls, and one descriptor until the source ends; allocates the source.
    @discardableResult
    public func addChildSource(
        _ process: Int32,
        priority: Priority = .default,
        in modes: ModeSet = .common,
        name: StaticString = #function,
        perform: @escaping @MainActor (Result<ChildEnd, MainRunLoop.Error>) -> Void
    ) throws(MainRunLoop.Error) -> ChildSource {
        try ChildSource(
            loop: self,
            name: CallbackName(name),
            process: process,
            priority: priority,
            modes: modes,
            perform: perform
        )
    }
}
