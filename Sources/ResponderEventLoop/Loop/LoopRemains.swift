/// What a loop leaves when its last reference goes, which may be on any thread: its timers, and what its own thread has
/// signalled and posted.
struct LoopRemains: Sendable {
    let thread: LoopThread
    let inbox: SignalInbox
    let posts: PostQueue
    /// All that the inbox may name: they stay until it is empty.
    let sources: [ObjectIdentifier: MainRunLoop.UserSource]
    nonisolated(unsafe) let timers: UnsafeMutablePointer<TimerQueue>

    /// Lets it go: at once on the main actor, otherwise when that comes to it.
    ///
    /// Until then somebody on the loop's thread may signal or post, or use a timer's handle, and must find all in order. An
    /// immediate task knows by itself whether this is the main actor.
    func takeApart() {
        Task.immediateDetached { @MainActor in
            thread.end()
            inbox.end()
            posts.endOwn()
            timers.abandon()
            withExtendedLifetime(sources) {}
        }
    }
}
