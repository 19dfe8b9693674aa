extension MainRunLoop {
    /// Lets go of all that the loop would call: timers, posts, deferred work, sources, handlers, observers and ports.
    ///
    /// For an owner that has ended what ran on the loop, and makes no further turn: a closure that captures the owner
    /// would keep both alive. The loop is empty afterwards, and can be used again. Do not call this from inside a turn
    /// of the loop: what the turn's steps have taken out already is out of reach.
    package func cancelAll() {
        timers.endAll()
        // Before the posts: a touch port cancels the touches that are down by a post.
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
