import ResponderKit
import ResponderSimulator

/// Watches one launch of an app: what its delegate and its observers are told, in which state, and what becomes of its
/// touches.
@MainActor
final class AppWatcher: ApplicationDelegate {
    let name: String
    private weak var life: RandomLife?
    private(set) weak var application: Application?
    private(set) var state = LifecycleState.notRunning
    /// The delegate's last call about its state, and whether it was told of its end.
    private var lastCall = ""
    private var wasToldOfEnd = false
    /// What was heard last, call or notification.
    private var lastHeard = ""
    private var changes: ToldChanges
    private var touches: Set<Touch> = []

    var runsCode: Bool { state != .notRunning && state != .suspended }

    init(_ name: String, _ application: Application, _ life: RandomLife) {
        self.name = name
        self.application = application
        self.life = life
        changes = ToldChanges(application.deviceEnvironment, application.manifest)
        application.notificationCenter.observeAny(of: application, ownedBy: self) { $0.heard($1) }
        application.onLifecycleEvent = { [weak self] event in
            if event.kind == .entered { self?.enter(event.state) }
        }
    }

    private func fail(_ problem: String) { life?.fail("\(name): \(problem)") }

    // MARK: State

    private func enter(_ next: LifecycleState) {
        let isSilent = next == .notRunning && !wasToldOfEnd
        if !LifeRules.allows(from: state, to: next, after: lastCall, isSilent: isSilent) {
            fail("\(state) to \(next) after \"\(lastCall)\"")
        }
        life?.didGo(from: state, to: next)
        if next == .notRunning {
            // It may be over its limit in the last that it hears.
            let isLast = lastHeard == "UIApplicationWillTerminateNotification"
            if let reason = application?.endReason, (reason == .terminated) == isSilent, state != .suspended, !isLast {
                fail("ended as \(reason), and told so: \(!isSilent)")
            }
            // What is ended without being told forgets its touches; one that is told has had them cancelled.
            if !isSilent, !touches.isEmpty { fail("ended with \(touches.count) touches") }
            life?.touchesAreOver(touches.count)
            touches = []
        }
        if next == .suspended { endWaking() }
        if state == .suspended, next == .background { changes.wake() }
        if state == .notRunning, next == .background { changes.beginInBackground() }
        state = next
    }

    /// The state is what the application says, touches are down in active apps only, and it knows what it may know.
    func look() {
        guard let application, let life else { return }
        endWaking()
        if state != .notRunning,
            let problem = changes.problem(
                in: state,
                device: life.device.environment,
                application: application.deviceEnvironment
            )
        {
            fail(problem)
        }
        if application.lifecycleState != state { fail("\(application.lifecycleState), and entered \(state)") }
        if state != .active, !touches.isEmpty { fail("\(touches.count) touches while \(state)") }
    }

    private func noted(_ call: String, in expected: ApplicationState..., isState: Bool = true, isChange: Bool = false) {
        guard let application, let life else { return }
        if state == .notRunning || state == .suspended { return fail("\(call) while \(state)") }
        if !expected.contains(application.applicationState) { fail("\(call) in \(application.applicationState)") }
        if isState {
            if !LifeRules.mayFollow(call, lastCall) { fail("\(call) after \(lastCall)") }
            lastCall = call
        }
        hear(call)
        if !isChange { endWaking() }
        life.misbehave(in: application)
    }

    /// A call or a notification has come.
    private func hear(_ name: String) {
        if let forerunner = LifeRules.forerunner(of: name), lastHeard != forerunner {
            fail("\(name) after \(lastHeard)")
        }
        if wasToldOfEnd, lastHeard != "terminate" { fail("\(name) after willTerminate") }
        lastHeard = name
    }

    private func heard(_ notification: any TypedNotification) {
        guard let application, let life else { return }
        let name = type(of: notification).name
        if state == .notRunning || state == .suspended { return fail("\(name) while \(state)") }
        hear(name)
        if let problem = changes.take(notification) {
            if !problem.isEmpty { fail(problem) }
        } else {
            endWaking()
        }
        life.misbehave(in: application)
    }

