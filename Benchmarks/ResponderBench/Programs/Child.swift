import Foundation
import Glibc

/// A program that stands beside the benchmark's own, or in the search path, as a child process whose standard output is
/// read line by line.
@MainActor
final class Child {
    private let program: SpawnedProgram
    private var lines: LineReader

    /// How long a line is waited for: far longer than it takes on a busy machine.
    private static let patience = Duration.seconds(60)

    /// Starts a program whose environment has these variables too, and lacks those without a value.
    init(_ program: String, _ arguments: [String] = [], environment: [String: String?] = [:]) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Self.failure("no pipe for \(program)", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        do {
            self.program = try SpawnedProgram(program, arguments, environment: environment, output: ends[1])
        } catch {
            close(ends[0])
            throw Self.failure("cannot start \(program)", error.number)
        }
        lines = LineReader(ends[0])
    }

    isolated deinit {
        program.end()
        close(lines.descriptor)
    }

    var processID: pid_t { program.processID }

    /// The instant just before the program was started, in nanoseconds of the monotonic clock.
    var startedAt: Int64 { program.startedAt }

    /// The path of a program that the build has put beside the benchmark's.
    static func path(of program: String) throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent(program).path
    }

    /// The next line of the output, without its end; throws when the program ends without one.
    func readLine() throws -> String {
        do {
            return try lines.readLine(until: .now + Self.patience)
        } catch {
            throw BenchError.failed(subject: .responderKit, what: "a program that was started fell silent")
        }
    }

    /// Reads lines until one that begins with `event`; returns the numbers after it: the instant, in nanoseconds, and
    /// how many views have drawn themselves.
    func readReport(of event: String) throws -> (instant: Int64, draws: Int) {
        while true {
            let words = try readLine().split(separator: " ")
            if words.first == event[...], words.count == 3, let instant = Int64(words[1]), let draws = Int(words[2]) {
                return (instant, draws)
            }
        }
    }

    /// Ends the program, if it has not ended, and waits for its end; kills it when that takes more than some seconds.
    func end(by signal: Int32 = SIGTERM) { program.end(by: signal) }

    /// What the kernel says of the process in the file of that name.
    func status(in file: String) throws -> String { try contents(ofKernelFile: "/proc/\(processID)/\(file)") }

    private static func failure(_ what: String, _ error: Int32) -> BenchError {
        .failed(subject: .responderKit, what: "\(what): \(String(cString: strerror(error)))")
    }
}
