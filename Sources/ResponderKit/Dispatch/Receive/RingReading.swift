internal import ResponderTouchInput
internal import Synchronization

// Here and not in the port's module: what is not public is not inlined from there, and a call for each move was a tenth of
// what a move costs.
extension UnsafeMutablePointer<RingCursor> {
    /// What comes next.
    enum Next {
        /// The move of one contact.
        case move(UnsafeMutablePointer<TouchSample>)
        /// Another frame of one sample.
        case single(UnsafeMutablePointer<TouchSample>)
        /// A frame of so many samples, of which all are there to be taken.
        case several(Int)
        /// Nothing, or what the port is to be asked for.
        case other
    }

    @inline(__always)
    func peek() -> Next {
        let position = pointee.position
        guard position != pointee.limit else { return .other }
        let sample = pointee.ring + (Int(truncatingIfNeeded: position) & pointee.mask)
        let publication = UnsafeMutableRawPointer(sample).assumingMemoryBound(to: Atomic<UInt64>.self)
            .pointee.load(ordering: .acquiring)
        if publication == position &* 4 &+ 5 { return .move(sample) }
        if publication == position &* 4 &+ 6 { return .single(sample) }
        // Before it is published its sender may be writing the count.
        guard publication == position &* 4 &+ 4 else { return .other }
        let count = UInt64(sample.pointee.frameCount)
        return pointee.limit &- position >= count ? .several(Int(count)) : .other
    }

    /// The samples of the frame that was peeked at.
    @inline(__always)
    var samples: RingSamples {
        RingSamples(ring: pointee.ring, mask: pointee.mask, start: Int(truncatingIfNeeded: pointee.position))
    }

    /// Takes the moves that were peeked at.
    @inline(__always)
    func takeMoves(_ count: Int) {
        pointee.position &+= UInt64(count)
        pointee.surplus &+= count &- 1
    }

    /// Takes the move that was peeked at.
    @inline(__always)
    func takeMove() {
        pointee.position &+= 1
    }

    /// Takes the frame of another kind that was peeked at.
    @inline(__always)
    func take(_ sample: UnsafeMutablePointer<TouchSample>) {
        pointee.position &+= 1
        pointee.account(sample)
    }
}

/// Samples that lie in a ring from one place on: in registers, where the cursor would be read anew after each store.
struct RingSamples {
    let ring: UnsafeMutablePointer<TouchSample>
    let mask: Int
    let start: Int

    @inline(__always)
    subscript(_ place: Int) -> UnsafeMutablePointer<TouchSample> { ring + ((start &+ place) & mask) }
}
