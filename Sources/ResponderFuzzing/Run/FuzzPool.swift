@preconcurrency internal import Glibc
internal import ResponderScenarios

/// The processes of the program, each of which carries out one request after the other.
final class FuzzPool {
    /// How long a request may take before it counts as hanging.
    let timeout: Duration
    private var workers: [FuzzWorker] = []
    private var lastNumber = 0

    init(timeout: Duration) { self.timeout = timeout }

    /// A new process.
    func start() throws(WorkerProcess.Failure) -> FuzzWorker {
        lastNumber += 1
        let worker = try FuzzWorker(number: lastNumber, timeout: timeout)
        workers.append(worker)
        return worker
    }

    func end(_ worker: FuzzWorker) { workers.removeAll { $0 === worker } }

    /// Those that carry out nothing now, after as many were started as there should be.
    func idle(of count: Int) throws(WorkerProcess.Failure) -> [FuzzWorker] {
        workers.removeAll { $0.isOver }
        while workers.count < count { _ = try start() }
        return workers.filter { !$0.isBusy }
    }

    /// Waits until a request may have an outcome, and returns those that have one.
    func finished() -> [(worker: FuzzWorker, outcome: FuzzOutcome)] {
        Self.wait(for: workers)
        return workers.compactMap { worker in worker.take().map { (worker, $0) } }
    }

    /// Carries out one request.
    ///
    /// - Parameter worker: The process; nil for a new one, which is ended afterwards.
    func outcome(of request: FuzzRequest, on worker: FuzzWorker?) throws(WorkerProcess.Failure) -> FuzzOutcome {
        let process = if let worker { worker } else { try FuzzWorker(number: 0, timeout: timeout) }
        process.begin(request)
        while true {
            Self.wait(for: [process])
            if let outcome = process.take() { return outcome }
        }
    }

    private static func wait(for workers: [FuzzWorker]) {
        var descriptors: [pollfd] = []
        for worker in workers where worker.isBusy {
            descriptors.append(pollfd(fd: worker.descriptors.channel, events: Int16(POLLIN), revents: 0))
            descriptors.append(pollfd(fd: worker.descriptors.output, events: Int16(POLLIN), revents: 0))
        }
        poll(&descriptors, nfds_t(descriptors.count), 200)
    }
}
