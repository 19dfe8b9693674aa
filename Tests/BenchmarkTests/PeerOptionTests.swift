import Foundation
import TestSupport
import Testing

@Suite("The peers of responder-bench")
struct PeerOptionTests {
    private let measuring = ["--quick", "--exact", "--filter", "loop/turn"]

    @Test("`responder-bench` measures the peers of a folder, and without it says how they are built")
    func folder() async throws {
        let folder = TemporaryFolder()
        let script = """
            #!/bin/sh
            printf 'peer\\t1\\tlibuv\\t9.8.7\\njob\\tloop/turn\\nready\\n'
            while read -r request; do printf 'sample\\ttime\\tns/turn\\t42\\ndone\\n'; done
            """
        let file = try folder.write(script, to: "fake")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        let bench = try await ChildProcess.run("responder-bench", measuring + ["--peers", folder.path])
        #expect(bench.status == 0 && bench.errors.isEmpty)
        let row = bench.output.split(separator: "\n").first { $0.contains("| libuv ") }
        #expect(row?.contains(" 42.0 ") == true)

        let without = try await ChildProcess.run("responder-bench", measuring + ["--no-peers"])
        #expect(without.status == 0 && without.errors.isEmpty && !without.output.contains("| libuv "))

        // In a folder without a build.
        let elsewhere = try await ChildProcess.run(
            "responder-bench",
            measuring,
            shell: "cd '\(folder.path)' && \"$@\""
        )
        #expect(elsewhere.status == 0 && elsewhere.output.contains("ResponderKit"))
        #expect(
            elsewhere.errors == "Without peers: there is no folder .build/peers; `make bench-peers` builds them.\n"
        )
    }

    @Test("`responder-bench` ends with status 1 when a peer has failed, after the rows of the others")
    func failure() async throws {
        let folder = TemporaryFolder()
        let script = "#!/bin/sh\nprintf 'peer\\t1\\tlibuv\\t1\\njob\\tloop/turn\\nready\\n'; read -r request; exit 7\n"
        let file = try folder.write(script, to: "fake")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        let bench = try await ChildProcess.run("responder-bench", measuring + ["--peers", folder.path])
        #expect(bench.status == 1)
        #expect(bench.errors == "error: peer fake: it ended with status 7 while it did loop/turn\n")
        #expect(bench.output.contains("ResponderKit") && !bench.output.contains("| libuv "))
    }

    @Test("`responder-bench` takes a folder of peers that is not there for an error, and --peers with --no-peers")
    func senseless() async throws {
        let absent = try await ChildProcess.run("responder-bench", measuring + ["--peers", "/no/such/folder"])
        #expect(absent.status == 64 && absent.output.isEmpty)
        #expect(absent.errors.hasPrefix(#"Error: --peers: there is no folder "/no/such/folder""#))
        let both = try await ChildProcess.run("responder-bench", measuring + ["--peers", "/", "--no-peers"])
        #expect(both.status == 64 && both.output.isEmpty)
        #expect(both.errors.hasPrefix("Error: --peers names peers, and --no-peers wants none"))
    }
}
