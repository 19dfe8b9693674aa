internal import ResponderKit

// The screen goes dark while nobody touches it (rules A38, A39).
extension SimulatedDevice {
    /// Begins the time anew.
    func restartIdleTimer() {
        isDimmed = false
        guard let autoLock, isOn, !isLocked else { return idleDeadline = nil }
        idleDeadline = clock.now.advanced(by: autoLock.dimsAfter)
    }

    /// The user does something: the screen is bright.
    func wakeScreen() {
        restartIdleTimer()
    }

    /// When the screen goes darker; nil while an app or a call keeps it bright.
    var nextIdleDeadline: MainRunLoop.Instant? {
        guard callInProgress == nil, !overlays.contains(where: \.isCall), frontmost?.isIdleTimerDisabled != true else {
            return nil
        }
        return idleDeadline
    }

    /// Nobody has touched the screen: it is dimmed, and locked the time after that.
    func becomeIdle() {
        guard let autoLock else { return }
        if isDimmed {
            record(.note("locked by itself"))
            lockScreen()
        } else {
            isDimmed = true
            record(.note("dimmed"))
            idleDeadline = clock.now.advanced(by: autoLock.locksAfter)
        }
    }
}
