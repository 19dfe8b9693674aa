import Foundation
import TestSupport
import Testing

/// What an app prints in each part of its life; see `LaunchFixture`.
private enum Lines {
    static let launch = [
        "willFinish [inactive]",
        "didFinish [inactive]",
        "UIApplicationDidFinishLaunchingNotification [inactive]",
        "didBecomeActive [active]",
    ]
    static let resign = [
        "willResignActive [active]",
        "UIApplicationWillResignActiveNotification [active]",
    ]
    static let background = [
        "didEnterBackground [background]",
        "UIApplicationDidEnterBackgroundNotification [background]",
    ]
    static let terminate = [
        "willTerminate [background]",
        "UIApplicationWillTerminateNotification [background]",
    ]
    static let end = resign + background + terminate
}

extension ChildProcess.End {
    fileprivate static func success(_ lines: [String]) -> Self {
        Self(status: 0, wasSignalled: false, lines: lines, errors: "")
    }
}

@Suite("The entry point")
struct LaunchTests {
    private static let active = "UIApplicationDidBecomeActiveNotification [active]"

    /// Spawns the fixture and reads its launch.
    private func launch(_ mode: String, setup: String? = nil) async throws -> ChildProcess {
        let child = try ChildProcess("LaunchFixture", mode, setup: setup)
        #expect(await child.nextLine() == "delegate of Application, windows: 0")
        var expected = Lines.launch
        expected[0] += " [\"\(mode)\"]"
        if mode == "stuck" { expected.append("ready") }
        #expect(await child.lines(upTo: Self.active) == expected + [Self.active])
        return child
    }

