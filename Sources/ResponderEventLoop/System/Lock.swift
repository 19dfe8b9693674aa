internal import Glibc

/// A lock for state that several threads access for a few instructions at a time.
///
/// A pthread mutex, not the standard library's `Mutex`: on Linux the thread sanitizer does not see `Mutex`, and reports
/// races in the state that it guards. Never hold the lock while foreign code runs, nor while a last reference is
/// released.
package struct Lock: ~Copyable, Sendable {
    nonisolated(unsafe) private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// An unlocked lock; allocates the mutex.
    package init() {
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` while holding the lock.
    package func locked<Result>(_ body: () -> Result) -> Result {
        lock()
        defer { unlock() }
        return body()
    }

    /// Waits until no thread holds the lock, and takes the lock.
    @inline(__always)
    func lock() { pthread_mutex_lock(mutex) }

    @inline(__always)
    func unlock() { pthread_mutex_unlock(mutex) }
}
