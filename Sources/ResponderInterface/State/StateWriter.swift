internal import Glibc
internal import ResponderKit

/// Does one piece of work at a time on a thread of its own, which is there only while there is work: so no slow disk
/// holds up the main thread.
///
/// The class is Sendable because its variable is accessed only under the lock. The lock is a pthread mutex, since the
/// thread sanitizer does not see the locks of the standard library.
final class StateWriter: Sendable {
    /// The writer of this process: two stores that write to one file never do so at once.
    static let shared = StateWriter()

    typealias Work = @Sendable () -> StateStoreError?
    typealias Completion = @Sendable (StateStoreError?) -> Void

    /// The process whose thread is at work; 0 while there is none.
    ///
    /// A child that was forked meanwhile has no such thread.
    nonisolated(unsafe) private var busyProcess: pid_t = 0
    nonisolated(unsafe) private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    nonisolated(unsafe) private let ended = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        lock.initialize(to: pthread_mutex_t())
        ended.initialize(to: pthread_cond_t())
        pthread_mutex_init(lock, nil)
        pthread_cond_init(ended, nil)
    }

    deinit {
        pthread_cond_destroy(ended)
        pthread_mutex_destroy(lock)
        ended.deallocate()
        lock.deallocate()
    }

    /// Waits until no work is under way.
    func wait() {
        pthread_mutex_lock(lock)
        waitForEnd()
        pthread_mutex_unlock(lock)
    }

    /// Does the work on a thread, once the work before has ended, then passes its result on there.
    ///
    /// Where the system has no thread left, all of it happens in the call.
    func begin(_ work: @escaping Work, then completion: @escaping Completion) {
        pthread_mutex_lock(lock)
        waitForEnd()
        busyProcess = getpid()
        pthread_mutex_unlock(lock)
        let job = Job(writer: self, work: work, completion: completion)
        var thread = pthread_t()
        let context = Unmanaged.passRetained(job)
        let error = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            context.toOpaque()
        )
        if error == 0 {
            pthread_detach(thread)
        } else {
            context.takeRetainedValue().run()
        }
    }

    private func waitForEnd() {
        while busyProcess == getpid() { pthread_cond_wait(ended, lock) }
    }

    fileprivate func end() {
        pthread_mutex_lock(lock)
        busyProcess = 0
        pthread_cond_broadcast(ended)
        pthread_mutex_unlock(lock)
    }
}

/// What one thread does.
private final class Job: Sendable {
    private let writer: StateWriter
    private let work: StateWriter.Work
    private let completion: StateWriter.Completion

    init(writer: StateWriter, work: @escaping StateWriter.Work, completion: @escaping StateWriter.Completion) {
        (self.writer, self.work, self.completion) = (writer, work, completion)
    }

    func run() {
        let error = work()
        // Before the completion, after which the next work may begin.
        writer.end()
        completion(error)
    }
}
