internal import CResponderCore
internal import ResponderEventLoop

/// The responder whose handler runs on the main thread, for reports of a thread that finds the main thread stuck.
///
/// Noted only while somebody wants such reports; otherwise a handler costs one comparison, and one of touches none.
///
/// It is Sendable because its variables are accessed under the lock alone.
final class HandlerNote: Sendable {
    /// A handler that runs.
    struct Handler {
        /// The class of the responder, or of the recogniser.
        var type: AnyObject.Type
        /// What the handler is called for.
        var call: StaticString
        /// The view's identifier, if it has one.
        var identifier: String?
    }

    static let shared = HandlerNote()

    private let lock = Lock()
    nonisolated(unsafe) private var handler: Handler?
    /// How many applications want reports.
    @MainActor private var users = 0

    /// The handler that runs now; safe on any thread.
    var present: Handler? { lock.locked { handler } }

    /// Notes handlers from now on, until as many calls of ``endUse()``.
    @MainActor
    func beginUse() {
        users += 1
        responder_note_handlers(true)
    }

    @MainActor
    func endUse() {
        users -= 1
        if users == 0 { responder_note_handlers(false) }
    }

    /// Whether handlers are noted.
    @MainActor @inline(__always)
    static var isOn: Bool { responder_notes_handlers() }

    /// Makes a call of a handler of `object`, and notes it meanwhile if somebody wants that.
    ///
    /// What is called often asks ``isOn`` itself, and comes here in a function of its own: the closure would cost it a
    /// retain.
    @MainActor @inline(__always)
    static func call(
        _ call: StaticString,
        of object: AnyObject,
        named identifier: @autoclosure () -> String?,
        _ body: () -> Void
    ) {
        if !isOn {
            body()
        } else {
            callNoted(Handler(type: type(of: object), call: call, identifier: identifier()), body)
        }
    }

    @MainActor @inline(never)
    private static func callNoted(_ handler: Handler, _ body: () -> Void) { shared.note(handler, body) }

    @MainActor
    private func note(_ handler: Handler, _ body: () -> Void) {
        let outer = exchange(handler)
        body()
        _ = exchange(outer)
    }

    /// Puts another handler in the place; the former one is released by the caller, outside of the lock.
    private func exchange(_ other: Handler?) -> Handler? {
        lock.locked {
            let former = handler
            handler = other
            return former
        }
    }
}
