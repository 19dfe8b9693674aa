internal import Glibc
internal import Synchronization

/// The blocks posted to a loop from any thread, first in, first out.
///
/// It is Sendable because `posts` is touched under the lock alone. The lock is the system's, not the standard library's
/// `Mutex`: on Linux the thread sanitizer does not see that one, and takes what it guards for races.
final class PostQueue: Sendable {
    nonisolated(unsafe) private let posts: UnsafeMutablePointer<PostList>
    nonisolated(unsafe) private let lock: UnsafeMutablePointer<pthread_mutex_t>
    /// The modes of what `posts` may hold; lets a turn with nothing posted pass without taking the lock.
    private let pending = Atomic<UInt64>(0)

    init() {
        posts = .allocate(capacity: 1)
        posts.initialize(to: PostList())
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
        posts.pointee.free()
        posts.deallocate()
    }

    /// Whether something may be posted in one of the modes.
    @inline(__always)
    func has(in active: UInt64) -> Bool { pending.load(ordering: .acquiring) & active != 0 }

    @inline(__always)
    func append(_ post: consuming PostList.Post) {
        let modes = post.modes
        pthread_mutex_lock(lock)
        posts.pointee.append(post)
        pending.bitwiseOr(modes, ordering: .sequentiallyConsistent)
        pthread_mutex_unlock(lock)
    }

    /// Takes all that is posted now and leaves `list`, which is empty, and whose storage serves the next posts.
    func exchange(for list: inout PostList) {
        pthread_mutex_lock(lock)
        pending.store(0, ordering: .relaxed)
        swap(&posts.pointee, &list)
        pthread_mutex_unlock(lock)
    }
}
