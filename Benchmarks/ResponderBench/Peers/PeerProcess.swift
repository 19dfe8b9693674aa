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
    private let program: SpawnedProgram
    private var reader: LineReader
    private var hasEnded = false
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
        defer { close(sockets[1]) }
        do throws(SpawnedProgram.StartError) {
            self.program = try SpawnedProgram(program.path, input: sockets[1], output: sockets[1])
        } catch {
            close(sockets[0])
            throw PeerError(peer: name, what: "it cannot be started: \(error.text)")
        }
        reader = LineReader(sockets[0])
        greeting = try withErrors("it was to greet") { try PeerGreeting(known: known, readLine: lines()) }
    }

    deinit {
        end()
        close(reader.descriptor)
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
        guard !hasEnded else { return }
        shutdown(reader.descriptor, Int32(SHUT_RDWR))
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
            case LineReader.Failure.late: what = "no answer within \(timeout.components.seconds) s while \(action)"
            default: what = "\(waitForEnd()) while \(action)"
            }
            program.kill()
            hasEnded = true
            throw PeerError(peer: name, what: what)
        }
    }
}

// MARK: - Lines

extension PeerProcess {
    /// The most lines of an answer or a greeting.
    private static let mostLines = 1_000

    private func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        // No signal when the process has ended.
        guard send(reader.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw LineReader.Failure.ended
        }
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
            do throws(LineReader.Failure) {
                return try reader.readLine(until: deadline)
            } catch .tooLong {
                throw PeerNonsense("it wrote more than \(LineReader.longestLine) bytes without an end of line")
            }
        }
    }
}

// MARK: - The process

extension PeerProcess {
    /// Waits for the end of the process, and kills it when that takes too long; returns how it ended.
    private func waitForEnd() -> String {
        let status = program.wait(until: .now + timeout)
        program.kill()
        hasEnded = true
        guard let status else { return "it closed its output" }
        let signal = status & 0x7F
        return signal == 0
            ? "it ended with status \(status >> 8 & 0xFF)"
            : "it was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
}
