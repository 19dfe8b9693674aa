public import ResponderCore
public import ResponderNotifications
public import ResponderTouchInput

// The notifications of the keyboard, and of the app's own input views, in the application's notification centre.
//
// An update posts first the will notifications: will change frame, then will show or will hide. Then the views are
// placed, and the delegate is told. Last come the did notifications: did change frame, then did show or did hide. Each
// will notification is followed by its did notification, unless the application ends or is suspended in between.
extension Window {
    /// Posted before the input views are shown.
    public struct KeyboardWillShow: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIKeyboardWillShowNotification"
        /// The window that is covered.
        public let subject: AnyObject?
        /// Where the views come from, on the screen, in points: below the window.
        public let frameBegin: Rect
        /// Where they will be.
        public let frameEnd: Rect
    }

    /// Posted after the input views were shown.
    public struct KeyboardDidShow: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIKeyboardDidShowNotification"
        /// The window that is covered.
        public let subject: AnyObject?
        /// Where the views have come from, on the screen, in points.
        public let frameBegin: Rect
        /// Where they are.
        public let frameEnd: Rect
    }

    /// Posted before the input views are hidden.
    public struct KeyboardWillHide: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIKeyboardWillHideNotification"
        /// The window that is covered; nil when it is gone.
        public let subject: AnyObject?
        /// Where the views are, on the screen, in points.
        public let frameBegin: Rect
        /// Where they go: below the window.
        public let frameEnd: Rect
    }

    /// Posted after the input views were hidden.
    public struct KeyboardDidHide: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIKeyboardDidHideNotification"
        /// The window that was covered; nil when it is gone.
        public let subject: AnyObject?
        /// Where the views were, on the screen, in points.
        public let frameBegin: Rect
        /// Where they have gone.
        public let frameEnd: Rect
    }

    /// Posted before the input views are shown, hidden, moved or resized.
    public struct KeyboardWillChangeFrame: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIKeyboardWillChangeFrameNotification"
        /// The window that is, or will be, covered.
        public let subject: AnyObject?
        /// Where the views are, on the screen, in points; below the window when they are not shown.
        public let frameBegin: Rect
        /// Where they will be.
        public let frameEnd: Rect
    }

    /// Posted after the input views were shown, hidden, moved or resized.
    public struct KeyboardDidChangeFrame: TypedNotification {
        /// UIKit's name of the notification.
        public static let name = "UIKeyboardDidChangeFrameNotification"
        /// The window that is, or was, covered.
        public let subject: AnyObject?
        /// Where the views were, on the screen, in points.
        public let frameBegin: Rect
        /// Where they are; below the window when they are not shown.
        public let frameEnd: Rect
    }
}

/// One change of what is shown, and its notifications.
@MainActor
struct InputStep {
    enum Kind { case shows, moves, hides }

    let begin: Rect
    let end: Rect
    let window: Window?
    let kind: Kind

    /// Whether the frame has changed: no notification is posted when views take the same place as others before.
    var isMove: Bool { begin != end }

    func postWill(_ application: Application) {
        let center = application.notificationCenter
        if isMove { center.post(Window.KeyboardWillChangeFrame(subject: window, frameBegin: begin, frameEnd: end)) }
        guard application.runsCode else { return }
        switch kind {
        case .shows: center.post(Window.KeyboardWillShow(subject: window, frameBegin: begin, frameEnd: end))
        case .hides: center.post(Window.KeyboardWillHide(subject: window, frameBegin: begin, frameEnd: end))
        case .moves: break
        }
    }

    func postDid(_ application: Application) {
        let center = application.notificationCenter
        if isMove { center.post(Window.KeyboardDidChangeFrame(subject: window, frameBegin: begin, frameEnd: end)) }
        guard application.runsCode else { return }
        switch kind {
        case .shows: center.post(Window.KeyboardDidShow(subject: window, frameBegin: begin, frameEnd: end))
        case .hides: center.post(Window.KeyboardDidHide(subject: window, frameBegin: begin, frameEnd: end))
        case .moves: break
        }
    }
}
