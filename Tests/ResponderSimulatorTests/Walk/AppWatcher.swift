import ResponderKit
import ResponderSimulator

/// Watches one launch of an app: what its delegate is told, in which state, and what becomes of its touches.
@MainActor
final class AppWatcher: ApplicationDelegate {
    let name: String
    private weak var life: RandomLife?
    private weak var application: Application?
    private var state = LifecycleState.notRunning
    /// The delegate's last call about its state, and whether it was told of its end.
    private var lastCall = ""
    private var wasToldOfEnd = false
    private var touches: Set<Touch> = []

    init() { name = "" }

    init(_ name: String, _ application: Application, _ life: RandomLife) {
        self.name = name
        self.application = application
        self.life = life
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
            if let reason = application?.endReason, (reason == .terminated) == isSilent, state != .suspended {
                fail("ended as \(reason), and told so: \(!isSilent)")
            }
            // What is ended without being told forgets its touches; one that is told has had them cancelled.
            if !isSilent, !touches.isEmpty { fail("ended with \(touches.count) touches") }
            life?.touchesAreOver(touches.count)
            touches = []
        }
        state = next
    }

    /// The state is what the application says, and touches are down in active apps only.
    func look() {
        guard let application else { return }
        if application.lifecycleState != state { fail("\(application.lifecycleState), and entered \(state)") }
        if state != .active, !touches.isEmpty { fail("\(touches.count) touches while \(state)") }
    }

    private func noted(_ call: String, in expected: ApplicationState..., isState: Bool = true) {
        guard let application, let life else { return }
        if state == .notRunning || state == .suspended { return fail("\(call) while \(state)") }
        if !expected.contains(application.applicationState) { fail("\(call) in \(application.applicationState)") }
        if isState {
            if !LifeRules.mayFollow(call, lastCall) { fail("\(call) after \(lastCall)") }
            lastCall = call
        }
        if wasToldOfEnd { fail("\(call) after willTerminate") }
        life.misbehave(in: application)
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

/// What may follow what: written by hand from SEMANTICS A3 and 9.4.
enum LifeRules {
    /// Whether an app may go from one state to the other, with that call to its delegate last.
    static func allows(
        from: LifecycleState,
        to: LifecycleState,
        after call: String,
        isSilent: Bool
    ) -> Bool {
        switch (from, to) {
        case (.notRunning, .inactive), (.notRunning, .background): call == ""
        case (.inactive, .active): call == "didFinish" || call == "resignActive" || call == "enterForeground"
        case (.active, .inactive): call == "resignActive"
        case (.inactive, .background): call == "resignActive"
        case (.background, .inactive): call == "enterForeground"
        case (.background, .suspended), (.suspended, .background): call == "enterBackground"
        // Told so, or by a kill, which calls nobody.
        case (.background, .notRunning), (.inactive, .notRunning): isSilent || call == "terminate"
        case (.active, .notRunning), (.suspended, .notRunning): isSilent
        default: false
        }
    }

    /// Whether a call may come after another one.
    static func mayFollow(_ call: String, _ former: String) -> Bool {
        switch call {
        case "willFinish": former == ""
        case "didFinish": former == "willFinish"
        case "becomeActive": former == "didFinish" || former == "resignActive" || former == "enterForeground"
        case "resignActive": former == "becomeActive"
        case "enterBackground": former == "resignActive" || former == "didFinish"
        case "enterForeground": former == "enterBackground"
        case "terminate": former == "enterBackground" || former == "resignActive"
        default: false
        }
    }
}
