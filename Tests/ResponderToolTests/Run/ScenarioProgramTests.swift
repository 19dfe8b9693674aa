import Foundation
import TestSupport
import Testing

/// The fixture's scenarios are files whose first line is what they do.
@Suite("The program of scenarios")
struct ScenarioProgramTests {
    /// A folder of scenarios.
    private static func makeFolder(_ scenarios: [String: String]) throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        for (name, text) in scenarios { try folder.write(text, to: "\(name).yaml") }
        return folder
    }

    private static func run(_ arguments: [String], shell: String? = nil) async throws -> ChildProcess {
        try await ChildProcess.run("ScenarioProgramFixture", arguments, shell: shell)
    }

    private static let many = Dictionary(uniqueKeysWithValues: (0..<60).map { ("pass\($0)", "pass") })

    @Test("A scenario that crashes fails alone, and the others run in further processes")
    func crash() async throws {
        let folder = try Self.makeFolder(
            Self.many.merging([
                "a-fails": "fail no button \"Add\"", "b-crashes": "crash out of range", "c-killed": "kill",
                "d-exits": "exit 0", "e-prints": "print-and-fail see below", "f-prints": "print",
            ]) { $1 }
        )
        let file = TemporaryFile(".xml")
        let program = try await Self.run([folder.path, "--jobs", "3", "--junit", file.path])
        #expect(program.status == 1)
        #expect(program.errors == "")
        let lines = folder.shortened(program.output)
        #expect(lines.contains("a-fails.yaml: no button \"Add\""))
        #expect(lines.contains("c-killed.yaml: the process that ran the scenario ended by signal 9 (Killed)"))
        #expect(lines.contains("d-exits.yaml: the process that ran the scenario ended with status 0"))
        let crashed = "b-crashes.yaml: the process that ran the scenario ended by signal 6 (Aborted)"
        let place = try #require(lines.firstIndex(of: crashed))
        #expect(lines[(place + 1)...].prefix(2) == ["    printed last:", "    | out of range"])
        let printed = try #require(lines.firstIndex(of: "e-prints.yaml: see below"))
        #expect(
            lines[(printed + 1)...].prefix(3) == ["    printed last:", "    | on the output", "    | on the errors"]
        )
        #expect(lines.last == "61 passed, 5 failed")
        let xml = try file.text
        #expect(xml.contains(#"tests="66" failures="5""#))
        #expect(xml.matches(of: #/<testcase /#).count == 66)
        #expect(xml.contains(#"type="crashed""#))
    }

    @Test("A scenario that takes too long fails alone; so does a single one that crashes")
    func late() async throws {
        let folder = try Self.makeFolder(["a": "wait", "b": "crash out of range"])
        let program = try await Self.run([folder.path, "--filter", "a.yaml", "--timeout", "1"])
        #expect(program.status == 1)
        let message = "had not ended after 1 seconds, and was killed; --timeout allows more"
        #expect(
            folder.shortened(program.output) == [
                "a.yaml: the process that ran the scenario \(message)", "0 passed, 1 failed",
            ]
        )
        let crashed = try await Self.run([folder.path + "/b.yaml"])
        #expect(crashed.status == 1 && folder.shortened(crashed.output).last == "0 passed, 1 failed")
    }

    @Test("An app that ends the program itself fails the run, whatever the status")
    func exitInProgram() async throws {
        let folder = try Self.makeFolder(["a": "exit 0", "b": "pass"])
        let program = try await Self.run([folder.path, "--jobs", "1"])
        #expect(program.status == EX_SOFTWARE && program.errors.contains("an app has ended the process"))
        #expect(try await Self.run([folder.path + "/b.yaml", "--jobs", "1"]).status == 0)
    }

    @Test("Failures are printed in the order of the files, whichever process is faster")
    func order() async throws {
        let names = (0..<40).map { "a\(10 + $0)" }
        let folder = try Self.makeFolder(Dictionary(uniqueKeysWithValues: names.map { ($0, "fail it") }))
        let program = try await Self.run([folder.path, "--jobs", "4"])
        #expect(folder.shortened(program.output).dropLast() == names.map { "\($0).yaml: it" }[...])
    }

    @Test("A process that loses its channel, or writes to it, fails its scenario")
    func channel() async throws {
        let folder = try Self.makeFolder(Self.many.merging(["closes": "close", "disturbs": "garbage"]) { $1 })
        let program = try await Self.run([folder.path, "--jobs", "2"])
        #expect(program.status == 1)
        let lines = folder.shortened(program.output)
        #expect(lines.count == 3 && lines.last == "60 passed, 2 failed")
        #expect(lines.contains { $0.hasPrefix("closes.yaml: the process that ran the scenario ended ") })
        let message = "wrote to descriptor 3, which belongs to the program, and was killed"
        #expect(lines.contains("disturbs.yaml: the process that ran the scenario \(message)"))
    }

    @Test("A process that ends badly after its last scenario fails the run")
    func badEnd() async throws {
        let folder = try Self.makeFolder(["a": "leave-status", "b": "pass"])
        let program = try await Self.run([folder.path, "--jobs", "2"])
        #expect(program.status == EX_SOFTWARE)
        #expect(folder.shortened(program.output) == ["2 passed"])
        #expect(program.errors.hasSuffix(".yaml last ended with status 9\n"))
    }

    @Test("A process that ends between scenarios fails the run, and no scenario")
    func endBetween() async throws {
        // The second ends the process of the first when the first has failed.
        let folder = try Self.makeFolder(["a": "be-ended", "b": "end-other"])
        let shell = #"out=$2/output; exec "$@" >"$out""#
        let program = try await Self.run([folder.path, "--jobs", "2"], shell: shell)
        #expect(program.status == EX_SOFTWARE)
        let output = try String(contentsOfFile: folder.path + "/output", encoding: .utf8)
        #expect(folder.shortened(output) == ["a.yaml: be ended", "1 passed, 1 failed"])
        #expect(program.errors.hasSuffix("a.yaml ended by signal 9 (Killed) after the scenario\n"))
    }

    @Test("A program that cannot be started again ends with an error, and says how it ended")
    func noStart() async throws {
        let folder = try Self.makeFolder(["a": "pass", "b": "pass"])
        // The program itself is not to end at its start, but what it starts is.
        let shell = #"FIXTURE_CHILDREN_END_AT_START=1 exec "$@""#
        let program = try await Self.run([folder.path, "--jobs", "2"], shell: shell)
        #expect(program.status == EX_SOFTWARE)
        let message = "a process for scenarios ended by signal 6 (Aborted) before it took one"
        #expect(program.errors.hasSuffix(": \(message); --jobs 1 needs no process\n    | at the start\n"))
    }

    @Test("The parts of a run, and the list of a part, have each scenario once")
    func shards() async throws {
        let folder = try Self.makeFolder(Self.many)
        var listed: [String] = []
        for shard in ["1/3", "2/3", "3/3"] {
            let program = try await Self.run([folder.path, "--shard", shard])
            #expect(folder.shortened(program.output) == ["20 passed"])
            listed += folder.shortened(try await Self.run([folder.path, "--shard=\(shard)", "--list"]).output)
        }
        #expect(listed.sorted() == Self.many.keys.map { "\($0).yaml" }.sorted())
    }

    @Test("Variables come to the scenarios, in one process and in several", arguments: ["1", "2"])
    func variables(jobs: String) async throws {
        let folder = try Self.makeFolder(["a": "variable user", "b": "pass"])
        let program = try await Self.run([folder.path, "--jobs", jobs, "--set", "user=Ann Lee", "--quiet"])
        #expect(program.status == 1)
        #expect(folder.shortened(program.output) == ["a.yaml: Ann Lee"])
    }

    @Test("The processes end with the program, whatever ends it")
    func orphans() async throws {
        let folder = try Self.makeFolder(["a": "wait", "b": "wait"])
        // Each scenario has made a link whose target is the number of its process.
        let shell = #"""
            "$@" --jobs 2 & program=$!
            for name in a b; do until [ -L "$2/$name.yaml.process" ]; do sleep 0.05; done; done
            kill -KILL $program
            for name in a b; do
                status=/proc/$(readlink "$2/$name.yaml.process")/status
                # One that has ended stays there as a zombie until somebody asks for its end.
                while grep -q '^State:[[:space:]]*[^XZ]' "$status" 2>/dev/null; do sleep 0.05; done
            done
            echo gone
            """#
        let program = try await Self.run([folder.path], shell: shell)
        #expect(program.output == "gone\n")
    }

    @Test("What cannot be written is told before the first scenario runs")
    func unwritable() async throws {
        let folder = try Self.makeFolder(["a": "crash it ran"])
        for (option, reason) in [("--junit", "No such file"), ("--svg", "Not a directory")] {
            let path = option == "--svg" ? folder.path + "/a.yaml/x" : "/no/such/folder/x"
            let program = try await Self.run([folder.path, option, path])
            #expect(program.status == EX_CANTCREAT)
            #expect(program.errors.hasPrefix(path) && program.errors.contains(reason), "\(program.errors)")
        }
        let full = try await Self.run([folder.path, "--filter", "no", "--junit", "/dev/full"])
        #expect(full.status == EX_NOINPUT)
        let passing = try Self.makeFolder(["a": "pass"])
        #expect(try await Self.run([passing.path, "--junit", "/dev/full"]).status == EX_CANTCREAT)
        #expect(try await Self.run([passing.path], shell: #"exec "$@" >/dev/full"#).status == EX_IOERR)
    }

    @Test("A folder for pictures is made with those that it is in")
    func pictureFolder() async throws {
        let folder = try Self.makeFolder(["a": "pass"])
        let pictures = folder.path + "/x/y/"
        #expect(try await Self.run([folder.path, "--svg", pictures]).status == 0)
        #expect(FileManager.default.fileExists(atPath: pictures))
    }
}

extension TemporaryFolder {
    /// What a program has said, without the folder and the time.
    fileprivate func shortened(_ text: String) -> [String] {
        let lines = text.replacing(path + "/", with: "").split(separator: "\n").map(String.init)
        return lines.map { $0.replacing(#/ in \d+\.\d s/#, with: "") }
    }
}
