internal import ResponderTouchInput

/// The contacts that hover over an application's windows: pointers, and styluses or fingers near the screen.
///
/// This is off the hot path: the dispatch of touches never reads it.
@MainActor
final class HoveringContacts {
    /// The contacts from their began to their end, even while the application takes no touches.
    private(set) var contacts: [HoveringContact] = []
    /// The contacts with a sample that was not dispatched yet, in the order of their oldest such samples.
    private var due: [HoveringContact] = []

    func add(_ contact: HoveringContact) { contacts.append(contact) }

    func remove(_ contact: HoveringContact) { contacts.removeAll { $0 === contact } }

    func contact(_ number: UInt64) -> HoveringContact? { contacts.first { $0.number == number } }

    func noteDue(_ contact: HoveringContact) {
        if !due.contains(where: { $0 === contact }) { due.append(contact) }
    }

    /// Takes the contact whose sample must be dispatched next; nil when there is none.
    func takeDue() -> HoveringContact? { due.isEmpty ? nil : due.removeFirst() }
}

/// A contact that hovers.
@MainActor
final class HoveringContact {
    /// The contact's number, which no other contact of the process has.
    let number: UInt64
    let kind: TouchContact.Kind
    /// Where the newest sample was, in points of the screen.
    var location = Point.zero
    /// When the newest sample was sent.
    var time: Int64 = 0
    /// Ended or cancelled once the contact is over.
    var phase = TouchContact.Phase.began
    /// The recognisers of the hit view and of its superviews at the last dispatch, in the order of delivery.
    ///
    /// If a recogniser's record names this contact, the contact was offered to the recogniser. The recognisers are
    /// retained, since the pointer may leave a recogniser after its view is gone.
    var recognizers: [GestureRecognizer] = []
    /// Counts the dispatches of the contact's samples and its cancels: knowledge from before a call of the app's code
    /// is valid while the number is the same.
    var dispatches: UInt64 = 0

    init(_ number: UInt64, _ kind: TouchContact.Kind) {
        self.number = number
        self.kind = kind
    }

    var isOver: Bool { phase == .ended || phase == .cancelled }
}

// From samples to hovering contacts. No code of the app is called here: a sample may be in the middle of a frame.
extension TouchDispatcher {
    /// Notes that a contact came over the screen.
    ///
    /// The contact is noted even while the application takes no touches: nothing is delivered then, but the pointer is
    /// still over the screen afterwards.
    func beginHover(_ sample: UnsafeMutablePointer<TouchSample>, _ binding: UnsafeMutablePointer<ContactBinding>) {
        let hovering = state.pointee.samples.hovering ?? HoveringContacts()
        state.pointee.samples.hovering = hovering
        let contact = HoveringContact(state.pointee.processState.nextContact(), sample.pointee.kind)
        hovering.add(contact)
        binding.markHovering(contact.number)
        noteHover(sample, binding)
    }

    /// Notes the newest sample of a contact that hovers.
    ///
    /// The sample is dispatched before the next frame that is not a move, at the latest at the end of the reception.
    func noteHover(_ sample: UnsafeMutablePointer<TouchSample>, _ binding: UnsafeMutablePointer<ContactBinding>) {
        guard let hovering = state.pointee.samples.hovering, let contact = hovering.contact(binding.hoverNumber) else {
            return
        }
        contact.location = sample.pointee.location
        contact.time = sample.pointee.time
        contact.phase = sample.pointee.phase
        if contact.isOver { binding.pointee.number = 0 }
        hovering.noteDue(contact)
        state.pointee.samples.moves.others = 1
    }
}

extension UnsafeMutablePointer<ContactBinding> {
    /// The bit that marks the number of a contact that hovers.
    private static var hoverMark: UInt64 { 1 << 62 }

    /// Binds a contact that hovers: it matches no slot.
    fileprivate func markHovering(_ number: UInt64) {
        pointee.number = number | Self.hoverMark
        pointee.target = nil
    }

    var isHovering: Bool { pointee.number & Self.hoverMark != 0 }

    /// The number of a contact that hovers.
    fileprivate var hoverNumber: UInt64 { pointee.number & ~Self.hoverMark }
}
