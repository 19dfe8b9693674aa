internal import ResponderNotifications

/// The settings of an app: typed values, which the app and the device's settings page set (rule S25).
///
///     extension PreferenceKey<Double> {
///         static var volume: Self { PreferenceKey("volume", default: 0.5) }
///     }
///
///     preferences[.volume] = 0.8
///
/// A preference has the value that the app or the settings page set last; without one, the value that is registered
/// (``register(defaults:)``); without one, the default of its key.
///
/// What the app sets has its effect at once, and is written in the turn of the loop, in one step with all that was set
/// in that turn; at the latest when the app enters the background, is suspended or ends. After ``save()`` what was set
/// is on the disk, and stays when the process is killed.
///
/// What others set, such as the settings page, is read when the app is told of changed settings, when it returns to the
/// foreground, and when it writes. A suspended app sees nothing of it before its resume, and is told there once. Where
/// two set one preference, the value that was written last counts.
///
/// The file is `Library/Preferences/<identifier>.preferences` in the app's home. Its class is
/// ``ProtectionClass/none``: keep secrets in the ``Keychain``.
///
/// - Complexity: Each member is O(1), besides the value's conversion; it allocates what it returns.
@MainActor
public final class Preferences {
    let file: PreferenceFile
    /// What was set and is not written yet; nil where a value was taken away.
    var unwritten: [String: StoredPreference?] = [:]
    private var registered: [String: StoredPreference] = [:]
    /// Those who observe a key, by its name.
    var centers: [String: TypedNotificationCenter] = [:]
    /// The count of the file's readings when observers were told last.
    var toldReadCount = 0
    var saving = SavingInTurn()
    private var reported: Set<PreferenceProblem> = []
    /// Called once with each problem; nil at first, and then problems are logged.
    public var onProblem: (@MainActor (PreferenceProblem) -> Void)?

    /// The preferences in a file, which is read now.
    ///
    /// - Parameter onProblem: See ``onProblem``.
    package init(
        _ file: PreferenceFile,
        onProblem: (@MainActor (PreferenceProblem) -> Void)? = nil
    ) throws(FileError) {
        self.file = file
        self.onProblem = onProblem
        try file.refresh()
        toldReadCount = file.readCount
        for problem in file.problems { report(problem) }
    }

    // MARK: Values

    /// The value of a key; setting it tells its observers before the call returns.
    public subscript<Value>(key: PreferenceKey<Value>) -> Value {
        get { value(of: key, stored: setValue(of: key.name)) }
        set { set(newValue, for: key) }
    }

    /// Sets the value of a key, and tells its observers before the call returns.
    public func set<Value>(_ value: Value, for key: PreferenceKey<Value>) {
        let stored = value.stored
        guard stored.hasAtMost(levels: StoredPreference.mostLevels) else { return report(.tooDeep(key: key.name)) }
        change(key.name, to: stored)
    }

    /// Takes away what was set, so that the registered value counts again, or the key's default.
    public func remove<Value>(_ key: PreferenceKey<Value>) { change(key.name, to: nil) }

    /// Whether the app or the settings page has set a value.
    public func isSet<Value>(_ key: PreferenceKey<Value>) -> Bool { setValue(of: key.name) != nil }

    /// Registers values that count where nobody has set one.
    ///
    ///     preferences.register(defaults: ["volume": 0.7, "name": "guest"])
    ///
    /// They are not written: register them at each launch.
    ///
    /// - Complexity: O(*n* log *n*) in the values; allocates their forms.
    public func register(defaults: [String: any PreferenceValue]) {
        for (name, value) in defaults { registered[name] = value.stored }
        // The order must not depend on the names' hashes.
        for name in defaults.keys.sorted() { tell(name) }
    }

    private func change(_ name: String, to stored: StoredPreference?) {
        unwritten[name] = .some(stored)
        saving.request(for: self)
        tell(name)
    }

    func setValue(of name: String) -> StoredPreference? {
        if let value = unwritten[name] { return value }
        return file.values[name]
    }

    /// The value of a key, where `stored` was set.
    private func value<Value>(of key: PreferenceKey<Value>, stored: StoredPreference?) -> Value {
        for stored in [stored, registered[key.name]] {
            guard let stored else { continue }
            if let value = Value(stored: stored) { return value }
            report(.wrongType(key: key.name, wanted: "\(Value.self)", found: stored.typeName))
        }
        return key.defaultValue
    }

    // MARK: Problems

    /// What was set was written: the next failure is reported again.
    func forgetFailures() {
        reported = reported.filter { if case .notWritten = $0 { false } else { true } }
    }

    func report(_ problem: PreferenceProblem) {
        if reported.count >= 1000 { reported = [] }
        guard reported.insert(problem).inserted else { return }
        if let onProblem { onProblem(problem) } else { PreferenceLog.write(problem) }
    }
}
