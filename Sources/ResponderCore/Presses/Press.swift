public import ResponderEventLoop
internal import ResponderTouchInput

/// A key or a button that is held down, from its began to its end (UIKit's `UIPress`).
///
/// One object represents the press all the time, and shows its present state. The press is bound to the responder at
/// which it entered: the first responder of the key window, or the key window itself (rules R26, R29, R30). All
/// messages of the press go to this responder, even if another one becomes first meanwhile.
///
/// When the press is over and the app does not keep the object, it is reused for a later press.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@MainActor
public final class Press {
    /// What happened to a press, in the newest event or before.
    public enum Phase: Hashable, Sendable, CaseIterable {
        /// The key went down.
        case began
        /// The force changed, or the keyboard repeats the key (``Key/isRepeat``).
        case changed
        /// The key is held, and another key changed.
        case stationary
        /// The key went up.
        case ended
        /// The press was cancelled: its keyboard is gone, its responder has left its window, or the application is no
        /// longer active.
        case cancelled
    }

    /// What happened last.
    public internal(set) var phase = Phase.began
    /// When the press last changed, on the clock of the application's loop.
    public internal(set) var timestamp = MainRunLoop.Instant.zero
    /// How far an analogue button is pressed, from 0 to 1; 1 for a key.
    public internal(set) var force: Float = 0
    /// The key or button, and the text that it types.
    public internal(set) var key: Key
    /// The responder that first gets the press's messages; never nil while the press is down.
    public internal(set) var responder: Responder?
    /// The window that the responder was in when the press began.
    public internal(set) var window: Window?

    /// The press's number, which the application gives to no other press.
    package var number: UInt64 = 0
    /// The number of the event that changed the press last.
    var serial: UInt64 = 0
    var route = PressRoute()
    /// Whether the key types into the responder's text: then no other responder gets the press.
    var isTyped = false

    init(_ frame: PressFrame) { key = Key(frame) }

    /// Begins a press on an unused object.
    func begin(_ number: UInt64, _ frame: PressFrame, at responder: Responder, in window: Window) {
        self.number = number
        key = Key(frame)
        self.responder = responder
        self.window = window
        isTyped = false
        update(frame)
    }

    /// Takes over a frame's values.
    func update(_ frame: PressFrame) {
        phase = Phase(frame.phase)
        timestamp = frame.time
        key.update(frame)
        if frame.phase != .cancelled { force = frame.force }
    }

    /// Makes the object unused.
    func reset() {
        responder = nil
        window = nil
        route.removeAll()
    }

    /// Whether the press is still bound to a responder in the window where it began.
    var isInWindow: Bool {
        guard let window, let responder else { return false }
        return responder.shownPlace == window.record
    }
}

extension Press: Hashable {
    /// Whether both are the same object.
    public nonisolated static func == (lhs: Press, rhs: Press) -> Bool { lhs === rhs }

    /// Hashes the object's identity.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Press.Phase {
    init(_ phase: PressFrame.Phase) {
        self =
            switch phase {
            case .began: .began
            case .changed: .changed
            case .ended: .ended
            case .cancelled: .cancelled
            }
    }
}

extension Responder {
    /// The shown window that the responder is in: as a view, or as the controller of a view.
    fileprivate var shownPlace: RecordPointer? {
        if record.pointee.flags.contains(.view) { return record.shownWindow }
        return (self as? ViewController)?.viewIfLoaded?.record.shownWindow
    }
}
