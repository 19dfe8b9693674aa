public import ResponderCore

/// A closure with an identifier, which a control calls when an event happens to the control.
///
/// A control has at most one action with a given identifier (rule C17). The same action may be added to several
/// controls. (`UIAction`)
@MainActor
public final class ControlAction {
    /// The name of an action: in a control, a new action replaces the action with the same name.
    ///
    /// - Complexity: O(1) without allocation, for each member that does not say otherwise.
    public struct Identifier: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name.
        public let rawValue: String

        /// An identifier with this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An identifier with this name.
        public init(stringLiteral value: String) { rawValue = value }
    }

    /// The identifier that the action was given; nil for an action that never replaces another.
    public let identifier: Identifier?
    let perform: @MainActor (Control, Event?) -> Void
    /// The action that `perform` sends, by a method of the control that a subclass may override; nil if `perform` sends
    /// nothing.
    let command: AnyAction?
    /// The identity of the target, even after the target has gone; nil without a target.
    let targetKey: ObjectIdentifier?
    /// The object whose method `perform` calls; not kept alive.
    private(set) weak var target: AnyObject?

    /// An action that calls a closure.
    ///
    /// - Parameters:
    ///   - identifier: The action's name; nil for an action that never replaces another.
    ///   - handler: The closure, which gets the control, and the event of the touch (nil where no touch is the cause).
    ///     A control retains the action, and the action the closure: so the closure must refer weakly to objects that
    ///     retain the control.
    /// - Complexity: O(1); allocates the action.
    public convenience init(
        identifier: Identifier? = nil,
        handler: @escaping @MainActor (Control, Event?) -> Void
    ) {
        self.init(identifier, target: nil, handler)
    }

    init(
        _ identifier: Identifier?,
        target: AnyObject?,
        command: AnyAction? = nil,
        _ perform: @escaping @MainActor (Control, Event?) -> Void
    ) {
        self.identifier = identifier
        self.command = command
        targetKey = target.map(ObjectIdentifier.init)
        self.perform = perform
        self.target = target
    }

    /// Whether there is, or was, a target.
    nonisolated var hasTarget: Bool { targetKey != nil }

    var hasLostTarget: Bool { hasTarget && target == nil }

    /// Whether the action was added as that of a target, or of the responder chain.
    var isTargeted: Bool { hasTarget || command != nil }
}
