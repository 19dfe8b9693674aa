/// What an application can see of its state (rule A2).
public enum ApplicationState: Hashable, Sendable, CaseIterable {
    /// In the foreground, with events.
    case active
    /// In the foreground, without touches.
    case inactive
    /// Not visible; its code runs.
    case background
}

/// The states of an application (rule A1).
enum LifecycleState: Hashable, CaseIterable {
    case notRunning
    case inactive
    case active
    case background

    /// What the application sees of it; nil for what it cannot see.
    var visible: ApplicationState? {
        switch self {
        case .notRunning: nil
        case .inactive: .inactive
        case .active: .active
        case .background: .background
        }
    }
}
