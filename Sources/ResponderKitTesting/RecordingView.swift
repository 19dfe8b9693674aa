public import ResponderKit

/// A view that notes every touch message it gets, and passes none on.
open class RecordingView: View {
    /// The name it goes by in the log.
    public final let name: String
    /// Where it notes what it gets.
    public final let log: ResponderLog
    /// Called after a message was noted, with its method: where a test does something inside a handler.
    public final var handler: ((Touch.Phase, TouchSet, Event) -> Void)?

    /// A view with that name, that notes in `log`.
    public init(_ name: String, log: ResponderLog = ResponderLog(), frame: Rect) {
        self.name = name
        self.log = log
        super.init(frame: frame)
    }

    /// Notes it.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) { note(.began, touches, event) }
    /// Notes it.
    open override func touchesMoved(_ touches: TouchSet, with event: Event) { note(.moved, touches, event) }
    /// Notes it.
    open override func touchesEnded(_ touches: TouchSet, with event: Event) { note(.ended, touches, event) }
    /// Notes it.
    open override func touchesCancelled(_ touches: TouchSet, with event: Event) { note(.cancelled, touches, event) }

    /// Notes it, as `NAME.updated(X, Y)`, in the log's lines alone.
    open override func touchesEstimatedPropertiesUpdated(_ touches: TouchSet) { log.noteUpdate(of: name, touches) }

    private func note(_ phase: Touch.Phase, _ touches: TouchSet, _ event: Event) {
        log.note(phase, of: name, touches, event)
        handler?(phase, touches, event)
    }
}
