@preconcurrency internal import Glibc

/// A process that runs scenarios for the program: the program itself, started once more with the same arguments.
///
/// Its descriptors are closed when the object goes.
package final class WorkerProcess {
    /// What the process does, as far as the program knows.
    package enum State: Equatable {
        case starting
        case idle
        /// It was sent the file with this number, and has not begun with it.
        case sent(Int)
        case running(Int)

        package var file: Int? {
            switch self {
            case .starting, .idle: nil
            case .sent(let file), .running(let file): file
            }
        }
    }

    /// A call of the system that failed.
    package struct Failure: Error {
        package let message: String

        init(_ what: String, _ code: Int32) { message = "\(what): \(String(cString: strerror(code)))" }
    }

    package let process: Int32
    package private(set) var channel: Int32
    package let output: Int32
    package var state = State.starting
    /// Whether some other part of the process has written to the channel.
    var isDisturbed = false
    /// Whether the scenario has taken longer than it may.
    var isLate = false
    /// When it was sent its file.
    package var start = ContinuousClock.now
    /// The number of the file that it has run last.
    var lastFile: Int?
    package var tail = OutputTail()
    /// Whether more may be printed.
    package var isOutputOpen = true
    /// The line that has come so far.
    private var line: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Starts the process.
    package init() throws(Failure) {
        var sockets: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else { throw Failure("no socket for a process", errno) }
        let channels = (Self.lift(sockets[0]), Self.lift(sockets[1]))
        var pipes: [Int32] = [-1, -1]
        let isPiped = pipe(&pipes) == 0
        let outputs = isPiped ? (Self.lift(pipes[0]), Self.lift(pipes[1])) : (-1, -1)
        var code = channels.0 < 0 || channels.1 < 0 || outputs.0 < 0 || outputs.1 < 0 ? EMFILE : 0
        var process: pid_t = 0
        if code == 0 { code = Self.spawn(&process, channel: channels.1, output: outputs.1) }
        for descriptor in [channels.1, outputs.1] where descriptor >= 0 { close(descriptor) }
        (self.process, channel, output) = (process, channels.0, outputs.0)
        guard code == 0 else { throw Failure("the program cannot be started once more", code) }
        for descriptor in [channel, output] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        for descriptor in [channel, output] where descriptor >= 0 { close(descriptor) }
    }

    /// The descriptor with a number beyond those that the process gets, which its start would overwrite.
    private static func lift(_ descriptor: Int32) -> Int32 {
        let lifted = fcntl(descriptor, F_DUPFD_CLOEXEC, WorkerChannel.descriptor + 1)
        close(descriptor)
        return lifted
    }

    private static func spawn(_ process: inout pid_t, channel: Int32, output: Int32) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, channel, WorkerChannel.descriptor)
        var variables = environment
        defer { for variable in variables { free(variable) } }
        return posix_spawn(&process, "/proc/self/exe", &actions, nil, CommandLine.unsafeArgv, &variables)
    }

    /// The program's environment, and what tells the process what it is.
    private static var environment: [UnsafeMutablePointer<CChar>?] {
        let own = WorkerChannel.variable + "="
        var variables: [UnsafeMutablePointer<CChar>?] = []
        var place: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
        while let entry = place?.pointee {
            if strncmp(entry, own, own.utf8.count) != 0 { variables.append(strdup(entry)) }
            place = place?.advanced(by: 1)
        }
        variables.append(strdup("\(own)\(getpid())"))
        // A back trace takes seconds, and pushes the message of the crash out of what is shown. In the program itself,
        // with `--jobs 1`, there is one.
        if getenv("SWIFT_BACKTRACE") == nil { variables.append(strdup("SWIFT_BACKTRACE=enable=no")) }
        return variables + [nil]
    }

    /// Sends the file; false if the process has ended.
    package func send(_ file: String, number: Int) -> Bool {
        guard WorkerChannel.send(file + "\0", to: channel) else { return false }
        state = .sent(number)
        start = .now
        return true
    }

    /// Reads what is there, and returns the whole lines, and whether that was the end.
    package func receive() -> (lines: [[UInt8]], isEnd: Bool) {
        var lines: [[UInt8]] = []
        while true {
            switch WorkerChannel.read(channel, &buffer) {
            case .nothing: return (lines, false)
            case .end: return (lines, true)
            case .bytes(let bytes):
                var rest = bytes
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    lines.append(line + rest[..<end])
                    line = []
                    rest = rest[(end + 1)...]
                }
                line += rest
                if line.count > WorkerChannel.longestLine {
                    isDisturbed = true
                    return (lines, true)
                }
            }
        }
    }

    /// Takes what was printed by now; false at the end of it.
    @discardableResult
    package func readOutput() -> Bool {
        // More than a pipe holds, and not without end, since a process may print without end.
        for _ in 0..<32 {
            switch WorkerChannel.read(output, &buffer) {
            case .bytes(let bytes): tail.append(bytes)
            case .nothing: return true
            case .end: return false
            }
        }
        return true
    }

    /// Tells the process that there are no more files.
    package func closeChannel() {
        close(channel)
        channel = -1
    }

    /// Waits for the end of a process that ends, and takes what it prints until then.
    package func waitForEnd(longest: Duration) -> ProcessEnd {
        let end = ProcessEnd.wait(for: process, longest: longest) { readOutput() }
        readOutput()
        return end
    }
}
