// The program of scenarios, with scenarios whose text is what they do: `pass`, `fail`, `crash`, `exit 3`, `wait`, …
// `stderr` is a variable, which Swift 6 takes for shared mutable state; nothing sets it.
@preconcurrency import Glibc
import ResponderScenarios
import ResponderSupport

@main
enum ScenarioProgramFixture {
    @MainActor
    static func main() {
        // As an app that crashes in the code before its line of the program.
        if getenv("FIXTURE_CHILDREN_END_AT_START") != nil, getenv("RESPONDERKIT_SCENARIO_WORKER") != nil {
            crash("at the start")
        }
        ScenarioProgram.main(Array(CommandLine.arguments.dropFirst()), perform: perform)
    }

    @MainActor
    private static func perform(_ file: String, _ options: ScenarioOptions) -> ScenarioReport {
        guard let bytes = try? TextFile.read(file, as: "a scenario") else {
            let failure = ScenarioFailure(kind: .unreadable, file: file, message: "no such file")
            return ScenarioReport(file, failure: failure)
        }
        let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let words = text.split(separator: " ", maxSplits: 1)
        let rest = words.count > 1 ? String(words[1]) : ""
        let folder = String(file.dropLast("x.yaml".count))
        switch words.first {
        case "fail": return ScenarioReport(file, failure: ScenarioFailure(kind: .failed, file: file, message: rest))
        // A variable that was given by --set.
        case "variable":
            let message = options.variables[rest] ?? "none"
            return ScenarioReport(file, failure: ScenarioFailure(kind: .failed, file: file, message: message))
        case "crash": crash(rest)
        case "kill": raise(SIGKILL)
        case "exit": exit(Int32(rest) ?? 0)
        // More than a pipe holds.
        case "print": for line in 0..<100_000 { print("line \(line)") }
        case "print-and-fail":
            print("on the output")
            fputs("on the errors\n", stderr)
            return ScenarioReport(file, failure: ScenarioFailure(kind: .failed, file: file, message: rest))
        // Takes the descriptors of the program away, and goes on.
        case "close": for descriptor: Int32 in 3..<100 { close(descriptor) }
        case "garbage": _ = write(3, "garbage\n", 8)
        // Fails while `b.yaml` runs in another process, which ends the process of this one when its failure is printed.
        case "be-ended":
            symlink("\(getpid())", folder + "process")
            wait(until: { access(folder + "begun", F_OK) == 0 })
            return ScenarioReport(file, failure: ScenarioFailure(kind: .failed, file: file, message: "be ended"))
        case "end-other":
            symlink("/", folder + "begun")
            wait(until: {
                (try? TextFile.read(folder + "output", as: "an output"))?.contains(UInt8(ascii: "\n")) == true
            })
            var process = [CChar](repeating: 0, count: 32)
            readlink(folder + "process", &process, process.count - 1)
            kill(atoi(process), SIGKILL)
            // Until the program has seen it.
            wait(until: { kill(atoi(process), 0) != 0 })
        case "leave-status": atexit { _exit(9) }
        case "wait":
            symlink("\(getpid())", file + ".process")
            while true { pause() }
        default: break
        }
        return ScenarioReport(file, failure: nil)
    }

    /// As a trap, whose signal the address sanitizer would take.
    private static func crash(_ message: String) -> Never {
        fputs(message + "\n", stderr)
        abort()
    }

    private static func wait(until condition: () -> Bool) {
        while !condition() { usleep(10_000) }
    }
}
