/// The recipients of a press, in the order of delivery, and what each is owed (rule R29).
///
/// This is `TouchRoute.swift` for presses, which are too few to need raw memory.
///
/// The responder to which the press is bound is called first. The recipients are the responders that got the began, by
/// this call or by default forwarding, and whose class handles it.
struct PressRoute {
    struct Recipient {
        let target: RecordPointer
        /// The responder, kept alive; nil for the application, which owns the press.
        let object: Responder?
        /// Whether the recipient has got neither an end nor a cancel.
        var isOwed = true
    }

    /// The recipients on the chain, from the lowest up.
    private(set) var recipients: [Recipient] = []
    /// The recipients that have left the chain.
    private(set) var lost: [Recipient] = []
    /// The responders on the chain that handle began, as they were when a recipient was added or left last.
    private(set) var path: [RecordPointer] = []
    /// Whether the bound responder got the began, and neither the end nor a cancel.
    var isOwed = false
    /// Whether the began is being passed on: an end goes no higher than the began has come.
    var isBeginning = false
    /// Whether messages go no higher than the last recipient, since the chain above has changed.
    private(set) var isBounded = false
    /// Whether the press now goes only to responders that are owed an end.
    private(set) var isBroken = false
    /// Whether the press will be cancelled when the outermost callback has returned; it gets no further sample.
    var isCancelPending = false

    /// The last recipient on the chain.
    var top: RecordPointer? { recipients.last?.target }

    /// Whether the bound responder, or a recipient on the chain, has got neither an end nor a cancel.
    ///
    /// While the end goes up the chain, this is true until the end has reached all of them.
    var isUnfinished: Bool { isOwed || recipients.contains { $0.isOwed } }

    /// Whether a recipient that has left the chain is owed a cancel.
    var owesCancel: Bool { lost.contains { $0.isOwed } }

    mutating func removeAll() {
        // The arrays keep their memory for the next use.
        recipients.removeAll(keepingCapacity: true)
        lost.removeAll(keepingCapacity: true)
        path = []
        (isOwed, isBeginning, isBounded, isBroken, isCancelPending) = (false, false, false, false, false)
    }

    /// Begins at the responder to which the press is bound.
    mutating func begin(at responder: Responder, _ path: [RecordPointer]) {
        (isOwed, isBeginning) = (true, true)
        self.path = path
        if responder.record.handlesPresses { append(responder) }
    }

    private mutating func append(_ responder: Responder) {
        let isApplication = responder.record.pointee.flags.contains(.application)
        recipients.append(Recipient(target: responder.record, object: isApplication ? nil : responder))
    }

    /// Adds the recipient to which `forwarder` passes the began; a handler's own call adds none.
    mutating func note(_ responder: Responder, after forwarder: RecordPointer, _ path: [RecordPointer]) {
        guard responder.record.handlesPresses, isOwed, top == nil || top == forwarder,
            !recipients.contains(where: { $0.target == responder.record })
        else { return }
        append(responder)
        self.path = path
        isBounded = false
    }

    /// Records that a recipient gets the end.
    mutating func noteEnd(at target: RecordPointer) {
        for index in recipients.indices where recipients[index].target == target { recipients[index].isOwed = false }
    }

    /// Records that nobody is owed anything.
    mutating func oweNobody() {
        isOwed = false
        for index in recipients.indices { recipients[index].isOwed = false }
        lost.removeAll()
    }

    /// Takes off the chain each recipient that has left it, and all recipients above a responder that is new there.
    ///
    /// These recipients are owed a cancel; the new responder gets nothing of the press, so nothing can pass it.
    mutating func detachLost(_ path: [RecordPointer]) {
        guard !isBroken, path != self.path else { return }
        // Before its first recipient the began follows the chain as it is now (rule R14).
        if recipients.isEmpty && isBeginning { return }
        self.path = path
        isBounded = true
        var place = 0
        while place < recipients.count, place < path.count, recipients[place].target == path[place] { place += 1 }
        var rest = Array(recipients[place...])[...]
        recipients.removeSubrange(place...)
        // Those that are still above keep the press; but no end that is on its way passes a responder that has left.
        while isOwed, place < path.count, let kept = rest.firstIndex(where: { $0.target == path[place] }) {
            lost += rest[..<kept]
            recipients.append(rest[kept])
            rest = rest[(kept + 1)...]
            place += 1
        }
        lost += rest
        // If no responder on the chain has got the press, responders that join the chain do not get it either.
        if recipients.isEmpty && !(path.isEmpty && lost.isEmpty) { isBroken = true }
    }

    /// Takes a recipient that has left the chain and is owed a cancel.
    mutating func popLost() -> Recipient? {
        while let recipient = lost.first {
            lost.removeFirst()
            if recipient.isOwed { return recipient }
        }
        return nil
    }

    /// Whether the message must not go up the chain from `forwarder`.
    func isClosed(to message: PressMessage, from forwarder: RecordPointer, isNewest: Bool) -> Bool {
        if isBroken { return true }
        switch message {
        case .began:
            // A run inside the handler may have brought the end before the began was passed on.
            if !isOwed { return true }
        case .changed:
            if !isOwed || !isNewest { return true }
            if (isBounded || isBeginning) && top == forwarder { return true }
        case .ended, .cancelled:
            if (isBounded || isBeginning) && top == forwarder { return true }
        }
        return lost.contains { $0.target == forwarder }
    }
}
