public import ResponderEventLoop
public import ResponderTouchInput

/// A change of one or several presses, on its way to responders (UIKit's `UIPressesEvent`).
///
/// An event object that the app does not keep is reused for a later change. A kept event stays as it was when its
/// delivery ended.
@MainActor
public final class PressesEvent {
    /// When the source saw the change, on the clock of the application's loop.
    public internal(set) var timestamp = MainRunLoop.Instant.zero
    /// The modifier keys that are held.
    public internal(set) var modifiers: KeyModifiers = []

    /// The event's number: a press that a later event has changed has a higher one.
    var serial: UInt64 = 0
    /// Whether the event is being delivered: otherwise nothing restricts who gets it.
    var isUnderWay = false
    /// Whether the event is a cancel for one recipient that left the chain of its press: it goes to no other.
    var isForOneRecipient = false
    /// The responder that is called only to check that its class passes the message on; nil after its base
    /// implementation was entered.
    var verifying: RecordPointer?
    /// How many responders have passed on the present message.
    var depth = 0
    /// All presses, read while the event is being delivered.
    private(set) weak var presses: Presses?
    private var kept: PressSet?

    init() {}

    /// Every press that is down in the application, and those that end in this event, in the order of their begans.
    ///
    /// - Complexity: O(presses); allocates an array where there are several.
    public var allPresses: PressSet { kept ?? PressSet(presses?.down ?? []) }

    func begin(_ presses: Presses, at time: MainRunLoop.Instant, _ modifiers: KeyModifiers, _ serial: UInt64) {
        self.presses = presses
        self.serial = serial
        timestamp = time
        self.modifiers = modifiers
        kept = nil
        isUnderWay = true
        isForOneRecipient = false
        depth = 0
    }

    /// The responders that handle began, from this one up the chain.
    func path(from responder: Responder) -> [RecordPointer] { presses?.path(from: responder) ?? [] }

    /// Ends the delivery; `isKept` tells whether the app may have kept the event.
    func end(isKept: Bool) {
        isUnderWay = false
        if isKept { kept = allPresses }
        presses = nil
    }
}
