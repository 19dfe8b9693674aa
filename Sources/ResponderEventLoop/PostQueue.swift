internal import Glibc
internal import Synchronization

/// The blocks posted to a loop from any thread, first in, first out.
///
/// It is Sendable because `posts` is touched under the lock alone. The lock is the system's, not the standard library's
/// `Mutex`: on Linux the thread sanitizer does not see that one, and takes what it guards for races.
final class PostQueue: Sendable {
    /// A block in a struct: a bare closure stored in a generic array costs one more allocation.
    struct Post {
        let work: @MainActor () -> Void
    }

    nonisolated(unsafe) private var posts: [Post] = []
    nonisolated(unsafe) private let lock: UnsafeMutablePointer<pthread_mutex_t>
    /// Whether `posts` may hold something; lets a turn with nothing posted pass without taking the lock.
    private let pending = Atomic<Bool>(false)

    init() {
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    var isEmpty: Bool { !pending.load(ordering: .acquiring) }

    func append(_ work: @escaping @MainActor () -> Void) {
        pthread_mutex_lock(lock)
        posts.append(Post(work: work))
        pthread_mutex_unlock(lock)
        pending.store(true, ordering: .releasing)
    }

    /// Takes all that is posted now and leaves `spare`, whose storage serves the next posts.
    func take(leaving spare: consuming [Post]) -> [Post] {
        pending.store(false, ordering: .relaxed)
        var taken = spare
        pthread_mutex_lock(lock)
        swap(&posts, &taken)
        pthread_mutex_unlock(lock)
        return taken
    }
}
