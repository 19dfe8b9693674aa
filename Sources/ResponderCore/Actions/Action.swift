/// A request of a control, a key or a menu: a name, and the type of its sender.
///
/// An action goes to a target, or up the responder chain to a responder that implements it: see
/// ``Application/sendAction(_:to:from:for:)``. A class of responders lists the actions that it implements in
/// ``Responder/actions``.
///
/// ```swift
/// extension Action where Sender == Document {
///     static let save = Action("save")
/// }
/// ```
///
/// Two actions with the same name and type of sender are always equal, wherever they were made; comparing them compares
/// two pointers. The name and the type of each action are stored once, for the life of the process.
public struct Action<Sender>: Hashable, @unchecked Sendable {
    // Sendable, since a record that a lock has published is never changed or freed.
    let record: UnsafePointer<ActionRecord>

    /// The action of that name.
    ///
    /// Any thread may make one.
    ///
    /// - Complexity: Linear in the name's length; takes a lock. Allocates for the first action of the name and the
    ///   type.
    public init(_ name: String) {
        record = ActionRecord.of(name, sender: Sender.self)
    }

    /// The name.
    ///
    /// - Complexity: O(1); no allocation.
    public var name: String { record.pointee.name }
}

extension Action: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

/// An action with any type of sender, as responders are asked about it.
///
/// It can be compared with actions of every type of sender, and matched with them in a `switch`:
///
/// ```swift
/// override func canPerformAction(_ action: AnyAction, withSender sender: Any?) -> Bool {
///     switch action {
///     case .paste: text != nil
///     default: super.canPerformAction(action, withSender: sender)
///     }
/// }
/// ```
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct AnyAction: Hashable, @unchecked Sendable {
    // Sendable as `Action` is.
    let record: UnsafePointer<ActionRecord>

    /// The same action, without the type of its sender.
    public init<Sender>(_ action: Action<Sender>) {
        record = action.record
    }

    init(record: UnsafePointer<ActionRecord>) {
        self.record = record
    }

    /// The name.
    public var name: String { record.pointee.name }

    /// Whether both have the same name and type of sender.
    public static func == <Sender>(lhs: AnyAction, rhs: Action<Sender>) -> Bool { lhs.record == rhs.record }

    /// Whether both have the same name and type of sender: for the cases of a `switch`.
    public static func ~= <Sender>(pattern: Action<Sender>, value: AnyAction) -> Bool {
        value.record == pattern.record
    }
}

extension AnyAction: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

extension Responder {
    /// Whether the responder itself performs the action just now: see ``canPerformAction(_:withSender:)``.
    ///
    /// - Complexity: That of the method for any action.
    public final func canPerformAction<Sender>(_ action: Action<Sender>, withSender sender: Any?) -> Bool {
        canPerformAction(AnyAction(action), withSender: sender)
    }

    /// The responder to which an action goes from here: see ``target(forAction:withSender:)``.
    ///
    /// - Complexity: That of the method for any action.
    public final func target<Sender>(forAction action: Action<Sender>, withSender sender: Any?) -> Responder? {
        target(forAction: AnyAction(action), withSender: sender)
    }
}
