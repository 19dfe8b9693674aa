internal import ResponderEventLoop
internal import ResponderNotifications
internal import ResponderTouchInput

// Performs the steps of a transition.
extension Lifecycle {
    func run(_ step: Transition.Step, _ application: Application) {
        switch step {
        case .enter(let state): enter(state, application)
        case .call(let call): self.call(call, application) { runCallback(call, $0, application) }
        case .post(let post): send(post, application)
        case .deliverEvent:
            if let event { deliver(event, application) }
        case .deliverChanges:
            for change in changes.take() where !hasEnded { apply(change, application) }
        case .showMainInterface: application.showMainInterface()
        case .rotateInterface:
            application.interfaceRotation.begin()
            application.interfaceRotation.update(application)
        case .showWindows: application.showsWindows = true
        case .hideWindows: application.showsWindows = false
        case .dropTouches: application.touchPort.drop(touchesBefore)
        case .acceptTouches: application.dispatcher.acceptTouches(true)
        case .cancelTouches:
            application.dispatcher.acceptTouches(false)
            application.dispatcher.cancelTouchesAndPresses(because: .applicationInactive)
            application.cancelMotion()
        case .discardTouches:
            // Motions end first: otherwise the end of a touch would end a drag, with calls of delegates.
            for window in application.windowStack.windows { Application.observer?.discardMotion(in: window) }
            application.dispatcher.acceptTouches(false)
            application.dispatcher.discardAll()
            application.dispatcher.discardPresses()
            application.motion.discard()
        case .holdUpdates: application.runLoop.holdUpdates()
        case .releaseUpdates: releaseUpdates(application)
        case .saveState: saveState(application)
        case .saveChangedState: continuousSaving?.saveAtEnd()
        case .restoreState: restoreState(application)
        case .endRestoration: endRestoration()
        case .takeSnapshots: takeSnapshots(application)
        case .releaseBackingStores: releaseBackingStores(application)
        case .disconnectAccessories: hideAccessories(application)
        case .withholdAccessories: withholdAccessories(application)
        case .connectAccessories: showAccessories(application)
        case .shutDownSockets: holdings.shutDownSockets()
        case .stopLoop:
            application.savesStateContinuously = false
            application.updatePass.cancel()
            application.interfaceRotation.cancel()
            for window in application.windowStack.windows { Application.observer?.discardMotion(in: window) }
            application.displayLinks.end()
            application.runLoop.endUpdateHold()
            application.runLoop.stopAllRuns()
            // No code of the application is called any more (rules A16, L32), not even the rest of this turn.
            application.runLoop.cutTurnShort()
        }
        checkLimit(application)
    }

    /// Calls the delegate, unless the application has ended.
    func call(_ call: Transition.Call, _ application: Application, _ body: (any ApplicationDelegate) -> Void) {
        guard reportUnlessEnded(.call(call), application) else { return }
        if call == .willTerminate { tasks.admits = false }
        if let delegate = application.delegate { body(delegate) }
        checkLimit(application)
    }

    /// Posts a notification, unless the application has ended.
    func post<Value: TypedNotification>(_ notification: Value, _ application: Application) {
        guard reportUnlessEnded(.post(Value.name), application) else { return }
        application.notificationCenter.post(notification)
        checkLimit(application)
    }

    /// Reports an event that is about to happen; returns false if the application has ended, before or in the listener.
    func reportUnlessEnded(_ kind: LifecycleEvent.Kind, _ application: Application) -> Bool {
        guard !hasEnded else { return false }
        report(kind, application)
        return !hasEnded
    }

    private func runCallback(
        _ call: Transition.Call,
        _ delegate: any ApplicationDelegate,
        _ application: Application
    ) {
        switch call {
        case .willFinishLaunching:
            // The default method returns true, so a missing method counts as true (sequence 3).
            if !delegate.application(application, willFinishLaunchingWithOptions: options) { mayOpen = false }
        case .didFinishLaunching:
            if !delegate.application(application, didFinishLaunchingWithOptions: options) { mayOpen = false }
        case .didBecomeActive: delegate.applicationDidBecomeActive(application)
        case .willResignActive: delegate.applicationWillResignActive(application)
        case .didEnterBackground: delegate.applicationDidEnterBackground(application)
        case .willEnterForeground: delegate.applicationWillEnterForeground(application)
        case .willTerminate: delegate.applicationWillTerminate(application)
        // `deliver`, `take`, `saveState`, `restoreState` and `expire` make these calls, which need more arguments.
        case .openURL, .didReceiveRemoteNotification, .didReceiveLocalNotification, .performFetch,
            .didReceiveMemoryWarning, .significantTimeChange, .protectedDataWillBecomeUnavailable,
            .protectedDataDidBecomeAvailable,
            .shouldSaveApplicationState, .willEncodeRestorableState, .shouldRestoreApplicationState,
            .viewControllerWithRestorationIdentifierPath, .didDecodeRestorableState,
            .backgroundTaskExpiration:
            break
        }
    }

    private func send(_ post: Transition.Post, _ application: Application) {
        switch post {
        case .didFinishLaunching:
            self.post(Application.DidFinishLaunching(subject: application, options: options), application)
        case .didBecomeActive: self.post(Application.DidBecomeActive(subject: application), application)
        case .willResignActive: self.post(Application.WillResignActive(subject: application), application)
        case .didEnterBackground: self.post(Application.DidEnterBackground(subject: application), application)
        case .willEnterForeground: self.post(Application.WillEnterForeground(subject: application), application)
        case .willTerminate: self.post(Application.WillTerminate(subject: application), application)
        }
    }

    /// Calls the delegate with an event.
    func deliver(_ event: HostEvent, _ application: Application) {
        switch event {
        case .url(let url, let options):
            guard mayOpen else { return }
            call(.openURL, application) { _ = $0.application(application, open: url, options: options) }
        case .remoteNotification(let notification):
            call(.didReceiveRemoteNotification, application) {
                $0.application(application, didReceiveRemoteNotification: notification)
            }
        case .localNotification(let notification):
            call(.didReceiveLocalNotification, application) { $0.application(application, didReceive: notification) }
        case .backgroundFetch:
            // A task holds up the suspension until the app calls the handler.
            let task = tasks.begin(name: "background fetch", handler: nil)
            call(.performFetch, application) { delegate in
                delegate.application(
                    application,
                    performFetchWithCompletionHandler: { [weak application] _ in application?.endBackgroundTask(task) }
                )
            }
            if application.delegate == nil { application.endBackgroundTask(task) }
        }
    }
}