    // Rules: A3, A48, T25.
    @Test("A signal ends the app in order, its touches cancelled, with status 0", arguments: [SIGTERM, SIGINT])
    func signal(_ signal: Int32) async throws {
        let child = try await launch("wait")
        #expect(await child.lines(upTo: "ready") == ["began", "ready"])
        child.send(signal)
        #expect(
            try await child.end() == .success(Lines.resign + ["cancelled"] + Lines.background + Lines.terminate)
        )
    }

    @Test(
        "The second signal ends an app that is stuck in a callback at once",
        arguments: [(SIGTERM, SIGTERM), (SIGINT, SIGTERM), (SIGTERM, SIGINT)]
    )
    func secondSignal(_ first: Int32, _ second: Int32) async throws {
        let child = try await launch("stuck")
        child.send(first)
        #expect(
            await child.lines(upTo: "willTerminate [background]")
                == Lines.resign + Lines.background + ["willTerminate [background]"]
        )
        child.send(second)
        let end = try await child.end()
        #expect(end == ChildProcess.End(status: 128 + second, wasSignalled: false, lines: [], errors: ""))
    }

    @Test("A SIGINT that the process was started with ignored stays ignored")
    func ignoredSignal() async throws {
        let child = try await launch("wait", setup: "trap '' INT")
        #expect(await child.lines(upTo: "ready") == ["began", "ready"])
        // An ignored signal is discarded when kill returns, so it counts neither as the first nor as the second.
        child.send(SIGINT)
        child.send(SIGINT)
        child.send(SIGTERM)
        #expect(
            try await child.end() == .success(Lines.resign + ["cancelled"] + Lines.background + Lines.terminate)
        )
    }

    @Test("`terminate()` ends the app with status 0")
    func terminate() async throws {
        #expect(try await launch("timer").end() == .success(Lines.end))
    }

    @Test(
        "A signal that ends a child which the app has forked does not end the app",
        .disabled(
            if: isUnderThreadSanitizer,
            "it delivers no signal to the child that a process with several threads has forked"
        )
    )
    func forkedChild() async throws {
        let child = try ChildProcess("LaunchFixture", "fork")
        let lines = await child.lines(upTo: "still running")
        #expect(lines.contains("child is ended by signal \(SIGTERM)"))
        // The child is ended before the app is active, whose callback forks.
        #expect(lines.suffix(2) == [Self.active, "still running"])
        #expect(try await child.end() == .success(Lines.end))
    }

    // Rules: A16, A15.
    @Test(
        "An app's end that was no success has a status of its own",
        arguments: [("overrun", 70), ("killed", 137), ("failure", 3)] as [(String, Int32)]
    )
    func statusOfFailure(mode: String, status: Int32) async throws {
        let end = try await launch(mode).end()
        #expect(end.status == status && !end.wasSignalled, "\(end)")
    }

    // Rules: L32, A4, A29.
    @Test("A suspended app is served its notification port and signals, and nothing else until it is resumed")
    func suspended() async throws {
        let foreground = [
            "UIApplicationWillEnterForegroundNotification [background]", "didBecomeActive [active]", Self.active,
        ]
        let lines = Lines.resign + Lines.background + foreground + ["served while suspended: [\"signal\"]"] + Lines.end
        #expect(try await launch("suspended").end() == .success(lines))
    }

    // Rules: L17.
    @Test("A signal in a nested run ends that run and those around it")
    func nestedRun() async throws {
        let child = try await launch("nested")
        #expect(await child.lines(upTo: "ready") == ["ready"])
        child.send(SIGTERM)
        #expect(try await child.end() == .success(Lines.end + ["inner run ended", "outer run ended"]))
    }

    @Test("A `stop()` of the app's run is not its end")
    func strayStop() async throws {
        #expect(try await launch("stray-stop").end() == .success(["still running"] + Lines.end))
    }

    @Test("Main-actor tasks, `Task.sleep` and hops to the main actor go on in a launched app")
    func tasks() async throws {
        #expect(try await launch("tasks").end() == .success(["task", "slept", "hopped"] + Lines.end))
    }

    // Rules: A7.
    @Test("A second entry point ends the process with a message")
    func twice() async throws {
        let child = try ChildProcess("LaunchFixture", "twice")
        let end = try await child.end()
        #expect(end.wasSignalled || end.status != 0)
        #expect(end.errors.contains("Application.main(…) was called twice"))
    }

    // Rules: A5.
    @Test(
        "An application may be its own delegate",
        arguments: [
            ("own-delegate", "given"), ("own-delegate-by-default", "own-delegate-by-default"),
            ("own-delegate-main", "own-delegate-main"),
        ]
    )
    func ownDelegate(mode: String, argument: String) async throws {
        let child = try ChildProcess("LaunchFixture", mode)
        #expect(try await child.end() == .success(["own delegate: true [\"\(argument)\"]"]))
    }

    // Rules: A5, A7.
    @Test(
        "The application is made of the principal class, then the delegate of its class, with the given arguments",
        arguments: [("principal", "ready"), ("manifest", "org.example.fixture")]
    )
    func principal(mode: String, said: String) async throws {
        let child = try ChildProcess("LaunchFixture", mode)
        var launch = Lines.launch
        launch[0] += " [\"given\"]"
        #expect(
            try await child.end()
                == .success(
                    ["PlainApplication made", "delegate of PlainApplication, windows: 0"] + launch
                        + [said, Self.active, "delegate: AppDelegate"] + Lines.end
                )
        )
    }

    // Rules: A5.
    @Test("An app without a delegate's class has no delegate, and the class it is called on is the application's")
    func noDelegate() async throws {
        let child = try ChildProcess("LaunchFixture", "no-delegate")
        #expect(try await child.end() == .success(["PlainApplication made", "delegate: none"]))
    }

    // Rules: A6.
    @Test("The main interface is loaded between the delegate's creation and its first call, and shown after the launch")
    func interface() async throws {
        let file = try TemporaryFile(
            ".json",
            containing: """
                {
                  "window": { "size": [320, 480] },
                  "controller": {
                    "class": "LoggingController",
                    "view": { "subviews": [{ "outlet": "pad", "frame": [0, 0, 3, 4] }] }
                  }
                }
                """
        )
        let child = try ChildProcess("LaunchFixture", "interface", file.path)
        var launch = Lines.launch
        launch[0] += " [\"interface\", \"\(file.path)\"]"
        #expect(
            try await child.end()
                == .success(
                    ["delegate of Application, windows: 0", "viewDidLoad, pad: 3.0 x 4.0"] + launch
                        + ["window of the interface is key: true", Self.active] + Lines.end
                )
        )
    }

    private func expectRefused(_ mode: String, _ name: String, lines: [String], _ message: String) async throws {
        let end = try await ChildProcess("LaunchFixture", mode, name).end()
        #expect(end.status == 78 && !end.wasSignalled && end.lines == lines, "\(end)")
        #expect(end.errors.contains(message), "\(end)")
    }

    @Test("A main interface that cannot be loaded ends the program before the launch, with a message and status 78")
    func brokenInterface() async throws {
        let made = ["delegate of Application, windows: 0"]
        let broken = try TemporaryFile(".json", containing: "{\n\"window\": {\"size\": [1, 1]},\n}")
        let mistake = "LaunchFixture: \(broken.path), line 3: a key in double quotes is expected, and there is '}'"
        try await expectRefused("interface", broken.path, lines: made, mistake)
        // A relative path leads from the program's folder.
        let missing = "/none.json: it cannot be read: No such file or directory"
        try await expectRefused("interface", "none.json", lines: made, missing)
        let unread =
            #"LaunchFixture: the manifest names the main interface "main.json", and there is no loader; declare"#
        try await expectRefused("no-loader", "main.json", lines: [], unread)
    }

    @Test("A loop for which there are no descriptors is reported by a message and status 71")
    func noDescriptors() async throws {
        // Enough descriptors to load the program, too few for a loop; inherited descriptors would change the count.
        let setup = "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n 4"
        let child = try ChildProcess("LaunchFixture", "wait", setup: setup)
        let end = try await child.end()
        #expect(end.status == 71 && !end.wasSignalled && end.lines.isEmpty)
        #expect(end.errors.contains("LaunchFixture: cannot make a run loop: Too many open files"))
    }

    @Test("The first app of the README prints its tap and ends")
    func firstApp() async throws {
        let child = try ChildProcess("FirstApp")
        #expect(try await child.end() == .success(["tapped 1"]))
    }
}
