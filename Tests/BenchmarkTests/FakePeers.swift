import Foundation
import TestSupport

@testable import responder_bench

/// Peers that are small shell scripts: their commands, behind a greeting.
@MainActor
struct FakePeers {
    let folder = TemporaryFolder()

    /// Adds a script that greets, and does `commands` for each request, which is in `$workload` and `$effort`.
    func add(
        _ name: String,
        greeting: String = #"peer\t1\tlibuv\t9.8.7\njob\ttest/row\nready\n"#,
        commands: String
    ) throws {
        let script = """
            #!/bin/sh
            printf '\(greeting)'
            while IFS='\t' read -r verb workload effort; do
            \(commands)
            done
            """
        let file = try folder.write(script, to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }

    func peers(
        rounds: PeerContender.Rounds = .init(),
        timeout: Duration = .seconds(3_600)
    ) throws -> Peers {
        try Peers(in: URL(fileURLWithPath: folder.path), known: ["test/row"], rounds: rounds, timeout: timeout)
    }

    /// A result of a workload with ResponderKit, whose times are 1, and with the peers.
    func result(_ peers: Peers, effort: Effort = .quick) throws -> WorkloadResult {
        let row = Workload(name: "test/row", summary: "a row of the tests", rounds: 11) { _ in
            [ClosureContender(.responderKit) { [Measurement("time", "ns", 1)] }]
        }
        return try Runner(effort: effort, workloads: [row], peers: peers).run(row)
    }
}
