import ResponderKit
import ResponderSimulator
import TestSupport

/// Ten apps that live at random: timers, background tasks, actions from inside callbacks, callbacks that take too long.
///
/// The apps are checked by the calls that they get and by their application's state; of the device's history only the
/// times of actions are read. `LifeRules`, which does not read the table of transitions, has the edges that are allowed
/// between states, and `ToldChanges` has what an app may be told of its device.
@MainActor
final class RandomLife {
    let device: SimulatedDevice
    /// Where the device has its files.
    let folder = TemporaryFolder()
    var random: SeededGenerator
    private(set) var names: [String] = []
    private(set) var watchers: [String: AppWatcher] = [:]
    /// The modes of each app's manifest, and what apps have begun in the background.
    private(set) var modes: [String: [BackgroundMode]] = [:]
    /// Apps that have begun background tasks by an action.
    var tasks: [String] = []
    /// Whether apps are declared by lines of a script, and every action is a line, instead of being watched from
    /// inside.
    let isScripted: Bool
    var begun: [(app: String, mode: BackgroundMode)] = []
    private(set) var problems: [String] = []
    /// What was done last, for a report.
    private var recent: [String] = []
    private(set) var refusals = 0
    /// How often each thing was done, and not refused.
    private(set) var deeds: [WalkedDeed: Int] = [:]
    /// Called with each entry of the device's history.
    var onHistoryEntry: ((DeviceHistory.Entry) -> Void)?
    /// The edges that apps went over.
    private(set) var edges: Set<[LifecycleState]> = []
    private(set) var timersFired = 0
    private(set) var touchesBegan = 0
    private(set) var touchesOver = 0
    var fingers: Set<Int> = []

    init(seed: UInt64, isScripted: Bool = false) throws {
        self.isScripted = isScripted
        random = SeededGenerator(seed: seed)
        device = SimulatedDevice()
        device.recordsHistory = false
        device.autoLock = AutoLock(dimsAfter: .seconds(40), locksAfter: .seconds(10))
        device.memoryCapacity = 400
        try device.attachStorage(at: folder.path, capacity: 200_000)
        if isScripted { device.recordsTouches = true }
        perform(.setIdiom(InterfaceIdiom.allCases.randomElement(using: &random) ?? .phone))
        perform(.setCapabilities([.gps, .wifi]))
        for place in 0..<10 {
            if isScripted {
                try runAsLine(.install(randomDeclaration("app\(place)")))
            } else {
                try install()
            }
        }
        device.onHistoryEntry = { [weak self] entry in self?.note(entry) }
    }

    /// One app more.
    private func install() throws(DeviceError) {
        let place = names.count
        let name = "app\(place)"
        let modes: [[BackgroundMode]] = [
            [], [.audio, .fetch], [.location], [.remoteNotification], [.externalAccessory, .voip],
        ]
        let manifest = Manifest(
            identifier: name,
            exitsOnSuspend: place == 9,
            backgroundModes: Set(modes[place % modes.count]),
            urlSchemes: ["scheme\(place % 4)"],
            isFileSharingEnabled: place.isMultiple(of: 2)
        )
        try device.install(manifest, footprint: 20 * (place + 1)) { [weak self] in self?.prepare($0, name) }
        names.append(name)
        self.modes[name] = modes[place % modes.count]
    }

    private func prepare(_ application: Application, _ name: String) {
        let watcher = AppWatcher(name, application, self)
        watchers[name] = watcher
        application.delegate = watcher
        let window = Window(frame: Rect(0, 0, 1000, 1000), application: application)
        let view = WatchingView(watcher)
        view.frame = window.bounds
        view.isMultipleTouchEnabled = true
        window.addSubview(view)
        window.makeKeyAndVisible()
    }

    func fail(_ problem: String) {
        if problems.count < 10 { problems.append("\(problem), after \(recent.suffix(6))") }
    }

    func didGo(from: LifecycleState, to: LifecycleState) { edges.insert([from, to]) }
    func timerDidFire() { timersFired += 1 }
    func touchDidBegin() { touchesBegan += 1 }
    func touchesAreOver(_ count: Int) { touchesOver += count }

