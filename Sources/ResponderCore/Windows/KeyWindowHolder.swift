internal import ResponderNotifications

/// The key window, and the window that was last notified that it is the key window.
///
/// The two differ while windows are being notified. If a hook changes the key window, the windows are notified of this
/// change when the hook has returned. So the calls of `becomeKey()` and `resignKey()` alternate, and two windows are
/// never notified as key at once.
@MainActor
final class KeyWindowHolder {
    /// The key window.
    ///
    /// The window is shown, so the application retains it.
    weak var window: Window?
    private var notified: Window?
    private var isNotifying = false

    /// Notifies the former key window, and then the present one (rule R25).
    func notify(by center: TypedNotificationCenter) {
        guard !isNotifying else { return }
        isNotifying = true
        while notified !== window {
            if let former = notified {
                notified = nil
                // Another responder takes text now.
                (former.firstResponder as? any TextInput)?.unmarkText()
                former.resignKey()
                center.post(Window.DidResignKey(subject: former))
            } else if let newcomer = window {
                notified = newcomer
                newcomer.becomeKey()
                center.post(Window.DidBecomeKey(subject: newcomer))
            }
        }
        isNotifying = false
    }
}
