internal import ResponderKit

// How actions are carried out: one after the other, never inside an app's code.
extension SimulatedDevice {
    /// The outcome of an action that was not refused.
    public enum Outcome: Hashable, Sendable {
        /// The action was carried out.
        case performed
        /// The action came from inside an app's code, or from inside another action: it waits until that code, or that
        /// action, is over.
        ///
        /// If the action is then refused, the history records the refusal.
        case waiting
    }

    /// Does something to the device.
    ///
    /// Touches that came before the action are served first: a tap that ended before the phone rang reaches the app
    /// as a tap. Time passes only where callbacks call ``spendTime(_:)``.
    ///
    /// - Throws: ``DeviceError``, which says what is wrong and what would be right; the action has then not been done.
    /// - Complexity: O(apps that run or are suspended), squared where apps end because memory is short, plus the apps'
    ///   code and the actions that wait; allocates entries of the history, and an application for a launch.
    @discardableResult
    public func perform(_ action: DeviceAction) throws(DeviceError) -> Outcome {
        guard isFree else {
            // An app that gets a memory warning may free memory at once.
            if case .setFootprint(let name, let bytes) = action {
                try note(footprint: bytes, of: app(name))
                record(.action(action))
                return .performed
            }
            waiting.append(action)
            return .waiting
        }
        serveFront()
        defer { performWaiting() }
        try carryOut(action)
        return .performed
    }

    /// Whether an action can be carried out now: neither an app's code nor another action is under way.
    var isFree: Bool { current == nil && !isPerforming && !isTellingHistory }

    /// Carries out the actions that wait, as long as the device is free.
    func performWaiting() {
        if needsMemoryCheck, isFree {
            isPerforming = true
            checkMemory()
            isPerforming = false
        }
        // First the actions that wait now, then the actions that these have caused, and so on.
        var (left, generations) = (waiting.count, 0)
        while isFree, !waiting.isEmpty {
            if left == 0 {
                left = waiting.count
                generations += 1
                checkGenerations(generations)
            }
            left -= 1
            // The history records a refusal.
            _ = try? carryOut(waiting.removeFirst())
        }
    }

    /// Stops a chain of actions that cause one another for ever, with no time passing.
    private func checkGenerations(_ generations: Int) {
        guard generations >= Self.generationLimit else { return }
        fatalError(
            "virtual time stands still: a device has carried out \(generations) actions at \(clock.now), each from "
                + "inside the one before. An app, or a history listener, answers each action with another; let time "
                + "pass between them."
        )
    }

    /// How many generations of actions, each caused by the one before, one instant may have: far more than an app
    /// needs.
    private static let generationLimit = 10_000

    private func carryOut(_ action: DeviceAction) throws(DeviceError) {
        // Any code that holds an application can end it without the device.
        forgetEnded()
        isPerforming = true
        defer {
            isPerforming = false
            forgetEnded()
        }
        record(.action(action))
        do throws(DeviceError) {
            try check(action)
            try apply(action)
            if action.isOfUser { wakeScreen() }
        } catch {
            record(.refused(error.description))
            throw error
        }
    }

    /// Refuses an action, except a setting or switching on, while the device is off.
    private func check(_ action: DeviceAction) throws(DeviceError) {
        if !isOn, action != .switchOn, !action.isSetting { throw .off }
    }

