internal import CResponderScenarios
internal import Dispatch
// `stdout` is a variable, which Swift 6 takes for shared mutable state; nothing sets it.
@preconcurrency internal import Glibc
internal import ResponderRecordings
internal import ResponderSupport
internal import Synchronization

/// The program that runs many scenario files, and says which of them failed.
///
/// An app's own executable has it by one line, with the app in `apps`:
///
///     ScenarioProgram.main(apps: apps)
///
/// The scenarios run in processes beside each other: the program, started once more with the same arguments. So the
/// code before this line runs in each process. An app that crashes fails its own scenario only. What a process prints
/// is shown for a scenario that fails, and is thrown away otherwise.
@MainActor
public enum ScenarioProgram {
    /// How scenarios are run: ``ScenarioApps/report(on:options:)``, or what a test has in its place.
    package typealias Perform = @MainActor (String, ScenarioOptions) async -> ScenarioReport

    /// What the arguments ask for.
    private enum Work {
        /// Nothing more.
        case done(Int32)
        /// The scenarios that the process sends which has started this one.
        case worker(of: pid_t, ScenarioOptions)
        case inProcesses(ProgramRun, jobs: Int)
        case inThisProcess(ProgramRun, ScenarioOptions)
    }

    /// Runs the scenarios that the arguments name, prints what failed, and ends the process.
    ///
    /// The status is 0 where all passed, 1 where some failed, and one of `sysexits.h` for all else; `--help` lists
    /// them. Never traps because of arguments or files.
    ///
    /// Scenarios run in processes of their own only if the arguments are the process's last ones, with at least one
    /// word before them: only then the program, started once more, comes here with the same arguments. With others,
    /// the scenarios run one after the other in the process itself, where a crash is a crash.
    ///
    /// - Precondition: The call comes from the process's first thread.
    /// - Parameters:
    ///   - arguments: Options and files, without the program's name; those of the process by default.
    ///   - apps: The apps that the scenarios name.
    /// - Complexity: That of the type.
    public static func main(
        _ arguments: [String] = Array(CommandLine.arguments.dropFirst()),
        apps: ScenarioApps
    ) -> Never {
        main(arguments) { file, options in await apps.report(on: file, options: options) }
    }

    /// As ``main(_:apps:)``, with another way to run a scenario.
    package static func main(_ arguments: [String], perform: @escaping Perform) -> Never {
        switch work(arguments) {
        case .done(let status): end(status)
        case .inProcesses(var run, let jobs):
            // On this thread all the time: the processes end with the thread that has started them.
            run.inProcesses(jobs: jobs)
            end(run.end())
        case .worker(let parent, let options):
            Task { await ScenarioWorker.serve(parent) { await perform($0, options) } }
        case .inThisProcess(var run, let options):
            // An app that ends the process with the status 0 must not make the run succeed.
            atexit {
                if ScenarioProgram.hasEnded.load(ordering: .relaxed) { return }
                ProgramReporter.report(["an app has ended the process, and the run with it"])
                fflush(nil)
                _exit(EX_SOFTWARE)
            }
            Task {
                await run.inThisProcess { await perform($0, options) }
                end(run.end())
            }
        }
        // Serves the main actor, on which apps and the scenarios' steps run.
        dispatchMain()
    }

    /// Whether the run has come to its end.
    private static let hasEnded = Atomic<Bool>(false)

    private static func end(_ status: Int32) -> Never {
        hasEnded.store(true, ordering: .relaxed)
        exit(fflush(stdout) == 0 && ferror(stdout) == 0 ? status : EX_IOERR)
    }

    private static func work(_ arguments: [String]) -> Work {
        let own = CommandLine.arguments
        let canStartAgain = arguments.count < own.count && own.suffix(arguments.count).elementsEqual(arguments)
        let name = programName(own.dropLast(canStartAgain ? arguments.count : own.count - 1))
        let parsed: ProgramArguments
        do throws(ProgramArguments.Mistake) {
            parsed = try ProgramArguments(arguments)
        } catch {
            return fail(EX_USAGE, "\(name): \(error.message); see '\(name) --help'")
        }
        if canStartAgain, let parent = ScenarioWorker.parent { return .worker(of: parent, parsed.options) }
        guard !parsed.wantsHelp else {
            print("USAGE: \(name) \(ProgramHelp.usage)\n\n\(ProgramHelp.text)")
            return .done(EXIT_SUCCESS)
        }
        return work(parsed, name: name, canStartAgain: canStartAgain)
    }

    /// What the arguments mean, for who shows them elsewhere.
    package nonisolated static var help: String { ProgramHelp.text }

    /// What stands behind the program's name in its usage.
    package nonisolated static var usage: String { ProgramHelp.usage }

    /// The program's words as a user knows them, such as `responderkit run`.
    private static func programName(_ words: ArraySlice<String>) -> String {
        let program = words.first ?? ""
        let name = program.lastIndex(of: "/").map { String(program[program.index(after: $0)...]) } ?? program
        return ([name] + words.dropFirst()).joined(separator: " ").inOneLine()
    }

    private static func fail(_ status: Int32, _ message: String) -> Work {
        fflush(stdout)
        ProgramReporter.report([message.inOneLine()])
        return .done(status)
    }

    private static func work(_ arguments: ProgramArguments, name: String, canStartAgain: Bool) -> Work {
        guard !arguments.paths.isEmpty else {
            return fail(EX_USAGE, "\(name): name a file or a folder of scenarios; see '\(name) --help'")
        }
        var files: [String]
        do throws(ScenarioFiles.Unreadable) {
            files = try ScenarioFiles.find(arguments.paths)
        } catch {
            return fail(EX_NOINPUT, "\(error.path): it cannot be read: \(error.reason)")
        }
        if let filter = arguments.filter { files.removeAll { !$0.contains(filter) } }
        guard !files.isEmpty else {
            let what = arguments.filter.map { " whose path contains \($0.quotedInOneLine(limit: 64))" } ?? ""
            let places = arguments.paths.count == 1 ? arguments.paths[0] : "the paths"
            return fail(EX_NOINPUT, "\(places): there is no scenario\(what): no file *.json, *.yaml or *.yml")
        }
        // A part without a file is no mistake: there may be more machines than files.
        if let shard = arguments.shard { files = shard.part(of: files) }
        if arguments.lists {
            for file in files { print(file.inOneLine()) }
            return .done(EXIT_SUCCESS)
        }
        if let failure = failureToPrepare(arguments) { return failure }
        let jobs = min(arguments.jobs ?? Int(rsc_processor_count()), files.count)
        let run = ProgramRun(files, arguments, name: name)
        return canStartAgain && arguments.jobs != 1
            ? .inProcesses(run, jobs: jobs) : .inThisProcess(run, arguments.options)
    }

    /// What is done where something cannot be written; before the scenarios run, so that no time is lost.
    private static func failureToPrepare(_ arguments: ProgramArguments) -> Work? {
        if let file = arguments.junitFile {
            do throws(RecordingError) {
                try RecordingFile.checkWritable(file)
            } catch {
                return fail(EX_CANTCREAT, "\(error)")
            }
        }
        if let folder = arguments.svgFolder, let code = makeFolder(folder) {
            return fail(EX_CANTCREAT, "\(folder): cannot be written: \(String(cString: strerror(code)))")
        }
        return nil
    }
}
