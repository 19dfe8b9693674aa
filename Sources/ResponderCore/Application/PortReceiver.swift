internal import ResponderTouchInput

/// The receiver that an application's touch port calls.
///
/// The loop retains the port, so the receiver must not retain the application. The receiver points to the dispatch's
/// state instead, since a weak reference to the application would take a tenth of the time of a frame. A port whose
/// application is gone leaves the loop.
@MainActor
final class PortReceiver {
    /// Nil as soon as the application is gone, and while the user's activity is noted: then frames take the way through
    /// ``receiveWatched(from:limit:)``, so that the usual way needs no test.
    private var state: UnsafeMutablePointer<TouchDispatcher.State>?
    /// The state while the user's activity is noted.
    private var watchedState: UnsafeMutablePointer<TouchDispatcher.State>?

    init(_ state: UnsafeMutablePointer<TouchDispatcher.State>) {
        self.state = state
    }

    /// Nil as soon as the application is gone, and while the user's activity is noted.
    var dispatcher: TouchDispatcher? {
        // Not `map`: a closure for the library would check its isolation at each turn.
        guard let state else { return nil }
        return TouchDispatcher(state: state)
    }

    /// Has each reception of frames noted as activity from now on.
    func watch() {
        guard let state else { return }
        (self.state, watchedState) = (nil, state)
    }

    /// Receives frames as the dispatcher does, and notes them; a port whose application is gone leaves the loop.
    func receiveWatched(from port: TouchPort, limit: Int) -> Bool {
        if let watchedState {
            return TouchDispatcher(state: watchedState).receiveNotingActivity(from: port, limit: limit)
        }
        port.invalidate()
        return false
    }

    func receiveUpdate(_ contact: TouchContact, from sender: UInt64) {
        if let state = state ?? watchedState { TouchDispatcher(state: state).receiveUpdate(contact, from: sender) }
    }

    /// Frees the dispatch's state after the application's end, or lets the dispatch under way free it.
    func abandon() {
        guard let state = state ?? watchedState else { return }
        (self.state, watchedState) = (nil, nil)
        TouchDispatcher(state: state).abandon()
    }
}
