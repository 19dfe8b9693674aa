import ArgumentParser
import Foundation
import ResponderSupport

/// What is measured, and how long.
struct MeasuringOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only the workloads whose names begin so.", valueName: "prefix"))
    var filter = ""

    @Flag(help: "Only the workload whose name is exactly the one after --filter.")
    var exact = false

    @Flag(help: "A few short rounds: to see that all works, not to compare.")
    var quick = false

    @Flag(help: "Count the instructions of the rows touch/turn-… too, with callgrind.")
    var instructions = false

    @OptionGroup var peerOptions: PeerOptions

    /// Whether any of the options was given.
    var areGiven: Bool {
        !filter.isEmpty || exact || quick || instructions || peerOptions.peers != nil || peerOptions.noPeers
    }

    /// The workloads that are meant.
    func workloads() throws -> [Workload] {
        let workloads = Workload.all.filter { exact ? $0.name == filter : $0.name.hasPrefix(filter) }
        guard !workloads.isEmpty else { throw ValidationError(Workload.unknown(prefix: filter)) }
        return workloads
    }

    /// What was measured, and what was not.
    struct Run {
        let results: BenchResults
        /// What went wrong: the workloads of this program that failed, then the peers.
        fileprivate let failures: [any Error]

        /// Reports the workloads and the peers that have failed.
        ///
        /// - Throws: The exit status 1, if there are any.
        func reportFailures() throws {
            guard !failures.isEmpty else { return }
            for failure in failures {
                FileHandle.standardError.write(Data("error: \("\(failure)".inOneLine())\n".utf8))
            }
            throw ExitCode(1)
        }
    }

    /// Runs the workloads; one that fails costs the others nothing.
    ///
    /// - Throws: Also the exit status 1, where none gave a result and the failures have been reported.
    func measure() throws -> Run {
        let workloads = try workloads()
        // Made first, so that a missing valgrind is reported before anything is measured.
        let callgrind = instructions ? try Callgrind(events: Callgrind.eventsToCompare) : nil
        defer { callgrind?.cleanUp() }
        let effort: Effort = quick ? .quick : .full
        let peerOptions = peerOptions
        // The benchmark's main runs on the process's first thread, which is the main actor's.
        let (measured, peers) = try MainActor.assumeIsolated {
            let peers = try peerOptions.load()
            let measured = Runner(effort: effort, workloads: workloads, peers: peers).run(workloads)
            return (measured, (failures: peers.failures, versions: peers.versions))
        }
        var (results, failures) = measured
        if let callgrind {
            for index in results.indices {
                do {
                    try callgrind.addInstructions(to: &results[index])
                } catch {
                    failures.append(WorkloadError(workload: results[index].workload, reason: error))
                }
            }
        }
        let byName = Dictionary(peers.versions.map { ($0.name, $0.version) }, uniquingKeysWith: { $1 })
        let all: [any Error] = failures + peers.failures
        let run = Run(results: BenchResults(results, versions: byName), failures: all)
        // A file of an earlier run is better than one without a row.
        if results.isEmpty { try run.reportFailures() }
        return run
    }
}
