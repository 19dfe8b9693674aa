internal import ResponderEventLoop
internal import ResponderNotifications
internal import ResponderTouchInput

/// The state of an application, and what takes it from one to the next: the interpreter of the table of transitions.
///
/// `Lifecycle+Steps.swift` performs a step, `Lifecycle+Changes.swift` tells of the device, `Suspension.swift` has the
/// background tasks, `CallbackSpan.swift` the limits.
@MainActor
final class Lifecycle {
    private(set) var state = LifecycleState.notRunning
    /// What the application sees: before its launch it is inactive, after its end in the background.
    private(set) var visibleState = ApplicationState.inactive
    private(set) var endReason: LifecycleEvent.EndReason?
    /// The status that the first order to end has named.
    private var orderedStatus: Int32?
    /// What the process exits with; nil while the application has not ended.
    private(set) var exitStatus: Int32?
    /// An application is launched once in its life.
    private var wasLaunched = false
    /// What was ordered while a transition was in progress (rule A47), or inside a touch handler (rule T33).
    private var waiting: [WaitingMessage] = []
    private(set) var isInTransition = false
    private var destinationUnderWay: LifecycleState?
    /// Whether what waits is carried out in the next turn of the loop.
    private var isPosted = false
    /// Which touches in the port came before the message that is being carried out.
    private(set) var touchesBefore = TouchesBefore.all

    var options = LaunchOptions()
    /// What the transition under way is for, and whether the delegate may be asked to open it.
    var event: HostEvent?
    var mayOpen = true
    /// What the callback under way may take.
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
    var listener: (@MainActor (LifecycleEvent) -> Void)?
    var watchdog: Watchdog?

    init(endsWhenOverLimit: Bool) {
        self.endsWhenOverLimit = endsWhenOverLimit
    }

    /// Whether the application was launched and has not ended.
    var isRunning: Bool { state != .notRunning }
    /// Whether it has ended, or is just ending: nothing of it is called any more.
    var hasEnded: Bool { endReason != nil }

    // MARK: Messages

    /// Carries a message out, or keeps it where it must wait.
    ///
    /// - Parameter isMerged: Whether it has come by the notification port, merged with touches by time.
    func receive(
        _ message: HostMessage,
        _ application: Application,
        isMerged: Bool = false
    ) throws(HostMessage.Refusal) -> HostMessage.Reception {
        // Nobody is told of it, so it waits for nobody.
        if message == .kill {
            try check(message, application)
            end(because: .killed, application)
            return .performed
        }
        // What a touch handler ordered, which has returned, goes before what comes by the port in the same turn: else touches
        // that are later than both would go before them (rule L35).
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
        // The handler that asks for it returns first: the cancels of touches wait for that (rule T33), and they come
        // before the background (rule A3). Only a run nested inside the handler does not wait: it might not end.
        if application.dispatcher.isDispatching {
            waiting.append(WaitingMessage(message: message, touches: touches))
            isPosted = true
            // A run nested in the handler may be that of a suspended application, which this resumes or ends.
            application.runLoop.post(in: .evenWhileSuspended) { [self, weak application] in
                isPosted = false
                if let application { carryOutWaiting(application) }
            }
            return .waiting
        }
        let reception = carryOut(message, application, after: isMerged ? .none : .all)
        carryOutWaiting(application)
        return reception
    }

    /// Carries out what waits, until nothing does.
    func carryOutWaiting(_ application: Application) {
        while !isInTransition, !waiting.isEmpty {
            let next = waiting.removeFirst()
            do throws(HostMessage.Refusal) {
                try check(next.message, application)
                _ = carryOut(next.message, application, after: next.touches)
            } catch {
                tell(.refused(error), application)
            }
        }
    }

    /// Whether the message has its place in the state that there is.
    private func check(_ message: HostMessage, _ application: Application) throws(HostMessage.Refusal) {
        if let reason = refusal(of: message, application) {
            throw HostMessage.Refusal(message: message, state: state, reason: reason)
        }
    }

    private func refusal(of message: HostMessage, _ application: Application) -> HostMessage.Refusal.Reason? {
        guard let cause = message.cause else { return refusal(ofNews: message) }
        let exits = application.exitsOnSuspend
        if wasLaunched && (cause == .launch || cause == .launchInBackground) { return .launchedBefore }
        let expected = Transition.startStates(of: cause, exitsOnSuspend: exits)
        if expected.contains(state) { return nil }
        return expected.isEmpty ? .noMultitasking : .wrongState(expected: expected)
    }

    private func refusal(ofNews message: HostMessage) -> HostMessage.Refusal.Reason? {
        switch (message, state) {
        case (_, .notRunning): .notListening
        // They are kept for the resume; nothing else is.
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
        guard let cause = message.cause else { return tellNews(message, application) }
        switch message {
        case .launch(let options), .launchInBackground(let options):
            wasLaunched = true
            self.options = options
            event = options.event
        case .enterForeground(let event): self.event = event
        case .suspend where !maySuspend(application): return .waiting
        default: break
        }
        inTransition(application) {
            while !hasEnded,
                let row = Transition.row(from: state, cause: cause, exitsOnSuspend: application.exitsOnSuspend)
            {
                beginSpan(row.limit, application)
                destinationUnderWay = row.to
                for step in row.steps where !hasEnded { perform(step, application) }
            }
            destinationUnderWay = nil
            endSpan()
        }
        event = nil
        mayOpen = true
        return .performed
    }

    /// The state that the step of a transition under way leads to; nil outside of one.
    var destination: LifecycleState? { hasEnded ? nil : destinationUnderWay }

    /// Keeps what is ordered meanwhile.
    func inTransition(_ application: Application, _ body: () -> Void) {
        let isInside = isInTransition
        isInTransition = true
        // What ends in it runs its loop no more, wherever its code still stands.
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
        // Where there is no background there is no time to be had, and none while no code runs.
        tasks.admits = state != .suspended && state != .notRunning && !application.exitsOnSuspend
        if state == .notRunning {
            if let endReason {
                exitStatus = endReason.exitStatus
            } else {
                // One that is suspended hears of no order to end: it is killed (sequences 11 and 12).
                endReason = former == .suspended ? .killed : .terminated
                exitStatus = orderedStatus ?? 0
            }
            tasks.close()
            endSpan()
        }
        tell(.entered, application)
        if let endReason, state == .notRunning {
            tell(.ended(endReason), application)
            dropWaiting(application)
            // What is queued or observed from now on, as by code that is still on the stack, is kept by nobody.
            application.notificationQueue.close()
            application.notificationCenter.close()
        }
    }

    /// The application has ended: what still waits is out of place.
    private func dropWaiting(_ application: Application) {
        while !waiting.isEmpty {
            let message = waiting.removeFirst().message
            guard let reason = refusal(of: message, application) else { continue }
            tell(.refused(HostMessage.Refusal(message: message, state: state, reason: reason)), application)
        }
    }

    /// An order to end names the status of the process.
    func order(_ status: Int32) {
        guard isRunning, !hasEnded, orderedStatus == nil else { return }
        orderedStatus = (0...255).contains(status) ? status : 255
    }

    /// Ends the application without telling it.
    func end(because reason: LifecycleEvent.EndReason, _ application: Application) {
        guard isRunning, !hasEnded, let row = Transition.row(from: state, cause: .kill) else { return }
        endReason = reason
        // A post may be under way.
        application.notificationCenter.close()
        for step in row.steps { perform(step, application) }
    }

    func tell(_ kind: LifecycleEvent.Kind, _ application: Application) {
        listener?(LifecycleEvent(time: application.runLoop.now, state: state, kind: kind))
    }
}
