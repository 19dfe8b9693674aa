public import ResponderNotifications

// What an application is told of its device. `deviceEnvironment` has the new values already when one of these is posted.
extension Application {
    /// The device is held in another way.
    public struct OrientationDidChange: TypedNotification {
        /// Apple's name of it.
        public static let name = "UIDeviceOrientationDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// How it is held now.
        public let orientation: DeviceOrientation
    }

    /// The battery is fuller or emptier.
    public struct BatteryLevelDidChange: TypedNotification {
        /// Apple's name of it.
        public static let name = "UIDeviceBatteryLevelDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// How full it is now, from 0 to 1.
        public let level: Double
    }

    /// The battery is charged now, or not any more.
    public struct BatteryStateDidChange: TypedNotification {
        /// Apple's name of it.
        public static let name = "UIDeviceBatteryStateDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// What it does now.
        public let batteryState: BatteryState
    }

    /// Something has come close to the screen, or has gone.
    public struct ProximityStateDidChange: TypedNotification {
        /// Apple's name of it.
        public static let name = "UIDeviceProximityStateDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// Whether something is close to it now.
        public let isProximate: Bool
    }

    /// Screens were connected.
    public struct ScreenDidConnect: TypedNotification {
        /// Apple's name of it.
        public static let name = "UIScreenDidConnectNotification"
        /// The application.
        public let subject: AnyObject?
        /// Those that came.
        public let screens: [String]
    }

    /// Screens were disconnected.
    public struct ScreenDidDisconnect: TypedNotification {
        /// Apple's name of it.
        public static let name = "UIScreenDidDisconnectNotification"
        /// The application.
        public let subject: AnyObject?
        /// Those that went.
        public let screens: [String]
    }

    /// Screens have other modes.
    public struct ScreenModeDidChange: TypedNotification {
        /// Apple's name of it.
        public static let name = "UIScreenModeDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// The modes of all, by the screens' names.
        public let modes: [String: String]
    }

    /// The app's settings were changed from outside.
    public struct SettingsDidChange: TypedNotification {
        /// Apple's name of it.
        public static let name = "NSUserDefaultsDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// The keys of those that changed.
        public let changedKeys: Set<String>
    }

    /// The locale is another.
    public struct LocaleDidChange: TypedNotification {
        /// Apple's name of it.
        public static let name = "NSCurrentLocaleDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// The identifier of the new one.
        public let locale: String
    }

    /// Somebody else is signed in to the cloud, or nobody.
    public struct CloudIdentityDidChange: TypedNotification {
        /// Apple's name of it.
        public static let name = "NSUbiquityIdentityDidChangeNotification"
        /// The application.
        public let subject: AnyObject?
        /// Who is now; nil for nobody.
        public let identity: String?
    }

    /// Accessories were connected, or the application came back to where it may use them (rule A30).
    public struct AccessoryDidConnect: TypedNotification {
        /// Apple's name of it.
        public static let name = "EAAccessoryDidConnectNotification"
        /// The application.
        public let subject: AnyObject?
        /// Those that came.
        public let accessories: [String]
    }

    /// Accessories were disconnected, or the application went where it may not use them (rule A30).
    public struct AccessoryDidDisconnect: TypedNotification {
        /// Apple's name of it.
        public static let name = "EAAccessoryDidDisconnectNotification"
        /// The application.
        public let subject: AnyObject?
        /// Those that went.
        public let accessories: [String]
    }
}
