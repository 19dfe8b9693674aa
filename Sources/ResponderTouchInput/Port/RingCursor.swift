internal import Synchronization

/// How far a channel's ring was read, where the receiver of its frames reads it itself.
///
/// Crossing into this module at every frame cost more than all else that is done for one here. So a receiver that makes
/// events of samples takes the usual frame, of one sample, by this, and asks the port for all others:
///
/// - The next frame lies at `ring[position & mask]`, if `position` is not `limit`.
/// - It is complete, and the move of one contact, when the sample's `publication`, loaded with acquiring order, is
///   `position * 4 + 5`; another frame of one sample when it is `position * 4 + 6`; and one of several samples, which lie
///   in the places from there on, when it is `position * 4 + 4`.
/// - It is taken by adding the number of its samples to `position`, those beyond the first to `surplus`, and where it is no
///   move by `account`; the samples are good until the next frame is taken.
package struct RingCursor {
    package let ring: UnsafeMutablePointer<TouchSample>
    package let mask: Int
    /// What the receiver binds the sender's contacts to, by the samples' index.
    package let bindings: UnsafeMutablePointer<ContactBinding>
    /// The position of the next frame.
    package var position: UInt64 = 0
    /// Up to where frames may be taken: the end of the step, or the position now when something else comes first, such as
    /// a move in its mailbox, or the head's announcement to the senders.
    package var limit: UInt64 = 0
    /// How many samples were read beyond one a frame.
    package var surplus = 0
    /// The contacts that are down, by their index.
    var live: UInt64 = 0
    /// How many contacts there were, and how many at once.
    var contacts = 0
    var mostContactsDown = 0
    /// The began of each contact that is down, by its index.
    let begans = UnsafeMutablePointer<Began>.allocate(capacity: ContactTable.capacity)

    /// Which contact began, and where.
    struct Began {
        let identifier: Int
        let location: Point
    }

    init(ring: UnsafeMutablePointer<TouchSample>, mask: Int) {
        self.ring = ring
        self.mask = mask
        bindings = ContactBinding.makeTable()
    }

    /// Takes the next frame when it is there and is of one sample.
    @inline(__always)
    mutating func takeSingle() -> UnsafeMutablePointer<TouchSample>? {
        guard position != limit else { return nil }
        let sample = ring + (Int(truncatingIfNeeded: position) & mask)
        let publication = sample.publication.pointee.load(ordering: .acquiring)
        guard publication == Publication.move(at: position) || publication == Publication.single(at: position) else {
            return nil
        }
        position &+= 1
        account(sample)
        return sample
    }

    /// Keeps account of which contacts are down.
    package mutating func account(_ sample: UnsafeMutablePointer<TouchSample>) {
        let bit: UInt64 = 1 << UInt64(sample.pointee.index)
        switch sample.pointee.phase {
        case .began:
            contacts &+= 1
            // Another finger, or the only one: the bits need not be counted.
            if live == 0 {
                mostContactsDown = max(mostContactsDown, 1)
            } else {
                mostContactsDown = max(mostContactsDown, (live | bit).nonzeroBitCount)
            }
            live |= bit
            (begans + Int(sample.pointee.index))
                .initialize(to: Began(identifier: sample.pointee.identifier, location: sample.pointee.location))
        case .moved:
            break
        case .ended, .cancelled:
            live &= ~bit
        }
    }
}

/// What the receiver of a port's frames binds a contact to.
package struct ContactBinding {
    /// Zero before a contact's began.
    package var number: UInt64 = 0
    /// The receiver's own; looked at only where `number` is not zero.
    package var target: UnsafeMutableRawPointer?

    private init() {}

    private static let senderCount = Atomic<UInt64>(0)

    /// Those of a sender, one for each of its contacts' indices, and after them the sender's number.
    static func makeTable() -> UnsafeMutablePointer<ContactBinding> {
        let table = UnsafeMutablePointer<ContactBinding>.allocate(capacity: ContactTable.capacity + 1)
        table.initialize(repeating: ContactBinding(), count: ContactTable.capacity + 1)
        table[ContactTable.capacity].number = senderCount.wrappingAdd(1, ordering: .relaxed).newValue
        return table
    }

    /// The number of the sender whose contacts' bindings these are; the process never uses it again.
    package static func sender(of bindings: UnsafeMutablePointer<ContactBinding>) -> UInt64 {
        bindings[ContactTable.capacity].number
    }
}

/// What is stored at a frame's first place when the frame is complete: its position, and what it is, so that
/// one comparison tells the receiver both.
enum Publication {
    /// The move of one contact.
    @inline(__always)
    static func move(at position: UInt64) -> UInt64 { (position &+ 1) << 2 | 1 }

    /// Another frame of one sample.
    @inline(__always)
    static func single(at position: UInt64) -> UInt64 { (position &+ 1) << 2 | 2 }

    @inline(__always)
    static func frame(at position: UInt64) -> UInt64 { (position &+ 1) << 2 }
}

extension UnsafeMutablePointer<TouchSample> {
    /// The sample's first word.
    ///
    /// Atomic: it is stored when the frame is complete, while the receiver looks at it.
    @inline(__always)
    var publication: UnsafeMutablePointer<Atomic<UInt64>> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Atomic<UInt64>.self)
    }
}
