internal import CResponderEventLoop

// A loop and fork(2). The child has a copy of the loop whose descriptors are the parent's too: what it changed in the
// epoll set, or set the timer to, would change the parent's loop. So it is refused to run the copy, and whatever else
// touches the descriptors gives the copy its own first.
extension MainRunLoop {
    /// Makes the copy of a loop that `fork(2)` left in a child process the child's own: it can run again, with its
    /// timers, sources and posts, and nothing of that reaches the parent.
    ///
    /// A child that neither runs the loop nor reinitializes it may drop the loop, cancel what is on it, or `exec`; the
    /// parent notices nothing. Does nothing in the process that made the loop.
    ///
    /// - A child has no main-actor jobs and no blocks of `DispatchQueue.main`: libdispatch serves none after `fork(2)`.
    /// - A signal that the loop waits for, and that comes to the child, is the child's. SIGINT and SIGTERM, where an
    ///   application of the entry point waits for them, do in a child what they do by themselves.
    /// - Only the forking thread lives on in a child: fork where no other thread is using the loop, since a lock that
    ///   one holds then is held for ever.
    /// - Descriptors of the parent that the sources watch are shared by both processes as ever; one that the child has
    ///   closed is not watched any more.
    ///
    /// - Throws: ``Error/cannotCreate(errno:)`` when the system has no file descriptors left; it can be called again.
    public func reinitialize() throws(MainRunLoop.Error) {
        guard rel_process() != state.pointee.process else { return }
        guard rel_loop_make_own(face) else { throw MainRunLoop.Error.cannotCreate(errno: currentErrno()) }
        state.pointee.process = rel_process()
        wakeSignal.didWake()
    }

    /// Refuses to drive the copy of another process's loop.
    @inline(__always)
    func checkProcess() {
        if rel_process() != state.pointee.process { endForeignRun() }
    }

    @inline(never)
    private func endForeignRun() -> Never {
        fatalError(
            "a run loop was driven in a child process that fork() made: its descriptors are the parent's, too. Call "
                + "`try loop.reinitialize()` in the child first, or make another loop."
        )
    }
}
