/// A directory that each app's home has (rule S1).
///
/// | directory | who writes | backed up | purged |
/// | --- | --- | --- | --- |
/// | `Name.app` | nobody | no (the bundle is kept once) | no |
/// | `Documents` | the app | yes | no |
/// | `Documents/Inbox` | the system; the app reads and removes | yes | no |
/// | `Library` | the app | yes | no |
/// | `Library/Application Support` | the app | yes | no |
/// | `Library/Preferences` | the app, through its preferences alone | yes | no |
/// | `Library/Caches` | the app | no | while the app does not run |
/// | `tmp` | the app | no | while the app does not run |
///
/// - Complexity: Each member is O(1) without allocation, where it says nothing else.
public enum StandardDirectory: Hashable, Sendable, CaseIterable {
    /// The app's program and its resources, such as `Clock.app`, which nobody changes after the installation.
    case bundle
    /// What the user makes and knows of.
    case documents
    /// Documents that others have handed over: to be read and removed, not to be written (rule S8).
    case inbox
    /// What the app needs and the user does not see.
    case library
    /// Data that the app makes for itself.
    case applicationSupport
    /// Where the app's preferences are kept.
    case preferences
    /// What the app can make again; removed where space is short, while the app does not run.
    case caches
    /// What the app needs for a short time; removed while the app does not run.
    case temporary

    /// The path in the home; nil for the bundle, whose name is the app's own.
    ///
    /// - Complexity: O(1); allocates the names.
    public var path: HomePath? {
        switch self {
        case .bundle: nil
        case .documents: HomePath(names: ["Documents"])
        case .inbox: HomePath(names: ["Documents", "Inbox"])
        case .library: HomePath(names: ["Library"])
        case .applicationSupport: HomePath(names: ["Library", "Application Support"])
        case .preferences: HomePath(names: ["Library", "Preferences"])
        case .caches: HomePath(names: ["Library", "Caches"])
        case .temporary: HomePath(names: ["tmp"])
        }
    }

    /// Who may write in a directory.
    public enum Writing: Hashable, Sendable {
        /// The app.
        case app
        /// The app through its preferences, and not as files.
        case preferencesOnly
        /// The system; the app may remove what is there.
        case removalOnly
        /// Nobody, after the installation.
        case nobody
    }

    /// Who may write in the directory.
    public var writing: Writing {
        switch self {
        case .bundle: .nobody
        case .inbox: .removalOnly
        case .preferences: .preferencesOnly
        case .documents, .library, .applicationSupport, .caches, .temporary: .app
        }
    }

    /// Whether each backup has what is in the directory.
    public var isBackedUp: Bool {
        switch self {
        case .bundle, .caches, .temporary: false
        case .documents, .inbox, .library, .applicationSupport, .preferences: true
        }
    }

    /// Whether the system may remove what is in the directory, while the app does not run (rule S6).
    public var isPurgeable: Bool { self == .caches || self == .temporary }

    /// Whether a desktop may see the directory, where the app's manifest allows sharing (rule S4).
    public var isShared: Bool { self == .documents || self == .inbox }
}
