internal import ResponderEventLoop
internal import Synchronization

// Frames of the wheel travel in the ring as frames of one sample that is no move. So they keep their place, and neither
// the senders nor the receivers of touches test for them. The sample's index is one that no contact has, and the index
// of a binding without a target, so the sample leads to no touch.
extension TouchSample {
    /// The index of a sample of the wheel: the first that no contact has.
    static let wheelIndex = UInt8(ContactTable.capacity)

    /// Whether the sample is a frame of the wheel, and not a contact's.
    package var isOfWheel: Bool { index == Self.wheelIndex && !isOfPress }

    /// The frame of the wheel; nil for a contact's sample.
    ///
    /// Valid to read as long as the sample's details are.
    package var wheel: WheelFrame? {
        guard isOfWheel, let detailsPlace else { return nil }
        return WheelFrame(
            time: MainRunLoop.Instant(nanoseconds: time),
            location: location,
            delta: UnsafeRawPointer(detailsPlace).loadUnaligned(as: Point.self),
            isPrecise: identifier != 0
        )
    }
}

extension UnsafeMutablePointer<TouchSample> {
    /// Takes over a frame of the wheel; the delta goes to `place`, the memory for the sample's details.
    fileprivate func fill(_ wheel: WheelFrame, _ place: UnsafeMutablePointer<TouchContact.Details>) {
        assert(MemoryLayout<Point>.size <= MemoryLayout<TouchContact.Details>.size)
        pointee.time = wheel.time.nanoseconds
        pointee.index = TouchSample.wheelIndex
        // Any phase but moved, for which the receivers would let the sample wait.
        pointee.phase = .ended
        pointee.kind = .indirectPointer
        pointee.identifier = wheel.isPrecise ? 1 : 0
        pointee.location = wheel.location
        (pointee.force, pointee.majorRadius, pointee.majorRadiusTolerance) = (0, 0, 0)
        UnsafeMutableRawPointer(place).storeBytes(of: wheel.delta, as: Point.self)
        pointee.detailsPlace = place
    }
}

extension TouchChannel {
    /// Puts a frame of the wheel into the ring; returns whether there was room.
    func put(_ wheel: WheelFrame) -> Bool {
        guard let position = reservePlace() else { return false }
        let index = Int(truncatingIfNeeded: position) & mask
        (places + index).fill(wheel, details + index)
        publish(1, at: position)
        return true
    }
}

extension TouchPort.Sender {
    /// Sends a movement of the wheel.
    ///
    /// The frame keeps its place among the sender's frames of touches, and several senders' frames are merged by time.
    /// Frames of the wheel are never merged into one. A frame that finds no room in the ring is dropped and counted
    /// (``TouchPort/Statistics/droppedWheelFrames``); so is a frame with a coordinate, or a delta, that is not finite
    /// (``TouchPort/Statistics/invalidLocations``).
    ///
    /// - Complexity: O(1); no allocation and no lock; a system call only when the loop sleeps.
    public func send(_ frame: WheelFrame) {
        guard frame.location.isFinite, frame.delta.isFinite else { return channel.losses.count(.invalidLocation) }
        if !channel.put(frame) { channel.losses.count(.droppedWheelFrame) }
        channel.wake()
    }
}
