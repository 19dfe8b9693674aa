import ResponderKit
import ResponderSimulator

/// A text as a device's script: a script that can be read is the same script when it is written and read again, and is
/// run on a device whose apps are watched.
@MainActor
struct ScriptRun {
    private let text: String

    /// How many steps are run, and how much time passes in all.
    private static let mostSteps = 200
    private static let mostTime = Duration.seconds(2 * 3600)

    init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

    func run() throws(Violation) {
        var script: DeviceScript
        do throws(DeviceScript.Problems) {
            script = try DeviceScript(text, name: "input", apps: ScriptApps.names)
        } catch {
            try require(!error.problems.isEmpty, "refused without a problem")
            for problem in error.problems {
                try require(RecordingRun.isOneLine("\(problem)"), "a problem that is no line: \(problem)")
            }
            return
        }
        try checkWriting(script)
        shorten(&script)
        let apps = try ScriptApps(declared: script)
        apps.device.run(script) { _, error in
            if !RecordingRun.isOneLine("\(error)".inOneLineOrEmpty) { apps.fail("a refusal that is no line: \(error)") }
        }
        try apps.finish()
    }

    private func checkWriting(_ script: DeviceScript) throws(Violation) {
        for step in script.steps {
            guard case .perform(let action) = step.command else { continue }
            let line = "\(action)"
            try require(RecordingRun.isOneLine(line), "line \(step.line) is written as no line: \(line)")
            let again = try necessary { try DeviceScript(line, name: "written") }
            try require(
                again.steps.map(\.command) == [step.command],
                "line \(step.line) is another when written: \(line)"
            )
        }
    }

    private func shorten(_ script: inout DeviceScript) {
        var (passed, count) = (Duration.zero, 0)
        script.steps = Array(
            script.steps.prefix { step in
                count += 1
                if case .wait(let time) = step.command { passed += time }
                return count <= Self.mostSteps && passed <= Self.mostTime
            }
        )
    }
}

extension String {
    fileprivate var inOneLineOrEmpty: String { isEmpty ? "nothing" : self }
}

/// A device with apps of each kind.
@MainActor
private final class ScriptApps {
    static let names = ["mail", "music", "game", "slow", "upload"]

    let device = SimulatedDevice()
    /// The apps that the script declares: the device's history is what tells of them.
    private let declared: Set<String>
    private var watchers: [String: ScriptWatcher] = [:]
    private var problem: Violation?

    init(declared script: DeviceScript) throws(Violation) {
        declared = Set(
            script.steps.compactMap { step in
                guard case .perform(.install(let app)) = step.command else { return nil }
                return app.name
            }
        )
        let manifests = [
            Manifest(identifier: "mail", backgroundModes: [.remoteNotification], urlSchemes: ["mailto"]),
            Manifest(identifier: "music", backgroundModes: [.audio, .fetch]),
            Manifest(identifier: "game", exitsOnSuspend: true, urlSchemes: ["maps"]),
            Manifest(identifier: "slow", backgroundModes: [.location]),
            Manifest(identifier: "upload", urlSchemes: ["http"]),
        ]
        for (place, manifest) in manifests.enumerated() {
            try necessary {
                try device.install(manifest, footprint: 30_000_000 * (place + 1)) { [weak self] application in
                    self?.prepare(application, manifest.identifier)
                }
            }
        }
        // The history includes the actions of the device itself.
        device.recordsTouches = true
        device.onHistoryEntry = { [weak self] entry in
            self?.hear(entry)
            if !RecordingRun.isOneLine("\(entry)") { self?.fail("an entry of the history that is no line: \(entry)") }
        }
    }

    /// Checks the life of an app that the script declares.
    private func hear(_ entry: DeviceHistory.Entry) {
        guard let app = entry.app, declared.contains(app) else { return }
        let watcher = watchers[app] ?? ScriptWatcher(app, self)
        watchers[app] = watcher
        switch entry.kind {
        case .entered: watcher.enter(entry.state ?? .notRunning)
        case .call(let call): watcher.hear(call)
        case .post(let name): watcher.hear(post: name)
        case .action, .touch, .ended, .refused, .note, .result: break
        case .snapshot: watcher.seeSnapshot()
        }
        // The next launch is another life.
        if watcher.state == .notRunning { watchers[app] = nil }
    }

    private func prepare(_ application: Application, _ name: String) {
        let watcher = ScriptWatcher(name, self)
        watchers[name] = watcher
        application.delegate = watcher
        application.onLifecycleEvent = { [weak watcher] in watcher?.hear($0) }
        let window = Window(frame: Rect(origin: .zero, size: device.screenSize), application: application)
        let view = StoryView(0, watcher.stories, frame: window.bounds)
        view.isMultipleTouchEnabled = true
        window.addSubview(view)
        window.makeKeyAndVisible()
    }

