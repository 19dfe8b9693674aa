internal import ResponderNotifications
internal import ResponderTouchInput

/// The state of an application, and what takes it from one to the next: the table of transitions.
@MainActor
final class Lifecycle {
    private(set) var state = LifecycleState.notRunning
    /// What the application sees: before its launch it is inactive, after its end in the background.
    private(set) var visibleState = ApplicationState.inactive
    /// An application is launched once in its life.
    private var wasLaunched = false
    private var options = LaunchOptions()
    /// What was ordered while a transition was in progress (rule A47).
    private var waiting: [Transition.Cause] = []
    private var isInTransition = false

    func launch(_ application: Application, options: LaunchOptions) {
        guard !wasLaunched else { return }
        wasLaunched = true
        self.options = options
        order(.launch, application)
    }

    func terminate(_ application: Application) {
        guard application.dispatcher.isDispatching, !isInTransition else { return order(.terminate, application) }
        // The handler that asks for it returns first: the cancels of touches wait for that (rule T33), and they come
        // before the background (rule A3). Only a run nested inside the handler does not wait: it might not end.
        application.runLoop.post { [self, weak application] in
            if let application { order(.terminate, application) }
        }
    }

    /// Carries an order out, or, inside a callback, keeps it until the last call of the transition in progress has
    /// returned.
    private func order(_ cause: Transition.Cause, _ application: Application) {
        waiting.append(cause)
        guard !isInTransition else { return }
        isInTransition = true
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            while let transition = Transition.row(from: state, cause: next) {
                for step in transition.steps { perform(step, application) }
            }
        }
        isInTransition = false
    }

    private func perform(_ step: Transition.Step, _ application: Application) {
        switch step {
        case .enter(let state):
            self.state = state
            if let visible = state.visible { visibleState = visible }
        case .call(let call): perform(call, application)
        case .post(let post): perform(post, application)
        case .showWindows: application.showsWindows = true
        case .hideWindows: application.showsWindows = false
        case .dropTouches:
            // Nobody accepts them yet: taken from the port, they are gone (rule T34).
            _ = application.touchPort.serve(limit: .max)
        case .acceptTouches: application.dispatcher.acceptTouches(true)
        case .cancelTouches:
            application.dispatcher.acceptTouches(false)
            application.dispatcher.cancelAll(because: .applicationInactive)
        case .stopLoop: application.runLoop.stopAllRuns()
        }
    }

    private func perform(_ call: Transition.Step.Call, _ application: Application) {
        guard let delegate = application.delegate else { return }
        switch call {
        case .willFinishLaunching:
            // What the two launch methods return concerns a URL the application is opened with.
            _ = delegate.application(application, willFinishLaunchingWithOptions: options)
        case .didFinishLaunching:
            _ = delegate.application(application, didFinishLaunchingWithOptions: options)
        case .didBecomeActive: delegate.applicationDidBecomeActive(application)
        case .willResignActive: delegate.applicationWillResignActive(application)
        case .didEnterBackground: delegate.applicationDidEnterBackground(application)
        case .willTerminate: delegate.applicationWillTerminate(application)
        }
    }

    private func perform(_ post: Transition.Step.Post, _ application: Application) {
        let center = application.notificationCenter
        switch post {
        case .didFinishLaunching: center.post(Application.DidFinishLaunching(subject: application, options: options))
        case .didBecomeActive: center.post(Application.DidBecomeActive(subject: application))
        case .willResignActive: center.post(Application.WillResignActive(subject: application))
        case .didEnterBackground: center.post(Application.DidEnterBackground(subject: application))
        case .willTerminate: center.post(Application.WillTerminate(subject: application))
        }
    }
}
