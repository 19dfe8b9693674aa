internal import ResponderEventLoop
internal import ResponderTouchInput

/// A message that waits for its turn.
struct WaitingMessage {
    let message: HostMessage
    /// The touches that came before the message; the message itself is carried out later.
    let touches: TouchesBefore
}

extension HostMessage {
    /// Whether the message may cancel touches: it is an order, or the interface may rotate.
    var mayCancelTouches: Bool {
        if case .change(.orientation) = self { return true }
        return cause != nil
    }
}

/// Which of the touches that are in the port came before a message (rule L35).
enum TouchesBefore {
    /// All touches in the port: the message is carried out when it comes.
    case all
    /// The touches up to the instant at which the message came.
    case upTo(MainRunLoop.Instant)
    /// No touches: the notification port delivered the message, and it merges by time, so all earlier touches have been
    /// served.
    case none
}

extension TouchPort {
    /// Drops these touches, by serving them while none are accepted (rule T34); later touches stay in the port.
    func drop(_ touches: TouchesBefore) {
        switch touches {
        case .all: _ = serve(limit: .max)
        case .upTo(let instant):
            beginStep()
            _ = serve(limit: .max, notAfter: instant.nanoseconds)
            endStep()
        case .none: break
        }
    }
}
