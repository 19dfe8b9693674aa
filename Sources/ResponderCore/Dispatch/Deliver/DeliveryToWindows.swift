// From the application to the windows.
extension Event {
    /// The base implementation of `Application.sendEvent`: sends the event to each window that has touches in it.
    func sendToWindows(of application: Application) {
        application.record.pointee.type.pointee.sawBaseEntered(.applicationEvents)
        sendToWindows()
    }

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
            send(by: window)
        }
    }
}
