import ResponderKit
import ResponderSimulator
import TestSupport

/// Ten apps that live at random: timers, background tasks, actions from inside callbacks, callbacks that take too long.
///
/// It watches them by what their delegates are told and by their application's state, not by the device's history; what an
/// edge between two states may be stands in `LifeRules`, which does not read the table of transitions.
@MainActor
final class RandomLife {
    let device: SimulatedDevice
    var random: SeededGenerator
    let names = (0..<10).map { "app\($0)" }
    private(set) var watchers: [String: AppWatcher] = [:]
    private(set) var problems: [String] = []
    /// What was done last, for a report.
    private var recent: [String] = []
    private(set) var refusals = 0
    /// The edges that apps went over.
    private(set) var edges: Set<[LifecycleState]> = []
    private(set) var timersFired = 0
    private(set) var touchesBegan = 0
    private(set) var touchesOver = 0
    private var fingers: Set<Int> = []

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        device = SimulatedDevice()
        device.recordsHistory = false
        device.autoLock = AutoLock(dimsAfter: .seconds(40), locksAfter: .seconds(10))
        device.memoryCapacity = 400
        let modes: [Set<BackgroundMode>] = [
            [], [.audio, .fetch], [.location], [.remoteNotification], [.externalAccessory],
        ]
        for (place, name) in names.enumerated() {
            let manifest = Manifest(
                identifier: name,
                exitsOnSuspend: place == 9,
                backgroundModes: modes[place % modes.count],
                urlSchemes: ["scheme\(place % 4)"]
            )
            try device.install(manifest, footprint: 20 * (place + 1)) { [weak self] in self?.prepare($0, name) }
        }
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

    // MARK: Steps

    func step() {
        let action = randomAction()
        recent.append("\(action)")
        if recent.count > 20 { recent.removeFirst(10) }
        do throws(DeviceError) {
            try device.perform(action)
        } catch {
            refusals += 1
        }
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4: device.settle()
        case 4..<7: device.advance(by: .milliseconds(Int.random(in: 1...900, using: &random)))
        case 7: device.advance(by: .seconds(Int.random(in: 1...50, using: &random)))
        default: break
        }
        check()
    }

    /// What holds whenever no code of an app runs.
    private func check() {
        for watcher in watchers.values { watcher.look() }
        let foreground = names.filter { state($0).isForeground }
        if foreground.count > 1 { fail("\(foreground) are in the foreground together") }
        if let name = foreground.first {
            if device.frontmost !== device.application(name) { fail("\(name) is in the foreground, and not in front") }
            let isFree = device.overlays.isEmpty && !device.isLocked
            if isFree != (state(name) == .active) { fail("\(name) is \(state(name)) under \(device.overlays)") }
        } else if device.frontmost != nil {
            fail("an app is in front, and none is in the foreground")
        }
    }

    private func state(_ name: String) -> LifecycleState { device.application(name)?.lifecycleState ?? .notRunning }

    // MARK: Chance

    func randomAction() -> DeviceAction {
        let app = names.randomElement(using: &random) ?? names[0]
        // Otherwise most of the time the device would be off, locked or covered.
        if Int.random(in: 0..<4, using: &random) == 0 {
            if !device.isOn { return .switchOn }
            if device.isLocked { return .unlock }
            switch device.overlays.last {
            case .switcher: return .closeSwitcher
            case .call: return .declineCall
            case .alert: return .dismissAlert
            case .notificationCenter: return .closeNotificationCenter
            case nil: return device.frontmost == nil ? .launch(app) : randomFinger()
            }
        }
        switch Int.random(in: 0..<64, using: &random) {
        case 0..<8: return .launch(app)
        case 8..<12: return .home
        case 12, 13: return .openSwitcher
        case 14: return .closeSwitcher
        case 15, 16: return .choose(app)
        case 17, 18: return .kill(app)
        case 19: return .lock
        case 20..<24: return .unlock
        case 24: return .call(from: "Anna")
        case 25: return .acceptCall
        case 26, 27: return .declineCall
        case 28, 29: return .endCall
        case 30: return .showAlert("Alert")
        case 31..<34: return .dismissAlert
        case 34: return .openNotificationCenter
        case 35, 36: return .closeNotificationCenter
        case 37, 38:
            return (try? AppURL("scheme\(Int.random(in: 0..<5, using: &random)):x")).map { .openURL($0, from: nil) }
                ?? .home
        case 39, 40: return .push(app, RemoteNotification())
        case 41: return .tapNotification(app)
        case 42: return .wake(app, BackgroundMode.allCases.randomElement(using: &random) ?? .fetch)
        case 43: return .beginActivity(app, BackgroundMode.allCases.randomElement(using: &random) ?? .audio)
        case 44: return .endActivity(app, BackgroundMode.allCases.randomElement(using: &random) ?? .audio)
        case 45: return .setFootprint(app, bytes: Int.random(in: 0...200, using: &random))
        case 46: return .warnOfMemory
        case 47: return Int.random(in: 0..<4, using: &random) == 0 ? .crash(app) : .showBanner("Banner")
        case 48: return Int.random(in: 0..<8, using: &random) == 0 ? .switchOff : .switchOn
        case 49: return .setAllowed(app, Int.random(in: 0..<3, using: &random) > 0)
        case 50: return .change(.batteryLevel(Double.random(in: 0...1, using: &random)))
        case 51: return .change(.orientation(DeviceOrientation.allCases.randomElement(using: &random) ?? .unknown))
        case 52: return .change(.accessories(Bool.random(using: &random) ? ["keyboard"] : []))
        case 53: return .change(.significantTime)
        case 54: return .setPasscode(Bool.random(using: &random))
        case 55:
            return .schedule(app, LocalNotification(identifier: "n", fireDate: device.now.advanced(by: .seconds(20))))
        case 56, 57: return .tap(Point(10, 10))
        default: return randomFinger()
        }
    }

    private func randomFinger() -> DeviceAction {
        let finger = Int.random(in: 0..<4, using: &random)
        let point = Point(Double.random(in: 0...999, using: &random), 10)
        guard fingers.contains(finger) else {
            // On a device that is switched off there is no finger.
            if device.isOn { fingers.insert(finger) }
            return .fingerDown(finger, at: point)
        }
        if Bool.random(using: &random) { return .fingerMove(finger, to: point) }
        if device.isOn { fingers.remove(finger) }
        return .fingerUp(finger)
    }

    /// What an app does in a callback, now and then.
    func misbehave(in application: Application) {
        switch Int.random(in: 0..<60, using: &random) {
        case 0..<4: _ = try? device.perform(randomAppAction())
        case 4..<7: device.spendTime(.milliseconds(Int.random(in: 1...3000, using: &random)))
        case 7: device.spendTime(.seconds(Int.random(in: 3...12, using: &random)))
        case 8..<14:
            let task = application.beginBackgroundTask(name: "task")
            let delay = Int.random(in: 0...40, using: &random)
            application.runLoop.addTimer(after: .seconds(delay)) { [weak application] _ in
                application?.endBackgroundTask(task)
            }
        case 14: application.isIdleTimerDisabled.toggle()
        case 15 where Int.random(in: 0..<4, using: &random) == 0: application.terminate()
        default: break
        }
    }

    private func randomAppAction() -> DeviceAction {
        let action = randomAction()
        // A finger is not an app's.
        switch action {
        case .fingerDown, .fingerMove, .fingerUp: return .home
        default: return action
        }
    }
}
