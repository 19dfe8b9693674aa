/// What an application can see of its state (rule A2).
public enum ApplicationState: Hashable, Sendable, CaseIterable {
    /// In the foreground, with events.
    case active
    /// In the foreground, without touches.
    case inactive
    /// Not visible; its code runs.
    case background
}

/// The states of an application, as its host sees them (rule A1).
///
/// The application itself sees an ``ApplicationState``: that it is suspended, or does not run, it cannot see.
public enum LifecycleState: Hashable, Sendable, CaseIterable {
    /// Not launched yet, or ended.
    case notRunning
    /// In the foreground, without touches.
    case inactive
    /// In the foreground, with events.
    case active
    /// Not visible; its code runs.
    case background
    /// In memory, and no code of it runs: the host gives its loop no turn.
    case suspended

    /// What the application sees of it; nil for what it cannot see.
    public var visible: ApplicationState? {
        switch self {
        case .notRunning, .suspended: nil
        case .inactive: .inactive
        case .active: .active
        case .background: .background
        }
    }

    /// Whether it is one of the two in which the application is on the screen.
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
