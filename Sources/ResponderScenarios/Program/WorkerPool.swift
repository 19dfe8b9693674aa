internal import Glibc

/// Runs scenarios in processes beside each other: each process gets a file as it becomes free.
@MainActor
struct WorkerPool {
    /// What happens in the pool, for the one who shows it.
    enum Event {
        /// A file has its outcome.
        case outcome(file: Int, ScenarioOutcome)
        /// A process ended outside of a scenario: what happened, and what the process printed last.
        case stray(message: String, output: String)
    }

    /// Why the files cannot be run.
    enum Failure: Error {
        /// The system refuses what is needed to start a process.
        case system(String)
        /// A process ended before it took a file: what happened, and what the process printed.
        case start(message: String, output: String)
    }

    private let files: [String]
    private let jobs: Int
    /// How long a scenario may take.
    private let timeout: Duration
    private var workers: [WorkerProcess] = []
    /// The numbers of the files that no process was sent, in reverse order.
    private var waiting: [Int]
    private var done = 0
    /// Whether the system had no room for so many processes.
    private var isLimited = false
    /// What has happened, and was not told.
    private var events: [Event] = []
    private var hasEnded = false

    init(_ files: [String], jobs: Int, timeout: Duration) {
        (self.files, self.jobs, self.timeout) = (files, jobs, timeout)
        waiting = Array(files.indices.reversed())
    }

    /// What has happened since the last call, if need be after a while; nil when all files have had their outcome.
    ///
    /// Each file has exactly one outcome, unless an error is thrown; then no process is left.
    mutating func next() throws(Failure) -> [Event]? {
        guard !hasEnded else { return nil }
        do throws(Failure) {
            if done < files.count {
                try start()
                handOut()
                try turn()
                handOut()
            } else {
                end()
                hasEnded = true
            }
        } catch {
            kill()
            throw error
        }
        defer { events = [] }
        return events
    }

    /// The file that has run for the longest time.
    var oldest: String? {
        let busy = workers.filter { $0.state.file != nil }
        return busy.min { $0.start < $1.start }?.state.file.map { files[$0] }
    }

    /// Starts processes while there are files that none is there for.
    private mutating func start() throws(Failure) {
        let free = workers.count { $0.state.file == nil }
        for _ in 0..<max(0, min(jobs - workers.count, waiting.count - free)) where !isLimited {
            do throws(WorkerProcess.Failure) {
                workers.append(try WorkerProcess())
            } catch {
                guard !workers.isEmpty else { throw .system(error.message) }
                isLimited = true
            }
        }
    }

    /// Sends a file to each process that has none.
    private mutating func handOut() {
        for worker in workers where worker.state == .idle {
            guard let file = waiting.last else { return }
            // Where that fails, the process has ended, which the next turn finds.
            if worker.send(files[file], number: file) { waiting.removeLast() }
        }
    }

    /// Waits until something has happened, and takes it.
    private mutating func turn() throws(Failure) {
        var descriptors: [pollfd] = []
        for worker in workers {
            descriptors.append(pollfd(fd: worker.channel, events: Int16(POLLIN), revents: 0))
            // Nothing comes any more where the output is closed, and that would be told again and again.
            let output = worker.isOutputOpen ? worker.output : -1
            descriptors.append(pollfd(fd: output, events: Int16(POLLIN), revents: 0))
        }
        let count = poll(&descriptors, nfds_t(descriptors.count), 1000)
        guard count >= 0 || errno == EINTR else { throw .system("poll: \(String(cString: strerror(errno)))") }
        guard count >= 0 else { return }
        var ended: [(worker: WorkerProcess, end: ProcessEnd?)] = []
        for (index, worker) in workers.enumerated() {
            if descriptors[2 * index + 1].revents != 0 { worker.isOutputOpen = worker.readOutput() }
            if descriptors[2 * index].revents != 0 {
                if take(from: worker) { ended.append((worker, nil)) }
            } else if count == 0, let end = ProcessEnd.now(of: worker.process) {
                // What the process has started may keep the channel open.
                _ = take(from: worker)
                ended.append((worker, end))
            }
        }
        for (worker, end) in ended { try bury(worker, end) }
        for worker in workers where worker.state.file != nil && ContinuousClock.now - worker.start > timeout {
            worker.isLate = true
            try bury(worker, nil)
        }
    }

