import ArgumentParser

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

    /// What was measured, and the peers that took part.
    struct Run {
        let results: BenchResults
        fileprivate let peers: Peers

        /// Reports the peers that have failed.
        ///
        /// - Throws: The exit status 1, if there are any.
        func reportFailures() throws {
            let peers = peers
            try MainActor.assumeIsolated { try PeerOptions.report(peers) }
        }
    }

    /// Runs the workloads.
    func measure() throws -> Run {
        let workloads = try workloads()
        // Made first, so that a missing valgrind is reported before anything is measured.
        let callgrind = instructions ? try Callgrind(events: Callgrind.eventsToCompare) : nil
        defer { callgrind?.cleanUp() }
        let effort: Effort = quick ? .quick : .full
        let peerOptions = peerOptions
        var results: [WorkloadResult] = []
        // The benchmark's main runs on the process's first thread, which is the main actor's.
        let (peers, versions) = try MainActor.assumeIsolated {
            let peers = try peerOptions.load()
            let runner = Runner(effort: effort, workloads: workloads, peers: peers)
            results = try workloads.map { try runner.run($0) }
            return (peers, peers.versions)
        }
        if let callgrind {
            for index in results.indices { try callgrind.addInstructions(to: &results[index]) }
        }
        let byName = Dictionary(versions.map { ($0.name, $0.version) }, uniquingKeysWith: { $1 })
        return Run(results: BenchResults(results, versions: byName), peers: peers)
    }
}