    func fail(_ text: String) {
        if problem == nil { problem = Violation(text) }
    }

    func finish() throws(Violation) {
        try check()
        _ = try? device.perform(.switchOff)
        device.settle()
        for name in Self.names + declared.sorted() {
            try require(device.application(name) == nil, "\(name) runs on a device that is off")
        }
        try check()
        let table = device.history.table
        try require(
            table.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control },
            "the table"
        )
        if device.history.entries.count < 300 {
            try require(device.history.svg(title: "input").hasSuffix("</svg>\n"), "the picture is cut off")
        }
    }

    private func check() throws(Violation) {
        if let problem { throw problem }
        for watcher in watchers.values { if let violation = watcher.stories.violation { throw violation } }
        for name in device.installedApps {
            let (state, seen) = (try necessary { try device.state(of: name) }, watchers[name]?.state ?? .notRunning)
            try require(state == seen, "\(name) is \(state), and entered \(seen)")
            let held = watchers[name]?.stories.heldCount ?? 0
            try require(held == 0 || state == .active, "\(name) is \(state) with \(held) touches")
        }
        let front = watchers.values.filter(\.state.isForeground)
        try require(front.count == (device.frontmost == nil ? 0 : 1), "\(front.map(\.name)) in the foreground")
    }
}

/// Checks the calls that one launch of an app gets: the changes of state are those of rule A3, and the calls come in
/// the order of the transitions.
@MainActor
private final class ScriptWatcher: ApplicationDelegate {
    let name: String
    let stories = TouchStories()
    private(set) var state = LifecycleState.notRunning
    private weak var apps: ScriptApps?
    private var lastCall = Transition.Call?.none

    init(_ name: String, _ apps: ScriptApps) {
        self.name = name
        self.apps = apps
    }

    private static let edges: [LifecycleState: Set<LifecycleState>] = [
        .notRunning: [.inactive, .background],
        .inactive: [.active, .background, .notRunning],
        .active: [.inactive, .notRunning],
        .background: [.inactive, .suspended, .notRunning],
        .suspended: [.background, .notRunning],
    ]

    /// The calls about the state, each with the calls about the state that may directly precede it.
    private static let forerunners: [Transition.Call: Set<Transition.Call?>] = [
        .willFinishLaunching: [nil],
        .didFinishLaunching: [.willFinishLaunching],
        .didBecomeActive: [.didFinishLaunching, .willResignActive, .willEnterForeground],
        .willResignActive: [.didBecomeActive],
        .didEnterBackground: [.willResignActive, .didFinishLaunching],
        .willEnterForeground: [.didEnterBackground],
        .willTerminate: [.didEnterBackground, .willResignActive],
    ]

    func hear(_ event: LifecycleEvent) {
        switch event.kind {
        case .entered: enter(event.state)
        case .call(let call): hear(call)
        case .post(let name): hear(post: name)
        case .snapshot: seeSnapshot()
        case .stateError, .refused, .ended: break
        }
    }

    func enter(_ next: LifecycleState) {
        if Self.edges[state]?.contains(next) != true { apps?.fail("\(name) goes from \(state) to \(next)") }
        state = next
        if state == .notRunning { stories.forgetHeld() }
    }

    func hear(_ call: Transition.Call) {
        if state == .notRunning || state == .suspended { apps?.fail("\(name) is told \(call) while \(state)") }
        guard let forerunners = Self.forerunners[call] else { return }
        if !forerunners.contains(lastCall) {
            apps?.fail("\(name) is told \(call) after \(String(describing: lastCall))")
        }
        lastCall = call
    }

    func seeSnapshot() {
        if state != .background { apps?.fail("\(name) is pictured while \(state)") }
    }

    func hear(post: String) {
        if state == .notRunning || state == .suspended { apps?.fail("\(name): \(post) while \(state)") }
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        application.runLoop.addTimer(after: .seconds(10), every: .seconds(10)) { [weak self] _ in
            guard let self else { return }
            if state == .notRunning || state == .suspended { apps?.fail("a timer of \(name) while \(state)") }
        }
        return true
    }

    func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool { true }

    func applicationDidEnterBackground(_ application: Application) {
        switch name {
        case "mail":
            let task = application.beginBackgroundTask(name: "save")
            application.runLoop.addTimer(after: .seconds(2)) { [weak application] _ in
                application?.endBackgroundTask(task)
            }
        case "slow": apps?.device.spendTime(.seconds(6))
        case "upload": _ = application.beginBackgroundTask(name: "upload") {}
        default: break
        }
    }
}
