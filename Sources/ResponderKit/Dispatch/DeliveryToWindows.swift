// From the application to the windows.
extension Event {
    /// What `Application.sendEvent` does: sends the event to each window that has touches in it.
    @inline(__always)
    func sendToWindows(of application: Application) {
        if state.pointee.stage.isQuick {
            return state.pointee.quickWindow.borrow { unsafeDowncast($0, to: Window.self).sendEvent(self) }
        }
        application.record.pointee.type.pointee.sawBaseEntered(.applicationEvents)
        sendToWindowsOfAnyKind()
    }

    @inline(never)
    private func sendToWindowsOfAnyKind() {
        guard state.pointee.stage == .single else { return sendToSeveralWindows() }
        guard let window = state.pointee.single.pointee.window else { return }
        send(by: window)
    }

    @inline(never)
    private func sendToSeveralWindows() {
        guard state.pointee.stage == .several else { return }
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
