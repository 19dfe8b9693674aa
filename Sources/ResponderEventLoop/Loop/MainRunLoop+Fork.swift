internal import CResponderEventLoop

// A loop and fork(2). The child has a copy of the loop that shares its descriptors with the parent: a change to the
// epoll set, or to the timer, would change the parent's loop. So running the copy ends the process, and every other
// function that touches the descriptors first gives the copy descriptors of its own.
extension MainRunLoop {
    /// Gives the copy of a loop in a child of `fork(2)` its own descriptors: the copy can run, with its timers, sources
    /// and posts, and does not affect the parent.
    ///
    /// A child that neither runs the loop nor reinitializes it may drop the loop, cancel its timers and sources, or
    /// `exec`; the parent notices nothing. Does nothing in the process that made the loop.
    ///
    /// - A child has no main-actor jobs and no blocks of `DispatchQueue.main`: libdispatch serves none after `fork(2)`.
    /// - A signal that the loop waits for, and that is sent to the child, is delivered to the child's loop alone.
    ///   SIGINT and SIGTERM have their default effect in a child, even when the application's entry point handles them
    ///   in the parent.
    /// - Only the forking thread lives on in a child: fork while no other thread is using the loop, since a lock that
    ///   such a thread holds stays locked in the child.
    /// - Both processes share the descriptors that the sources watch, as always after `fork(2)`; a descriptor that the
    ///   child has closed is no longer watched.
    ///
    /// - Throws: ``Error/cannotCreate(errno:)`` when the system has no file descriptors left; the call can be repeated.
    /// - Complexity: Linear in the greatest watched descriptor, with up to three system calls for each; no allocation.
    public func reinitialize() throws(MainRunLoop.Error) {
        guard rel_process() != state.pointee.process else { return }
        guard rel_loop_make_own(handle) else { throw MainRunLoop.Error.cannotCreate(errno: currentErrno()) }
        state.pointee.process = rel_process()
        wakeSignal.didWake()
    }

    /// Ends the process if this loop is the copy of another process's loop.
    @inline(__always)
    func checkProcess() {
        if rel_process() != state.pointee.process { endForeignRun() }
    }

    @inline(never)
    private func endForeignRun() -> Never {
        fatalError(
            "a run loop was driven in a child process that fork() made: it shares the parent's descriptors. Call "
                + "`try loop.reinitialize()` in the child first, or make another loop."
        )
    }
}
