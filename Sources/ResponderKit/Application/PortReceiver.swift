internal import ResponderTouchInput

/// The receiver that an application's touch port calls.
///
/// The loop keeps the port, so the receiver may not keep the application. It points to the dispatch's state instead: a
/// weak reference to the application would cost a tenth of a frame. A port whose application is gone leaves the loop.
@MainActor
final class PortReceiver {
    /// Nil as soon as the application is gone.
    private var state: UnsafeMutablePointer<TouchDispatcher.State>?

    init(_ state: UnsafeMutablePointer<TouchDispatcher.State>) {
        self.state = state
    }

    func receive(from port: TouchPort, limit: Int) -> Bool {
        guard let state else {
            port.invalidate()
            return false
        }
        return TouchDispatcher(state: state).receive(from: port, limit: limit)
    }

    func receiveUpdate(_ contact: TouchContact, from sender: UInt64) {
        if let state { TouchDispatcher(state: state).receiveUpdate(contact, from: sender) }
    }

    /// The application is gone: frees the dispatch's state, or leaves this to the dispatch that is under way.
    func abandon() {
        guard let state else { return }
        self.state = nil
        TouchDispatcher(state: state).abandon()
    }
}
