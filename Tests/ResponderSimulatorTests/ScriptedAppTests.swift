import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

/// Apps that a script declares, and what a script has them do.
@MainActor
@Suite("Apps of a script")
struct ScriptedAppTests {
    private let device = SimulatedDevice()

    /// What happened to an app when the script was run, without notifications.
    private func life(of app: String, _ script: String, refusals: [Int] = []) throws -> [String] {
        var refused: [Int] = []
        device.run(try DeviceScript(script, apps: [])) { step, _ in refused.append(step.line) }
        #expect(refused == refusals)
        return device.history.entries(of: app).filter { if case .post = $0.kind { false } else { true } }
            .map { "\($0.time.nanoseconds / 1_000_000_000) \($0.kind == .entered ? $0.text : "\($0)")" }
    }

    private static let launched = [
        "0 -> inactive", "0 D willFinishLaunching [inactive]", "0 D didFinishLaunching [inactive]", "0 -> active",
        "0 D didBecomeActive [active]",
    ]
    private static let left = [
        "0 D willResignActive [active]", "0 -> inactive", "0 -> background", "0 D didEnterBackground [background]",
        "0 snapshot of a window",
    ]

    @Test("Apps of a script have the declared schemes and modes, take touches, and are suspended at home")
    func plain() throws {
        let lines = try life(of: "notes", "app notes scheme=note,memo mode=audio,fetch memory=2MB\nopen MEMO:1\nhome")
        #expect(
            lines == Array(Self.launched[..<3]) + ["0 D openURL [inactive]"] + Array(Self.launched[3...])
                + Self.left + ["0 -> suspended"]
        )
        #expect(device.installedApps == ["notes"])
        #expect(try device.footprint(of: "notes") == 2_000_000)
        let manifest = try #require(device.application("notes")).manifest
        #expect(manifest.urlSchemes == ["note", "memo"] && manifest.backgroundModes == [.audio, .fetch])
        #expect(!manifest.exitsOnSuspend)
    }

    // Rules: A35.
    @Test("A scripted app saves its state, and has it again after a crash, but not after a kill or a failed launch")
    func state() throws {
        let saved = ["0 D shouldSaveApplicationState [background]", "0 D willEncodeRestorableState [background]"]
        let left = Array(Self.left.dropLast()) + saved + [Self.left[4], "0 -> suspended"]
        let ended = ["0 -> not running", "0 ended: killed"]
        let restored =
            Array(Self.launched[..<2])
            + ["0 D shouldRestoreApplicationState [inactive]", "0 D didDecodeRestorableState [inactive]"]
            + Array(Self.launched[2...])
        let lines = try life(
            of: "notes",
            "app notes saves-state\nlaunch notes\nhome\ncrash notes\nlaunch notes\nhome\nswitcher\nkill notes\nhome\n"
                + "launch notes"
        )
        let rest = lines.dropFirst(Self.launched.count + left.count + ended.count)
        #expect(Array(lines.prefix(Self.launched.count + left.count)) == Self.launched + left)
        #expect(Array(rest.prefix(restored.count)) == restored)
        #expect(Array(rest.dropFirst(restored.count)) == left + ended + Self.launched)
    }

    // Rules: A35, A13.
    @Test("A scripted app loses its state when two launches that restore it fail, and the next launch says so")
    func stateLost() throws {
        // A launch in the background has the time that one to the front has not.
        let lines = try life(
            of: "notes",
            "app notes saves-state mode=fetch launch=6s\nwake notes fetch\nlaunch notes\nhome\ncrash notes\n"
                + "launch notes\nlaunch notes\nlaunch notes"
        )
        let texts = lines.map { $0.drop { $0 != " " }.dropFirst() }
        let lives = texts.split { $0 == "-> not running" }.map(Array.init)
        #expect(lives.count == 5)
        #expect(lives[0].contains("D willEncodeRestorableState [background]"))
        for life in lives[1...2] { #expect(life.contains("D didDecodeRestorableState [inactive]")) }
        for life in lives[2...3] { #expect(life[0] == "ended: over the limit \"launch\"") }
        #expect(lives[3].contains { $0 == StateError.lastRestorationFailed.description })
        #expect(!lives[3].contains("D shouldRestoreApplicationState [inactive]"))
    }

    // Rules: SEQ14, A12.
    @Test(
        "A scripted app ends at home without or with the background before, as is declared",
        arguments: [false, true]
    )
    func exits(inBackground: Bool) throws {
        let lines = try life(
            of: "game",
            "app game \(inBackground ? "exits-in-background" : "exits-on-suspend")\nlaunch game\nhome"
        )
        let end =
            inBackground
            ? Self.left + ["0 D willTerminate [background]"]
            : Array(Self.left[..<2]) + ["0 D willTerminate [inactive]"]
        #expect(lines == Self.launched + end + ["0 -> not running", "0 ended: terminated"])
    }

    // Rules: A13, A14, A15.
    @Test(
        "A scripted app takes the time that is declared, and ends at the limit",
        arguments: [
            ("launch", "6s", "launch notes", "launch"), ("launch=4s active", "2s", "launch notes", "launch"),
            ("resign", "11s", "launch notes\nhome", "state change"),
            ("background", "6s", "launch notes\nhome", "enter background"),
            ("foreground", "11s", "launch notes\nhome\nlaunch notes", "state change"),
            ("terminate", "6s", "launch notes\nswitcher\nkill notes", "terminate"),
        ]
    )
    func times(key: String, time: String, script: String, limit: String) throws {
        let lines = try life(of: "notes", "app notes \(key)=\(time)\n\(script)")
        #expect(lines.last?.hasSuffix("ended: over the limit \"\(limit)\"") == true, "\(lines)")
        device.history.removeAll()
        // A second is no problem.
        device.history.removeAll()
        let key = key.prefix { $0 != "=" }
        let other = script.split(separator: "notes", omittingEmptySubsequences: false).joined(separator: "quick")
        let quick = try life(of: "quick", "app quick \(key)=1s\n\(other)")
        #expect(!quick.isEmpty && quick.allSatisfy { !$0.contains("over the limit") })
    }

    // Rules: A20, A22, A23.
    @Test("A scripted app has a background task for as long as is declared, or until its time is over")
    func tasks() throws {
        let ended = try life(of: "a", "app a task=2s\nlaunch a\nhome\nwait 1min")
        #expect(ended == Self.launched + Self.left + ["2 -> suspended"])
        let open = try life(of: "b", "app b task=never\nlaunch b\nhome\nwait 1min")
        #expect(
            open.suffix(3).map { $0.drop { $0 != " " } } == [
                " D backgroundTaskExpiration [background]", " -> not running",
                " ended: background task \"b\" was still open",
            ]
        )
    }

    // Rules: A44.
    @Test("A scripted app uses its share of the processor in the background, and ends if that is too much")
    func processor() throws {
        let greedy = try life(
            of: "greedy",
            "app greedy mode=location cpu=90%\nlaunch greedy\nbegin greedy location\nwait 5min\nhome\nwait 2min"
        )
        #expect(greedy.last == "354 ended: killed", "\(greedy.suffix(3))")
        #expect(greedy.contains { $0.contains("more processor time") })
        let modest = try life(
            of: "modest",
            "app modest mode=location cpu=80%\nlaunch modest\nbegin modest location\nhome\nwait 1h\nlaunch modest"
        )
        #expect(modest.last?.hasSuffix("D didBecomeActive [active]") == true)
        // In front it works no more.
        #expect(device.application("modest")?.runLoop.nextDeadline == nil)
    }

    // MARK: By order of a script

    // Rules: A18, A19, A20.
    @Test("Apps of a script begin and end background tasks, and the last end suspends the app")
    func orderedTasks() throws {
        let lines = try life(
            of: "a",
            """
            app a
            launch a
            begin-task a sync
            begin-task a save for 3s
            begin-task a sync
            home
            wait 5s
            end-task a save
            end-task a sync
            wait 1s
            end-task a sync
            end-task a sync
            begin-task a late
            """,
            refusals: [8, 12, 13]
        )
        #expect(lines.last == "6 -> suspended")
        let refusals = device.history.entries.compactMap { if case .refused(let text) = $0.kind { text } else { nil } }
        #expect(refusals.first == "\"a\" has no open background task \"save\" to end; begin it first, without a time")
        #expect(refusals.last == "\"a\" is suspended; it must run for that")
        device.history.removeAll()
        _ = try life(of: "b", "app b exits-on-suspend\nlaunch b\nbegin-task b x", refusals: [3])
        #expect(device.history.table.contains("\"b\" can begin no background task now"))
    }

    // Rules: A38.
    @Test("Apps of a script keep the screen on, and let it go off again")
    func idleTimer() throws {
        _ = try life(of: "a", "app a\nauto-lock 10s 5s\nlaunch a\nidle-timer a off\nwait 1h\nidle-timer a on\nwait 14s")
        #expect(!device.isLocked && device.isDimmed)
        device.advance(by: .seconds(1))
        #expect(device.isLocked)
        #expect(throws: DeviceError.notRunning("a", .suspended)) {
            try device.perform(.setIdleTimerDisabled("a", true))
        }
    }

    // MARK: Touches

    // Rules: T25, T34.
    @Test("The history has a touch's began, end and cancel, and why a finger is refused, where it is asked to")
    func touches() throws {
        device.recordsTouches = true
        device.run(
            try DeviceScript(
                """
                app a
                touch 1,1
                release
                launch a
                touch 10,20
                move 1 11,21
                release
                touch 30,40
                call Anna
                down 2 5,5
                up 2
                release
                lock
                decline-call
                lock
                tap 1,2
                """
            )
        )
        let lines = device.history.entries.compactMap { entry in
            if case .touch = entry.kind { "\(entry.app ?? "*") \(entry)" } else { nil }
        }
        #expect(
            lines == [
                "* T refused at 1,1: no app is in front",
                "a T 1 began at 10,20: ScriptedScreen", "a T 1 ended at 11,21: ScriptedScreen",
                "a T 2 began at 30,40: ScriptedScreen", "a T 2 is cancelled: the application is no longer active",
                "a T 2 cancelled at 30,40: ScriptedScreen", "a T refused at 5,5: the application is not active",
                "* T refused at 1,2: the screen is locked",
            ]
        )
        device.history.removeAll()
        device.recordsTouches = false
        device.run(try DeviceScript("unlock\ntouch 1,1\nrelease"))
        #expect(!device.history.table.contains(" T "))
    }

    // Rules: A39.
    @Test("A finger that only brightens the screen is refused, and so is one that misses every window")
    func swallowedTouch() throws {
        device.recordsTouches = true
        device.run(try DeviceScript("app a\nauto-lock 5s 5s\nlaunch a\nwait 6s\ntap 1,1\ntap 5000,1"))
        let lines = device.history.entries.compactMap { if case .touch(let text) = $0.kind { text } else { nil } }
        #expect(lines.first == "refused at 1,1: the finger brightens the screen")
        #expect(lines.count == 2 && lines.last?.contains("refused at 5000,1: ") == true, "\(lines)")
    }

    // MARK: As text

    /// One app of each kind.
    nonisolated private static let apps: [ScriptedApp] = {
        var app = ScriptedApp("notes")
        let plain = app
        app.urlSchemes = ["note", "x+y"]
        app.backgroundModes = [.audio, .remoteNotification]
        app.exit = .atOnce
        app.savesState = true
        app.footprint = 1500
        for (place, moment) in ScriptedApp.Moment.allCases.enumerated() { app.times[moment] = .seconds(place) }
        app.task = .ends(after: .milliseconds(1500))
        app.processorShare = 100
        var other = plain
        other.exit = .inBackground
        other.task = .stays
        other.name = "\u{1B}\"#"
        other.requiredCapabilities = [.gps: true, .telephony: false]
        other.deviceFamilies = [.pad]
        return [plain, app, other]
    }()

    @Test("A declaration is written as the line that declares the same app", arguments: apps)
    func roundTrip(app: ScriptedApp) throws {
        let line = "\(app)"
        #expect(try DeviceScript(line).steps.map(\.command) == [.perform(.install(app))], "\(line)")
        #expect("\(DeviceAction.install(app))" == line)
    }

    @Test(
        "A wrong declaration is reported with its word and what would be right",
        arguments: [
            ("app", nil, "NAME is missing: app NAME [WORD ...]"),
            ("app \"a b\"", "a b", "\"a b\" is no name of an app; give it one without spaces"),
            ("app \"\"", "", "\"\" is no name of an app; give it one without spaces"),
            ("app mail", "mail", "there is an app \"mail\" already; choose another name"),
            ("app first", "first", "the app \"first\" is declared in line 1 already"),
            ("app a sceme=x", "sceme", "\"sceme\" is no word for an app; did you mean \"scheme\"? There are: scheme,"),
            ("app a scheme", "scheme", "\"scheme\" has no value: scheme=NAME,..."),
            ("app a scheme=a,,b", "", "\"\" is no scheme; write a letter, then letters, digits, +, - or ."),
            ("app a scheme=a:b", "a:b", "\"a:b\" is no scheme; write a letter"),
            ("app a mode=", "mode", "\"mode\" has no value: mode=MODE,..."),
            ("app a mode=sound", "sound", "\"sound\" is no background mode"),
            ("app a requires=", "requires", "\"requires\" has no value: requires=CAPABILITY,..."),
            (
                "app a requires=gps,!telefony", "!telefony",
                "\"telefony\" is no capability; did you mean \"telephony\"? there are accelerometer, arkit"
            ),
            ("app a requires=gps,!gps", "!gps", "the capability \"gps\" is named twice; name it once"),
            ("app a family=phone,tv", "tv", "\"tv\" is no device family; there are: phone, pad"),
            ("app a launch=6", "6", "\"6\" is no TIME, as 5s, 250ms, 2min or 1h: launch=TIME"),
            ("app a launch=6s launch=7s", "launch", "\"launch\" is given twice; give it once"),
            ("app a cpu=101%", "101%", "\"101%\" is no SHARE from 1% to 100%: cpu=SHARE"),
            (
                "app a task=soon", "soon",
                "\"soon\" is no TIME, as 5s, 250ms, 2min or 1h, nor \"never\": task=TIME|never"
            ),
            ("app a memory=much", "much", "\"much\" is no SIZE, as 40MB: memory=SIZE"),
            ("app a saves-state=yes", "yes", "\"saves-state\" takes no value; leave out =yes"),
            ("app a saves-state saves-state", "saves-state", "\"saves-state\" is given twice; give it once"),
            ("app a exits-on-suspend=yes", "yes", "\"exits-on-suspend\" takes no value; leave out =yes"),
            (
                "app a exits-on-suspend exits-in-background", "exits-in-background",
                "exits-on-suspend and exits-in-background exclude one another; give one"
            ),
            ("launch last", "last", "the app \"last\" is declared later, in line 3; move that line up"),
            ("launch lost", "lost", "there is no app \"lost\"; there are: mail, first"),
            ("accept-alert callendar", "callendar", "there is no app \"callendar\"; did you mean \"calendar\"?"),
            ("accept-alert mail now", "now", "\"now\" is one word too many: accept-alert [APP]"),
            ("begin-task mail", nil, "NAME is missing: begin-task APP NAME [for TIME]"),
            ("begin-task mail x for", nil, "TIME, as 5s, 250ms, 2min or 1h is missing: begin-task"),
            ("idle-timer mail never", "never", "\"never\" is no on|off; there are: on, off"),
            ("memory-level 5", "5", "\"5\" is no SIZE, as 512MB: memory-level SIZE|off"),
            ("touch 5", "5", "\"5\" is no point, as 120,80: touch X,Y"),
            ("release 2", "2", "\"2\" is one word too many: release"),
        ] as [(String, String?, String)]
    )
    func wrongLine(line: String, word: String?, text: String) throws {
        let problems = #expect(throws: DeviceScript.Problems.self) {
            try DeviceScript("app first\n\(line)\napp last\n", name: "a.txt", apps: ["mail"])
        }
        let problem = try #require(problems?.problems.first)
        #expect(problems?.problems.count == 1 && problem.line == 2 && problem.word == word)
        #expect(problem.description.hasPrefix("a.txt:2: \(text)"), "\(problem)")
    }

    @Test("A wrong declaration is the only problem, since the lines after it may name its app")
    func wrongDeclaration() {
        let problems = #expect(throws: DeviceScript.Problems.self) {
            try DeviceScript("app a cpu=1\nlaunch a\nlaunch b", apps: [])
        }
        #expect(problems?.problems.map(\.line) == [1, 3])
    }

    @Test("A message lists some of very many apps, and a script of very many is read in a moment")
    func manyApps() throws {
        var text = (0..<5000).map { "app a\($0)" }.joined(separator: "\n")
        text += (0..<5000).map { "\nlaunch a\($0)" }.joined()
        #expect(try DeviceScript(text, apps: []).steps.count == 10000)
        let problems = #expect(throws: DeviceScript.Problems.self) { try DeviceScript(text + "\nlaunch b", apps: []) }
        #expect(problems.map { $0.description.count < 500 } == true)
    }

    @Test("An app that is installed already is refused when the script is run, also when a script runs twice")
    func installedAlready() throws {
        let script = try DeviceScript("app a\nlaunch a")
        for refused in [[], [1]] as [[Int]] {
            var lines: [Int] = []
            device.run(script) { step, _ in lines.append(step.line) }
            #expect(lines == refused)
        }
        #expect(throws: DeviceError.badIdentifier("b c")) { try device.install(ScriptedApp("b c")) }
    }

    @Test("The help of scripts has each word that may stand in a declaration")
    func help() {
        for word in ["scheme=", "mode=", "exits-on-suspend", "launch=TIME", "cpu=SHARE", "task=TIME|never"] {
            #expect(DeviceScript.help.contains("  \(word)"))
        }
    }
}
