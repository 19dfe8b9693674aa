internal import ResponderNotifications

/// Which window is the key window, and which was told so.
///
/// The two differ while windows are being told. Whatever they do in their hooks, each is told to become and to resign in
/// turn, and never two at once to be the key window: what a hook changes is told when it has returned.
@MainActor
final class KeyWindowHolder {
    /// The key window.
    ///
    /// One that is shown, which its application keeps.
    weak var window: Window?
    private var told: Window?
    private var isTelling = false

    /// Tells the window that was the key window, and then the one that is (rule R25).
    func tell(by center: TypedNotificationCenter) {
        guard !isTelling else { return }
        isTelling = true
        while told !== window {
            if let former = told {
                told = nil
                former.resignKey()
                center.post(Window.DidResignKey(subject: former))
            } else if let newcomer = window {
                told = newcomer
                newcomer.becomeKey()
                center.post(Window.DidBecomeKey(subject: newcomer))
            }
        }
        isTelling = false
    }
}
