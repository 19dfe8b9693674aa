internal import ResponderEventLoop
internal import ResponderTouchInput

/// A message that waits for its turn.
struct WaitingMessage {
    let message: HostMessage
    /// The touches that came before the message, though it is carried out later.
    let touches: TouchesBefore
}

/// Which of the touches that are in the port came before a message (rule L35).
enum TouchesBefore {
    /// All touches in the port: the message is carried out when it comes.
    case all
    /// The touches up to the instant at which the message came.
    case upTo(MainRunLoop.Instant)
    /// None: the message came by the notification port, which merges by time, so all earlier touches have been served.
    case none
}

extension TouchPort {
    /// Serves these touches while none are accepted, which drops them (rule T34); later touches stay in the port.
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
