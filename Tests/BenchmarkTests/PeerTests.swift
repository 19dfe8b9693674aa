import Foundation
import TestSupport
import Testing

@testable import responder_bench

@MainActor
@Suite("A peer")
struct PeerTests {
    /// Answers with a number.
    private let sample = #"printf 'sample\ttime\tns\t2.5\ndone\n'"#

    @Test("A peer's samples are rows of a workload beside the others', and its version is known")
    func samples() throws {
        let fakes = FakePeers()
        try fakes.add("one", commands: sample)
        try fakes.add(
            "another",
            greeting: #"peer\t1\tGLib\t2.0\njob\ttest/row\nready\n"#,
            commands: #"printf 'sample\ttime\tns\t4\nsample\tp99\tus\t1e15\ndone\n'"#
        )
        // Neither is a program.
        try fakes.folder.write("text", to: "notes.txt")
        try fakes.folder.makeFolder("objects")
        let peers = try fakes.peers()
        let result = try fakes.result(peers)
        #expect(peers.failures.isEmpty)
        #expect(peers.versions.map { "\($0.name) \($0.version)" } == ["GLib 2.0", "libuv 9.8.7"])
        #expect(
            result.sorted.map { "\($0.subject.rawValue) \($0.metric) \($0.unit) \($0.values)" } == [
                "ResponderKit time ns [1.0, 1.0, 1.0]", "libuv time ns [2.5, 2.5, 2.5]",
                "GLib time ns [4.0, 4.0, 4.0]", "GLib p99 us \([1e15, 1e15, 1e15])",
            ]
        )
    }

    @Test("A peer's rounds take turns with the others', in an order that rotates, after a warm-up that does not count")
    func interleaving() throws {
        let fakes = FakePeers()
        let log = fakes.folder.path + "/log"
        for (name, subject) in [("a", "libuv"), ("b", "GLib")] {
            try fakes.add(
                name,
                greeting: "peer\\t1\\t\(subject)\\t1\\njob\\ttest/row\\nready\\n",
                commands: "printf '\(name)' >> '\(log)'; \(sample)"
            )
        }
        let row = Workload(name: "test/row", summary: "a row of the tests") { _ in
            [
                ClosureContender(.responderKit) {
                    let file = try #require(FileHandle(forWritingAtPath: log))
                    defer { try? file.close() }
                    try file.seekToEnd()
                    try file.write(contentsOf: Data("-".utf8))
                    return [Measurement("time", "ns", 1)]
                }
            ]
        }
        try fakes.folder.write("", to: "log")
        let peers = try fakes.peers()
        _ = try Runner(effort: .quick, workloads: [row], peers: peers).run(row)
        #expect(try fakes.folder.text(of: "log") == "-ab" + "-ab" + "ab-" + "b-a")
    }

    @Test("A peer is asked for a workload that it has announced, with the effort, and for no other")
    func requests() throws {
        let fakes = FakePeers()
        try fakes.add("one", commands: #"printf "sample\\t$workload $effort\\tns\\t1\\ndone\\n""#)
        let peers = try fakes.peers()
        #expect(peers.contenders(of: "test/other", effort: .quick).isEmpty)
        for (effort, name) in [(Effort.quick, "quick"), (.full, "full")] {
            let contender = try #require(peers.contenders(of: "test/row", effort: effort).first)
            #expect(contender.run().map(\.metric) == ["test/row \(name)"])
        }
    }

    @Test("A slow peer takes part in the first rounds only, at least in as many as are asked for")
    func slow() throws {
        let fakes = FakePeers()
        try fakes.add("one", commands: sample)
        // Any peer is slow where there is no time.
        let peers = try fakes.peers(rounds: .init(time: .zero, least: 4))
        let result = try fakes.result(peers, effort: .full)
        #expect(result.sorted.map(\.values.count) == [11, 4])
        #expect(peers.failures.isEmpty)
        let all = try fakes.result(try fakes.peers(rounds: .init(time: .seconds(3_600), least: 4)), effort: .full)
        #expect(all.sorted.map(\.values.count) == [11, 11])
    }

    @Test(
        "A peer that dies or answers nonsense has no rows, and costs no other subject's",
        arguments: [
            ("exit 3", "it ended with status 3 while it did test/row"),
            ("kill -SEGV $$", "it was ended by signal 11 (Segmentation fault) while it did test/row"),
            (#"printf 'sample\ttime\tns\t1\n'; exit 0"#, "it ended with status 0 while it did test/row"),
            (#"printf 'hello\n'"#, #"in test/row it answered "hello""#),
            (#"printf '\n'"#, #"in test/row it answered """#),
            (#"printf 'sample\ttime\tns\n'"#, #"in test/row it answered "sample\ttime\tns""#),
            (
                #"printf 'sample\ttime\tns\tfast\ndone\n'"#,
                #"in test/row its sample of "time" is "fast", and must be above 0 and at most 1e+15"#
            ),
            (
                #"printf 'sample\ttime\tns\tnan\ndone\n'"#,
                #"in test/row its sample of "time" is "nan", and must be above 0 and at most 1e+15"#
            ),
            (
                #"printf 'sample\ttime\tns\tinf\ndone\n'"#,
                #"in test/row its sample of "time" is "inf", and must be above 0 and at most 1e+15"#
            ),
            (
                #"printf 'sample\ttime\tns\t0\ndone\n'"#,
                #"in test/row its sample of "time" is "0", and must be above 0 and at most 1e+15"#
            ),
            (
                #"printf 'sample\ttime\tns\t-1\ndone\n'"#,
                #"in test/row its sample of "time" is "-1", and must be above 0 and at most 1e+15"#
            ),
            (
                #"printf 'sample\ttime\tns\t1.1e15\ndone\n'"#,
                #"in test/row its sample of "time" is "1.1e15", and must be above 0 and at most 1e+15"#
            ),
            (
                #"printf 'sample\ttime\tns\t1\nsample\ttime\tns\t2\ndone\n'"#,
                #"in test/row it gave "time" twice in one run"#
            ),
            (
                #"printf 'sample\tcpu\tns\t1\nsample\ttime\tns\t1\ndone\n'"#,
                #"in test/row it gave "cpu in ns, time in ns", and in its first run "time in ns""#
            ),
            (
                #"printf 'sample\ttime\tus\t1\ndone\n'"#,
                #"in test/row it gave "time in us", and in its first run "time in ns""#
            ),
            (
                #"while :; do n=$((n + 1)); printf "sample\\tm$n\\tns\\t1\\n"; done"#,
                "it wrote more than 1000 lines without an end of its answer"
            ),
            (#"printf 'done\n'"#, "in test/row it gave no sample"),
            (#"printf 'failed\tno socket\n'"#, "test/row: no socket"),
            ("head -c 20000 /dev/zero", "it wrote more than 10000 bytes without an end of line"),
        ]
    )
    func failing(commands: String, what: String) throws {
        let fakes = FakePeers()
        // The warm-up and the first round go well.
        let counted = "count=$((count + 1)); if [ $count -gt 2 ]; then \(commands); else \(sample); fi"
        try fakes.add("bad", commands: counted)
        try fakes.add("good", greeting: #"peer\t1\tGLib\t2.0\njob\ttest/row\nready\n"#, commands: sample)
        let peers = try fakes.peers()
        let result = try fakes.result(peers)
        #expect(result.sorted.map(\.subject) == [.responderKit, .glib])
        #expect(result.sorted.map(\.values.count) == [3, 3])
        #expect(peers.failures.map(\.description) == ["peer bad: \(what)"])
    }

    @Test("A peer that does not answer in time is killed, and named with its workload")
    func hanging() throws {
        let fakes = FakePeers()
        try fakes.add("slow", commands: ":")
        let program = URL(fileURLWithPath: fakes.folder.path + "/slow")
        let process = try PeerProcess(program, known: ["test/row"], timeout: .seconds(3_600))
        process.timeout = .milliseconds(10)
        let error = #expect(throws: PeerError.self) { _ = try process.run("test/row", .quick) }
        #expect(error?.description == "peer slow: no answer within 0 s while it did test/row")
    }

    @Test("A peer that says nothing at its start is killed, and the others take part")
    func silent() throws {
        let fakes = FakePeers()
        try fakes.add("silent", greeting: "", commands: ":")
        let error = #expect(throws: PeerError.self) {
            _ = try PeerProcess(
                URL(fileURLWithPath: fakes.folder.path + "/silent"),
                known: ["test/row"],
                timeout: .milliseconds(10)
            )
        }
        #expect(error?.description == "peer silent: no answer within 0 s while it was to greet")
    }

    @Test("A peer that greets or answers without an end is killed after the time for the whole of it")
    func endless() throws {
        let fakes = FakePeers()
        let job = #"job\ttest/row\n"#
        try fakes.add("greeting", greeting: #"peer\t1\tlibuv\t1\n"#, commands: ":")
        // The greeting goes on in a loop, a line a time.
        let script = try fakes.folder.text(of: "greeting")
            .replacing("while IFS", with: "while :; do printf '\(job)'; sleep 0.002; done\nwhile IFS")
        try fakes.folder.write(script, to: "greeting")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755],
            ofItemAtPath: fakes.folder.path + "/greeting"
        )
        let error = #expect(throws: PeerError.self) {
            _ = try PeerProcess(
                URL(fileURLWithPath: fakes.folder.path + "/greeting"),
                known: ["test/row"],
                timeout: .milliseconds(100)
            )
        }
        #expect(error?.description == "peer greeting: no answer within 0 s while it was to greet")

        let numbered = #"n=0; while :; do n=$((n + 1)); printf "sample\\tm$n\\tns\\t1\\n"; sleep 0.002; done"#
        try fakes.add("answer", commands: numbered)
        let program = URL(fileURLWithPath: fakes.folder.path + "/answer")
        let process = try PeerProcess(program, known: ["test/row"], timeout: .seconds(3_600))
        process.timeout = .milliseconds(100)
        let late = #expect(throws: PeerError.self) { _ = try process.run("test/row", .quick) }
        #expect(late?.description == "peer answer: no answer within 0 s while it did test/row")
    }

    @Test(
        "A peer whose greeting makes no sense takes no part, and is reported in a line",
        arguments: [
            (#"hello\n"#, #"it greets with "hello", not with the version of the protocol and its name"#),
            (
                #"peer\t2\tlibuv\t1\nready\n"#,
                #"it speaks version "2" of the protocol, and responder-bench 1: `make bench-peers` builds it anew"#
            ),
            (
                #"peer\t1\tgtk\t1\nready\n"#,
                #"it calls itself "gtk", and peers are libev, libuv, GLib, Foundation, Dispatch, SwiftNIO, Qt, SDL"#
            ),
            (
                #"peer\t1\tC floor\t1\nready\n"#,
                #"it calls itself "C floor", and peers are libev, libuv, GLib, Foundation, Dispatch, SwiftNIO, Qt, SDL"#
            ),
            (#"peer\t1\tlibuv\t1\njobs\n"#, #"its greeting has the line "jobs", which is no job"#),
            (
                #"peer\t1\tlibuv\t1\njob\ttest/raw\nready\n"#,
                #"it takes part in "test/raw", which is no workload; --list names them"#
            ),
        ]
    )
    func greeting(text: String, what: String) throws {
        let fakes = FakePeers()
        try fakes.add("bad", greeting: text, commands: sample)
        try fakes.add("good", greeting: #"peer\t1\tGLib\t2.0\njob\ttest/row\nready\n"#, commands: sample)
        let peers = try fakes.peers()
        #expect(peers.failures.map(\.description) == ["peer bad: \(what)"])
        #expect(peers.versions.map(\.name) == ["GLib"])
        #expect(try fakes.result(peers).sorted.map(\.subject) == [.responderKit, .glib])
    }

    @Test("Two peers of one name, and a program that cannot be started, are reported")
    func unusable() throws {
        let fakes = FakePeers()
        try fakes.add("a", commands: sample)
        try fakes.add("b", commands: sample)
        let file = try fakes.folder.write("#!/no/such/shell\n", to: "c")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        let peers = try fakes.peers()
        #expect(
            peers.failures.map(\.description) == [
                "peer b: it is libuv, as peer a is", "peer c: it cannot be started: No such file or directory",
            ]
        )
        #expect(try fakes.result(peers).sorted.map(\.subject) == [.responderKit, .libuv])
    }
}
