/// The actions that a class of responders implements, each with the method or closure that performs it.
///
/// ```swift
/// final class Editor: View {
///     func save() { … }
///     func show(_ sender: Button, _ event: Event?) { … }
///
///     override class var actions: ActionTable {
///         [
///             .on(.save, Editor.save),
///             .on(.show, Editor.show),
///             .on(.copy) { (editor: Editor) in editor.copySelection() },
///         ]
///     }
/// }
/// ```
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct ActionTable: ExpressibleByArrayLiteral {
    /// An action, with the method or closure that performs it.
    public struct Row {
        let action: UnsafePointer<ActionRecord>
        /// The class whose objects can perform the action in this way.
        let receiver: Responder.Type
        /// An `ActionHandler` of the action's type of sender.
        let handler: AnyObject

        @usableFromInline
        init<Sender>(
            _ action: Action<Sender>,
            _ receiver: Responder.Type,
            _ perform: @escaping @MainActor (Responder, Sender, Event?) -> Void
        ) {
            self.action = action.record
            self.receiver = receiver
            handler = ActionHandler(perform)
        }
    }

    let rows: [Row]

    /// A table of these rows; if two rows have the same action, the later one counts.
    public init(_ rows: [Row]) {
        self.rows = rows
    }

    /// A table of these rows; if two rows have the same action, the later one counts.
    public init(arrayLiteral rows: Row...) {
        self.rows = rows
    }
}

/// The object that performs an action.
///
/// The closure is a constant of an object that is kept for ever: calling it needs no retain.
final class ActionHandler<Sender> {
    let perform: @MainActor (Responder, Sender, Event?) -> Void

    init(_ perform: @escaping @MainActor (Responder, Sender, Event?) -> Void) {
        self.perform = perform
    }
}

// MARK: - The forms of a handler (rule C16)

// These functions are inlined into the app's module, so that a method is called directly: a method that is passed as a
// value makes an object at each call. The functions that take methods are disfavoured, since a closure of several
// statements would fit both.
extension ActionTable.Row {
    /// The closure performs the action; it gets the responder.
    ///
    /// - Complexity: O(1); allocates the row.
    @inlinable
    public static func on<Receiver: Responder, Sender>(
        _ action: Action<Sender>,
        _ perform: @escaping @MainActor (Receiver) -> Void
    ) -> Self {
        Self(action, Receiver.self) { responder, _, _ in perform(unsafeDowncast(responder, to: Receiver.self)) }
    }

    /// The closure performs the action; it gets the responder and the sender.
    ///
    /// - Complexity: O(1); allocates the row.
    @inlinable
    public static func on<Receiver: Responder, Sender>(
        _ action: Action<Sender>,
        _ perform: @escaping @MainActor (Receiver, Sender) -> Void
    ) -> Self {
        Self(action, Receiver.self) { responder, sender, _ in
            perform(unsafeDowncast(responder, to: Receiver.self), sender)
        }
    }

    /// The closure performs the action; it gets the responder, the sender, and the event that caused the action.
    ///
    /// - Complexity: O(1); allocates the row.
    @inlinable
    public static func on<Receiver: Responder, Sender>(
        _ action: Action<Sender>,
        _ perform: @escaping @MainActor (Receiver, Sender, Event?) -> Void
    ) -> Self {
        Self(action, Receiver.self) { responder, sender, event in
            perform(unsafeDowncast(responder, to: Receiver.self), sender, event)
        }
    }

    /// The method performs the action, such as `.on(.save, Editor.save)` for `func save()`.
    ///
    /// - Complexity: O(1); allocates the row.
    @inlinable @_disfavoredOverload
    public static func on<Receiver: Responder, Sender>(
        _ action: Action<Sender>,
        _ method: @escaping @MainActor (Receiver) -> @MainActor () -> Void
    ) -> Self {
        Self(action, Receiver.self) { responder, _, _ in method(unsafeDowncast(responder, to: Receiver.self))() }
    }

    /// The method performs the action, such as `.on(.save, Editor.save)` for `func save(_ sender: Document)`.
    ///
    /// - Complexity: O(1); allocates the row.
    @inlinable @_disfavoredOverload
    public static func on<Receiver: Responder, Sender>(
        _ action: Action<Sender>,
        _ method: @escaping @MainActor (Receiver) -> @MainActor (Sender) -> Void
    ) -> Self {
        Self(action, Receiver.self) { responder, sender, _ in
            method(unsafeDowncast(responder, to: Receiver.self))(sender)
        }
    }

    /// The method performs the action, such as `.on(.save, Editor.save)` for
    /// `func save(_ sender: Document, _ event: Event?)`.
    ///
    /// - Complexity: O(1); allocates the row.
    @inlinable @_disfavoredOverload
    public static func on<Receiver: Responder, Sender>(
        _ action: Action<Sender>,
        _ method: @escaping @MainActor (Receiver) -> @MainActor (Sender, Event?) -> Void
    ) -> Self {
        Self(action, Receiver.self) { responder, sender, event in
            method(unsafeDowncast(responder, to: Receiver.self))(sender, event)
        }
    }
}
