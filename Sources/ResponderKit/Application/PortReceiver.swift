internal import ResponderTouchInput

/// What an application's touch port calls.
///
/// The loop keeps the port, so this does not keep the application, but names what that dispatches with: a weak reference would
/// cost a tenth of a frame. A port whose application is gone leaves the loop.
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

    /// The application is gone: frees what it dispatched with, or leaves that to the use that is under way.
    func abandon() {
        guard let state else { return }
        self.state = nil
        TouchDispatcher(state: state).abandon()
    }
}
