/// The state of an application as the application sees it (rule A2).
public enum ApplicationState: Hashable, Sendable, CaseIterable {
    /// In the foreground, with events.
    case active
    /// In the foreground, without touches.
    case inactive
    /// Not visible; the application's code runs.
    case background
}

/// The states of an application, as its host sees them (rule A1).
///
/// The application itself sees an ``ApplicationState``, which has no case for an application that is suspended or not
/// running.
public enum LifecycleState: Hashable, Sendable, CaseIterable {
    /// Not launched yet, or ended.
    case notRunning
    /// In the foreground, without touches.
    case inactive
    /// In the foreground, with events.
    case active
    /// Not visible; the application's code runs.
    case background
    /// In memory; no code of the application runs.
    case suspended

    /// The state as the application sees it; nil for a state that it cannot see.
    public var visible: ApplicationState? {
        switch self {
        case .notRunning, .suspended: nil
        case .inactive: .inactive
        case .active: .active
        case .background: .background
        }
    }

    /// Whether the state is one of the two in which the application is on the screen.
    public var isForeground: Bool { self == .inactive || self == .active }
}

extension LifecycleState: CustomStringConvertible {
    /// The state in words: `not running`, `inactive`, `active`, `background`, `suspended`.
    public var description: String {
        switch self {
        case .notRunning: "not running"
        case .inactive: "inactive"
        case .active: "active"
        case .background: "background"
        case .suspended: "suspended"
        }
    }
}
