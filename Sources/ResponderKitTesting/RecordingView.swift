public import ResponderKit

/// A view that notes every call of its touch methods in a log, and passes none on.
open class RecordingView: View {
    /// The view's name in the log.
    public final let name: String
    /// The log in which the view notes calls.
    public final let log: ResponderLog
    /// Called after a call was noted, with the phase of its method: for tests that do something inside a touch method.
    public final var handler: ((Touch.Phase, TouchSet, Event) -> Void)?

    /// A view that notes calls in `log`, under the name `name`.
    ///
    /// - Complexity: O(1); allocates the view, and a log where none is given.
    public init(_ name: String, log: ResponderLog = ResponderLog(), frame: Rect) {
        self.name = name
        self.log = log
        super.init(frame: frame)
    }

    /// Notes the call, and calls ``handler``.
    ///
    /// - Complexity: O(number of touches), plus the handler; allocates the samples and the line in the log.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) { note(.began, touches, event) }
    /// Notes the call, and calls ``handler``.
    ///
    /// - Complexity: O(number of touches), plus the handler; allocates the samples and the line in the log.
    open override func touchesMoved(_ touches: TouchSet, with event: Event) { note(.moved, touches, event) }
    /// Notes the call, and calls ``handler``.
    ///
    /// - Complexity: O(number of touches), plus the handler; allocates the samples and the line in the log.
    open override func touchesEnded(_ touches: TouchSet, with event: Event) { note(.ended, touches, event) }
    /// Notes the call, and calls ``handler``.
    ///
    /// - Complexity: O(number of touches), plus the handler; allocates the samples and the line in the log.
    open override func touchesCancelled(_ touches: TouchSet, with event: Event) { note(.cancelled, touches, event) }

    /// Notes the call as `NAME.updated(X, Y)`, in the log's lines alone; ``handler`` is not called.
    ///
    /// - Complexity: O(number of touches); allocates the line in the log.
    open override func touchesEstimatedPropertiesUpdated(_ touches: TouchSet) { log.noteUpdate(of: name, touches) }

    private func note(_ phase: Touch.Phase, _ touches: TouchSet, _ event: Event) {
        log.note(phase, of: name, touches, event)
        handler?(phase, touches, event)
    }
}
