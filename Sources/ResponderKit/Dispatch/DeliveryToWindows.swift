// From the application to the windows.
extension Event {
    /// What `Application.sendEvent` does: sends the event to each window that has touches in it.
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
            var others = remaining
            while others != 0 {
                let other = others & (0 &- others)
                others &= ~other
                if (bank + other.trailingZeroBitCount).pointee.window == window { remaining &= ~other }
            }
            send(by: window)
        }
    }
}
