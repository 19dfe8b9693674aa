internal import Glibc

/// A lock for what several threads touch, a few instructions at a time.
///
/// The system's, not the standard library's `Mutex`: on Linux the thread sanitizer does not see that one, and takes what it
/// guards for races. Never hold it while code of others runs, also not what goes with the last reference to something.
package struct Lock: ~Copyable, Sendable {
    nonisolated(unsafe) private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// A lock that nobody holds; allocates it.
    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` while nobody else holds the lock.
    package func locked<Result>(_ body: () -> Result) -> Result {
        lock()
        defer { unlock() }
        return body()
    }

    /// Waits until nobody holds the lock, and takes it.
    @inline(__always)
    func lock() { pthread_mutex_lock(mutex) }

    @inline(__always)
    func unlock() { pthread_mutex_unlock(mutex) }
}
