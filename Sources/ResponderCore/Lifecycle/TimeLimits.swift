/// A part of the life cycle that has a time limit: see ``TimeLimits``.
public enum TimeLimit: Hashable, Sendable, CaseIterable {
    /// From the launch to the end of did become active.
    case launch
    /// From a launch in the background to the end of its callbacks.
    case backgroundLaunch
    /// Will resign active; will enter foreground; did become active.
    case stateChange
    /// Did enter background.
    case enterBackground
    /// Will terminate.
    case terminate
    /// A wake-up in the background: for a push, a fetch, or changes while the application was suspended.
    case wakeUp
    /// Any other event in the background.
    case backgroundEvent
}

/// How long an application may take for its callbacks, on its loop's clock.
///
/// An application that exceeds a limit ends without a call, as in a crash (rules A13 to A16); see
/// ``Application/endsWhenOverLimit``.
public struct TimeLimits: Hashable, Sendable {
    /// From the launch until touches are accepted.
    ///
    /// 5 s at first, as in the guides; iOS itself enforces 20 s (rule A13).
    public var launch = Duration.seconds(5)
    /// A launch in the background, with all its calls: 30 s (rule A17).
    public var backgroundLaunch = Duration.seconds(30)
    /// Will resign active, and will enter foreground with did become active: 10 s, as iOS enforces (rule A13).
    public var stateChange = Duration.seconds(10)
    /// Did enter background, even if a background task was begun: 5 s (rule A14).
    public var enterBackground = Duration.seconds(5)
    /// Will terminate, for which no extension is possible: 5 s (rule A15).
    public var terminate = Duration.seconds(5)
    /// A push or a fetch in the background, and the changes at a resume: 30 s (rule A17).
    public var wakeUp = Duration.seconds(30)
    /// Any other event in the background: 10 s (rule A17).
    public var backgroundEvent = Duration.seconds(10)
    /// How long all background tasks together keep an application from being suspended.
    ///
    /// 30 s at first, as iOS gives today; iOS gave 180 s up to iOS 12, and 600 s up to iOS 6 (rule A23).
    public var backgroundTasks = Duration.seconds(30)
    /// How long before the end of the background tasks' time the expiration handlers are called.
    ///
    /// 5 s at first, the same as for other callbacks (rule A22).
    public var expirationWarning = Duration.seconds(5)

    /// The limits that the rules give.
    ///
    /// - Complexity: O(1); no allocation.
    public init() {}

    /// A limit's duration.
    public subscript(limit: TimeLimit) -> Duration {
        switch limit {
        case .launch: launch
        case .backgroundLaunch: backgroundLaunch
        case .stateChange: stateChange
        case .enterBackground: enterBackground
        case .terminate: terminate
        case .wakeUp: wakeUp
        case .backgroundEvent: backgroundEvent
        }
    }
}

extension TimeLimit: CustomStringConvertible {
    /// The limit in words.
    public var description: String {
        switch self {
        case .launch: "launch"
        case .backgroundLaunch: "background launch"
        case .stateChange: "state change"
        case .enterBackground: "enter background"
        case .terminate: "terminate"
        case .wakeUp: "wake-up"
        case .backgroundEvent: "background event"
        }
    }
}
