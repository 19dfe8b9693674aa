internal import Synchronization

/// How far a channel's ring has been read, for a receiver of frames that reads the ring itself.
///
/// Calling into this module for every frame cost more than all other work on a frame here. So a receiver that turns
/// samples into events reads the usual frame, which has one sample, through the cursor, and asks the port for all other
/// frames:
///
/// - The next frame lies at `ring[position & mask]`, if `position` is not `limit`.
/// - The sample's first word, loaded with acquiring order, says whether the frame is complete, and of which kind it is
///   (`Publication`); the samples of a frame of several lie in the places from there on.
/// - To take the frame, add the number of its samples to `position` and the number of its samples beyond the first to
///   `surplus`, and call `account` unless the frame is a move; the samples are valid until the next frame is taken.
package struct RingCursor {
    package let ring: UnsafeMutablePointer<TouchSample>
    package let mask: Int
    /// The receiver's bindings of the sender's contacts, by the samples' index.
    package let bindings: UnsafeMutablePointer<ContactBinding>
    /// The position of the next frame.
    package var position: UInt64 = 0
    /// The position up to which frames may be taken: the end of the step or an earlier position, where something else
    /// comes first, such as a move in a mailbox or an announcement to the senders.
    package var limit: UInt64 = 0
    /// The number of samples read minus the number of frames.
    package var surplus = 0
    /// The contacts that are down, by their index.
    var live: UInt64 = 0
    /// The contacts of ``live`` that are presses, by their index; a bit stays set until another contact begins there.
    private var presses: UInt64 = 0
    /// The number of contacts so far; the next fields have the most at a time, and the number of presses.
    var contacts = 0
    var mostContactsDown = 0
    var pressCount = 0
    /// The began of each contact that is down, by its index.
    let begans = UnsafeMutablePointer<Began>.allocate(capacity: ContactTable.capacity)

    /// The identifier and the location of a contact that began.
    struct Began {
        let identifier: Int
        let location: Point
    }

    init(ring: UnsafeMutablePointer<TouchSample>, mask: Int) {
        self.ring = ring
        self.mask = mask
        bindings = ContactBinding.makeTable()
    }

    /// Takes the next frame where it is complete and has one sample.
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

    /// Updates which contacts are down.
    package mutating func account(_ sample: UnsafeMutablePointer<TouchSample>) {
        // 0 for a frame of the wheel, whose index is 64.
        let bit: UInt64 = 1 << UInt64(sample.pointee.index)
        switch sample.pointee.phase {
        case .began:
            if sample.pointee.isOfPress {
                pressCount &+= 1
                presses |= bit
            } else {
                contacts &+= 1
                presses &= ~bit
                // A single finger needs no count of the bits.
                if live == 0 {
                    mostContactsDown = max(mostContactsDown, 1)
                } else {
                    mostContactsDown = max(mostContactsDown, (live & ~presses | bit).nonzeroBitCount)
                }
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

/// The state that the receiver of a port's frames binds to a contact.
package struct ContactBinding {
    /// Zero before a contact's began.
    package var number: UInt64 = 0
    /// The receiver's own pointer; read only where `number` is not zero.
    package var target: UnsafeMutableRawPointer?

    private init() {}

    private static let senderCount = Atomic<UInt64>(0)

    /// The bindings of one sender: a binding for each index of a contact, then a last element with the sender's number
    /// and without a target, which is also that of the index of the wheel's frames.
    static func makeTable() -> UnsafeMutablePointer<ContactBinding> {
        let table = UnsafeMutablePointer<ContactBinding>.allocate(capacity: ContactTable.capacity + 1)
        table.initialize(repeating: ContactBinding(), count: ContactTable.capacity + 1)
        table[ContactTable.capacity].number = senderCount.wrappingAdd(1, ordering: .relaxed).newValue
        return table
    }

    /// The number of the sender to whose contacts the bindings belong; the process never gives the number to another
    /// sender.
    package static func sender(of bindings: UnsafeMutablePointer<ContactBinding>) -> UInt64 {
        bindings[ContactTable.capacity].number
    }
}

/// The word that is stored at a frame's first place when the frame is complete: the frame's position and kind, so that
/// one comparison checks both.
package enum Publication {
    /// The move of one contact.
    @inlinable @inline(__always)
    package static func move(at position: UInt64) -> UInt64 { (position &+ 1) << 2 | 1 }

    /// Another frame of one sample.
    @inlinable @inline(__always)
    package static func single(at position: UInt64) -> UInt64 { (position &+ 1) << 2 | 2 }

    /// A frame of several samples.
    @inlinable @inline(__always)
    package static func frame(at position: UInt64) -> UInt64 { (position &+ 1) << 2 }
}

extension UnsafeMutablePointer<TouchSample> {
    /// The sample's first word.
    ///
    /// Atomic, because a sender stores it while the receiver reads it.
    @inline(__always)
    var publication: UnsafeMutablePointer<Atomic<UInt64>> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Atomic<UInt64>.self)
    }
}