    private func apply(_ action: DeviceAction) throws(DeviceError) {
        switch action {
        case .launch(let name): try launch(app(name))
        case .home: try pressHome()
        case .openSwitcher: try openSwitcher()
        case .choose(let name): try choose(app(name))
        case .closeSwitcher: try closeSwitcher()
        case .kill(let name): try kill(app(name))
        case .lock: try pressLock()
        case .unlock: try unlock()
        case .switchOff: switchOff()
        case .switchOn: try switchOn()
        case .enterPasscode(let text): try unlock(with: text)
        case .setPasscode(let isSet): try setPasscode(isSet)
        case .choosePasscode(let text): try choosePasscode(text)
        case .setAutoLock(let autoLock): self.autoLock = autoLock
        case .fingerDown(let number, let point): try fingerDown(number, at: point)
        case .fingerMove(let number, let point): try fingerMove(number, to: point)
        case .fingerUp(let number): try fingerUp(number)
        case .tap(let point): tap(at: point)
        case .keyDown(let key): try keyDown(key)
        case .keyUp(let key): try keyUp(key)
        case .key(let key, let modifiers): try strike(key, modifiers)
        case .type(let text): try type(text)
        case .shake: shake()
        case .remoteControl(let subtype): remoteControl(subtype)
        case .accelerate(let x, let y, let z): send(Acceleration(time: clock.now, x: x, y: y, z: z))
        case .call(let caller): try ring(from: caller)
        case .acceptCall: try acceptCall()
        case .declineCall: try declineCall()
        case .endCall: try endCall()
        case .showAlert(let text): try showAlert(text)
        case .dismissAlert: try dismissAlert()
        case .acceptAlert(let name): try acceptAlert(opening: name)
        case .openNotificationCenter: try openNotificationCenter()
        case .closeNotificationCenter: try closeNotificationCenter()
        case .showBanner: break
        case .openURL(let url, let source): try open(url, from: source)
        case .push(let name, let notification): try push(notification, to: app(name))
        case .schedule(let name, let notification): try schedule(notification, by: app(name))
        case .tapNotification(let name): try tapNotification(of: app(name))
        case .wake(let name, let mode): try wake(app(name), for: mode)
        case .beginActivity(let name, let mode): try beginActivity(mode, of: app(name))
        case .endActivity(let name, let mode): try endActivity(mode, of: app(name))
        case .beginTask(let name, let task, let time): try beginTask(task, of: app(name), for: time)
        case .endTask(let name, let task): try endTask(task, of: app(name))
        case .setIdleTimerDisabled(let name, let isDisabled): try setIdleTimerDisabled(isDisabled, by: app(name))
        case .setIdiom(let idiom): try setIdiom(idiom)
        case .setCapabilities(let capabilities): try setCapabilities(capabilities)
        case .setNetwork(let network): try setNetwork(network)
        case .ask(let name, let question): try ask(question, by: app(name))
        case .install(let app): try install(app)
        case .setFootprint(let name, let bytes): try setFootprint(of: app(name), bytes)
        case .setMemoryCapacity(let bytes): try setMemoryCapacity(bytes)
        case .setMemoryWarningLevel(let bytes): try setMemoryWarningLevel(bytes)
        case .warnOfMemory: warnOfMemory()
        case .crash(let name): try crash(app(name))
        case .setAllowed(let name, let isAllowed): try app(name).isAllowed = isAllowed
        case .change(let change): try self.change(change)
        case .changeSettings(let name, let keys): tell(try app(name), .change(.settings(changedKeys: keys)))
        case .files(let name, let action): try perform(action, by: app(name))
        case .keychain(let name, let action): try perform(action, by: app(name))
        case .preference(let name, let key, let action): try perform(action, on: key, by: app(name))
        case .setSettings(let name, let values): try setSettings(values, of: app(name))
        case .backUp(let password): try backUp(password: password)
        case .restore(let name, let password): try restore(onto: name, password: password)
        case .share(let name, let action): try share(action, of: app(name))
        case .handOver(let name, let document, let text): try handOver(document, text, to: app(name))
        case .fill(let bytes): try fill(leaving: bytes)
        case .update(let name): try update(app(name))
        case .uninstall(let name): try uninstall(app(name))
        case .tamper(let name): try tamper(with: app(name))
        }
    }
}

// MARK: - Telling apps

extension SimulatedDevice {
    /// Sends a message to an app; actions that the app performs meanwhile wait.
    ///
    /// Nothing happens where the app does not run. The history records a refusal by the app.
    func tell(_ app: InstalledApp, _ message: HostMessage) {
        if app.runningApplication != nil { tellAnyway(app, message) }
    }

    /// Sends a message to an app, even to an app that does not run yet.
    func tellAnyway(_ app: InstalledApp, _ message: HostMessage) {
        guard let application = app.application else { return }
        inCode(of: app) {
            do throws(HostMessage.Refusal) {
                try application.receive(message)
            } catch {
                record(.refused(error.description), app)
            }
        }
    }

    /// Runs an app's code.
    func inCode(of app: InstalledApp, _ body: () -> Void) {
        let outer = current
        current = app
        body()
        current = outer
    }

    /// Serves the work that is due in the app in front, above all touches.
    func serveFront() {
        guard let front, front.runsCode else { return }
        let watch = freeStandstillWatch
        guard watch?.isStandstill != true else { return }
        watch?.willRun(front)
        inCode(of: front) { front.application?.runLoop.runUntilIdle() }
        watch?.didRun()
        forgetEnded()
    }

    /// Discards the applications that have ended, and temporary apps without an application.
    func forgetEnded() {
        var last = 0
        while let app = ended.next(after: last) {
            last = app.order
            if front === app {
                front = nil
                restartIdleTimer()
            }
            if let later = frontLater, later.app === app, !later.isChosen || app.isTemporary { frontLater = nil }
            app.forgetLife()
        }
        if let storage { recordPurges(of: storage) }
        for app in temporary.apps where app.application == nil { remove(app) }
    }
}

extension DeviceAction {
    /// Whether the user performs the action, at the screen or a button: the action restarts the idle timer.
    var isOfUser: Bool {
        switch self {
        case .launch, .home, .openSwitcher, .choose, .closeSwitcher, .kill, .unlock, .enterPasscode, .switchOn,
            .acceptCall,
            .declineCall,
            .dismissAlert, .acceptAlert, .openNotificationCenter, .closeNotificationCenter, .tapNotification:
            true
        default: false
        }
    }

    /// Whether the action is possible on a device that is switched off.
    var isSetting: Bool {
        switch self {
        case .setPasscode, .setAutoLock, .setMemoryCapacity, .setMemoryWarningLevel, .setAllowed, .install, .setIdiom,
            .setCapabilities, .setNetwork, .choosePasscode:
            true
        default: false
        }
    }
}
