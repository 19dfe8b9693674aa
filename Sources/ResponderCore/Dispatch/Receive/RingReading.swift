internal import ResponderTouchInput
internal import Synchronization

// These functions are here and not in the port's module, so that the compiler sees them with the code that uses the
// samples: a call for each move took a tenth of the time of a move.
extension UnsafeMutablePointer<RingCursor> {
    /// The kind of the next frame.
    enum Next {
        /// The move of one contact.
        case move(UnsafeMutablePointer<TouchSample>)
        /// A frame of one sample that is no move.
        case single(UnsafeMutablePointer<TouchSample>)
        /// A frame of this many samples, all of which are available.
        case several(Int)
        /// No frame, or a frame that must be taken by the port itself.
        case other
    }

    @inline(__always)
    func peek() -> Next {
        let position = pointee.position
        guard position != pointee.limit else { return .other }
        let sample = pointee.ring + (Int(truncatingIfNeeded: position) & pointee.mask)
        let publication = UnsafeMutableRawPointer(sample).assumingMemoryBound(to: Atomic<UInt64>.self)
            .pointee.load(ordering: .acquiring)
        if publication == Publication.move(at: position) { return .move(sample) }
        if publication == Publication.single(at: position) { return .single(sample) }
        // Before the publication the sender may still be writing the count.
        guard publication == Publication.frame(at: position) else { return .other }
        let count = UInt64(sample.pointee.frameCount)
        return pointee.limit &- position >= count ? .several(Int(count)) : .other
    }

    /// The samples of the frame at the cursor.
    @inline(__always)
    var samples: RingSamples {
        RingSamples(ring: pointee.ring, mask: pointee.mask, start: Int(truncatingIfNeeded: pointee.position))
    }

    /// Takes a frame of moves, which `peek` returned.
    @inline(__always)
    func takeMoves(_ count: Int) {
        pointee.position &+= UInt64(count)
        pointee.surplus &+= count &- 1
    }

    /// Takes a single move, which `peek` returned.
    @inline(__always)
    func consumeMove() {
        pointee.position &+= 1
    }

    /// Takes a frame of one sample that is no move, which `peek` returned.
    @inline(__always)
    func consume(_ sample: UnsafeMutablePointer<TouchSample>) {
        pointee.position &+= 1
        pointee.account(sample)
    }
}

/// The samples of a ring from one place on.
///
/// These fields stay in registers; the cursor's fields would be read again after each store.
struct RingSamples {
    let ring: UnsafeMutablePointer<TouchSample>
    let mask: Int
    let start: Int

    @inline(__always)
    subscript(_ place: Int) -> UnsafeMutablePointer<TouchSample> { ring + ((start &+ place) & mask) }
}
