import CBenchFloors
import Foundation

/// A program that stands beside the benchmark's own, or in the search path, as a child process whose standard output is
/// read line by line.
@MainActor
final class Child {
    let processID: pid_t
    /// The instant just before the program was started, in nanoseconds of the monotonic clock.
    let startedAt: Int64
    private let output: Int32
    private var unread: [UInt8] = []
    private var isOver = false

    /// How long a line is waited for, in milliseconds: far longer than it takes on a busy machine.
    private static let patience: Int32 = 60_000

    /// Starts a program whose environment has these variables too, and lacks those without a value.
    init(_ program: String, _ arguments: [String] = [], environment: [String: String?] = [:]) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Self.failure("no pipe for \(program)", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        // The caller's thread may block signals, as those of Dispatch do.
        var (attributes, signals) = (posix_spawnattr_t(), sigset_t())
        posix_spawnattr_init(&attributes)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        let inherited = ProcessInfo.processInfo.environment.mapValues { String?.some($0) }
        let variables = inherited.merging(environment) { $1 }.compactMap { name, value in value.map { "\(name)=\($0)" }
        }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        var lines = variables.map { strdup($0) } + [nil]
        defer { for text in words + lines { free(text) } }
        var processID: pid_t = 0
        startedAt = bench_now()
        let status = posix_spawnp(&processID, program, &actions, &attributes, &words, &lines)
        close(ends[1])
        (self.processID, output) = (processID, ends[0])
        guard status == 0 else {
            isOver = true
            throw Self.failure("cannot start \(program)", status)
        }
    }

    deinit {
        close(output)
        guard !isOver else { return }
        kill(processID, SIGKILL)
        waitpid(processID, nil, 0)
    }

    /// The path of a program that the build has put beside the benchmark's.
    static func path(of program: String) throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(program).path
    }

    /// The next line of the output, without its end; throws when the program ends without one.
    func readLine() throws -> String {
        while true {
            if let end = unread.firstIndex(of: 0x0A) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            var buffer = [UInt8](repeating: 0, count: 4096)
            guard poll(&descriptor, 1, Self.patience) > 0, case let count = read(output, &buffer, buffer.count),
                count > 0
            else { throw BenchError.failed(subject: .responderKit, what: "a program that was started fell silent") }
            unread += buffer.prefix(count)
        }
    }

    /// Reads lines until one that begins with `event`, and returns the number after it: an instant in nanoseconds.
    func readInstant(of event: String) throws -> Int64 {
        while true {
            let words = try readLine().split(separator: " ")
            if words.first == event[...], words.count == 2, let instant = Int64(words[1]) { return instant }
        }
    }

    /// Ends the program, if it has not ended, and waits for its end.
    func end(by signal: Int32 = SIGTERM) {
        guard !isOver else { return }
        kill(processID, signal)
        waitpid(processID, nil, 0)
        isOver = true
    }

    /// What the kernel says of the process in the file of that name.
    func status(in file: String) throws -> String { try contents(ofKernelFile: "/proc/\(processID)/\(file)") }

    private static func failure(_ what: String, _ error: Int32) -> BenchError {
        .failed(subject: .responderKit, what: "\(what): \(String(cString: strerror(error)))")
    }
}
