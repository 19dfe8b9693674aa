import Foundation
import Glibc
import ResponderSupport

/// A peer's program while it runs: it reads requests from a socket and writes answers to it, a line each.
final class PeerProcess {
    /// The program's name in its folder, for errors.
    let name: String
    private(set) var greeting: PeerGreeting?
    /// How long a whole answer may take, and the whole greeting.
    var timeout: Duration
    private let socket: Int32
    /// Nil when the process has ended.
    private var child: pid_t?
    private var unread: [UInt8] = []
    private var samples: [String: PeerSamples] = [:]

    /// Starts the program and reads its greeting.
    ///
    /// - Throws: ``PeerError``; the process has ended then.
    init(_ program: URL, known: Set<String>, timeout: Duration) throws {
        name = program.lastPathComponent.inOneLine()
        self.timeout = timeout
        var sockets: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets) == 0 else {
            throw PeerError(peer: name, what: "no socket: \(String(cString: strerror(errno)))")
        }
        socket = sockets[0]
        let (child, problem) = Self.spawn(program.path, descriptor: sockets[1])
        close(sockets[1])
        self.child = child
        guard child != nil else {
            throw PeerError(peer: name, what: "it cannot be started: \(String(cString: strerror(problem)))")
        }
        greeting = try withErrors("it was to greet") { try PeerGreeting(known: known, readLine: lines()) }
    }

    deinit {
        end()
        close(socket)
    }

    /// Has the peer do a workload's job once; returns what the run gave.
    ///
    /// - Throws: ``PeerError``; the process has ended then.
    func run(_ workload: String, _ effort: Effort) throws -> [Measurement] {
        try withErrors("it did \(workload)") {
            try write("run\t\(workload)\t\(effort == .quick ? "quick" : "full")\n")
            let readLine = lines()
            var samples = samples[workload] ?? PeerSamples(workload: workload)
            while true {
                let line = try readLine()
                let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                switch (parts[0], parts.count) {
                case ("sample", 4):
                    try samples.add(metric: parts[1], unit: parts[2], value: parts[3])
                case ("done", 1):
                    let measurements = try samples.endRun()
                    self.samples[workload] = samples
                    return measurements
                case ("failed", _):
                    throw PeerNonsense("\(workload): \(parts.dropFirst().joined(separator: " ").inOneLine())")
                default:
                    throw PeerNonsense("in \(workload) it answered \(line.quotedInOneLine())")
                }
            }
        }
    }

    /// Ends the process: its standard input ends, and where that does not help within the time for an answer, it is
    /// killed.
    func end() {
        guard child != nil else { return }
        shutdown(socket, Int32(SHUT_RDWR))
        _ = waitForEnd()
    }

    /// Does something with the process, and ends it on an error, which then names the peer.
    private func withErrors<Result>(_ action: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            let what: String
            switch error {
            case let nonsense as PeerNonsense: what = nonsense.what
            case Trouble.late: what = "no answer within \(timeout.components.seconds) s while \(action)"
            default: what = "\(waitForEnd()) while \(action)"
            }
            if child != nil { kill() }
            throw PeerError(peer: name, what: what)
        }
    }
}

// MARK: - Lines

extension PeerProcess {
    private enum Trouble: Error {
        case late, gone
    }

    /// The longest line: a peer that writes without end is stopped there.
    private static let longestLine = 10_000

    /// The most lines of an answer or a greeting.
    private static let mostLines = 1_000

    private func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        // No signal when the process has ended.
        guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw Trouble.gone }
    }

    /// What reads the lines of an answer, all of which have one deadline.
    private func lines() -> () throws -> String {
        let deadline = ContinuousClock.now + timeout
        var count = 0
        return { [self] in
            count += 1
            guard count <= Self.mostLines else {
                throw PeerNonsense("it wrote more than \(Self.mostLines) lines without an end of its answer")
            }
            return try readLine(until: deadline)
        }
    }

    private func readLine(until deadline: ContinuousClock.Instant) throws -> String {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeSubrange(...end)
                return line
            }
            guard unread.count < Self.longestLine else {
                throw PeerNonsense("it wrote more than \(Self.longestLine) bytes without an end of line")
            }
            try waitForBytes(until: deadline)
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = recv(socket, &bytes, bytes.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Trouble.gone }
            unread += bytes[..<count]
        }
    }

    private func waitForBytes(until deadline: ContinuousClock.Instant) throws {
        var result: Int32
        // A peer that writes all the time never lets `poll` wait.
        guard ContinuousClock.now < deadline else { throw Trouble.late }
        repeat {
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let left = (deadline - .now) / .milliseconds(1)
            result = poll(&waiting, 1, Int32(max(0, min(left.rounded(.up), 1e9))))
        } while result < 0 && errno == EINTR
        if result == 0 { throw Trouble.late }
    }
}

// MARK: - The process

extension PeerProcess {
    /// Starts a program whose standard input and output are the descriptor; returns nil and the error's number when
    /// that fails.
    private static func spawn(_ path: String, descriptor: Int32) -> (child: pid_t?, problem: Int32) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, descriptor, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, descriptor, STDOUT_FILENO)
        var child: pid_t = 0
        let problem = path.withCString { path in
            var arguments: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: path), nil]
            return posix_spawn(&child, path, &actions, nil, &arguments, environ)
        }
        return problem == 0 ? (child, 0) : (nil, problem)
    }

    /// Waits for the end of the process, and kills it when that takes too long; returns how it ended.
    private func waitForEnd() -> String {
        let deadline = ContinuousClock.now + timeout
        while let child {
            var status: Int32 = 0
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child {
                self.child = nil
                let signal = status & 0x7F
                return signal == 0
                    ? "it ended with status \(status >> 8 & 0xFF)"
                    : "it was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
            }
            // An error other than an interruption: nobody is there to wait for.
            if ended < 0 && errno != EINTR { break }
            if ContinuousClock.now >= deadline {
                kill()
                break
            }
            usleep(1_000)
        }
        child = nil
        return "it closed its output"
    }

    private func kill() {
        guard let child else { return }
        Glibc.kill(child, SIGKILL)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        self.child = nil
    }
}
