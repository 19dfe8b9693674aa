public import ResponderEventLoop

/// What an application is opened for, or told while it runs: a URL or a notification from outside.
public enum HostEvent: Hashable, Sendable {
    /// A URL of one of the app's schemes.
    case url(AppURL, OpenURLOptions = OpenURLOptions())
    /// A push.
    case remoteNotification(RemoteNotification)
    /// A notification that the app itself had scheduled.
    case localNotification(LocalNotification)
    /// A time at which an app with the background mode ``BackgroundMode/fetch`` may fetch what is new.
    case backgroundFetch
}

extension HostEvent: CustomStringConvertible {
    /// The event in words.
    public var description: String {
        switch self {
        case .url(let url, _): "the URL \(url)"
        case .remoteNotification: "a remote notification"
        case .localNotification(let notification): "the local notification \"\(notification.identifier)\""
        case .backgroundFetch: "a background fetch"
        }
    }
}

/// What came of a background fetch.
public enum BackgroundFetchResult: Hashable, Sendable, CaseIterable {
    /// There was something new.
    case newData
    /// There was nothing new.
    case noData
    /// It did not succeed.
    case failed
}

/// What comes with a URL that an application is asked to open.
public struct OpenURLOptions: Hashable, Sendable {
    /// The identifier of the app that asks; nil where no app does.
    public var sourceApplication: String?

    /// Who asks.
    public init(sourceApplication: String? = nil) {
        self.sourceApplication = sourceApplication
    }
}

/// A notification that another machine sent to the app.
public struct RemoteNotification: Hashable, Sendable {
    /// What it says, by keys.
    public var userInfo: [String: String]

    /// A notification that says this.
    public init(userInfo: [String: String] = [:]) {
        self.userInfo = userInfo
    }
}

/// A notification that an app schedules, for a time at which it may not run.
public struct LocalNotification: Hashable, Sendable {
    /// What the app knows it by: one that is scheduled with the identifier of another takes its place.
    public var identifier: String
    /// What is shown to the user.
    public var body: String
    /// When it is due, on the loop's clock; nil for at once.
    public var fireDate: MainRunLoop.Instant?
    /// The time from one firing to the next; nil for one that fires once.
    ///
    /// What is shorter than ``minimumRepeatInterval`` counts as that when the notification is scheduled.
    public var repeatInterval: Duration?
    /// What the app wants to find in it again.
    public var userInfo: [String: String]

    /// The shortest time from one firing of a notification to the next: a minute, since iOS supports no shorter one
    /// (documentation of `UILocalNotification.repeatInterval`).
    public static let minimumRepeatInterval = Duration.seconds(60)

    /// A notification that is due at that instant.
    public init(
        identifier: String,
        body: String = "",
        fireDate: MainRunLoop.Instant? = nil,
        repeatInterval: Duration? = nil,
        userInfo: [String: String] = [:]
    ) {
        self.identifier = identifier
        self.body = body
        self.fireDate = fireDate
        self.repeatInterval = repeatInterval
        self.userInfo = userInfo
    }
}
