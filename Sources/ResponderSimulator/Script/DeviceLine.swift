internal import ResponderKit

/// A line of a script, read word by word.
struct DeviceLine {
    let command: DeviceScript.Command

    /// Why a line cannot be read.
    struct Problem: Error {
        let word: String?
        let text: String
    }

    /// Reads a line; nil for an empty line or a comment.
    init?(_ line: Substring, apps: [String]?) throws(Problem) {
        let words: [ScriptWords.Word]
        do {
            words = try ScriptWords.words(of: line)
        } catch {
            throw Problem(word: error.word, text: error.problem)
        }
        guard let name = words.first?.text else { return nil }
        guard let form = DeviceCommand.form(name) else {
            var text = "\(name.quotedInOneLine()) is no command"
            if let meant = ScriptWords.nearest(to: name, of: DeviceCommand.names) {
                text += "; did you mean \"\(meant)\"?"
            } else {
                text += "; commands are \(DeviceCommand.names.joined(separator: ", "))"
            }
            throw Problem(word: name, text: text)
        }
        var reader = Reader(form: form, words: words.dropFirst(), apps: apps)
        command = try reader.command()
        try reader.end()
    }

    /// Reads the words after the command.
    private struct Reader {
        let form: DeviceCommand.Form
        var words: ArraySlice<ScriptWords.Word>
        let apps: [String]?

        var usage: String { form.arguments.isEmpty ? form.name : "\(form.name) \(form.arguments)" }

        // MARK: Words

        mutating func next(_ what: String) throws(Problem) -> String {
            guard let word = words.popFirst() else {
                throw Problem(word: nil, text: "\(what) is missing: \(usage)")
            }
            return word.text
        }

        /// Takes the next word if it equals `word`; returns whether it did.
        mutating func skip(_ word: String) -> Bool {
            guard words.first?.text == word else { return false }
            words.removeFirst()
            return true
        }

        mutating func end() throws(Problem) {
            guard let word = words.first?.text else { return }
            throw Problem(word: word, text: "\(word.quotedInOneLine()) is one word too many: \(usage)")
        }

        mutating func rest(_ what: String) throws(Problem) -> String {
            let first = try next(what)
            defer { words = [] }
            return ([first] + words.map(\.text)).joined(separator: " ")
        }

        mutating func all() -> [String] {
            defer { words = [] }
            return words.map(\.text)
        }

        mutating func value<Value>(_ what: String, _ read: (String) -> Value?) throws(Problem) -> Value {
            let word = try next(what)
            guard let value = read(word) else {
                throw Problem(word: word, text: "\(word.quotedInOneLine()) is no \(what): \(usage)")
            }
            return value
        }

        mutating func choice<Value>(
            _ what: String,
            _ choices: [(name: String, value: Value)]
        ) throws(Problem) -> Value {
            let word = try next(what)
            if let choice = choices.first(where: { $0.name == word }) { return choice.value }
            throw unknown(word, "\(word.quotedInOneLine()) is no \(what)", choices.map(\.name))
        }

        mutating func app() throws(Problem) -> String {
            let word = try next("APP")
            guard let apps, !apps.contains(word) else { return word }
            throw unknown(word, "there is no app \(word.quotedInOneLine())", apps)
        }

        private func unknown(_ word: String, _ problem: String, _ known: [String]) -> Problem {
            let list = known.joined(separator: ", ")
            guard let meant = ScriptWords.nearest(to: word, of: known) else {
                return Problem(word: word, text: "\(problem); there are: \(list)")
            }
            return Problem(word: word, text: "\(problem); did you mean \"\(meant)\"? There are: \(list)")
        }

        mutating func mode() throws(Problem) -> BackgroundMode {
            try choice("background mode", BackgroundMode.allCases.map { ($0.rawValue, $0) })
        }

        mutating func time() throws(Problem) -> Duration {
            try value("TIME, as 5s, 250ms, 2min or 1h", ScriptValues.duration)
        }

        mutating func pairs() throws(Problem) -> [String: String] {
            var pairs: [String: String] = [:]
            while let word = words.popFirst() {
                guard let pair = word.pair else {
                    let text = "\(word.text.quotedInOneLine()) is not of the form KEY=VALUE: \(usage)"
                    throw Problem(word: word.text, text: text)
                }
                pairs[pair.key] = pair.value
            }
            return pairs
        }

        // MARK: Commands

        mutating func command() throws(Problem) -> DeviceScript.Command {
            if form.name == "wait" { return .wait(try time()) }
            if form.name == "note" { return .note(try rest("TEXT")) }
            if let action = try buttons() { return .perform(action) }
            if let action = try keys() { return .perform(action) }
            if let action = try interruption() { return .perform(action) }
            if let action = try event() { return .perform(action) }
            if let action = try system() { return .perform(action) }
            return .perform(try change())
        }

