internal import Glibc
public import ResponderEventLoop

extension MainRunLoop {
    /// Has this loop's blocking runs serve Foundation's `RunLoop.main`, in its default mode: timers, performs,
    /// sources and notification queues.
    ///
    ///     let app = try Application(…)
    ///     try app.loop.serveFoundation()        // once, before the run
    ///
    /// - When a run in a common mode has nothing to do, Foundation's loop waits in its stead, until something happens
    ///   to either of them. Nothing is polled: an idle process makes no system call.
    /// - A run that always has something to do serves what is ready in `RunLoop.main` once in each turn.
    /// - Foundation's work is not served in a mode that is not common, while the application is suspended, under
    ///   virtual time, in an awaited run, or in ``turn(mode:)``.
    /// - Callbacks of Foundation count as the loop's time asleep in the ledger, and stall reports do not name them.
    ///   They may do whatever a handler may, and may begin nested runs.
    /// - `RunLoop.main.perform(_:)` from another thread wakes nothing on Linux, with or without this package: call
    ///   ``wakeUp()`` after it, or use ``post(in:name:_:)``. On the main thread it needs no wake-up.
    /// - A call of `RunLoop.main.run(…)` inside a callback, or one that makes it, such as `Process.waitUntilExit()`,
    ///   holds this loop up until it returns.
    ///
    /// A second call does nothing.
    ///
    /// - Throws: ``FoundationLoopError`` if the system has no descriptor or memory left.
    /// - Complexity: O(1). Allocates a source of CoreFoundation and an observer. Afterwards each wait costs about ten
    ///   microseconds more.
    public func serveFoundation() throws(FoundationLoopError) {
        guard !(loopServedInWaits is FoundationLoop) else { return }
        guard let descriptor = otherLoopDescriptor else { throw FoundationLoopError(errno: errno) }
        guard let other = FoundationLoop(in: self, waitingFor: descriptor) else {
            throw FoundationLoopError(errno: ENOMEM)
        }
        setOtherLoop(other)
    }

    /// Ends ``serveFoundation()``; does nothing without it.
    ///
    /// Legal anywhere, even in a callback of Foundation.
    ///
    /// - Complexity: O(number of observers); no allocation.
    public func stopServingFoundation() {
        guard let other = loopServedInWaits as? FoundationLoop else { return }
        other.end()
        setOtherLoop(nil)
        // A wait that is under way goes on without it.
        wakeUp()
    }
}
