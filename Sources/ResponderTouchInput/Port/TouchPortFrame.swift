internal import ResponderEventLoop

/// A frame in the memory of its channel, for receivers that copy it at once.
///
/// The struct has four words, so that functions return it in registers. A struct returned in memory was written in some
/// pieces and at once read in others, which took a fifth of the time of an event.
package struct TouchPortFrame {
    /// The first sample.
    package let first: UnsafeMutablePointer<TouchSample>
    /// The start of the ring, where the frame continues after the ring's last place.
    private let base: UnsafeMutablePointer<TouchSample>
    /// How many samples the frame has, at least one.
    ///
    /// Stored, so that the dispatch, which needs it at every event, reads it from a register: `count` would be a call
    /// into another module.
    package let storedCount: Int32
    private let untilEnd: Int32
    /// The receiver's bindings of the sender's contacts, by the samples' index.
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

    /// The sample at `position`, which is below `count`.
    package func sample(_ position: Int) -> UnsafeMutablePointer<TouchSample> {
        let untilEnd = Int(self.untilEnd)
        return position < untilEnd ? first + position : base + (position &- untilEnd)
    }

    /// The frame of the wheel; nil for a frame of contacts.
    package var wheel: WheelFrame? { first.pointee.wheel }

    /// The frame's contacts, nil where it has none, and its presses.
    ///
    /// Both are in one frame only where a sender is gone and all that was down is cancelled.
    func copy() -> (contacts: TouchFrame?, presses: [PressFrame]) {
        let time = MainRunLoop.Instant(nanoseconds: first.pointee.time)
        let samples = (0..<count).map { sample($0).pointee }
        let contacts = samples.filter { !$0.isOfPress }.map(\.contact)
        let frame = contacts.isEmpty ? nil : TouchFrame(time: time, contacts: contacts)
        return (frame, samples.compactMap(\.press))
    }
}
