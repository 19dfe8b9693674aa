internal import ResponderEnvironment
internal import ResponderKit

extension DeviceAction: CustomStringConvertible {
    /// The action as a line of a script, such as `call Anna`: see ``DeviceScript``.
    ///
    /// The description is always one line; texts are escaped where necessary. Reading the line as a script gives an
    /// equal action, unless the action has a number that a script may not have: a fire date before the beginning, a
    /// duration of more than a year, a negative size; or declares an app with a name or a scheme that is none.
    public var description: String { words.joined(separator: " ") }

    private var words: [String] {
        func word(_ text: String) -> String { ScriptWords.word(text) }
        func rest(_ text: String) -> String { ScriptWords.rest(text) }
        switch self {
        case .launch(let app): return ["launch", word(app)]
        case .home: return ["home"]
        case .openSwitcher: return ["switcher"]
        case .choose(let app): return ["choose", word(app)]
        case .closeSwitcher: return ["close-switcher"]
        case .kill(let app): return ["kill", word(app)]
        case .lock: return ["lock"]
        case .unlock: return ["unlock"]
        case .switchOff: return ["switch-off"]
        case .switchOn: return ["switch-on"]
        case .enterPasscode(let text): return ["unlock", word(text)]
        case .choosePasscode(let text):
            return ["passcode", ScriptWords.word(text, quotedIf: ["on", "off"].contains(text))]
        case .setPasscode(let isSet): return ["passcode", isSet ? "on" : "off"]
        case .setAutoLock(nil): return ["auto-lock", "off"]
        case .setAutoLock(let times?):
            return ["auto-lock", ScriptValues.text(times.dimsAfter), ScriptValues.text(times.locksAfter)]
        case .fingerDown(let number, let point): return ["down", "\(number)", ScriptValues.text(point)]
        case .fingerMove(let number, let point): return ["move", "\(number)", ScriptValues.text(point)]
        case .fingerUp(let number): return ["up", "\(number)"]
        case .tap(let point): return ["tap", ScriptValues.text(point)]
        case .keyDown(let key): return ["key-down", word(KeyLayout.name(of: key))]
        case .keyUp(let key): return ["key-up", word(KeyLayout.name(of: key))]
        case .key(let key, let modifiers):
            return ["key", word(KeyLayout.name(of: key))]
                + KeyLayout.modifierNames.filter { modifiers.contains($0.value) }.map(\.name)
        case .type(let text): return ["type", rest(text)]
        case .shake: return ["shake"]
        case .remoteControl(let subtype): return ["remote", subtype.rawValue]
        case .accelerate(let x, let y, let z):
            return ["accelerate", [x, y, z].map { ScriptValues.text($0) }.joined(separator: ",")]
        case .call(let caller): return ["call", rest(caller)]
        case .acceptCall: return ["accept-call"]
        case .declineCall: return ["decline-call"]
        case .endCall: return ["end-call"]
        case .showAlert(let text): return ["alert", rest(text)]
        case .dismissAlert: return ["dismiss-alert"]
        case .acceptAlert(let app): return ["accept-alert"] + (app.map { [word($0)] } ?? [])
        case .openNotificationCenter: return ["open-centre"]
        case .closeNotificationCenter: return ["close-centre"]
        case .showBanner(let text): return ["banner", rest(text)]
        case .openURL(let url, nil): return ["open", word(url.string)]
        case .openURL(let url, let source?): return ["open", word(url.string), "from", word(source)]
        case .push(let app, let push): return ["push", word(app)] + ScriptValues.words(push.userInfo)
        case .schedule(let app, let notification): return ["schedule", word(app)] + notification.words
        case .tapNotification(let app): return ["open-notification", word(app)]
        case .wake(let app, let mode): return ["wake", word(app), mode.rawValue]
        case .beginActivity(let app, let mode): return ["begin", word(app), mode.rawValue]
        case .endActivity(let app, let mode): return ["end", word(app), mode.rawValue]
        case .beginTask(let app, let name, nil): return ["begin-task", word(app), word(name)]
        case .beginTask(let app, let name, let time?):
            return ["begin-task", word(app), word(name), "for", ScriptValues.text(time)]
        case .endTask(let app, let name): return ["end-task", word(app), word(name)]
        case .setIdleTimerDisabled(let app, let isDisabled):
            return ["idle-timer", word(app), isDisabled ? "off" : "on"]
        case .setIdiom(let idiom): return ["idiom", idiom.rawValue]
        case .setCapabilities(let capabilities): return ["capabilities"] + capabilities.map(\.name).sorted().map(word)
        case .setNetwork(let network): return ["network", network.rawValue]
        case .ask(let app, let question): return ["ask", word(app)] + (question.map { [$0.rawValue] } ?? [])
        case .install(let app): return ["app"] + app.words
        case .setFootprint(let app, let bytes): return ["footprint", word(app), ScriptValues.text(bytes: bytes)]
        case .setMemoryCapacity(nil): return ["memory", "unlimited"]
        case .setMemoryCapacity(let bytes?): return ["memory", ScriptValues.text(bytes: bytes)]
        case .setMemoryWarningLevel(nil): return ["memory-level", "off"]
        case .setMemoryWarningLevel(let bytes?): return ["memory-level", ScriptValues.text(bytes: bytes)]
        case .warnOfMemory: return ["memory-warning"]
        case .crash(let app): return ["crash", word(app)]
        case .setAllowed(let app, let isAllowed): return [isAllowed ? "allow" : "forbid", word(app)]
        case .change(let change): return change.words
        case .changeSettings(let app, let keys): return ["settings", word(app)] + keys.sorted().map(ScriptWords.key)
        case .files(let app, let action): return action.words(app: word(app))
        case .keychain(let app, let action): return ["keychain", word(app)] + action.words
        case .preference(let app, let key, let action): return ["preference", word(app), word(key)] + action.words
        case .setSettings(let app, let values): return ["settings", word(app)] + ScriptValues.words(values)
        case .backUp(let password): return ["backup"] + ScriptWords.password(password)
        case .restore(let device, let password): return ["restore", word(device)] + ScriptWords.password(password)
        case .share(let app, let action): return ["share", word(app)] + action.words
        case .handOver(let app, let name, let text): return ["hand-over", word(app), word(name), rest(text)]
        case .fill(nil): return ["fill", "off"]
        case .fill(let bytes?): return ["fill", ScriptValues.text(bytes: bytes)]
        case .update(let app): return ["update", word(app)]
        case .uninstall(let app): return ["uninstall", word(app)]
        case .tamper(let app): return ["tamper", word(app)]
        }
    }
}

