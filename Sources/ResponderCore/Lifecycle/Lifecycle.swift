internal import ResponderEventLoop
internal import ResponderNotifications
internal import ResponderTouchInput

/// The state of an application, and the interpreter of the table of transitions.
///
/// `Lifecycle+Steps.swift` performs a step, `Lifecycle+Changes.swift` passes reports on, `Suspension.swift` waits for
/// background tasks, `CallbackSpan.swift` holds the limits.
@MainActor
package final class Lifecycle {
    private(set) var state = LifecycleState.notRunning { didSet { stateObserver?() } }
    /// The state as the application sees it: inactive before the launch, background after the end.
    private(set) var visibleState = ApplicationState.inactive
    private(set) var endReason: LifecycleEvent.EndReason? { didSet { stateObserver?() } }
    /// Called when the state or the reason of the end was set.
    var stateObserver: (@MainActor () -> Void)?
    /// See ``Application/onSuspension``.
    var suspensionObserver: (@MainActor () -> Void)?
    /// See ``Application/reportStalls(over:to:)``.
    var reportsStalls = false
    /// See ``Application/onTermination``.
    var terminationObserver: (@MainActor () -> Void)?
    /// The status that the first order to end named.
    private var orderedStatus: Int32?
    /// The exit status of the process; nil while the application has not ended.
    private(set) var exitStatus: Int32?
    /// An application is launched once in its life.
    private var wasLaunched = false
    /// The messages that came while a transition was in progress (rule A47), or inside a touch handler (rule T33).
    private var waiting: [WaitingMessage] = []
    private(set) var isInTransition = false
    /// Whether a transition is in progress, or a message waits.
    var isBusy: Bool { isInTransition || !waiting.isEmpty }
    private var destinationUnderWay: LifecycleState?
    /// Whether a post to the loop will carry out the waiting messages.
    private var isPosted = false
    /// The touches in the port that came before the message that is being carried out.
    private(set) var touchesBefore = TouchesBefore.all

    var options = LaunchOptions()
    /// The event that the transition under way is for, and whether the delegate may be asked to open its URL.
    var event: HostEvent?
    var mayOpen = true
    /// The limit of the callbacks under way; nil without a limit.
    var span: CallbackSpan?
    var limits = TimeLimits()
    var endsWhenOverLimit: Bool
    var changes = QueuedChanges()
    var environment = DeviceEnvironment()
    /// The accessories that are connected while the application may not use them (rule A30); nil while it may.
    var hiddenAccessories: [String]?
    let tasks = BackgroundTasks()
    var suspension: Suspension?
    let holdings = Holdings()
    /// See ``Application/stateStore``.
    var stateStore: (any StateStore)?
    /// The store of a restoration that may still turn out to have failed.
    var restoredStore: (any StateStore)?
    /// See ``Application/savesStateContinuously``.
    var continuousSaving: ContinuousSaving?
    /// For each name of a controller, the function that makes it.
    var restorationFactories: [String: @MainActor ([String], StateCoder) -> ViewController?] = [:]
    /// See ``Application/windowSnapshots``.
    var snapshots: [ViewSnapshot] = []
    var listener: (@MainActor (LifecycleEvent) -> Void)? { didSet { listenerChanges += 1 } }
    private(set) var listenerChanges = 0
    var watchdog: Watchdog?

    init(endsWhenOverLimit: Bool) {
        self.endsWhenOverLimit = endsWhenOverLimit
    }

    /// Whether the application was launched and has not ended.
    var isRunning: Bool { state != .notRunning }
    /// Whether the application has ended, or is just ending: none of its code is called any more.
    package var hasEnded: Bool { endReason != nil }

    // MARK: Messages

    /// Carries a message out, or keeps it if it must wait.
    ///
    /// - Parameter isMerged: Whether the message came by the notification port, merged with touches by time.
    func receive(
        _ message: HostMessage,
        _ application: Application,
        isMerged: Bool = false
    ) throws(HostMessage.Refusal) -> HostMessage.Reception {
        // A kill calls no code of the application, so it need not wait.
        if message == .kill {
            try check(message, application)
            end(because: .killed, application)
            return .performed
        }
        // If a message from a touch handler still waits for its turn, it is carried out before this message of the
        // port. Otherwise touches later than both messages would go before them (rule L35).
        if isPosted, isMerged, !isInTransition, !application.dispatcher.isDispatching {
            isPosted = false
            carryOutWaiting(application)
        }
        if hasEnded { try check(message, application) }
        let touches = isMerged ? TouchesBefore.none : .upTo(application.runLoop.now)
        if isInTransition || isPosted {
            waiting.append(WaitingMessage(message: message, touches: touches))
            return .waiting
        }
        try check(message, application)
        // A message that a touch handler sends waits until the handler has returned: the cancels of touches wait for
        // that return (rule T33), and must come before the background (rule A3). A run nested inside the handler does
        // carry the message out, since that run might never end.
        if application.dispatcher.isDispatching {
            waiting.append(WaitingMessage(message: message, touches: touches))
            isPosted = true
            // The application may be suspended in a run nested in the handler; then this message resumes or ends it.
            application.runLoop.post(in: .evenWhileSuspended) { [self, weak application] in
                isPosted = false
                if let application { carryOutWaiting(application) }
            }
            return .waiting
        }
        // Moves that wait for a display frame came before the message, so they are delivered first; messages of the
        // port are merged with moves by time.
        if !isMerged, state == .active, message.mayCancelTouches, application.displayLinks.deliverWaitingMoves() {
            // A handler may have changed the state.
            try check(message, application)
        }
        let reception = carryOut(message, application, after: isMerged ? .none : .all)
        carryOutWaiting(application)
        return reception
    }

    /// Carries out the waiting messages, until none is left.
    func carryOutWaiting(_ application: Application) {
        while !isInTransition, !waiting.isEmpty {
            let next = waiting.removeFirst()
            do throws(HostMessage.Refusal) {
                try check(next.message, application)
                _ = carryOut(next.message, application, after: next.touches)
            } catch {
                report(.refused(error), application)
            }
        }
        // The post that would have carried them out finds nothing.
        if waiting.isEmpty { isPosted = false }
    }

    /// Throws if the message is out of place in the present state.
    private func check(_ message: HostMessage, _ application: Application) throws(HostMessage.Refusal) {
        if let reason = refusal(of: message, application) {
            throw HostMessage.Refusal(message: message, state: state, reason: reason)
        }
    }

    private func refusal(of message: HostMessage, _ application: Application) -> HostMessage.Refusal.Reason? {
        guard let cause = message.cause else { return refusal(ofReport: message) }
        if wasLaunched && (cause == .launch || cause == .launchInBackground) { return .launchedBefore }
        let expected = Transition.startStates(of: cause, leaving: application.leaving)
        if expected.contains(state) { return nil }
        return expected.isEmpty ? .noMultitasking : .wrongState(expected: expected)
    }

    private func refusal(ofReport message: HostMessage) -> HostMessage.Refusal.Reason? {
        switch (message, state) {
        case (_, .notRunning): .notListening
        // Changes are kept for the resume; other reports are not.
        case (.change, .suspended): nil
        case (_, .suspended): .notListening
        case (.deliver(.url), .background), (.deliver(.localNotification), .background):
            .wrongState(expected: [.active, .inactive])
        case (.deliver(.backgroundFetch), .active), (.deliver(.backgroundFetch), .inactive):
            .wrongState(expected: [.background])
        default: nil
        }
    }

    private func carryOut(
        _ message: HostMessage,
        _ application: Application,
        after touches: TouchesBefore
    ) -> HostMessage.Reception {
        touchesBefore = touches
        guard let cause = message.cause else { return deliverReport(message, application) }
        switch message {
        case .launch(let options), .launchInBackground(let options):
            wasLaunched = true
            self.options = options
            event = options.event
        case .enterForeground(let event): self.event = event
        case .suspend where !maySuspend(application): return .waiting
        case .terminate: terminationObserver?()
        default: break
        }
        inTransition(application) {
            while !hasEnded,
                let row = Transition.row(from: state, cause: cause, leaving: application.leaving)
            {
                beginSpan(row.limit, application)
                destinationUnderWay = row.to
                for step in row.steps where !hasEnded { run(step, application) }
            }
            destinationUnderWay = nil
            endSpan()
        }
        event = nil
        mayOpen = true
        return .performed
    }

    /// The state that the current row leads to; nil outside of a transition.
    var destination: LifecycleState? { hasEnded ? nil : destinationUnderWay }

    /// Performs `body`; messages that come meanwhile wait.
    func inTransition(_ application: Application, _ body: () -> Void) {
        let isInside = isInTransition
        isInTransition = true
        // If the application ends inside `body`, code still on the stack may begin a run; that run ends at once.
        application.runLoop.callAsRun(body)
        isInTransition = isInside
    }

    // MARK: State

    func enter(_ state: LifecycleState, _ application: Application) {
        let former = self.state
        guard former != state else { return }
        self.state = state
        if let visible = state.visible { visibleState = visible }
        application.runLoop.setPresence(
            isActive: state == .active,
            isInForeground: state.isForeground,
            isSuspended: state == .suspended
        )
        if state != .background { forgetSuspension() }
        // Tasks get no time if the application has no background, or runs no code.
        tasks.admits = state != .suspended && state != .notRunning && !application.exitsOnSuspend
        if state == .notRunning {
            if let endReason {
                exitStatus = endReason.exitStatus
            } else {
                // An order to end kills a suspended application (sequences 11 and 12).
                endReason = former == .suspended ? .killed : .terminated
                exitStatus = orderedStatus ?? 0
            }
            tasks.close()
            endSpan()
        }
        if state == .suspended { suspensionObserver?() }
        report(.entered, application)
        if let endReason, state == .notRunning {
            report(.ended(endReason), application)
            dropWaiting(application)
            // Code that is still on the stack may queue or observe further: the closed queue and centre keep nothing.
            application.notificationQueue.close()
            application.notificationCenter.close()
        }
    }

    /// Refuses the messages that still wait at the application's end.
    private func dropWaiting(_ application: Application) {
        while !waiting.isEmpty {
            let message = waiting.removeFirst().message
            guard let reason = refusal(of: message, application) else { continue }
            report(.refused(HostMessage.Refusal(message: message, state: state, reason: reason)), application)
        }
    }

    /// Records the exit status that an order to end names.
    func order(_ status: Int32) {
        guard isRunning, !hasEnded, orderedStatus == nil else { return }
        orderedStatus = (0...255).contains(status) ? status : 255
    }

    /// Ends the application without a call.
    func end(because reason: LifecycleEvent.EndReason, _ application: Application) {
        guard isRunning, !hasEnded, let row = Transition.row(from: state, cause: .kill) else { return }
        endReason = reason
        // A post may be under way: the closed centre calls no further observers for it.
        application.notificationCenter.close()
        for step in row.steps { run(step, application) }
    }

    func report(_ kind: LifecycleEvent.Kind, _ application: Application) {
        guard listener != nil || application.tape != nil else { return }
        let event = LifecycleEvent(time: application.runLoop.now, state: state, kind: kind)
        application.tape?.trace.note(event.text)
        listener?(event)
    }
}
