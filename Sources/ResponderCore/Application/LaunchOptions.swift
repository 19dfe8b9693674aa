/// The command line and the event that an application is launched with.
public struct LaunchOptions: Hashable, Sendable {
    /// The command line, the program's name first; empty if the program has none.
    public var arguments: [String]
    /// The event that the application is launched for; nil for a plain start.
    public var event: HostEvent?

    /// A launch with that command line, for that event.
    ///
    /// - Complexity: O(1); no allocation.
    public init(arguments: [String] = [], for event: HostEvent? = nil) {
        self.arguments = arguments
        self.event = event
    }

    /// The URL that the application is launched to open, or nil.
    public var url: AppURL? {
        if case .url(let url, _) = event { url } else { nil }
    }

    /// The push that the application is launched for, or nil.
    public var remoteNotification: RemoteNotification? {
        if case .remoteNotification(let notification) = event { notification } else { nil }
    }

    /// The local notification that the application is launched for, or nil.
    public var localNotification: LocalNotification? {
        if case .localNotification(let notification) = event { notification } else { nil }
    }
}
