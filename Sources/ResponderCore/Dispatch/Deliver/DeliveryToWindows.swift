internal import ResponderSupport

// From the application to the windows.
extension Event {
    /// Sends the event to each window that has touches in it, as `Application.sendEvent` does.
    ///
    /// The first call of a window's `sendEvent` also checks the override table for its class.
    func sendToWindows() {
        guard state.pointee.isUnderWay else { return }
        let bank = state.pointee.bank
        var remaining = state.pointee.changed
        while remaining != 0 {
            let bit = remaining & (0 &- remaining)
            remaining &= ~bit
            guard let window = (bank + bit.trailingZeroBitCount).pointee.window else { continue }
            for other in TouchSlots(bank: bank, mask: remaining) where other.pointee.window == window {
                remaining &= ~other.pointee.bit
            }
            let wasUnverified = window.pointee.isUnverified(.windowEvents)
            window.pointee.object.borrow { unsafeDowncast($0, to: Window.self).sendEvent(self) }
            if wasUnverified && window.pointee.isUnverified(.windowEvents) {
                OverrideTable.giveUp(because: window.pointee.type.pointee.type)
            }
        }
    }
}
