import ResponderEnvironment
import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("A device's script")
struct DeviceScriptTests {
    /// How many seeds are tried: four, or what `RESPONDERKIT_MODEL_SEEDS` says.
    nonisolated private static let seeds: UInt64 = environment("RESPONDERKIT_MODEL_SEEDS") ?? 4

    /// One of each action.
    nonisolated private static let actions: [DeviceAction] = {
        let url = (try? AppURL("maps:rome?q=a#b")).map {
            [DeviceAction.openURL($0, from: nil), .openURL($0, from: "mail")]
        }
        let changes: [DeviceChange] = [
            .orientation(.faceUp), .significantTime, .batteryLevel(0.25), .batteryState(.charging), .proximity(true),
            .protectedData(isAvailable: false), .screens(["TV", "beamer 2"]), .screens([]),
            .screenModes(["TV": "1920 x 1080"]), .settings(changedKeys: ["a", "b c"]), .locale("en_GB"),
            .cloudIdentity("anna"), .cloudIdentity(nil), .accessories(["\"key\" \\ board"]),
        ]
        let second = MainRunLoop.Instant.zero.advanced(by: .seconds(1))
        return [
            .launch("mail"), .home, .openSwitcher, .choose("mail"), .closeSwitcher, .kill("mail"), .lock, .unlock,
            .switchOff, .switchOn, .setPasscode(true), .setAutoLock(nil),
            .setAutoLock(AutoLock(dimsAfter: .seconds(30), locksAfter: .milliseconds(1500))),
            .setAutoLock(AutoLock(dimsAfter: .nanoseconds(9_007_199_254_740_993), locksAfter: .zero)),
            .fingerDown(3, at: Point(1.5, -2)), .fingerMove(3, to: Point(0, 1e20)), .fingerUp(-3), .tap(Point(1, 2)),
            .keyDown(.keyboardA), .keyUp(.keyboardReturnOrEnter), .keyDown(.keyboardF12), .keyUp(.consumer(0xcd)),
            .keyDown(.keypadSlash), .key(.keyboardQuote, []), .key(.keyboardBackslash, [.command, .shift, .control]),
            .key(.keyboard3, .alternate), .type("# \"two\"  words\n"), .type(""), .shake,
            .remoteControl(.remoteControlNextTrack), .accelerate(x: -0.5, y: 0, z: 1e-9),
            .call(from: "Anna B."), .acceptCall, .declineCall, .endCall, .showAlert("two  spaces"),
            .showAlert(" #1 \"x\"\n"),
            .showAlert("a # b"), .dismissAlert, .acceptAlert(opening: nil), .acceptAlert(opening: "mail"),
            .acceptAlert(opening: "calendar"), .beginTask("mail", name: "a b", for: .seconds(2)),
            .beginTask("mail", name: "for", for: nil), .endTask("mail", name: ""), .setIdleTimerDisabled("mail", true),
            .setIdleTimerDisabled("mail", false), .setMemoryWarningLevel(nil), .setMemoryWarningLevel(5),
            .install(ScriptedApp("notes")), .setIdiom(.pad), .setCapabilities([.gps, .wifi]), .setCapabilities([]),
            .setNetwork(.cellular), .ask("mail", nil), .ask("mail", .battery), .openNotificationCenter,
            .closeNotificationCenter, .showBanner(""),
            .push("mail", RemoteNotification(userInfo: ["from": "Anna B.", "a": ""])),
            .schedule(
                "mail",
                LocalNotification(identifier: "tea time", fireDate: second, repeatInterval: .seconds(3600))
            ),
            .schedule("mail", LocalNotification(identifier: "now")),
            .schedule(
                "mail",
                LocalNotification(
                    identifier: "at",
                    body: "with",
                    fireDate: MainRunLoop.Instant(nanoseconds: .max),
                    userInfo: ["from": "Anna"]
                )
            ), .tapNotification("mail"), .wake("mail", .fetch),
            .beginActivity("mail", .audio), .endActivity("mail", .bluetoothCentral), .setFootprint("mail", bytes: 1500),
            .setMemoryCapacity(nil), .setMemoryCapacity(512_000_000), .setMemoryCapacity(0), .warnOfMemory,
            .crash("mail"), .setAllowed("mail", false), .setAllowed("mail", true),
            .backUp(password: nil), .backUp(password: "a b"), .restore("device", password: nil),
            .restore("password=x", password: ""), .setSettings("mail", ["volume": "5", "a=b": ""]),
            .preference("mail", key: "volume", .read), .preference("mail", key: "volume", .set("default 5")),
            .preference("mail", key: "", .set("")), .preference("mail", key: "a b", .register("5 6")),
            .keychain("mail", .list), .keychain("mail", .read(service: "s", account: "")),
            .keychain("mail", .remove(service: "a b", account: "this-device")),
            .keychain("mail", .add(KeychainItem(service: "s", account: "a"), secret: "group=x")),
            .keychain(
                "mail",
                .add(
                    KeychainItem(
                        service: "s",
                        account: "a",
                        group: "shared group",
                        accessibility: .afterFirstUnlock,
                        isThisDeviceOnly: true
                    ),
                    secret: ""
                )
            ),
            .files("mail", .writePlain("a", text: "size=5B")), .files("mail", .showProtection("a")),
            .enterPasscode("on"), .enterPasscode(""), .choosePasscode("on"), .choosePasscode("4711 #"), .fill(nil),
            .fill(5000), .update("mail"), .uninstall("mail"), .tamper("mail"), .share("mail", .list),
            .share("mail", .put("a b", text: "x  y")), .share("mail", .get("put")), .share("mail", .remove("")),
            .handOver("mail", name: "a.txt", text: ""),
            .files("mail", .write("Documents/a b", .text("class=complete"), protection: nil)),
            .files("mail", .write("a", .text("size=5kB # x"), protection: .complete)),
            .files("mail", .write("size=5kB", .text(""), protection: ProtectionClass.none)),
            .files("mail", .write("a", .size(64_000_000), protection: .completeUnlessOpen)),
            .files("mail", .write("a", .size(0), protection: nil)), .files("mail", .read("\0")),
            .files("mail", .remove("..")), .files("mail", .list("")), .files("mail", .list("tmp")),
            .files("mail", .excludeFromBackup("a")), .files("mail", .open("class=", protection: nil)),
            .files("mail", .open("a", protection: .completeUntilFirstUserAuthentication)), .files("mail", .close("a")),
            .changeSettings("mail", keys: ["a=b", "\"=\\"]),
            .changeSettings("mail", keys: ["a", "b"]), .changeSettings("mail", keys: []),
        ] + (url ?? []) + changes.map { .change($0) }
    }()

