/// The right to post to a run loop, for those who must not keep it alive.
package struct LoopPoster: Sendable {
    private let posts: PostQueue
    private let wakeSignal: WakeSignal

    init(posts: PostQueue, wakeSignal: WakeSignal) {
        self.posts = posts
        self.wakeSignal = wakeSignal
    }

    /// As `MainRunLoop.post`; what is posted to a loop that is gone is never run, and let go at once.
    package func post(name: StaticString = #function, _ work: @escaping @MainActor () -> Void) {
        guard !posts.hasEnded else { return }
        posts.append(PostList.Post(work: work, modes: MainRunLoop.ModeSet.common.mask, name: CallbackName(name)))
        wakeSignal.wakeAfterExchange()
    }
}

extension MainRunLoop {
    /// The right to post to this loop.
    package nonisolated var poster: LoopPoster { LoopPoster(posts: posts, wakeSignal: wakeSignal) }
}
