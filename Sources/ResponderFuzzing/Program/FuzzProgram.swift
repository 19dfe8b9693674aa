internal import Dispatch
@preconcurrency internal import Glibc
public import ResponderScenarios
internal import ResponderSupport

/// The program that acts at random on apps, and says what went wrong.
///
/// An app's own executable has it by one line, with the app in `apps`:
///
///     FuzzProgram.main(apps: apps)
///
/// The runs are made in processes beside each other: the program, started once more with the same arguments. So the
/// code before this line runs in each process. An app that crashes or hangs is found as any other fault.
@MainActor
public enum FuzzProgram {
    /// Does what the arguments ask for, and ends the process.
    ///
    /// The status is 0 where nothing failed, 1 where something failed, and one of `sysexits.h` for all else; `--help`
    /// lists them. Never traps because of arguments or files.
    ///
    /// - Precondition: The call comes from the process's first thread, and the arguments are the process's last ones.
    /// - Parameters:
    ///   - arguments: Options and files, without the program's name; those of the process by default.
    ///   - apps: The apps that `--app` may name; the random apps are added.
    /// - Complexity: That of the runs, which take as long as the arguments say.
    public static func main(
        _ arguments: [String] = Array(CommandLine.arguments.dropFirst()),
        apps: ScenarioApps
    ) -> Never {
        var apps = apps
        if apps.family == nil { apps.registerRandomApps() }
        if let parent = ScenarioWorker.parent { serve(parent, apps) }
        let own = CommandLine.arguments
        let words = own.dropLast(min(arguments.count, own.count - 1)).joined(separator: " ")
        let name = (words.split(separator: "/").last.map(String.init) ?? words).inOneLine()
        do throws(FuzzArguments.Mistake) {
            let parsed = try FuzzArguments(arguments)
            end(run(parsed, name: name, apps: apps))
        } catch {
            fail("\(name): \(error.message); see '\(name) --help'")
            end(EX_USAGE)
        }
    }

    /// What the arguments mean, for who shows them elsewhere.
    package nonisolated static var help: String { FuzzHelp.text }

    /// What stands behind the program's name in its usage.
    package nonisolated static var usage: String { FuzzHelp.usage }

    private static func serve(_ parent: Int32, _ apps: ScenarioApps) -> Never {
        Task {
            await ScenarioWorker.serve(parent) { text, send in
                guard let request = FuzzRequest(text) else { return send("digest none") }
                await FuzzRun.perform(request, apps: apps, send: send)
            }
        }
        dispatchMain()
    }

    private static func run(_ arguments: FuzzArguments, name: String, apps: ScenarioApps) -> Int32 {
        guard !arguments.wantsHelp else {
            print("USAGE: \(name) \(FuzzHelp.usage)\n\n\(FuzzHelp.text)")
            return EXIT_SUCCESS
        }
        if let app = arguments.app, AppName(app) == nil, !apps.names.contains(app) {
            let known = apps.names.joined(separator: ", ")
            fail(
                "\(name): no app is registered as \(app.quotedInOneLine(limit: 64)); "
                    + "\(app.question(of: apps.names))there are \(known.isEmpty ? "none" : known)"
            )
            return EX_USAGE
        }
        do throws(WorkerProcess.Failure) {
            guard arguments.files.isEmpty else { return try replay(arguments, name: name) }
            let report = FuzzReport(folder: arguments.output, name: name)
            var campaign = FuzzCampaign(arguments, report)
            let failures = try campaign.run()
            return report.hasFailed ? EX_CANTCREAT : failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE
        } catch {
            fail("\(name): \(error.message)")
            return EX_OSERR
        }
    }

    /// Carries out scenarios, each in two processes.
    private static func replay(_ arguments: FuzzArguments, name: String) throws(WorkerProcess.Failure) -> Int32 {
        let pool = FuzzPool(timeout: .seconds(arguments.timeout))
        var status = EXIT_SUCCESS
        for file in arguments.files {
            let bytes: [UInt8]
            do throws(TextFile.Unreadable) { bytes = try TextFile.read(file, as: "a scenario") } catch {
                fail("\(name): \(file): \(error.reason)")
                return EX_NOINPUT
            }
            guard let request = ScenarioText.request(in: bytes) else {
                fail("\(name): \(file) is no scenario that the fuzzer has written; run it with 'responderkit run'")
                return EX_NOINPUT
            }
            if let failure = try Reduction.failure(of: request, on: pool) {
                status = EXIT_FAILURE
                print("\(file.inOneLine()): \(failure.kind): \(failure.message.inOneLine())")
            } else {
                print("\(file.inOneLine()): no failure")
            }
        }
        return status
    }

    private static func fail(_ message: String) {
        fflush(stdout)
        fputs("error: \(message.inOneLine())\n", stderr)
    }

    private static func end(_ status: Int32) -> Never {
        exit(fflush(stdout) == 0 && ferror(stdout) == 0 ? status : EX_IOERR)
    }
}
