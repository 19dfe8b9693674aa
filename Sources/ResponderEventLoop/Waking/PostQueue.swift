internal import Synchronization

/// The blocks posted to a loop from any thread, first in, first out.
///
/// It is Sendable because `posts` is touched under the lock alone.
final class PostQueue: Sendable {
    nonisolated(unsafe) private let posts: UnsafeMutablePointer<PostList>
    private let lock = Lock()
    /// The modes of what `posts` may hold; lets a turn with nothing posted pass without taking the lock.
    private let pending = Atomic<UInt64>(0)
    private let isOver = Atomic<Bool>(false)

    init() {
        posts = .allocate(capacity: 1)
        posts.initialize(to: PostList())
    }

    deinit {
        posts.pointee.free()
        posts.deallocate()
    }

    /// Whether something may be posted in one of the modes.
    @inline(__always)
    func has(in active: UInt64) -> Bool { pending.load(ordering: .acquiring) & active != 0 }

    @inline(__always)
    func append(_ post: consuming PostList.Post) {
        let modes = post.modes
        lock.lock()
        posts.pointee.append(post)
        pending.bitwiseOr(modes, ordering: .sequentiallyConsistent)
        lock.unlock()
    }

    /// Whether the loop is gone: what is posted now is never run.
    var hasEnded: Bool { isOver.load(ordering: .acquiring) }

    /// Lets go of what is posted: the loop goes, and who may post to it perhaps not.
    func end() {
        isOver.store(true, ordering: .releasing)
        var rest = PostList()
        exchange(for: &rest)
        // Without the lock: what goes with a closure may post.
        rest.free()
    }

    /// Takes all that is posted now and leaves `list`, which is empty, and whose storage serves the next posts.
    func exchange(for list: inout PostList) {
        lock.lock()
        pending.store(0, ordering: .relaxed)
        swap(&posts.pointee, &list)
        lock.unlock()
    }
}
