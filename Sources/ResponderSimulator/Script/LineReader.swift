internal import ResponderKit
internal import ResponderSupport

/// Reads the words after the command.
struct LineReader {
    let form: DeviceCommand.Form
    var words: ArraySlice<ScriptWords.Word>
    let apps: KnownApps

    var usage: String { form.arguments.isEmpty ? form.name : "\(form.name) \(form.arguments)" }

    // MARK: Words

    mutating func next(_ what: String) throws(DeviceLine.Problem) -> String {
        guard let word = words.popFirst() else {
            throw DeviceLine.Problem(word: nil, text: "\(what) is missing: \(usage)")
        }
        return word.text
    }

    /// Takes the next word if it equals `word`; returns whether it did.
    mutating func skip(_ word: String) -> Bool {
        guard words.first?.text == word else { return false }
        words.removeFirst()
        return true
    }

    mutating func end() throws(DeviceLine.Problem) {
        guard let word = words.first?.text else { return }
        throw DeviceLine.Problem(word: word, text: "\(word.quotedInOneLine()) is one word too many: \(usage)")
    }

    mutating func rest(_ what: String) throws(DeviceLine.Problem) -> String {
        let first = try next(what)
        defer { words = [] }
        return ([first] + words.map(\.text)).joined(separator: " ")
    }

    mutating func all() -> [String] {
        defer { words = [] }
        return words.map(\.text)
    }

    mutating func value<Value>(_ what: String, _ read: (String) -> Value?) throws(DeviceLine.Problem) -> Value {
        let word = try next(what)
        guard let value = read(word) else {
            throw DeviceLine.Problem(word: word, text: "\(word.quotedInOneLine()) is no \(what): \(usage)")
        }
        return value
    }

    mutating func choice<Value>(
        _ what: String,
        _ choices: [(name: String, value: Value)]
    ) throws(DeviceLine.Problem) -> Value {
        let word = try next(what)
        if let choice = choices.first(where: { $0.name == word }) { return choice.value }
        throw unknown(word, "\(word.quotedInOneLine()) is no \(what)", choices.map(\.name))
    }

    mutating func app() throws(DeviceLine.Problem) -> String {
        let word = try next("APP")
        if apps.contains(word) { return word }
        throw unknownApp(word, apps.names)
    }

    /// The name of an app on the device, or of one of the system's.
    mutating func appOrSystemApp() throws(DeviceLine.Problem) -> String {
        let word = try next("APP")
        if apps.contains(word) || SystemApp(rawValue: word) != nil { return word }
        throw unknownApp(word, apps.names + SystemApp.allCases.map(\.rawValue))
    }

    private func unknownApp(_ word: String, _ known: [String]) -> DeviceLine.Problem {
        var problem = unknown(word, "there is no app \(word.quotedInOneLine())", known)
        problem.isUnknownApp = true
        return problem
    }

    func problem(_ word: String, _ text: String) -> DeviceLine.Problem {
        DeviceLine.Problem(word: word, text: text)
    }

    /// A message lists at most so many words: a script may declare very many apps.
    private static let mostListed = 40

    func unknown(_ word: String, _ problem: String, _ known: [String]) -> DeviceLine.Problem {
        let known = Array(known.prefix(Self.mostListed))
        guard !known.isEmpty else { return DeviceLine.Problem(word: word, text: problem) }
        let list = known.joined(separator: ", ")
        guard let meant = word.nearest(of: known) else {
            return DeviceLine.Problem(word: word, text: "\(problem); there are: \(list)")
        }
        return DeviceLine.Problem(word: word, text: "\(problem); did you mean \"\(meant)\"? There are: \(list)")
    }

    mutating func mode() throws(DeviceLine.Problem) -> BackgroundMode {
        try choice("background mode", BackgroundMode.allCases.map { ($0.rawValue, $0) })
    }

    mutating func time() throws(DeviceLine.Problem) -> Duration {
        try value("TIME, as 5s, 250ms, 2min or 1h", ScriptValues.duration)
    }

    mutating func pairs() throws(DeviceLine.Problem) -> [String: String] {
        var pairs: [String: String] = [:]
        while let word = words.popFirst() {
            guard let pair = word.pair else {
                let text = "\(word.text.quotedInOneLine()) is not of the form KEY=VALUE: \(usage)"
                throw DeviceLine.Problem(word: word.text, text: text)
            }
            pairs[pair.key] = pair.value
        }
        return pairs
    }
}
