internal import Synchronization

/// The blocks posted to a loop from any thread, first in, first out.
///
/// What the loop's own thread posts while nothing of others waits goes to a list that it need not share; all else to one
/// behind a lock, which therefore comes after it.
///
/// It is Sendable because `shared` is touched under the lock alone, and `own` by the main actor alone.
final class PostQueue: Sendable {
    private struct OwnPosts {
        var posts = PostList()
        /// The modes of all of them together.
        var modes: UInt64 = 0
        /// Empty: memory for `shared`, to which it goes when that list's posts come behind these.
        var spare = PostList()
    }

    nonisolated(unsafe) private let own: UnsafeMutablePointer<OwnPosts>
    nonisolated(unsafe) private let shared: UnsafeMutablePointer<PostList>
    private let lock = Lock()
    /// The modes of what `shared` may hold; lets a turn with nothing posted pass without taking the lock.
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

    /// Whether something may be posted in one of the modes.
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
        // Under the lock it is settled which comes first, the post or the end.
        guard !isOver.load(ordering: .relaxed) else {
            lock.unlock()
            // Only now: what goes with the closure may post.
            _ = consume post
            return
        }
        shared.pointee.append(post)
        pending.bitwiseOr(modes, ordering: .sequentiallyConsistent)
        lock.unlock()
    }

    /// Whether the loop is gone: what is posted now is never run.
    var hasEnded: Bool { isOver.load(ordering: .acquiring) }

    /// Lets go of what other threads have posted: the loop goes, and who may post to it perhaps not.
    func end() {
        isOver.store(true, ordering: .releasing)
        var rest = PostList()
        exchangeShared(for: &rest)
        // Without the lock: what goes with a closure may post.
        rest.free()
    }

    /// Lets go of what the loop's own thread has posted; after the loop's thread has ended.
    @MainActor
    func endOwn() {
        var rest = OwnPosts()
        swap(&own.pointee, &rest)
        rest.posts.free()
        rest.spare.free()
    }

    /// Takes what is posted now in any mode and leaves `list`, which is empty, and whose storage serves the next posts.
    @MainActor
    func exchange(for list: inout PostList) {
        guard own.pointee.posts.count != 0 else { return exchangeShared(for: &list) }
        exchangeOwn(for: &list)
        if pending.load(ordering: .relaxed) != 0 { appendShared(to: &list) }
    }

    /// Takes all that is posted now, also in an empty set of modes, which keeps no turn from passing without a look.
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

    /// For how many posts either list has memory, for tests.
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
