/// Posts to a run loop without keeping the loop alive.
package struct LoopPoster: Sendable {
    private let posts: PostQueue
    private let wakeSignal: WakeSignal

    init(posts: PostQueue, wakeSignal: WakeSignal) {
        self.posts = posts
        self.wakeSignal = wakeSignal
    }

    /// As `MainRunLoop.post`; a block that is posted to a loop that is gone is released at once, and never runs.
    package func post(name: StaticString = #function, _ work: @escaping @MainActor () -> Void) {
        guard !posts.hasEnded else { return }
        posts.append(PostList.Post(work: work, modes: MainRunLoop.ModeSet.common.mask, name: CallbackName(name)))
        wakeSignal.wakeAfterExchange()
    }
}
