internal import ResponderCore
public import ResponderNotifications

// The notifications of a field, which its application posts in its own notification centre.
extension TextField {
    /// Posted when the editing has begun, after the delegate was told.
    public struct DidBeginEditing: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UITextFieldTextDidBeginEditingNotification"
        /// The field.
        public let subject: AnyObject?
    }

    /// Posted when the user has changed the text, after the delegate was told.
    public struct DidChange: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UITextFieldTextDidChangeNotification"
        /// The field.
        public let subject: AnyObject?
    }

    /// Posted when the editing has ended, after the delegate was told.
    ///
    /// A field that has left its window posts nothing, since no application shows it.
    public struct DidEndEditing: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UITextFieldTextDidEndEditingNotification"
        /// The field.
        public let subject: AnyObject?
    }
}
