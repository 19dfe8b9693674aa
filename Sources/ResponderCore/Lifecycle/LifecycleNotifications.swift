public import ResponderNotifications

extension Application {
    /// Posted after the delegate's `application(_:didFinishLaunchingWithOptions:)`.
    public struct DidFinishLaunching: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIApplicationDidFinishLaunchingNotification"
        /// The application.
        public let subject: AnyObject?
        /// The options that the application was launched with.
        public let options: LaunchOptions
    }

    /// Posted after the delegate's `applicationDidBecomeActive(_:)`.
    public struct DidBecomeActive: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIApplicationDidBecomeActiveNotification"
        /// The application.
        public let subject: AnyObject?
    }

    /// Posted after the delegate's `applicationWillResignActive(_:)`, while the application is still active.
    public struct WillResignActive: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIApplicationWillResignActiveNotification"
        /// The application.
        public let subject: AnyObject?
    }

    /// Posted after the delegate's `applicationDidEnterBackground(_:)`.
    public struct DidEnterBackground: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIApplicationDidEnterBackgroundNotification"
        /// The application.
        public let subject: AnyObject?
    }

    /// Posted before the delegate's `applicationWillEnterForeground(_:)`, while the application is still in the
    /// background.
    public struct WillEnterForeground: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIApplicationWillEnterForegroundNotification"
        /// The application.
        public let subject: AnyObject?
    }

    /// Posted after the delegate's `applicationWillTerminate(_:)`: the last notification of an application.
    public struct WillTerminate: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIApplicationWillTerminateNotification"
        /// The application.
        public let subject: AnyObject?
    }

    /// Posted after the delegate's `applicationDidReceiveMemoryWarning(_:)`.
    public struct DidReceiveMemoryWarning: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIApplicationDidReceiveMemoryWarningNotification"
        /// The application.
        public let subject: AnyObject?
    }

    /// Posted before the delegate's `applicationSignificantTimeChange(_:)`.
    public struct SignificantTimeChange: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIApplicationSignificantTimeChangeNotification"
        /// The application.
        public let subject: AnyObject?
    }

    /// Posted after the delegate's `applicationProtectedDataWillBecomeUnavailable(_:)`, shortly before protected
    /// files are locked.
    public struct ProtectedDataWillBecomeUnavailable: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIApplicationProtectedDataWillBecomeUnavailable"
        /// The application.
        public let subject: AnyObject?
    }

    /// Posted after the delegate's `applicationProtectedDataDidBecomeAvailable(_:)`.
    public struct ProtectedDataDidBecomeAvailable: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIApplicationProtectedDataDidBecomeAvailable"
        /// The application.
        public let subject: AnyObject?
    }
}
