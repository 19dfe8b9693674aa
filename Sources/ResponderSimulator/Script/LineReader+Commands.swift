internal import ResponderEnvironment
internal import ResponderKit

// The commands, in the groups of `DeviceCommand`.
extension LineReader {
    mutating func command() throws(DeviceLine.Problem) -> DeviceScript.Command {
        if form.name == "wait" { return .wait(try time()) }
        if form.name == "note" { return .note(try rest("TEXT")) }
        if let action = try buttons() { return .perform(action) }
        if let action = try keys() { return .perform(action) }
        if let action = try interruption() { return .perform(action) }
        if let action = try event() { return .perform(action) }
        if let action = try system() { return .perform(action) }
        if let action = try file() { return .perform(action) }
        if let action = try storage() { return .perform(action) }
        return .perform(try change())
    }

    private mutating func buttons() throws(DeviceLine.Problem) -> DeviceAction? {
        switch form.name {
        case "tap": return .tap(try point())
        case "down": return .fingerDown(try finger(), at: try point())
        case "move": return .fingerMove(try finger(), to: try point())
        case "up": return .fingerUp(try finger())
        case "touch": return .fingerDown(1, at: try point())
        case "release": return .fingerUp(1)
        case "launch": return .launch(try app())
        case "home": return .home
        case "switcher": return .openSwitcher
        case "choose": return .choose(try app())
        case "close-switcher": return .closeSwitcher
        case "kill": return .kill(try app())
        case "lock": return .lock
        case "unlock": return words.isEmpty ? .unlock : .enterPasscode(try next("PASSCODE"))
        case "switch-off": return .switchOff
        case "switch-on": return .switchOn
        case "passcode":
            // In quotes, on and off are passcodes like others.
            let isText = words.first?.isQuoted == true
            let text = try next("on|off|TEXT")
            if !isText, text == "on" || text == "off" { return .setPasscode(text == "on") }
            guard !text.isEmpty else { throw problem(text, "a passcode has a character at least: \(usage)") }
            return .choosePasscode(text)
        case "auto-lock":
            if skip("off") { return .setAutoLock(nil) }
            return .setAutoLock(AutoLock(dimsAfter: try time(), locksAfter: try time()))
        default: return nil
        }
    }

    private mutating func finger() throws(DeviceLine.Problem) -> Int {
        try value("number of a finger, as 1") { Int($0) }
    }

    private mutating func point() throws(DeviceLine.Problem) -> Point {
        try value("point, as 120,80", ScriptValues.point)
    }

    private mutating func interruption() throws(DeviceLine.Problem) -> DeviceAction? {
        switch form.name {
        case "call": return .call(from: try rest("NAME"))
        case "accept-call": return .acceptCall
        case "decline-call": return .declineCall
        case "end-call": return .endCall
        case "alert": return .showAlert(try rest("TEXT"))
        case "dismiss-alert": return .dismissAlert
        case "accept-alert": return .acceptAlert(opening: words.isEmpty ? nil : try appOrSystemApp())
        case "open-centre": return .openNotificationCenter
        case "close-centre": return .closeNotificationCenter
        case "banner": return .showBanner(try rest("TEXT"))
        default: return nil
        }
    }

    private mutating func event() throws(DeviceLine.Problem) -> DeviceAction? {
        switch form.name {
        case "open":
            let url = try url()
            return .openURL(url, from: skip("from") ? try app() : nil)
        case "push": return .push(try app(), RemoteNotification(userInfo: try pairs()))
        case "schedule": return .schedule(try app(), try notification())
        case "open-notification": return .tapNotification(try app())
        case "wake": return .wake(try app(), try mode())
        case "begin": return .beginActivity(try app(), try mode())
        case "end": return .endActivity(try app(), try mode())
        case "begin-task": return .beginTask(try app(), name: try next("NAME"), for: skip("for") ? try time() : nil)
        case "end-task": return .endTask(try app(), name: try next("NAME"))
        case "idle-timer":
            return .setIdleTimerDisabled(try app(), try choice("on|off", [("on", false), ("off", true)]))
        default: return nil
        }
    }

