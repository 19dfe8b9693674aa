internal import ResponderEventLoop
internal import ResponderTouchInput

/// A message that waits for its turn.
struct WaitingMessage {
    let message: HostMessage
    /// Which touches came before it, though it is carried out later.
    let touches: TouchesBefore
}

/// Which of the touches that are in the port came before a message (rule L35).
enum TouchesBefore {
    /// All that are there: the message is carried out as it comes.
    case all
    /// Those up to the instant at which it came.
    case upTo(MainRunLoop.Instant)
    /// None: it came by the notification port, merged with touches by time, so those before it have been served.
    case none
}

extension TouchPort {
    /// Serves these touches: none is accepted at present, so they are dropped (rule T34), and what is later stays.
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
