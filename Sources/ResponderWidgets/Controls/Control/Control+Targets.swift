public import ResponderCore

// Targets and actions: methods of responders that a control has called for its events (rules C14 to C16).
extension Control {
    /// Has the control send an action to a target for each of the events.
    ///
    /// The target is not kept alive; when the target is gone, nothing more is sent to it. Without a target the action
    /// goes up the first responder's chain, or else the control's own chain
    /// (``Application/sendAction(_:to:from:for:)``, rule R37). If the control has the same target and action already,
    /// the events are added to theirs (rule C14).
    ///
    /// - Parameters:
    ///   - target: A responder that implements the action; nil for the responder chain.
    ///   - action: The action to send.
    ///   - events: The events.
    /// - Precondition: The control can be the action's sender: its class is `Sender`, or a subclass of it.
    /// - Complexity: O(1) on average; allocates the registration.
    public final func addTarget<Sender>(_ target: Responder?, action: Action<Sender>, for events: Events) {
        guard self is Sender else {
            fatalError("\(type(of: self)) cannot send the action \(action), whose sender is of the type \(Sender.self)")
        }
        let command = AnyAction(action)
        let key = ControlActionKey.registration(target.map(ObjectIdentifier.init), command)
        let place = control.pointee.registrations.firstPlace(by: key) {
            $0.command == command && $0.target === target && $0.hasTarget == (target != nil)
        }
        if let place { return control.pointee.registrations.add(events, at: place) }
        let hasTarget = target != nil
        let registration = ControlAction(nil, target: target, command: command) { [weak target] control, event in
            if target != nil || !hasTarget { control.sendAction(action, to: target, for: event) }
        }
        addAction(registration, for: events)
    }

    /// Takes events away from targets that were added.
    ///
    /// - Parameters:
    ///   - target: The target; nil for all targets, and for the actions without one.
    ///   - action: The action; nil for all actions and methods (rule C15).
    ///   - events: The events that are taken away.
    /// - Complexity: Linear in the target's actions, or, for all targets, in those of the action, or in all; allocates
    ///   a list of the actions that are left without events.
    public final func removeTarget(_ target: AnyObject?, action: AnyAction? = nil, for events: Events = .allEvents) {
        let key: ControlActionKey? =
            switch (target.map(ObjectIdentifier.init), action) {
            case (let target?, let action?): .registration(target, action)
            case (let target?, nil): .target(target)
            case (nil, let action?): .command(action)
            case (nil, nil): nil
            }
        removeActions(for: events, by: key) {
            $0.isTargeted && (target == nil || $0.target === target) && (action == nil || $0.command == action)
        }
    }

    /// Takes events away from targets that were added with that action.
    ///
    /// - Parameters:
    ///   - target: The target; nil for all targets, and for the actions without one.
    ///   - action: The action.
    ///   - events: The events that are taken away.
    /// - Complexity: Linear in the actions of that kind; allocates a list of those that are left without events.
    public final func removeTarget<Sender>(
        _ target: AnyObject?,
        action: Action<Sender>,
        for events: Events = .allEvents
    ) {
        removeTarget(target, action: AnyAction(action), for: events)
    }

    /// Drops the actions whose targets are gone, once the number of actions has doubled since the last time.
    final func purgeTargets() {
        let control = control
        guard control.pointee.registrations.wantsPurge else { return }
        removeActions(for: Events(rawValue: .max)) { $0.hasLostTarget }
        control.pointee.registrations.didPurge()
    }

    /// The default of ``sendAction(_:to:for:)``.
    final func send<Sender>(_ action: Action<Sender>, to target: Responder?, _ event: Event?) {
        guard let sender = self as? Sender else { return }
        // A control in no window uses its target's application.
        let application = (window ?? target?.ownWindow)?.application
        _ = application?.sendAction(action, to: target, from: sender, for: event)
    }
}

extension ControlActionSource {
    /// Has the control call a method of `target` for each of the events; the target is not kept alive.
    ///
    ///     save.addTarget(self, action: Editor.save, for: .touchUpInside)
    ///
    /// - Returns: The action, for ``Control/removeAction(_:for:)``: a method that is added twice is called twice, since
    ///   methods cannot be compared.
    /// - Complexity: O(1) on average; allocates the registration.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target,
        action: @escaping @MainActor (Target) -> @MainActor () -> Void,
        for events: Control.Events
    ) -> ControlAction {
        addMethod(of: target, events) { target, _, _ in action(target)() }
    }

    /// Has the control call a method of `target`, which gets the control, for each of the events.
    ///
    /// Otherwise as with a method that gets nothing.
    ///
    /// - Complexity: O(1) on average; allocates the registration.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target,
        action: @escaping @MainActor (Target) -> @MainActor (Self) -> Void,
        for events: Control.Events
    ) -> ControlAction {
        addMethod(of: target, events) { target, control, _ in action(target)(control) }
    }

    /// Has the control call a method of `target`, which gets the control and the event of the touch, for each of the
    /// events.
    ///
    /// Otherwise as with a method that gets nothing. The event is nil where no touch is the cause.
    ///
    /// - Complexity: O(1) on average; allocates the registration.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target,
        action: @escaping @MainActor (Target) -> @MainActor (Self, Event?) -> Void,
        for events: Control.Events
    ) -> ControlAction {
        addMethod(of: target, events) { target, control, event in action(target)(control, event) }
    }

    private func addMethod<Target: AnyObject>(
        of target: Target,
        _ events: Control.Events,
        _ perform: @escaping @MainActor (Target, Self, Event?) -> Void
    ) -> ControlAction {
        let action = ControlAction(nil, target: target) { [weak target] control, event in
            if let target { perform(target, unsafeDowncast(control, to: Self.self), event) }
        }
        addAction(action, for: events)
        return action
    }
}
