internal import ResponderCore
public import ResponderNotifications

// The notifications of a text view, which its application posts in its own notification centre.
extension TextView {
    /// Posted when the editing has begun, after the delegate was told.
    public struct DidBeginEditing: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UITextViewTextDidBeginEditingNotification"
        /// The text view.
        public let subject: AnyObject?
    }

    /// Posted when the user has changed the text, after the delegate was told.
    public struct DidChange: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UITextViewTextDidChangeNotification"
        /// The text view.
        public let subject: AnyObject?
    }

    /// Posted when the editing has ended, after the delegate was told.
    public struct DidEndEditing: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UITextViewTextDidEndEditingNotification"
        /// The text view.
        public let subject: AnyObject?
    }
}
