/// What remains of a loop after its last reference was released: its timers, and the signals and posts of its own
/// thread.
///
/// The release may happen on any thread, but only the main actor may free what remains.
struct LoopRemains: Sendable {
    let thread: LoopThread
    let inbox: SignalInbox
    let posts: PostQueue
    /// All sources that the inbox may refer to: they are kept until the inbox is empty.
    let sources: [ObjectIdentifier: MainRunLoop.UserSource]
    nonisolated(unsafe) let timers: UnsafeMutablePointer<TimerQueue>

    /// Frees everything: at once on the main actor, otherwise in a job of the main actor.
    ///
    /// Until then code on the loop's thread may signal, post or use a timer's handle, and must find everything intact.
    /// An immediate task runs at once when its caller is on the main actor.
    func tearDown() {
        Task.immediateDetached { @MainActor in
            thread.end()
            inbox.end()
            posts.endOwn()
            timers.abandon()
            withExtendedLifetime(sources) {}
        }
    }
}
