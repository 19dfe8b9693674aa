import ResponderEnvironment
import ResponderKit
import ResponderSimulator

// What is done, by chance: by the user and the world, and by apps in their callbacks.
extension RandomLife {
    func randomAction() -> DeviceAction {
        let app = randomApp()
        // Otherwise most of the time the device would be off, locked or covered.
        if Int.random(in: 0..<4, using: &random) == 0, let answer = randomAnswer(app) { return answer }
        switch Int.random(in: 0..<131, using: &random) {
        case 0..<12: return .launch(app)
        case 12..<17: return .home
        case 17..<20: return .openSwitcher
        case 20: return .closeSwitcher
        case 21: return .choose(app)
        case 22, 23: return .kill(app)
        case 24: return .lock
        case 25..<29: return .unlock
        case 29, 30: return .call(from: "Anna")
        case 31: return .acceptCall
        case 32, 33: return .declineCall
        case 34, 35: return .endCall
        case 36: return .showAlert("Alert")
        case 37..<39: return .dismissAlert
        case 39, 40: return .openNotificationCenter
        case 41, 42: return .closeNotificationCenter
        case 43: return .showBanner("Banner")
        case 44, 45: return randomURL().map { .openURL($0, from: nil) } ?? .home
        case 46, 47: return .push(app, RemoteNotification())
        case 48, 49: return .tapNotification(app)
        case 50, 51: return .schedule(app, randomNotification())
        case 52..<58, 125..<128: return randomWork(app)
        case 58: return .setFootprint(app, bytes: Int.random(in: 0...200, using: &random))
        case 59: return .setMemoryCapacity(randomCapacity())
        case 60: return .warnOfMemory
        case 61: return .crash(app)
        case 62: return Bool.random(using: &random) ? .switchOff : .switchOn
        case 63, 64: return .setAllowed(app, Int.random(in: 0..<4, using: &random) > 0)
        case 65: return .setPasscode(Bool.random(using: &random))
        case 66: return .setAutoLock(randomAutoLock())
        case 67: return .changeSettings(app, keys: Set(randomPart(of: ["a", "b", "c"])))
        case 68..<82: return .change(randomChange())
        case 82..<85: return .tap(Point(10, 10))
        case 85..<89, 121, 122: return randomKey()
        case 100: return .acceptAlert(opening: [nil, "calendar", "nobody", app].randomElement(using: &random) ?? nil)
        case 101..<104, 89, 90: return randomTask(app)
        case 104, 124: return .setIdleTimerDisabled(app, Bool.random(using: &random))
        case 105: return .setMemoryWarningLevel(randomCapacity())
        case 106:
            // A walk that watches apps from inside must not come by an app that it does not watch.
            guard isScripted else { return .install(ScriptedApp("extra\(Int.random(in: 0..<3, using: &random))")) }
            return .install(randomDeclaration("app\(Int.random(in: 0..<14, using: &random))"))
        case 107: return .showAlert("Alert")
        case 108: return .tapNotification(app)
        case 109: return .home
        case 110, 111, 123: return randomSetting(app)
        case 112..<121: return randomStorageAction(app)
        default: return randomFinger()
        }
    }

