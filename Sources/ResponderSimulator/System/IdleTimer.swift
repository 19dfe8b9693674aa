internal import ResponderKit

// The screen goes dark while nobody touches it (rules A38, A39).
extension SimulatedDevice {
    /// Brightens the screen and restarts the idle timer; stops the timer where the device is off, locked or without
    /// auto-lock.
    func restartIdleTimer() {
        isDimmed = false
        guard let autoLock, isOn, !isLocked else { return idleDeadline = nil }
        idleDeadline = clock.now.advanced(by: autoLock.dimsAfter)
    }

    /// Brightens the screen, since the user does something.
    func wakeScreen() {
        restartIdleTimer()
    }

    /// When the screen is dimmed or locked; nil for never, and while an app or a call keeps the screen bright.
    var nextIdleDeadline: MainRunLoop.Instant? {
        guard callInProgress == nil, !overlays.contains(where: \.isCall), frontmost?.isIdleTimerDisabled != true else {
            return nil
        }
        return idleDeadline
    }

    /// Dims the screen, or locks a screen that is dimmed already.
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
