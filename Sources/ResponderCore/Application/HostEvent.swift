public import ResponderEventLoop

/// An event from outside that launches the application, or that is delivered to the running application.
public enum HostEvent: Hashable, Sendable {
    /// A URL of one of the app's schemes.
    case url(AppURL, OpenURLOptions = OpenURLOptions())
    /// A push notification.
    case remoteNotification(RemoteNotification)
    /// A notification that the app itself had scheduled.
    case localNotification(LocalNotification)
    /// A time at which an app with the background mode ``BackgroundMode/fetch`` may fetch new data.
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

/// The result of a background fetch.
public enum BackgroundFetchResult: Hashable, Sendable, CaseIterable {
    /// There was something new.
    case newData
    /// There was nothing new.
    case noData
    /// The fetch did not succeed.
    case failed
}

/// The circumstances of a URL that an application is asked to open.
public struct OpenURLOptions: Hashable, Sendable {
    /// The identifier of the app that asks; nil if no app asks.
    public var sourceApplication: String?

    /// The options of a URL that the named app asks to open.
    ///
    /// - Complexity: O(1); no allocation.
    public init(sourceApplication: String? = nil) {
        self.sourceApplication = sourceApplication
    }
}

/// A notification that another machine sent to the app.
public struct RemoteNotification: Hashable, Sendable {
    /// The content, by keys.
    public var userInfo: [String: String]

    /// A notification with that content.
    ///
    /// - Complexity: O(1); no allocation.
    public init(userInfo: [String: String] = [:]) {
        self.userInfo = userInfo
    }
}

/// A notification that an app schedules, for a time at which the app may not be running.
public struct LocalNotification: Hashable, Sendable {
    /// The app's name for the notification: scheduling a notification replaces a scheduled one with the same
    /// identifier.
    public var identifier: String
    /// The text that is shown to the user.
    public var body: String
    /// When the notification is due, on the loop's clock; nil for at once.
    public var fireDate: MainRunLoop.Instant?
    /// The time from one firing to the next; nil for a notification that fires once.
    ///
    /// When the notification is scheduled, an interval shorter than ``minimumRepeatInterval`` becomes that minimum.
    public var repeatInterval: Duration?
    /// The app's own data, by keys.
    public var userInfo: [String: String]

    /// The shortest time from one firing of a notification to the next: a minute, since iOS supports no shorter one
    /// (documentation of `UILocalNotification.repeatInterval`).
    public static let minimumRepeatInterval = Duration.seconds(60)

    /// A notification that is due at that instant.
    ///
    /// - Complexity: O(1); no allocation.
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
