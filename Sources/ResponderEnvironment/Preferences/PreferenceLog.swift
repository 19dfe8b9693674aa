internal import Logging

/// Where problems go that no app asks for.
enum PreferenceLog {
    static func write(_ problem: PreferenceProblem) {
        Logger(label: "responderkit.ResponderEnvironment").warning("\(problem)")
    }
}
