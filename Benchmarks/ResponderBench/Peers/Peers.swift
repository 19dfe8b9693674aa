import Foundation
import ResponderSupport

/// The peers that take part: the programs in a folder, which `make bench-peers` has built.
@MainActor
final class Peers {
    /// The subjects that are peers, in programs of their own.
    nonisolated static let subjects: [Subject] = [
        .libev, .libuv, .glib, .foundation, .dispatch, .swiftNIO, .qt, .sdl,
    ]

    /// The names of those that take part, with their versions, sorted by name.
    private(set) var versions: [(name: String, version: String)] = []
    /// What went wrong, in the order in which it did.
    private(set) var failures: [PeerError] = []
    private var programs: [(program: URL, greeting: PeerGreeting)] = []
    private let known: Set<String>
    private let rounds: PeerContender.Rounds
    private let timeout: Duration

    /// Starts each program in the folder once, to hear what it is.
    ///
    /// - Parameters:
    ///   - folder: Nil for no peers.
    ///   - known: The names of all workloads.
    ///   - timeout: How long a peer may take for an answer.
    init(
        in folder: URL?,
        known: [String] = Workload.all.map(\.name),
        rounds: PeerContender.Rounds = PeerContender.Rounds(),
        timeout: Duration = .seconds(120)
    ) throws {
        (self.known, self.rounds, self.timeout) = (Set(known), rounds, timeout)
        guard let folder else { return }
        for program in try Self.programs(in: folder) { greet(program) }
        versions = programs.map { ($0.greeting.subject.rawValue, $0.greeting.version) }
            .sorted { $0.name < $1.name }
    }

    /// The contenders of a workload; each has a process of its own.
    func contenders(of workload: String, effort: Effort) -> [PeerContender] {
        programs.filter { $0.greeting.workloads.contains(workload) }.compactMap { program, greeting in
            do {
                return PeerContender(
                    try PeerProcess(program, known: known, timeout: timeout),
                    subject: greeting.subject,
                    workload: workload,
                    effort: effort,
                    rounds: rounds,
                    onFailure: { [weak self] in self?.failures.append($0) }
                )
            } catch {
                note(error, of: program)
                return nil
            }
        }
    }

    private static func programs(in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { url in
                var isFolder = ObjCBool(false)
                return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
                    && FileManager.default.isExecutableFile(atPath: url.path)
            }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    private func greet(_ program: URL) {
        do {
            let process = try PeerProcess(program, known: known, timeout: timeout)
            defer { process.end() }
            guard let greeting = process.greeting else { return }
            if let other = programs.first(where: { $0.greeting.subject == greeting.subject }) {
                let name = other.program.lastPathComponent.inOneLine()
                failures.append(
                    PeerError(peer: process.name, what: "it is \(greeting.subject.rawValue), as peer \(name) is")
                )
            } else {
                programs.append((program, greeting))
            }
        } catch {
            note(error, of: program)
        }
    }

    private func note(_ error: any Error, of program: URL) {
        failures.append(
            error as? PeerError ?? PeerError(peer: program.lastPathComponent.inOneLine(), what: "\(error)")
        )
    }
}
