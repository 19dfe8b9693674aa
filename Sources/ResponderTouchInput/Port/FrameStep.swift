/// One sample of a frame on its way into the ring.
///
/// A step has four bytes, so that the steps of a whole frame fit on the stack.
struct FrameStep {
    enum Verdict: UInt8 {
        /// The sample goes into the ring.
        case admitted
        /// The ring has no room: a move goes to its mailbox, a began is dropped.
        case refused
        /// The began of the sample's contact was refused in the same frame.
        case void
    }

    /// The index of the sample's contact in the frame.
    let position: UInt8
    let phase: TouchContact.Phase
    /// The contact's place in its sender's table.
    let index: UInt8
    var verdict = Verdict.admitted

    init(_ phase: TouchContact.Phase, of position: Int, at index: Int) {
        self.position = UInt8(truncatingIfNeeded: position)
        self.phase = phase
        self.index = UInt8(truncatingIfNeeded: index)
    }

    /// Fills the sample that goes to the receiver, and `details` where the contact has details.
    ///
    /// A contact that ends without a finite location ends at its last location; so does a contact that is cancelled
    /// because its source began another contact with the same identifier.
    func fill(
        _ sample: UnsafeMutablePointer<TouchSample>,
        of contacts: UnsafeBufferPointer<TouchContact>,
        time: Int64,
        table: borrowing ContactTable,
        details: UnsafeMutablePointer<TouchContact.Details>
    ) {
        let contact = contacts[Int(position)]
        if phase == contact.phase && contact.location.isFinite {
            table.note(contact.location, of: Int(index))
            sample.fill(contact, index: index, phase: phase, time: time)
            sample.fillDetails(contact, in: details)
        } else {
            let last = TouchContact(contact.identifier, phase, at: table.location(of: Int(index)), kind: contact.kind)
            sample.fill(last, index: index, phase: phase, time: time)
        }
    }
}

/// The places that a frame needs in the ring, counted against the room that is left.
struct Demand {
    private var room: Int64
    /// The number of contacts whose end has a reserved place, including this frame's contacts.
    private(set) var kept: UInt64
    /// The number of places that the frame takes.
    private(set) var count: UInt64 = 0
    /// Whether a sample found no room.
    private(set) var wasShort = false

    init(room: Int64, kept: UInt64) {
        self.room = room
        self.kept = kept
    }

    /// Decides for each step whether it goes into the ring.
    mutating func admit(_ steps: UnsafeMutableBufferPointer<FrameStep>) {
        var refusedBegans: UInt64 = 0
        for position in steps.indices {
            let bit: UInt64 = 1 << UInt64(steps[position].index)
            let verdict: FrameStep.Verdict
            if refusedBegans & bit != 0 && steps[position].phase != .began {
                verdict = .void
            } else {
                verdict = admit(steps[position]) ? .admitted : .refused
                if steps[position].phase == .began {
                    refusedBegans = verdict == .refused ? refusedBegans | bit : refusedBegans & ~bit
                }
            }
            steps[position].verdict = verdict
        }
    }

    private mutating func admit(_ step: FrameStep) -> Bool {
        switch step.phase {
        case .began:
            guard reserve(2) else { return false }
            kept &+= 1
        case .moved:
            guard reserve(1) else { return false }
        case .ended, .cancelled:
            kept &-= 1
        }
        count &+= 1
        return true
    }

    private mutating func reserve(_ places: Int64) -> Bool {
        guard room >= places else {
            wasShort = true
            return false
        }
        room &-= places
        return true
    }
}