    private mutating func url() throws(DeviceLine.Problem) -> AppURL {
        let word = try next("URL")
        do {
            return try AppURL(word)
        } catch {
            throw DeviceLine.Problem(word: word, text: error.description)
        }
    }

    private mutating func notification() throws(DeviceLine.Problem) -> LocalNotification {
        var notification = LocalNotification(identifier: try next("NAME"))
        if skip("at") {
            let time = try value("TIME, as 5s, 250ms, 2min or 1h", ScriptValues.instant)
            notification.fireDate = .zero.advanced(by: time)
        }
        if skip("every") {
            let word = words.first?.text
            let interval = try time()
            guard interval >= LocalNotification.minimumRepeatInterval else {
                throw DeviceLine.Problem(word: word, text: "\(LocalNotification.tooShort(interval)): \(usage)")
            }
            notification.repeatInterval = interval
        }
        if skip("saying") { notification.body = try next("TEXT") }
        if skip("with") { notification.userInfo = try pairs() }
        return notification
    }

    private mutating func system() throws(DeviceLine.Problem) -> DeviceAction? {
        switch form.name {
        case "app": return .install(try declaredApp())
        case "idiom": return .setIdiom(try choice("IDIOM", InterfaceIdiom.allCases.map { ($0.rawValue, $0) }))
        case "capabilities": return .setCapabilities(try capabilities())
        case "network": return .setNetwork(try choice("WAY", NetworkConnection.allCases.map { ($0.rawValue, $0) }))
        case "ask":
            let app = try app()
            guard !words.isEmpty else { return .ask(app, nil) }
            return .ask(app, try choice("question", DeviceQuestion.allCases.map { ($0.rawValue, $0) }))
        case "memory":
            if skip("unlimited") { return .setMemoryCapacity(nil) }
            return .setMemoryCapacity(try value("SIZE, as 512MB", ScriptValues.bytes))
        case "memory-level":
            if skip("off") { return .setMemoryWarningLevel(nil) }
            return .setMemoryWarningLevel(try value("SIZE, as 512MB", ScriptValues.bytes))
        case "footprint": return .setFootprint(try app(), bytes: try value("SIZE, as 512MB", ScriptValues.bytes))
        case "memory-warning": return .warnOfMemory
        case "crash": return .crash(try app())
        case "forbid": return .setAllowed(try app(), false)
        case "allow": return .setAllowed(try app(), true)
        case "settings":
            let app = try app()
            guard words.contains(where: { $0.pair != nil }) else { return .changeSettings(app, keys: Set(all())) }
            return .setSettings(app, try pairs())
        default: return nil
        }
    }

    private mutating func change() throws(DeviceLine.Problem) -> DeviceAction {
        let change: DeviceChange
        switch form.name {
        case "orientation": change = .orientation(try choice("orientation", ScriptValues.orientations))
        case "battery-level":
            change = .batteryLevel(
                try value("level from 0 to 1") { Double($0).flatMap { (0...1).contains($0) ? $0 : nil } }
            )
        case "battery-state": change = .batteryState(try choice("state", ScriptValues.batteryStates))
        case "proximity": change = .proximity(try choice("near|far", [("near", true), ("far", false)]))
        case "locale": change = .locale(try next("NAME"))
        case "all-settings": change = .settings(changedKeys: Set(all()))
        case "screens": change = .screens(all())
        case "screen-modes": change = .screenModes(try pairs())
        case "accessories": change = .accessories(all())
        case "protected-data":
            change = .protectedData(
                isAvailable: try choice("available|locked", [("available", true), ("locked", false)])
            )
        case "cloud-identity": change = .cloudIdentity(words.popFirst()?.text)
        default: change = .significantTime
        }
        return .change(change)
    }
}
