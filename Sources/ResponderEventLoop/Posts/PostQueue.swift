internal import Synchronization

/// The blocks posted to a loop from any thread, first in, first out.
///
/// Posts of the loop's own thread go to a list without a lock, as long as no post of another thread waits. All other
/// posts go to a shared list behind a lock, and so come after the posts of the first list.
///
/// Sendable, because `shared` is accessed under the lock alone, and `own` by the main actor alone.
final class PostQueue: Sendable {
    private struct OwnPosts {
        var posts = PostList()
        /// The modes of all posts together.
        var modes: UInt64 = 0
        /// An empty list, whose memory `shared` gets when the posts of `shared` are taken over.
        var spare = PostList()
    }

    nonisolated(unsafe) private let own: UnsafeMutablePointer<OwnPosts>
    nonisolated(unsafe) private let shared: UnsafeMutablePointer<PostList>
    private let lock = Lock()
    /// The modes of the posts in `shared`; lets a turn with nothing posted pass without taking the lock.
    private let pending = Atomic<UInt64>(0)
    private let isOver = Atomic<Bool>(false)
    private let thread: LoopThread

    init(thread: LoopThread) {
        own = .allocate(capacity: 1)
        own.initialize(to: OwnPosts())
        shared = .allocate(capacity: 1)
        shared.initialize(to: PostList())
        self.thread = thread
    }

    deinit {
        own.pointee.posts.free()
        own.pointee.spare.free()
        own.deallocate()
        shared.pointee.free()
        shared.deallocate()
    }

    /// Whether posts may be waiting in one of the modes.
    @MainActor @inline(__always)
    func has(in active: UInt64) -> Bool {
        (own.pointee.modes | pending.load(ordering: .acquiring)) & active != 0
    }

    @inline(__always)
    func append(_ post: consuming PostList.Post) {
        let modes = post.modes
        if thread.isCurrent, pending.load(ordering: .relaxed) == 0 {
            own.pointee.posts.append(post)
            own.pointee.modes |= modes
            return
        }
        lock.lock()
        // The lock decides which comes first, this post or `end()`.
        guard !isOver.load(ordering: .relaxed) else {
            lock.unlock()
            // Released without the lock, since the release may run code that posts.
            _ = consume post
            return
        }
        shared.pointee.append(post)
        pending.bitwiseOr(modes, ordering: .sequentiallyConsistent)
        lock.unlock()
    }

    /// Whether the loop is gone, so that no further post runs.
    var hasEnded: Bool { isOver.load(ordering: .acquiring) }

    /// Releases the posts of other threads, since the loop ends; the senders may live on, and post without effect.
    func end() {
        isOver.store(true, ordering: .releasing)
        var rest = PostList()
        exchangeShared(for: &rest)
        // Without the lock, since releasing a closure may run code that posts.
        rest.free()
    }

    /// Releases the posts of the loop's own thread; call this after ``LoopThread/end()``.
    @MainActor
    func endOwn() {
        var rest = OwnPosts()
        swap(&own.pointee, &rest)
        rest.posts.free()
        rest.spare.free()
    }

    /// Takes the posts of all modes, and leaves the memory of `list`, which must be empty, for the next posts.
    @MainActor
    func exchange(for list: inout PostList) {
        guard own.pointee.posts.count != 0 else { return exchangeShared(for: &list) }
        exchangeOwn(for: &list)
        if pending.load(ordering: .relaxed) != 0 { appendShared(to: &list) }
    }

    /// Takes all posts, including those with an empty set of modes, which ``has(in:)`` never reports.
    @MainActor
    func takeAll() -> PostList {
        var list = PostList()
        exchangeOwn(for: &list)
        appendShared(to: &list)
        return list
    }

    @MainActor
    private func exchangeOwn(for list: inout PostList) {
        swap(&own.pointee.posts, &list)
        own.pointee.modes = 0
    }

    @MainActor
    private func appendShared(to list: inout PostList) {
        exchangeShared(for: &own.pointee.spare)
        list.append(contentsOf: &own.pointee.spare)
    }

    /// The number of posts for which each list has memory, for tests.
    @MainActor
    var capacities: (own: Int, shared: Int) {
        lock.lock()
        defer { lock.unlock() }
        return (own.pointee.posts.capacity, shared.pointee.capacity)
    }

    private func exchangeShared(for list: inout PostList) {
        lock.lock()
        pending.store(0, ordering: .relaxed)
        swap(&shared.pointee, &list)
        lock.unlock()
    }
}

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
