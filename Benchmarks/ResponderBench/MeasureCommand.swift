import ArgumentParser

/// `responder-bench measure`: runs workloads and prints a row for each subject and metric.
struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Runs the workloads and prints a row for each subject. The default."
    )

    @Flag(help: "List the workloads and end.")
    var list = false

    @Option(help: ArgumentHelp("Only the workloads whose names begin so.", valueName: "prefix"))
    var filter = ""

    @Flag(help: "Only the workload whose name is exactly the one after --filter.")
    var exact = false

    @Flag(help: "A few short rounds: to see that all works, not to compare.")
    var quick = false

    @Flag(help: "Count the instructions of the rows touch/turn-… too, with callgrind.")
    var instructions = false

    @Flag(help: "Print one JSON array of rows.")
    var json = false

    @OptionGroup var peerOptions: PeerOptions

    func validate() throws {
        guard !(list && json) else { throw ValidationError("--json prints measured rows, and --list measures nothing") }
    }

    mutating func run() throws {
        let workloads = Workload.all.filter { exact ? $0.name == filter : $0.name.hasPrefix(filter) }
        guard !workloads.isEmpty else { throw ValidationError(Workload.unknown(prefix: filter)) }
        if list {
            let width = workloads.map(\.name.count).max() ?? 0
            for workload in workloads { print(workload.name.padded(to: width) + "  " + workload.summary) }
            return
        }
        // Made first, so that a missing valgrind is reported before anything is measured.
        let callgrind = instructions ? try Callgrind(events: Callgrind.eventsToCompare) : nil
        defer { callgrind?.cleanUp() }
        let effort: Effort = quick ? .quick : .full
        var results: [WorkloadResult] = []
        let peerOptions = peerOptions
        // The benchmark's main runs on the process's first thread, which is the main actor's.
        let peers = try MainActor.assumeIsolated {
            let peers = try peerOptions.load()
            let runner = Runner(effort: effort, workloads: workloads, peers: peers)
            results = try workloads.map { try runner.run($0) }
            return peers
        }
        if let callgrind {
            for index in results.indices { try callgrind.addInstructions(to: &results[index]) }
        }
        print(json ? try JSONReport(results).text : TableReport(results).text)
        try MainActor.assumeIsolated { try PeerOptions.report(peers) }
    }
}
