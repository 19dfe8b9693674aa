internal import ResponderTouchInput

/// The receiver that an application's touch port calls.
///
/// The loop retains the port, so the receiver must not retain the application. The receiver points to the dispatch's
/// state instead, since a weak reference to the application would take a tenth of the time of a frame. A port whose
/// application is gone leaves the loop.
@MainActor
final class PortReceiver {
    /// Nil as soon as the application is gone.
    private var state: UnsafeMutablePointer<TouchDispatcher.State>?

    init(_ state: UnsafeMutablePointer<TouchDispatcher.State>) {
        self.state = state
    }

    /// Nil as soon as the application is gone.
    var dispatcher: TouchDispatcher? {
        // Not `map`: a closure for the library would check its isolation at each turn.
        guard let state else { return nil }
        return TouchDispatcher(state: state)
    }

    func receiveUpdate(_ contact: TouchContact, from sender: UInt64) {
        if let state { TouchDispatcher(state: state).receiveUpdate(contact, from: sender) }
    }

    /// Frees the dispatch's state after the application's end, or lets the dispatch under way free it.
    func abandon() {
        guard let state else { return }
        self.state = nil
        TouchDispatcher(state: state).abandon()
    }
}