    /// The device changes, and this app runs or is suspended.
    func expect(_ change: DeviceChange) {
        if state != .notRunning { changes.expect(change, isSuspended: state == .suspended) }
    }

    /// What was queued while it was suspended has been told by now.
    func endWaking() {
        guard let life, state != .notRunning, let problem = changes.endWaking(of: life.device.environment) else {
            return
        }
        fail(problem)
    }

    // MARK: Calls

    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        noted("willFinish", in: .inactive, .background)
        return true
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        noted("didFinish", in: .inactive, .background)
        application.runLoop.addTimer(after: .milliseconds(700), every: .milliseconds(700)) { [weak self] _ in
            guard let self else { return }
            if state == .suspended || state == .notRunning { fail("a timer while \(state)") }
            life?.timerDidFire()
        }
        return true
    }

    func applicationDidBecomeActive(_ application: Application) { noted("becomeActive", in: .active) }
    func applicationWillResignActive(_ application: Application) { noted("resignActive", in: .active) }
    func applicationDidEnterBackground(_ application: Application) { noted("enterBackground", in: .background) }
    func applicationWillEnterForeground(_ application: Application) { noted("enterForeground", in: .background) }
    func applicationWillTerminate(_ application: Application) {
        noted("terminate", in: .background, .inactive)
        wasToldOfEnd = true
    }

    func application(_ application: Application, open url: AppURL, options: OpenURLOptions) -> Bool {
        noted("open", in: .inactive, .active, isState: false)
        return true
    }
    func application(_ application: Application, didReceiveRemoteNotification notification: RemoteNotification) {
        noted("push", in: .inactive, .active, .background, isState: false)
    }
    func application(_ application: Application, didReceive notification: LocalNotification) {
        noted("local", in: .inactive, .active, isState: false)
    }
    func applicationDidReceiveMemoryWarning(_ application: Application) {
        noted("memory", in: .active, .inactive, .background, isState: false)
    }

    func applicationSignificantTimeChange(_ application: Application) {
        noted("timeChange", in: .active, .inactive, .background, isState: false, isChange: true)
    }
    func applicationProtectedDataWillBecomeUnavailable(_ application: Application) {
        noted("dataLocked", in: .active, .inactive, .background, isState: false, isChange: true)
    }
    func applicationProtectedDataDidBecomeAvailable(_ application: Application) {
        noted("dataUnlocked", in: .active, .inactive, .background, isState: false, isChange: true)
    }
    func application(
        _ application: Application,
        performFetchWithCompletionHandler completionHandler: @escaping @Sendable (BackgroundFetchResult) -> Void
    ) {
        noted("fetch", in: .background, isState: false)
        application.runLoop.addTimer(after: .seconds(2)) { _ in completionHandler(.newData) }
    }

    // MARK: Touches

    func began(_ touch: Touch) {
        if state != .active { fail("a touch began while \(state)") }
        if !touches.insert(touch).inserted { fail("a touch began twice") }
        life?.touchDidBegin()
    }

    func moved(_ touch: Touch) {
        if !touches.contains(touch) { fail("a touch moved, and had not begun") }
    }

    func over(_ touch: Touch) {
        if touches.remove(touch) == nil { fail("a touch is over, and had not begun") }
        life?.touchesAreOver(1)
    }
}

/// Tells a watcher of each touch, by a number that no other touch of the app has while it is down.
final class WatchingView: View {
    private weak var watcher: AppWatcher?

    init(_ watcher: AppWatcher) {
        self.watcher = watcher
        super.init(frame: .zero)
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        for touch in touches { watcher?.began(touch) }
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        for touch in touches { watcher?.moved(touch) }
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        for touch in touches { watcher?.over(touch) }
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        for touch in touches { watcher?.over(touch) }
    }
}
