public import ResponderNotifications

// The notifications of a window, which its application posts in its own notification centre (rule R28).
extension Window {
    /// Posted when a window was shown: its `isHidden` became false.
    ///
    /// Posted even before the application has launched, when no window is on the screen yet: see ``Window/isVisible``.
    public struct DidBecomeVisible: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIWindowDidBecomeVisibleNotification"
        /// The window.
        public let subject: AnyObject?
    }

    /// Posted when a window was hidden.
    public struct DidBecomeHidden: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIWindowDidBecomeHiddenNotification"
        /// The window.
        public let subject: AnyObject?
    }

    /// Posted after the window's `becomeKey()`.
    public struct DidBecomeKey: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIWindowDidBecomeKeyNotification"
        /// The window.
        public let subject: AnyObject?
    }

    /// Posted after the window's `resignKey()`.
    public struct DidResignKey: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIWindowDidResignKeyNotification"
        /// The window.
        public let subject: AnyObject?
    }
}