        private mutating func buttons() throws(Problem) -> DeviceAction? {
            switch form.name {
            case "tap": return .tap(try point())
            case "down": return .fingerDown(try finger(), at: try point())
            case "move": return .fingerMove(try finger(), to: try point())
            case "up": return .fingerUp(try finger())
            case "launch": return .launch(try app())
            case "home": return .home
            case "switcher": return .openSwitcher
            case "choose": return .choose(try app())
            case "close-switcher": return .closeSwitcher
            case "kill": return .kill(try app())
            case "lock": return .lock
            case "unlock": return .unlock
            case "switch-off": return .switchOff
            case "switch-on": return .switchOn
            case "passcode": return .setPasscode(try choice("on|off", [("on", true), ("off", false)]))
            case "auto-lock":
                if skip("off") { return .setAutoLock(nil) }
                return .setAutoLock(AutoLock(dimsAfter: try time(), locksAfter: try time()))
            default: return nil
            }
        }

        private mutating func keys() throws(Problem) -> DeviceAction? {
            switch form.name {
            case "key-down": return .keyDown(try key())
            case "key-up": return .keyUp(try key())
            case "key":
                let key = try key()
                var modifiers: KeyModifiers = []
                while !words.isEmpty { modifiers.formUnion(try choice("modifier", KeyLayout.modifierNames)) }
                return .key(key, modifiers)
            case "type": return .type(try rest("TEXT"))
            case "shake": return .shake
            case "remote":
                let remote = EventSubtype.allCases.filter(\.isRemoteControl)
                return .remoteControl(try choice("button of a remote control", remote.map { ($0.rawValue, $0) }))
            case "accelerate":
                let axes = try value("acceleration, as 0,0,-1", ScriptValues.axes)
                return .accelerate(x: axes[0], y: axes[1], z: axes[2])
            default: return nil
            }
        }

        private mutating func key() throws(Problem) -> HIDUsage {
            try value("KEY, as a, return or 7:58", KeyLayout.key(named:))
        }

        private mutating func finger() throws(Problem) -> Int { try value("number of a finger, as 1") { Int($0) } }

        private mutating func point() throws(Problem) -> Point { try value("point, as 120,80", ScriptValues.point) }

        private mutating func interruption() throws(Problem) -> DeviceAction? {
            switch form.name {
            case "call": return .call(from: try rest("NAME"))
            case "accept-call": return .acceptCall
            case "decline-call": return .declineCall
            case "end-call": return .endCall
            case "alert": return .showAlert(try rest("TEXT"))
            case "dismiss-alert": return .dismissAlert
            case "open-centre": return .openNotificationCenter
            case "close-centre": return .closeNotificationCenter
            case "banner": return .showBanner(try rest("TEXT"))
            default: return nil
            }
        }

        private mutating func event() throws(Problem) -> DeviceAction? {
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
            default: return nil
            }
        }

        private mutating func url() throws(Problem) -> AppURL {
            let word = try next("URL")
            do {
                return try AppURL(word)
            } catch {
                throw Problem(word: word, text: error.description)
            }
        }

        private mutating func notification() throws(Problem) -> LocalNotification {
            var notification = LocalNotification(identifier: try next("NAME"))
            if skip("at") {
                let time = try value("TIME, as 5s, 250ms, 2min or 1h", ScriptValues.instant)
                notification.fireDate = .zero.advanced(by: time)
            }
            if skip("every") {
                let word = words.first?.text
                let interval = try time()
                guard interval >= LocalNotification.minimumRepeatInterval else {
                    throw Problem(word: word, text: "\(LocalNotification.tooShort(interval)): \(usage)")
                }
                notification.repeatInterval = interval
            }
            if skip("saying") { notification.body = try next("TEXT") }
            if skip("with") { notification.userInfo = try pairs() }
            return notification
        }

        private mutating func system() throws(Problem) -> DeviceAction? {
            switch form.name {
            case "memory":
                if skip("unlimited") { return .setMemoryCapacity(nil) }
                return .setMemoryCapacity(try value("SIZE, as 512MB", ScriptValues.bytes))
            case "footprint": return .setFootprint(try app(), bytes: try value("SIZE, as 512MB", ScriptValues.bytes))
            case "memory-warning": return .warnOfMemory
            case "crash": return .crash(try app())
            case "forbid": return .setAllowed(try app(), false)
            case "allow": return .setAllowed(try app(), true)
            case "settings": return .changeSettings(try app(), keys: Set(all()))
            default: return nil
            }
        }

        private mutating func change() throws(Problem) -> DeviceAction {
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
}