extension LocalNotification {
    fileprivate var words: [String] {
        var words = [ScriptWords.word(identifier)]
        if let fireDate { words += ["at", ScriptValues.text(MainRunLoop.Instant.zero.duration(to: fireDate))] }
        if let repeatInterval { words += ["every", ScriptValues.text(repeatInterval)] }
        if !body.isEmpty { words += ["saying", ScriptWords.word(body)] }
        if !userInfo.isEmpty { words += ["with"] + ScriptValues.words(userInfo) }
        return words
    }
}

extension DeviceChange {
    fileprivate var words: [String] {
        func word(_ text: String) -> String { ScriptWords.word(text) }
        switch self {
        case .orientation(let value):
            return ["orientation", ScriptValues.orientations.first { $0.value == value }?.name ?? ""]
        case .significantTime: return ["time-changed"]
        case .batteryLevel(let level): return ["battery-level", ScriptValues.text(level)]
        case .batteryState(let value):
            return ["battery-state", ScriptValues.batteryStates.first { $0.value == value }?.name ?? ""]
        case .proximity(let isNear): return ["proximity", isNear ? "near" : "far"]
        case .protectedData(let isAvailable): return ["protected-data", isAvailable ? "available" : "locked"]
        case .screens(let names): return ["screens"] + names.map(word)
        case .screenModes(let modes): return ["screen-modes"] + ScriptValues.words(modes)
        // The settings of every app; for the settings of one app see `DeviceAction.changeSettings`.
        case .settings(let keys): return ["all-settings"] + keys.sorted().map(word)
        case .locale(let name): return ["locale", word(name)]
        case .cloudIdentity(let name): return ["cloud-identity"] + (name.map { [word($0)] } ?? [])
        case .accessories(let names): return ["accessories"] + names.map(word)
        }
    }
}