    /// Takes the lines that have come; returns whether there will be no more.
    private mutating func take(from worker: WorkerProcess) -> Bool {
        let (lines, isEnd) = worker.receive()
        for line in lines {
            switch worker.state {
            case .starting where line.elementsEqual(WorkerChannel.ready.utf8):
                // What was printed at the start belongs to no scenario.
                worker.readOutput()
                _ = worker.tail.take()
                worker.state = .idle
            case .sent(let file) where line.elementsEqual(WorkerChannel.begin.utf8):
                worker.state = .running(file)
            case .running(let file):
                guard let report = ReportLine.report(in: line), report.file == files[file] else {
                    worker.isDisturbed = true
                    return true
                }
                // All that the scenario has printed is in the pipe, since it was printed before the report.
                worker.isOutputOpen = worker.readOutput()
                worker.state = .idle
                worker.lastFile = file
                finish(file, ScenarioOutcome(report: report, output: worker.tail.take()))
            case .starting, .idle, .sent:
                worker.isDisturbed = true
                return true
            }
        }
        return isEnd
    }

    private mutating func finish(_ file: Int, _ outcome: ScenarioOutcome) {
        done += 1
        events.append(.outcome(file: file, outcome))
    }

    /// Takes the end of a process.
    private mutating func bury(_ worker: WorkerProcess, _ end: ProcessEnd?) throws(Failure) {
        workers.removeAll { $0 === worker }
        // A process that has closed the channel, and goes on, is of no use.
        let isKilled = worker.isDisturbed || worker.isLate
        let end = end ?? worker.waitForEnd(longest: isKilled ? .zero : .seconds(2))
        worker.readOutput()
        let output = worker.tail.take()
        let what =
            worker.isDisturbed
            ? "wrote to descriptor \(WorkerChannel.descriptor), which belongs to the program, and was killed"
            : worker.isLate
                ? "had not ended after \(timeout.components.seconds) seconds, and was killed; --timeout allows more"
                : end.text
        switch worker.state {
        case .running(let file),
            .sent(let file) where worker.isLate:
            let time = ContinuousClock.now - worker.start
            let message = "the process that ran the scenario \(what)"
            let failure = ScenarioFailure(kind: .crashed, file: files[file], message: message)
            let report = ScenarioReport(files[file], failure: failure, realTime: time)
            finish(file, ScenarioOutcome(report: report, output: output))
        case .starting:
            throw .start(message: "a process for scenarios \(what) before it took one", output: output)
        case .sent(let file):
            waiting.append(file)
            try stray(worker, what, output)
        case .idle:
            try stray(worker, what, output)
        }
    }

    /// A process has ended by itself between scenarios.
    private mutating func stray(_ worker: WorkerProcess, _ what: String, _ output: String) throws(Failure) {
        guard let last = worker.lastFile else {
            // The next one would do so too.
            throw .start(message: "a process for scenarios \(what) before it began with one", output: output)
        }
        events.append(.stray(message: "the process that ran \(files[last]) \(what) after the scenario", output: output))
    }

    /// Ends the processes, which have nothing to do any more.
    private mutating func end() {
        for worker in workers { worker.closeChannel() }
        // Long, since a program that is built for it looks for leaks at its end, or writes what it has covered.
        for worker in workers {
            let end = worker.waitForEnd(longest: .seconds(30))
            if end != .exited(EXIT_SUCCESS), end != .unknown, let last = worker.lastFile {
                let message = "the process that ran \(files[last]) last \(end.text)"
                events.append(.stray(message: message, output: worker.tail.take()))
            }
        }
        workers = []
    }

    /// Kills the processes that are left because of an error.
    private mutating func kill() {
        for worker in workers {
            Glibc.kill(worker.process, SIGKILL)
            _ = worker.waitForEnd(longest: .zero)
        }
        workers = []
    }
}
