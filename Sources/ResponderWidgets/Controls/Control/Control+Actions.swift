public import ResponderCore
internal import ResponderSupport

// The closures and methods that a control calls for its events, and the sending of events.
extension Control {
    /// The events for which the control has an action.
    ///
    /// - Complexity: O(1); no allocation.
    public final var allControlEvents: Events { control.pointee.registrations.events }

    /// Calls each action that is registered for one of the events once, in the order of registration (rules C11, C13).
    ///
    /// All calls are over when this method returns. The method works also without a tracked touch, and in a disabled
    /// control; the actions get no event of a touch (rule C12). An action that is added meanwhile is not called, nor is
    /// one that is removed before its turn.
    ///
    /// - Complexity: O(actions), besides their work; O(1) when none is registered for the events. No allocation.
    public final func sendActions(for events: Events) { send(events, nil) }

    @inline(__always)
    final func send(_ events: Events, _ event: Event?) {
        if !control.pointee.registrations.events.isDisjoint(with: events) { walk(events, event) }
    }

    /// Sends the events for a change of the value by the user.
    final func sendValueChanged(_ event: Event?) {
        setNeedsDisplay()
        send(.valueChanged, event)
        send(.primaryActionTriggered, event)
    }

    @inline(never)
    private final func walk(_ events: Events, _ event: Event?) {
        let control = control
        let outer = control.pointee.sending
        // Actions that are removed meanwhile stay alive until the end of this use.
        let processState = ProcessState.shared
        processState.beginUse()
        control.pointee.registrations.beginWalk()
        var place = 0
        let end = control.pointee.registrations.count
        while place < end {
            if let action = control.pointee.registrations.action(at: place, for: events) {
                control.pointee.sending = events
                action.borrow { $0.command != nil ? $0.perform(self, event) : sendAction($0, for: event) }
            }
            place += 1
        }
        control.pointee.sending = outer
        control.pointee.registrations.endWalk()
        processState.endUse()
    }

    /// Has the control call an action for each of the events.
    ///
    /// If another action has the same identifier, the new action replaces it, and takes over its events (rule C17). If
    /// the control has the action already, the events are added to the action's events. Adding an action for no event
    /// does nothing.
    ///
    /// - Complexity: O(1) on average; allocates where the list grows, and an index of many actions.
    public final func addAction(_ action: ControlAction, for events: Events) {
        if events.isEmpty { return }
        var events = events
        let key = ControlActionKey.action(ObjectIdentifier(action))
        if let place = control.pointee.registrations.firstPlace(by: key, where: { $0 === action }) {
            return control.pointee.registrations.add(events, at: place)
        }
        if let identifier = action.identifier,
            let place = control.pointee.registrations.firstPlace(
                by: .identifier(identifier),
                where: { $0.identifier == identifier }
            )
        {
            events.formUnion(control.pointee.registrations.events(at: place))
            removeActions(for: .allEvents, by: .identifier(identifier)) { $0.identifier == identifier }
        }
        purgeTargets()
        control.pointee.registrations.append(action, for: events)
    }

    /// Has the control no longer call an action for these events.
    ///
    /// - Complexity: O(1) on average; allocates a list of the actions that are left without events.
    public final func removeAction(_ action: ControlAction, for events: Events = .allEvents) {
        removeActions(for: events, by: .action(ObjectIdentifier(action))) { $0 === action }
    }

    /// Has the control no longer call the action of that identifier for these events.
    ///
    /// - Complexity: O(1) on average; allocates a list of the actions that are left without events.
    public final func removeAction(identifiedBy identifier: ControlAction.Identifier, for events: Events = .allEvents) {
        removeActions(for: events, by: .identifier(identifier)) { $0.identifier == identifier }
    }

    /// - Parameter key: A key by which such actions are certainly found; nil to try all actions.
    final func removeActions(
        for events: Events,
        by key: ControlActionKey? = nil,
        where matches: (ControlAction) -> Bool
    ) {
        for action in control.pointee.registrations.remove(events, by: key, where: matches) {
            ProcessState.shared.keepAlive(action)
        }
    }
}

/// The methods of a control whose closures get the control as an object of its own class.
///
/// Only ``Control`` conforms.
@MainActor
public protocol ControlActionSource: Control {}

extension Control: ControlActionSource {}

extension ControlActionSource {
    /// Has the control call a closure for each of the events.
    ///
    ///     volume.addAction(for: .valueChanged) { slider in player.volume = slider.value }
    ///
    /// The control keeps the closure: it must refer weakly to whatever keeps the control.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - identifier: The action's name (rule C17); nil for an action that never replaces another.
    ///   - handler: The closure, which gets the control.
    /// - Returns: The action, for ``Control/removeAction(_:for:)``.
    /// - Complexity: That of ``Control/addAction(_:for:)``; allocates the action.
    @discardableResult
    public func addAction(
        for events: Control.Events,
        identifier: ControlAction.Identifier? = nil,
        _ handler: @escaping @MainActor (Self) -> Void
    ) -> ControlAction {
        // An action is called with the control to which it was added, which has this class.
        add(
            ControlAction(identifier, target: nil) { control, _ in handler(unsafeDowncast(control, to: Self.self)) },
            events
        )
    }

    /// Has the control call a closure, which gets the control and the event of the touch, for each of the events.
    ///
    /// Otherwise as with a closure that gets only the control. The event is nil where no touch is the cause.
    ///
    /// - Complexity: That of ``Control/addAction(_:for:)``; allocates the action.
    @discardableResult
    public func addAction(
        for events: Control.Events,
        identifier: ControlAction.Identifier? = nil,
        _ handler: @escaping @MainActor (Self, Event?) -> Void
    ) -> ControlAction {
        add(ControlAction(identifier, target: nil) { handler(unsafeDowncast($0, to: Self.self), $1) }, events)
    }

    private func add(_ action: ControlAction, _ events: Control.Events) -> ControlAction {
        addAction(action, for: events)
        return action
    }
}
