/// Something that can respond to events: the base class of views, view controllers, windows and the application.
///
/// Touches go to the view that was hit. A responder that does not override one of the touch methods passes the message
/// on to ``next``, and so up the chain to the window, the application and its delegate, until one handles it.
///
/// A subclass that handles one of the four touch methods should handle all four: one that takes a touch's began and
/// passes on its end leaves those above with an end that had no began (rule R11).
@MainActor
open class Responder {
    /// The hot state: see `ResponderRecord`.
    nonisolated(unsafe) final let record: RecordPointer

    /// A responder with nothing above it.
    public init() {
        // The record wants its object, which is not there before the record is: it gets it right after.
        record = RecordPool.make(type: ResponderClass.of(Self.self))
        record.pointee.object = .passUnretained(self)
    }

    deinit {
        RecordPool.retire(record)
    }

    /// The next responder up the chain: nil here; computed by each class, never stored (rule R1).
    open var next: Responder? { computeNext(nil) }

    /// Fingers came down on the view that was hit.
    ///
    /// By default passed on to ``next``.
    ///
    /// - Parameters:
    ///   - touches: The touches of one view that began in this event; never stationary ones, never another view's.
    ///   - event: The event they belong to. It is used again for a later one unless it is kept.
    open func touchesBegan(_ touches: TouchSet, with event: Event) { forward(.began, touches, event) }

    /// Touches moved, or their force or size changed.
    ///
    /// They may be outside the view by now: a touch stays bound to the view where it began. By default passed on to
    /// ``next``.
    open func touchesMoved(_ touches: TouchSet, with event: Event) { forward(.moved, touches, event) }

    /// Fingers were lifted.
    ///
    /// By default passed on to ``next``.
    ///
    /// A view that got a touch's began gets exactly one of this and ``touchesCancelled(_:with:)`` for it.
    open func touchesEnded(_ touches: TouchSet, with event: Event) { forward(.ended, touches, event) }

    /// Touches were taken away: undo what their began started.
    ///
    /// By default passed on to ``next``.
    open func touchesCancelled(_ touches: TouchSet, with event: Event) { forward(.cancelled, touches, event) }

    /// Better values have come for an earlier sample of the touches, whose properties were estimates (rule T9).
    ///
    /// By default passed on to ``next``.
    ///
    /// Called later than the sample was delivered, also after the touch's end. The touches equal those they are of, but
    /// here they read as they were in that sample, with the values known now; ``Touch/estimationUpdateIndex`` says which
    /// sample it is. To keep the values, take the touch's ``Touch/sample``.
    ///
    /// - Parameter touches: Touches that the view got the began of, and that were not cancelled.
    open func touchesEstimatedPropertiesUpdated(_ touches: TouchSet) { forwardUpdate(touches) }
}

extension Responder: Hashable {
    /// Whether both are the same object.
    public nonisolated static func == (lhs: Responder, rhs: Responder) -> Bool { lhs === rhs }

    /// Hashes the object's identity.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