    /// An action is carried out now: those whom it concerns are to be told of it.
    private func note(_ entry: DeviceHistory.Entry) {
        onHistoryEntry?(entry)
        // What an app says of its memory is done at once, inside of its code.
        guard case .action(let action) = entry.kind, device.isOn, device.runningApp == nil else { return }
        for watcher in watchers.values { watcher.endWaking() }
        switch action {
        case .change(let change) where !device.environment.has(change):
            for watcher in watchers.values { watcher.expect(change) }
        case .changeSettings(let app, let keys): watchers[app]?.expect(.settings(changedKeys: keys))
        case .setSettings(let app, let values): watchers[app]?.expect(.settings(changedKeys: Set(values.keys)))
        default: break
        }
    }

    // MARK: Steps

    func step() {
        if Int.random(in: 0..<12, using: &random) == 0 { performHostDeed() } else { perform(randomAction()) }
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4: perform(.settle) { device.settle() }
        case 4..<7: perform(.advance) { device.advance(by: .milliseconds(Int.random(in: 1...900, using: &random))) }
        case 7: perform(.advance) { device.advance(by: .seconds(Int.random(in: 1...50, using: &random))) }
        default: break
        }
        check()
    }

    private func remember(_ deed: String) {
        recent.append(deed)
        if recent.count > 20 { recent.removeFirst(10) }
    }

    private func perform(_ action: DeviceAction) {
        remember("\(action)")
        do throws(DeviceError) {
            if isScripted {
                try runAsLine(action)
            } else {
                try device.perform(action)
            }
            deeds[WalkedDeed(action), default: 0] += 1
        } catch {
            refusals += 1
        }
    }

    /// Runs an action as the line of a script that says it.
    private func runAsLine(_ action: DeviceAction) throws(DeviceError) {
        var refusal: DeviceError?
        do throws(DeviceScript.Problems) {
            let script = try DeviceScript("\(action)")
            if script.steps.map(\.command) != [.perform(action)] { fail("another action when read: \(action)") }
            device.run(script) { refusal = $1 }
        } catch {
            fail("no line: \(error)")
        }
        if let refusal { throw refusal }
        guard case .install(let app) = action else { return }
        names.append(app.name)
        modes[app.name] = Array(app.backgroundModes).sorted { $0.rawValue < $1.rawValue }
    }

    private func perform(_ deed: HostDeed, _ body: () throws -> Void) {
        remember("\(deed)")
        do {
            try body()
            deeds[.host(deed), default: 0] += 1
        } catch {
            refusals += 1
        }
    }

    private func performHostDeed() {
        let deed = HostDeed.allCases.randomElement(using: &random) ?? .settle
        perform(deed) {
            switch deed {
            case .settle: device.settle()
            case .advance: device.advance(by: .milliseconds(1))
            case .install: if !isScripted, names.count < 12 { try install() }
            case .launchVisitor:
                // It is not installed, and is on the device for this launch.
                try device.launch(Application.self) { if !isScripted { prepare($0, "visitor") } }
            case .terminateFront: device.terminate()
            case .touch: device.touch(randomContacts())
            case .spendTime: device.spendTime(.milliseconds(Int.random(in: 1...2000, using: &random)))
            case .setMemoryCapacity: device.memoryCapacity = randomCapacity()
            case .setMemoryWarningLevel: device.memoryWarningLevel = randomCapacity()
            case .setMemoryPatience:
                let warnings = Int.random(in: 0...3, using: &random)
                device.memoryPatience = warnings == 0 ? nil : MemoryPatience(warnings: warnings)
            case .setProcessorBudget:
                let time = Duration.seconds(Int.random(in: 1...60, using: &random))
                device.processorBudget = Bool.random(using: &random) ? ProcessorBudget(time: time) : nil
            case .setAutoLock: device.autoLock = randomAutoLock()
            case .setPasscode: device.hasPasscode = Bool.random(using: &random)
            }
        }
    }

    /// What holds whenever no code of an app runs.
    private func check() {
        if isScripted { return }
        let watchers = watchers.sorted { $0.key < $1.key }.map(\.value)
        for watcher in watchers { watcher.look() }
        let foreground = watchers.filter { $0.state.isForeground }
        if foreground.count > 1 { fail("\(foreground.map(\.name)) are in the foreground together") }
        if let watcher = foreground.first {
            if device.frontmost !== watcher.application {
                fail("\(watcher.name) is in the foreground, and not in front")
            }
            let isFree = device.overlays.isEmpty && !device.isLocked
            if isFree != (watcher.state == .active) {
                fail("\(watcher.name) is \(watcher.state) under \(device.overlays)")
            }
        } else if device.frontmost != nil {
            fail("an app is in front, and none is in the foreground")
        }
    }
}
