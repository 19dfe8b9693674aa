internal import ResponderCore
public import ResponderEventLoop

/// An event of a control that has happened, as an element of ``ControlActionSource/events(_:bufferingNewest:)``.
public struct ControlEvent: Hashable, Sendable {
    /// The event, or the events of a call of ``Control/sendActions(for:)``.
    public let events: Control.Events
    /// When the touch that is the cause changed, on the clock of the application's loop; nil without such a touch.
    public let timestamp: MainRunLoop.Instant?
}

// The events of a control as a sequence.
extension ControlActionSource {
    /// The events of the control, for a task to iterate over.
    ///
    ///     for await _ in save.events(.touchUpInside) { await document.save() }
    ///
    /// The sequence has all these events from this call on, in order. A task that waits is resumed in the turn of the
    /// event, by way of the runtime's threads, so the task may continue in a later turn. Up to `limit` elements wait
    /// for the task; when one more comes, the oldest is dropped. The sequence does not keep the control alive. It ends
    /// when the control is gone, after the waiting elements, when the iterating task is cancelled, and when the
    /// sequence and its iterator are released.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - limit: The most elements that may wait; less than 1 counts as 1.
    /// - Complexity: That of ``Control/addAction(_:for:)``; allocates the sequence. An event then allocates while no
    ///   task waits for it.
    public func events(
        _ events: Control.Events,
        bufferingNewest limit: Int = 64
    ) -> AsyncStream<ControlEvent> {
        stream(events, limit) { control, event in
            ControlEvent(events: control.control.pointee.sending, timestamp: event?.timestamp)
        }
    }

    /// The control's events as a sequence of other values, taken when the event happens.
    ///
    ///     for await volume in slider.events(.valueChanged, { $0.value }) { … }
    ///
    /// For the rest see ``events(_:bufferingNewest:)``.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - limit: The most elements that may wait; less than 1 counts as 1.
    ///   - value: Makes an element; called as an action of the control, and kept by the control.
    /// - Complexity: That of ``events(_:bufferingNewest:)``.
    public func events<Value: Sendable>(
        _ events: Control.Events,
        bufferingNewest limit: Int = 64,
        _ value: @escaping @MainActor (Self) -> Value
    ) -> AsyncStream<Value> {
        stream(events, limit) { control, _ in value(unsafeDowncast(control, to: Self.self)) }
    }

    private func stream<Value: Sendable>(
        _ events: Control.Events,
        _ limit: Int,
        _ value: @escaping @MainActor (Control, Event?) -> Value
    ) -> AsyncStream<Value> {
        let (stream, feed) = StreamFeed<Value>.make(bufferingNewest: limit)
        let action = ControlAction(nil, target: nil) { control, event in feed.put(value(control, event)) }
        let registration = ControlRegistration(self, action)
        feed.continuation.onTermination = { _ in registration.endSoon() }
        addAction(action, for: events)
        return stream
    }
}

/// What a sequence knows of its action, to remove it.
@MainActor
private final class ControlRegistration {
    private weak var control: Control?
    private weak var action: ControlAction?

    init(_ control: Control, _ action: ControlAction) {
        self.control = control
        self.action = action
    }

    /// Removes the action: at once on the main actor, otherwise in a job of the main actor.
    nonisolated func endSoon() {
        Task.immediateDetached { @MainActor in
            if let control = self.control, let action = self.action { control.removeAction(action) }
        }
    }
}
