public import ResponderNotifications

// The notifications of changes of the device: `deviceEnvironment` has the new values before a notification is posted.
extension Application {
    /// The device is held in another orientation.
    public struct OrientationDidChange: TypedNotification {
        /// Apple's name of the notification.
        public static let name = "UIDeviceOrientationDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// The new orientation.
        public let orientation: DeviceOrientation
    }

    /// The battery is fuller or emptier.
    public struct BatteryLevelDidChange: TypedNotification {
        /// Apple's name of the notification.
        public static let name = "UIDeviceBatteryLevelDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// How full the battery is now, from 0 to 1.
        public let level: Double
    }

    /// The charging of the battery has begun, ended or completed.
    public struct BatteryStateDidChange: TypedNotification {
        /// Apple's name of the notification.
        public static let name = "UIDeviceBatteryStateDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// The new state of the battery.
        public let batteryState: BatteryState
    }

    /// An object has come close to the screen, or has gone.
    public struct ProximityStateDidChange: TypedNotification {
        /// Apple's name of the notification.
        public static let name = "UIDeviceProximityStateDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// Whether an object is close to the screen now.
        public let isProximate: Bool
    }

    /// Screens were connected.
    public struct ScreenDidConnect: TypedNotification {
        /// Apple's name of the notification.
        public static let name = "UIScreenDidConnectNotification"
        /// The application.
        public let subject: AnyObject?
        /// The names of the new screens.
        public let screens: [String]
    }

    /// Screens were disconnected.
    public struct ScreenDidDisconnect: TypedNotification {
        /// Apple's name of the notification.
        public static let name = "UIScreenDidDisconnectNotification"
        /// The application.
        public let subject: AnyObject?
        /// The names of the screens that are gone.
        public let screens: [String]
    }

    /// The modes of screens have changed.
    public struct ScreenModeDidChange: TypedNotification {
        /// Apple's name of the notification.
        public static let name = "UIScreenModeDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// The modes of all connected screens, by their names.
        public let modes: [String: String]
    }

    /// Settings were changed from outside of the app.
    public struct SettingsDidChange: TypedNotification {
        /// Apple's name of the notification.
        public static let name = "NSUserDefaultsDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// The keys of the changed settings.
        public let changedKeys: Set<String>
    }

    /// The locale has changed.
    public struct LocaleDidChange: TypedNotification {
        /// Apple's name of the notification.
        public static let name = "NSCurrentLocaleDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// The identifier of the new locale.
        public let locale: String
    }

    /// Another user is signed in to the cloud, or nobody.
    public struct CloudIdentityDidChange: TypedNotification {
        /// Apple's name of the notification.
        public static let name = "NSUbiquityIdentityDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// The user who is signed in now; nil for nobody.
        public let identity: String?
    }

    /// Accessories were connected, or the application has come back to the foreground, where it may use them (rule
    /// A30).
    public struct AccessoryDidConnect: TypedNotification {
        /// Apple's name of the notification.
        public static let name = "EAAccessoryDidConnectNotification"
        /// The application.
        public let subject: AnyObject?
        /// The names of the new accessories.
        public let accessories: [String]
    }

    /// Accessories were disconnected, or the application has entered the background, where it may not use them (rule
    /// A30).
    public struct AccessoryDidDisconnect: TypedNotification {
        /// Apple's name of the notification.
        public static let name = "EAAccessoryDidDisconnectNotification"
        /// The application.
        public let subject: AnyObject?
        /// The names of the accessories that are gone.
        public let accessories: [String]
    }
}
