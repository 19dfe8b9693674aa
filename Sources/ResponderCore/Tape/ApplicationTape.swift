/// What stands between an application and all that comes from outside: it keeps the input for a recording, or gives the
/// application the input of one.
///
/// Both note what the application does, turn by turn, so that a replay can be compared with its recording. The core
/// knows this class alone; the folder `Recorder` has the tapes.
@MainActor
class ApplicationTape {
    /// What the application has done since the turn began.
    let trace = TurnTrace()
    /// The first responder that was noted last.
    private var firstResponder: ObjectIdentifier?
    /// The tape of the application whose turn began last, which notes what has no application of its own.
    @exclusivity(unchecked) static var current: ApplicationTape?

    /// Whether the tape gives input; otherwise it keeps input.
    var isPlaying: Bool { false }

    /// Keeps something from outside that is neither a frame nor a message of a port; `write` writes its bytes.
    func keep(_ input: SessionInput, _ write: (inout RecordWriter) -> Void) {}

    /// A call of the receiver of the touch port begins.
    func beginReception(isContinued: Bool, hasWaitingSamples: Bool) {}

    func endReception() {}

    /// Whether the host is being asked: what it sends meanwhile comes from outside.
    var isAskingHost: Bool { false }

    /// The answer of the host to a question.
    func answer(_ ask: () -> Bool) -> Bool { ask() }

    /// Notes the first responder; `name` is nil for none.
    func noteFirstResponder(_ responder: AnyObject?, _ name: String?) {
        guard responder.map({ ObjectIdentifier($0) }) != firstResponder else { return }
        firstResponder = responder.map { ObjectIdentifier($0) }
        trace.note("first responder: \(name ?? "none")")
    }
}
