internal import Glibc
internal import ResponderEventLoop

/// A thread that watches whether callbacks return in time, since a blocked loop notices nothing (rule A16).
///
/// The thread sleeps without a deadline while no callback is under way.
final class Watchdog: Sendable {
    private let watch: Watch

    init(endsProcess: Bool, report: @escaping @Sendable (TimeLimit) -> Void) {
        watch = Watch(endsProcess: endsProcess, report: report)
        watch.start()
    }

    deinit {
        watch.close()
    }

    /// Reports `limit` if the callback has not returned by the deadline.
    func watch(_ limit: TimeLimit, until deadline: MainRunLoop.Instant) {
        watch.set(limit, deadline.nanoseconds)
    }

    /// Stops watching, since the callback has returned.
    func rest() {
        watch.set(nil, 0)
    }
}

/// The state that the thread and the main actor share.
///
/// The class is Sendable because its variables are accessed only under the lock. The lock is a pthread mutex, since the
/// thread sanitizer does not see the locks of the standard library.
private final class Watch: Sendable {
    private let endsProcess: Bool
    private let report: @Sendable (TimeLimit) -> Void
    nonisolated(unsafe) private var limit: TimeLimit?
    nonisolated(unsafe) private var deadline: Int64 = 0
    nonisolated(unsafe) private var isClosed = false
    nonisolated(unsafe) private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    nonisolated(unsafe) private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(endsProcess: Bool, report: @escaping @Sendable (TimeLimit) -> Void) {
        self.endsProcess = endsProcess
        self.report = report
        lock.initialize(to: pthread_mutex_t())
        changed.initialize(to: pthread_cond_t())
        pthread_mutex_init(lock, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Deadlines are on the loop's clock.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(lock)
        changed.deallocate()
        lock.deallocate()
    }

    /// Starts the thread, which keeps this object until `close()`.
    ///
    /// Nothing is watched if the system cannot start another thread.
    func start() {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let error = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Watch>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            context.toOpaque()
        )
        guard error == 0 else { return context.release() }
        pthread_detach(thread)
    }

    func set(_ limit: TimeLimit?, _ deadline: Int64) {
        pthread_mutex_lock(lock)
        self.limit = limit
        self.deadline = deadline
        pthread_cond_signal(changed)
        pthread_mutex_unlock(lock)
    }

    func close() {
        pthread_mutex_lock(lock)
        isClosed = true
        pthread_cond_signal(changed)
        pthread_mutex_unlock(lock)
    }

    private func run() {
        pthread_mutex_lock(lock)
        while !isClosed {
            guard let limit else {
                pthread_cond_wait(changed, lock)
                continue
            }
            guard MainRunLoop.Instant.now.nanoseconds > deadline else {
                var until = timespec(tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000 + 1))
                if until.tv_nsec == 1_000_000_000 { until = timespec(tv_sec: until.tv_sec + 1, tv_nsec: 0) }
                pthread_cond_timedwait(changed, lock, &until)
                continue
            }
            // Each limit is reported once.
            self.limit = nil
            pthread_mutex_unlock(lock)
            report(limit)
            if endsProcess { _exit(EX_SOFTWARE) }
            pthread_mutex_lock(lock)
        }
        pthread_mutex_unlock(lock)
    }
}
