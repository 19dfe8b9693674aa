internal import ResponderEventLoop

/// A frame as it lies in its channel, for those who copy it on at once.
///
/// Four words, so that it is returned in registers: read back from memory right after it was written there in other
/// pieces, it cost a fifth of an event.
package struct TouchPortFrame {
    /// The first sample.
    package let first: UnsafeMutablePointer<TouchSample>
    /// Where the frame goes on when it has come to the ring's end.
    private let base: UnsafeMutablePointer<TouchSample>
    /// How many samples the frame has, at least one.
    ///
    /// Stored, so that the dispatch, which asks at every event, reads it from its register: `count` would be a call into
    /// another module.
    package let storedCount: Int32
    private let untilEnd: Int32
    /// What the receiver binds the sender's contacts to, by the samples' index.
    package let bindings: UnsafeMutablePointer<ContactBinding>

    /// A frame of `count` samples that begins at `start` of a ring of `capacity` places.
    @inline(__always)
    init(
        ring: UnsafeMutablePointer<TouchSample>,
        capacity: Int,
        start: Int,
        count: Int,
        bindings: UnsafeMutablePointer<ContactBinding>
    ) {
        first = ring + start
        base = ring
        storedCount = Int32(truncatingIfNeeded: count)
        untilEnd = Int32(truncatingIfNeeded: capacity &- start)
        self.bindings = bindings
    }

    /// A frame of one sample.
    @inline(__always)
    package init(sample: UnsafeMutablePointer<TouchSample>, bindings: UnsafeMutablePointer<ContactBinding>) {
        self.init(ring: sample, capacity: 1, start: 0, count: 1, bindings: bindings)
    }

    /// How many samples the frame has; at least one.
    package var count: Int { Int(storedCount) }

    /// The sample at `position`, below `count`.
    package func sample(_ position: Int) -> UnsafeMutablePointer<TouchSample> {
        let untilEnd = Int(self.untilEnd)
        return position < untilEnd ? first + position : base + (position &- untilEnd)
    }

    func copy() -> TouchFrame {
        TouchFrame(
            time: MainRunLoop.Instant(nanoseconds: first.pointee.time),
            contacts: (0..<count).map { sample($0).pointee.contact }
        )
    }
}
