extension MainRunLoop {
    /// Cancels everything that the loop would call: timers, posts, deferred work, sources, handlers, observers and
    /// ports.
    ///
    /// For an owner that makes no further turn: a closure that captures the owner would otherwise keep the owner and
    /// the loop alive. The loop is empty afterwards, and can be used again. Do not call this inside a turn of the loop:
    /// the callbacks that the turn's steps have taken out already would not be cancelled. Tracking goes on: whoever
    /// began it ends it.
    package func cancelAll() {
        timers.endAll()
        // Before the posts are taken: a touch port cancels the touches that are down by a post.
        for input in state.pointee.inputs.sources { input.invalidate() }
        var posted = posts.takeAll()
        let waiting = (state.pointee.waitingPosts, state.pointee.deferred)
        (state.pointee.waitingPosts, state.pointee.deferred) = (WaitingPosts(), DeferredLists())
        state.pointee.needsUpdate = false
        for source in state.pointee.userSources.values { source.cancel() }
        for watch in state.pointee.watches.values { watch.cancel() }
        for handler in state.pointee.updateHandlers { handler.cancel() }
        for observer in state.pointee.observers { observer.cancel() }
        mailboxes.endAll()
        // Released last: the release may run code that calls this loop.
        posted.free()
        withExtendedLifetime(waiting) {}
    }
}
