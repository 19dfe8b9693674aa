import CBenchFloors
import Foundation
import Glibc

/// A child process, from its start to its end.
final class SpawnedProgram {
    /// Why a program cannot be started: a number of `errno`.
    struct StartError: Error {
        let number: Int32

        var text: String { String(cString: strerror(number)) }
    }

    let processID: pid_t
    /// The instant just before the program was started, in nanoseconds of the monotonic clock.
    let startedAt: Int64
    private var isOver = false

    /// Starts a program, which stands at a path or in the search path.
    ///
    /// Its standard output, and perhaps its standard input, are these descriptors. Its environment has these variables
    /// too, and lacks those without a value.
    init(
        _ program: String,
        _ arguments: [String] = [],
        environment: [String: String?] = [:],
        input: Int32? = nil,
        output: Int32
    ) throws(StartError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        // The caller's thread may block signals, as those of Dispatch do.
        var (attributes, signals) = (posix_spawnattr_t(), sigset_t())
        posix_spawnattr_init(&attributes)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let inherited = ProcessInfo.processInfo.environment.mapValues { String?.some($0) }
        let variables = inherited.merging(environment) { $1 }
            .compactMap { name, value in value.map { "\(name)=\($0)" } }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var lines = variables.map { strdup($0) } + [nil]
        defer {
            for text in words + lines { free(text) }
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        var processID: pid_t = 0
        startedAt = bench_now()
        let number = posix_spawnp(&processID, program, &actions, &attributes, &words, &lines)
        self.processID = processID
        guard number == 0 else {
            isOver = true
            throw StartError(number: number)
        }
    }

    deinit { kill() }

    /// Sends a signal, unless the program's end is known.
    func send(_ signal: Int32) {
        if !isOver { Glibc.kill(processID, signal) }
    }

    /// Waits for the program's end; returns the status that `waitpid` gives, or nil when the program goes on at the
    /// deadline, or its end is known already.
    func wait(until deadline: ContinuousClock.Instant) -> Int32? {
        while !isOver {
            var status: Int32 = 0
            let ended = waitpid(processID, &status, WNOHANG)
            // An error other than an interruption: nobody is there to wait for.
            if ended == processID || ended < 0 && errno != EINTR { isOver = true }
            if ended == processID { return status }
            if !isOver && ContinuousClock.now >= deadline { return nil }
            if !isOver { usleep(1_000) }
        }
        return nil
    }

    /// Asks the program to end, and kills it when it goes on after some seconds.
    func end(by signal: Int32 = SIGTERM, within time: Duration = .seconds(10)) {
        send(signal)
        _ = wait(until: .now + time)
        kill()
    }

    /// Kills the program, and the programs that it has started: one that strace watches would outlive strace.
    func kill() {
        guard !isOver else { return }
        for child in children { Glibc.kill(child, SIGKILL) }
        Glibc.kill(processID, SIGKILL)
        while waitpid(processID, nil, 0) < 0 && errno == EINTR {}
        isOver = true
    }

    /// The programs that this one has started, as far as the kernel tells.
    private var children: [pid_t] {
        let file = "/proc/\(processID)/task/\(processID)/children"
        return (try? contents(ofKernelFile: file))?.split(separator: " ").compactMap { pid_t($0) } ?? []
    }
}