    @Test("An action's description is the line of a script that says the action", arguments: actions)
    func roundTrip(action: DeviceAction) throws {
        let script = try DeviceScript(action.description)
        #expect(script.steps.map(\.command) == [.perform(action)], "\(action)")
    }

    @Test("A script may have comments, empty lines, quotes, times in several units, and any line ends")
    func lines() throws {
        let script = try DeviceScript(
            "# a script\r\n\n  wait 1.5s # and a half\n\twait 2min\nwait 250ms\nwait 1h\n"
                + "note \"a  b\" c\nalert \"\\\"x\\\"\\t\\n\\\\\""
        )
        #expect(
            script.steps.map(\.command) == [
                .wait(.milliseconds(1500)), .wait(.seconds(120)), .wait(.milliseconds(250)), .wait(.seconds(3600)),
                .note("a  b c"), .perform(.showAlert("\"x\"\t\n\\")),
            ]
        )
        #expect(script.steps.map(\.line) == [3, 4, 5, 6, 7, 8])
        #expect(try DeviceScript("").steps.isEmpty)
    }

    @Test(
        "A wrong line is reported with its word and what would be right",
        arguments: [
            ("lunch mail", "lunch", "\"lunch\" is no command; did you mean \"launch\"?"),
            ("launch", nil, "APP is missing: launch APP"),
            ("launch mial", "mial", "there is no app \"mial\"; did you mean \"mail\"? There are: mail, maps"),
            ("home now", "now", "\"now\" is one word too many: home"),
            ("wait 5", "5", "\"5\" is no TIME, as 5s, 250ms, 2min or 1h: wait TIME"),
            ("wait -5s", "-5s", "\"-5s\" is no TIME, as 5s, 250ms, 2min or 1h: wait TIME"),
            ("wait 99999999h", "99999999h", "\"99999999h\" is no TIME, as 5s, 250ms, 2min or 1h: wait TIME"),
            ("tap 1,nan", "1,nan", "\"1,nan\" is no point, as 120,80: tap X,Y"),
            ("open nowhere", "nowhere", "\"nowhere\" is no URL: it has no scheme; write it as scheme:rest"),
            ("push mail from", "from", "\"from\" is not of the form KEY=VALUE: push APP [KEY=VALUE ...]"),
            ("wake mail fetsh", "fetsh", "\"fetsh\" is no background mode; did you mean \"fetch\"?"),
            ("idiom pat", "pat", "\"pat\" is no IDIOM; did you mean \"pad\"? There are: unspecified, phone, pad"),
            (
                "capabilities gps wify", "wify",
                "\"wify\" is no capability; did you mean \"wifi\"? there are accelerometer,"
            ),
            ("network fast", "fast", "\"fast\" is no WAY; there are: none, wifi, cellular, wired, other"),
            ("ask mail batery", "batery", "\"batery\" is no question; did you mean \"battery\"?"),
            ("battery-level 1.5", "1.5", "\"1.5\" is no level from 0 to 1: battery-level NUMBER"),
            ("write mail", nil, "PATH is missing: write APP PATH [class=CLASS] TEXT|size=SIZE"),
            (
                "write mail a class=ful x", "ful",
                "\"ful\" is no class; there are: none, until-first-unlock, unless-open, complete"
            ),
            (
                "write mail a size=5", "5",
                "\"5\" is no SIZE, as 40kB: write APP PATH [class=CLASS] TEXT|size=SIZE"
            ),
            (
                "write mail a size=1GB", "1GB",
                "\"1GB\" is more than a script writes at once, 64MB; use fill"
            ),
            ("share mail give a", "give", "\"give\" is no action of a desktop; there are: put, get, remove"),
            ("passcode \"\"", "", "a passcode has a character at least: passcode on|off|TEXT"),
            ("memory 5", "5", "\"5\" is no SIZE, as 512MB: memory SIZE|unlimited"),
            ("alert \"open", "\"open", "the quote before \"open\" is not closed; put a \" behind it"),
            ("alert \"a\\", "\"a\\", "the quote before \"a\\\" is not closed; put a \" behind it"),
            (
                "alert \"a\\q\"", "\\q",
                "\"\\q\" is no character; there are \\\" \\\\ \\n \\r \\t \\0 and \\u{1B}"
            ),
            (
                "alert \"\\u{D800}\"", "\\u{D800}",
                "\"\\u{D800}\" is no character; write its number in hexadecimal, as \\u{1B}"
            ),
            ("alert \"a\"bc d", "bc", "\"bc\" follows the closing quote; put a space between them"),
            ("fill maybe", "maybe", "\"maybe\" is no SIZE, as 512MB: fill SIZE|off"),
            ("launch calculator", "calculator", "there is no app \"calculator\"; there are: mail, maps"),
            ("push mail =x", "=x", "\"=x\" is not of the form KEY=VALUE: push APP [KEY=VALUE ...]"),
            (
                "launch ma\u{1B}[2Jil", "ma\u{1B}[2Jil",
                "there is no app \"ma\\u{1B}[2Jil\"; did you mean \"mail\"? There are: mail, maps"
            ),
            (
                "schedule mail tea at 1s every 1ns", "1ns",
                "a notification cannot repeat every 1ns; give 1min or more: schedule APP NAME [at TIME] [every TIME]"
            ),
        ] as [(String, String?, String)]
    )
    func wrongLine(line: String, word: String?, text: String) throws {
        let problems = #expect(throws: DeviceScript.Problems.self) {
            try DeviceScript("home\n\(line)\n", name: "a.txt", apps: ["mail", "maps"])
        }
        let problem = try #require(problems?.problems.first)
        #expect(problems?.problems.count == 1)
        #expect(problem.line == 2 && problem.word == word)
        #expect(problem.description.hasPrefix("a.txt:2: \(text)"), "\(problem)")
    }

    @Test(
        "A size may have its unit in capitals or in small letters",
        arguments: ["5kB", "5KB", "5kb", "5000B", "5000b"]
    )
    func sizes(size: String) throws {
        let script = try DeviceScript("fill \(size)\nwrite mail a size=\(size)\n", apps: ["mail"])
        let write = DeviceAction.files("mail", .write("a", .size(5000), protection: nil))
        #expect(script.steps.map(\.command) == [.perform(.fill(5000)), .perform(write)])
    }

    @Test("Every wrong line of a script is reported, not the first alone")
    func allProblems() throws {
        let problems = #expect(throws: DeviceScript.Problems.self) { try DeviceScript("x\nhome\ny\nwait\n") }
        #expect(problems?.problems.map(\.line) == [1, 3, 4])
        #expect(problems?.description.split(separator: "\n").count == 3)
    }

    @Test("No text makes a script trap", arguments: 1...seeds)
    func hostile(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces =
            [
                "\"", "\\", "#", " ", "\n", "\r", "\t", "\u{0}", "é", "🙂", "=", ",", "-", "1e999",
                "9999999999999999999999s",
            ]
            + Self.actions.flatMap { $0.description.split(separator: " ").map(String.init) }
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined(separator: Bool.random(using: &random) ? " " : "")
            do throws(DeviceScript.Problems) {
                let script = try DeviceScript(text)
                // What was read is written and read again as it is.
                for step in script.steps {
                    if case .perform(let action) = step.command {
                        #expect(try DeviceScript(action.description).steps.first?.command == step.command, "\(text)")
                    }
                }
            } catch {
                #expect(!error.problems.isEmpty)
            }
        }
    }

    @Test("A line of a million characters is wrong like any other")
    func longLine() {
        #expect(throws: DeviceScript.Problems.self) { try DeviceScript(String(repeating: "x", count: 1_000_000)) }
    }

    @Test("An action that the device refuses is told with its line, and the rest goes on")
    func refusals() throws {
        let device = SimulatedDevice()
        try device.install(Manifest(identifier: "mail"))
        var refused: [Int] = []
        device.run(try DeviceScript("unlock\nlaunch mail\ndecline-call\nhome")) { step, _ in refused.append(step.line) }
        #expect(refused == [1, 3])
        #expect(try device.state(of: "mail") == .suspended)
    }

    @Test("The help of scripts names every command")
    func help() throws {
        for action in Self.actions {
            let name = try #require(action.description.split(separator: " ").first)
            #expect(DeviceScript.help.contains("  \(name)"))
        }
        #expect(DeviceScript.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
