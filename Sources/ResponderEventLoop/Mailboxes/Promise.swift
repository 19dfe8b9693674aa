/// A value that one task waits for, and that another thread gives once.
///
/// An actor that is its own executor, and keeps the task that waits until the value is there. The task then goes from
/// here straight to the queue of its own actor. A continuation resumes its task by way of the runtime's threads, so
/// that on a busy machine a virtual clock may move on before a task of the main actor has gone on.
package actor Promise<Value: Sendable>: SerialExecutor {
    nonisolated private let lock = Lock()
    nonisolated(unsafe) private var given: Value?
    /// The jobs of the task that waits: one, or more where the runtime hands over a job again to raise its priority.
    nonisolated(unsafe) private var waiting: [UnownedJob] = []

    /// A promise whose value is not given yet.
    package init() {}

    package nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

    /// Gives the value; the task that waits goes on.
    ///
    /// - Precondition: The value was not given before; a second call stops the process with a message.
    package nonisolated func give(_ value: Value) {
        let jobs = lock.locked {
            guard given == nil else { fatalError("a promise was given two values") }
            given = value
            defer { waiting = [] }
            return waiting
        }
        for job in jobs { job.runSynchronously(on: unownedExecutor) }
    }

    /// The value; suspends until the value is given.
    package var value: Value {
        // This code runs as a job of the executor below, which lets no job run before.
        guard let value = lock.locked({ given }) else { fatalError("a task did not wait for a promise's value") }
        return value
    }

    package nonisolated func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isGiven = lock.locked {
            if given == nil { waiting.append(job) }
            return given != nil
        }
        if isGiven { job.runSynchronously(on: unownedExecutor) }
    }
}
