extension MainRunLoop {
    /// Lets go of all that the loop would call: timers, posts, deferred work, sources, handlers, observers and ports.
    ///
    /// For who has ended what ran on the loop, and will give it no turn any more: a closure that names the loop's owner would
    /// keep both. The loop can be used afterwards, and is empty. Not for code that a turn of it calls: what the turn's steps
    /// have taken out already is out of reach.
    package func cancelAll() {
        timers.endAll()
        // Before the posts: a touch port would cancel what is down by one.
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
        // What goes with these may run code that comes back here, so it goes last.
        posted.free()
        withExtendedLifetime(waiting) {}
    }
}