    /// What the device is, or a question about it.
    private func randomSetting(_ app: String) -> DeviceAction {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .setIdiom(InterfaceIdiom.allCases.randomElement(using: &random) ?? .phone)
        case 1: .setCapabilities(Set(randomPart(of: ["gps", "wifi", "nfc"]).map { DeviceCapability($0) }))
        case 2: .setNetwork(NetworkConnection.allCases.randomElement(using: &random) ?? .none)
        default: .ask(app, DeviceQuestion.allCases.randomElement(using: &random))
        }
    }

    /// Something of the keys, with sense or without.
    private func randomKey() -> DeviceAction {
        let key = [HIDUsage.keyboardA, .keyboardTab, .keyboardLeftShift].randomElement(using: &random) ?? .keyboardA
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: return .keyDown(key)
        case 2, 3: return .keyUp(key)
        case 4: return .key(key, Bool.random(using: &random) ? .command : [])
        case 5: return .type("ab A")
        case 6: return .shake
        case 7: return .remoteControl(.remoteControlPlay)
        default: return .accelerate(x: 1, y: Double.random(in: -2...2, using: &random), z: 0)
        }
    }

    /// Any app, and rather one that runs.
    private func randomApp() -> String {
        let some = Int.random(in: 0..<3, using: &random) == 0 ? running : names
        return some.randomElement(using: &random) ?? names.first ?? "app0"
    }

    /// The apps that run code.
    var running: [String] {
        names.filter { (try? device.state(of: $0)).map { ![.notRunning, .suspended].contains($0) } ?? false }
    }

    /// What is next where something waits for the user.
    private func randomAnswer(_ app: String) -> DeviceAction? {
        if !device.isOn { return .switchOn }
        if device.isLocked {
            return Int.random(in: 0..<6, using: &random) == 0 ? .enterPasscode("1234") : .unlock
        }
        switch device.overlays.last {
        case .switcher: return [.closeSwitcher, .choose(app), .kill(app)].randomElement(using: &random)
        case .call: return [.declineCall, .acceptCall].randomElement(using: &random)
        case .alert: return [.dismissAlert, .acceptAlert(opening: app)].randomElement(using: &random)
        case .notificationCenter: return .closeNotificationCenter
        case nil: return device.frontmost == nil ? .launch(app) : randomFinger()
        }
    }

    /// Something about the device: all kinds as often as one another, of few values, so that many make no difference.
    private func randomChange() -> DeviceChange {
        switch DeviceChange.Kind.allCases.randomElement(using: &random) ?? .significantTime {
        case .orientation: .orientation(DeviceOrientation.allCases.randomElement(using: &random) ?? .unknown)
        case .significantTime: .significantTime
        case .batteryLevel: .batteryLevel(Double(Int.random(in: 0...4, using: &random)) / 4)
        case .batteryState: .batteryState(BatteryState.allCases.randomElement(using: &random) ?? .unknown)
        case .proximity: .proximity(Bool.random(using: &random))
        case .protectedData: .protectedData(isAvailable: Bool.random(using: &random))
        case .screens: .screens(randomPart(of: ["TV", "beamer", "wall"]).shuffled(using: &random))
        case .screenModes: .screenModes(["TV": ["720p", "1080p"].randomElement(using: &random) ?? ""])
        case .settings: .settings(changedKeys: Set(randomPart(of: ["b", "c", "d"])))
        case .locale: .locale(["en_US", "de_DE", "fa_IR"].randomElement(using: &random) ?? "")
        case .cloudIdentity: .cloudIdentity([nil, "anna", "ben"].randomElement(using: &random) ?? nil)
        case .accessories: .accessories(randomPart(of: ["keyboard", "scale"]).shuffled(using: &random))
        }
    }

    /// What an app does in the background, or is woken for: mostly something that it may.
    private func randomWork(_ app: String) -> DeviceAction {
        var mode = BackgroundMode.allCases.randomElement(using: &random) ?? .fetch
        if Int.random(in: 0..<4, using: &random) > 0, let own = modes[app]?.randomElement(using: &random) { mode = own }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .wake(app, mode)
        case 1:
            let able = running.filter { modes[$0]?.isEmpty == false }
            guard let app = able.randomElement(using: &random) else { return .beginActivity(app, mode) }
            mode = modes[app]?.randomElement(using: &random) ?? mode
            begun.append((app, mode))
            return .beginActivity(app, mode)
        default:
            guard !begun.isEmpty else { return .endActivity(app, mode) }
            let work = begun.remove(at: Int.random(in: begun.indices, using: &random))
            return .endActivity(work.app, work.mode)
        }
    }

    /// An app of a script begins a background task, or ends one.
    private func randomTask(_ app: String) -> DeviceAction {
        guard Bool.random(using: &random) else {
            guard let begun = tasks.randomElement(using: &random) else { return .endTask(app, name: "task") }
            return .endTask(begun, name: "task")
        }
        let app = running.randomElement(using: &random) ?? app
        if Int.random(in: 0..<3, using: &random) == 0 {
            return .beginTask(app, name: "task", for: .seconds(Int.random(in: 0...40, using: &random)))
        }
        tasks.append(app)
        if tasks.count > 3 { tasks.removeFirst() }
        return .beginTask(app, name: "task", for: nil)
    }

    /// An app as a script may declare it.
    func randomDeclaration(_ name: String) -> ScriptedApp {
        var app = ScriptedApp(name)
        app.urlSchemes = randomPart(of: ["scheme0", "scheme3", "scheme4"])
        app.backgroundModes = Set(randomPart(of: ["audio", "fetch", "location"]).compactMap(BackgroundMode.init))
        app.exit = ScriptedApp.Exit.allCases.randomElement(using: &random) ?? .never
        app.footprint = Int.random(in: 0...200, using: &random)
        app.savesState = app.footprint.isMultiple(of: 2)
        app.sharesFiles = Bool.random(using: &random)
        app.closesFiles = Bool.random(using: &random)
        for moment in ScriptedApp.Moment.allCases where Int.random(in: 0..<6, using: &random) == 0 {
            app.times[moment] = .milliseconds(Int.random(in: 1...7000, using: &random))
        }
        app.task = [nil, .ends(after: .seconds(3)), .stays].randomElement(using: &random) ?? nil
        if Int.random(in: 0..<3, using: &random) == 0 {
            app.processorShare = Int.random(in: 1...100, using: &random)
        }
        return app
    }

    private func randomNotification() -> LocalNotification {
        LocalNotification(
            identifier: "n\(Int.random(in: 0..<3, using: &random))",
            fireDate: device.now.advanced(by: .seconds(Int.random(in: 0...40, using: &random))),
            repeatInterval: Int.random(in: 0..<4, using: &random) == 0 ? .seconds(90) : nil
        )
    }

    private func randomURL() -> AppURL? {
        let other = ["tel:1", "sms:1", "itms:1"]
        let place = Int.random(in: 0..<8, using: &random)
        return try? AppURL(place < 5 ? "scheme\(place):x" : other[place - 5])
    }

    private func randomPart(of all: [String]) -> [String] { all.filter { _ in Bool.random(using: &random) } }

    func randomCapacity() -> Int? {
        Int.random(in: 0..<6, using: &random) == 0 ? nil : Int.random(in: 300...700, using: &random)
    }

    func randomAutoLock() -> AutoLock? {
        guard Int.random(in: 0..<4, using: &random) > 0 else { return nil }
        return AutoLock(
            dimsAfter: .seconds(Int.random(in: 1...60, using: &random)),
            locksAfter: .seconds(Int.random(in: 1...20, using: &random))
        )
    }

    // MARK: Fingers

    private func randomFinger() -> DeviceAction {
        let finger = Int.random(in: 0..<4, using: &random)
        guard fingers.contains(finger) else {
            // On a device that is switched off there is no finger.
            if device.isOn { fingers.insert(finger) }
            return .fingerDown(finger, at: randomPoint())
        }
        if Bool.random(using: &random) { return .fingerMove(finger, to: randomPoint()) }
        if device.isOn { fingers.remove(finger) }
        return .fingerUp(finger)
    }

    /// What a screen may report at once, sense or nonsense, of contacts that are no finger's of an action.
    func randomContacts() -> [TouchContact] {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
            TouchContact(
                Int.random(in: 100..<103, using: &random),
                TouchContact.Phase.allCases.randomElement(using: &random) ?? .began,
                at: randomPoint()
            )
        }
    }

    private func randomPoint() -> Point { Point(Double.random(in: 0...999, using: &random), 10) }

    // MARK: Apps

    /// What an app does in a callback, now and then.
    func misbehave(in application: Application) {
        switch Int.random(in: 0..<90, using: &random) {
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
        case 16: if let url = randomURL() { _ = application.open(url) }
        case 17, 18: application.scheduleLocalNotification(randomNotification())
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
