public import ResponderCore

/// Something that a control calls when an event happens to it: a closure with an identifier.
///
/// A control has at most one action of an identifier (rule C17). The same action may be added to several controls.
/// (`UIAction`)
@MainActor
public final class ControlAction {
    /// The name of an action: an action that is added to a control takes the place of that of the same name.
    public struct Identifier: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name.
        public let rawValue: String

        /// An identifier with this name.
        ///
        /// - Complexity: O(1); no allocation.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An identifier with this name.
        ///
        /// - Complexity: O(1); no allocation.
        public init(stringLiteral value: String) { rawValue = value }
    }

    /// The identifier that the action was given; nil for an action that equals no other.
    public let identifier: Identifier?
    let perform: @MainActor (Control, Event?) -> Void
    /// The action that `perform` sends, by a method of the control that a subclass may override; nil if it sends none.
    let command: AnyAction?
    /// What the target was, even if it has gone; nil if there was none.
    let targetKey: ObjectIdentifier?
    /// The object that `perform` calls a method of; not kept alive.
    private(set) weak var target: AnyObject?

    /// An action that calls a closure.
    ///
    /// - Parameters:
    ///   - identifier: The action's name; nil for an action that takes no other's place.
    ///   - handler: Gets the control, and the event of the touch; nil where no touch is the cause. The action keeps the
    ///     closure, and a control keeps the action: the closure must refer weakly to whatever keeps the control.
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
