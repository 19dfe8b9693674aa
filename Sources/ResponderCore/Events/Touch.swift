public import ResponderEventLoop
public import ResponderTouchInput

/// A finger on the screen, from its began to its end: a live handle.
///
/// One finger is one touch: the touch is equal and hashes alike in every event of its contact, and its properties
/// give its present state (rule T1). So a touch can be a key of a dictionary from began to ended. To keep its state
/// at one moment, or to send it elsewhere, take its ``sample``.
///
/// After its end a touch gives its last values, but its view and window are nil, until its slot is used for another
/// contact. The slot that has been free for longest is reused first. If no other finger was down at the touch's end,
/// the next 63 contacts use other slots; each finger that was down makes this number smaller by one.
///
/// - Precondition: The touch's slot is not in use for another contact. Reading a touch after that stops the process
///   with a message. Comparing and hashing are always allowed.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@MainActor
public struct Touch {
    /// The phases of a touch.
    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
        /// The finger came down in this event.
        case began
        /// The finger moved in this event, or its force or size changed.
        case moved
        /// The finger is down and unchanged since the previous event.
        ///
        /// No responder is called for this phase.
        case stationary
        /// The finger was lifted in this event.
        case ended
        /// The touch was taken from the view: the panel lost or discarded it, the view left its window, the interface
        /// rotated, or the application stopped being active.
        case cancelled
    }

    package nonisolated(unsafe) let slot: UnsafeMutablePointer<TouchSlot>
    package nonisolated let contact: UInt64

    @inline(__always)
    package nonisolated init(slot: UnsafeMutablePointer<TouchSlot>, contact: UInt64) {
        self.slot = slot
        self.contact = contact
    }

    /// The slot, after a check that it still belongs to this touch.
    @inline(__always)
    var state: UnsafeMutablePointer<TouchSlot> {
        if slot.pointee.contact != contact { Self.stopAtLateRead() }
        return slot
    }

    /// Not a precondition, which loses its message in release builds; out of line, since the check is made at every
    /// read.
    @inline(never)
    private static func stopAtLateRead() -> Never {
        fatalError(
            "a touch was read after its end, when its slot was in use for another contact; keep `touch.sample` instead"
        )
    }

    /// The present phase of the touch.
    public var phase: Phase { state.pointee.phase }

    /// When the touch began or was last changed.
    ///
    /// A stationary touch keeps its timestamp while the event's timestamp advances (rule T6).
    public var timestamp: MainRunLoop.Instant { MainRunLoop.Instant(nanoseconds: state.pointee.timestamp) }

    /// The view that was hit when the touch began, to which it is bound until its end; nil afterwards.
    public var view: View? { state.pointee.view?.pointee.view }

    /// The window that was hit when the touch began; nil after the touch's end.
    public var window: Window? {
        state.pointee.window.map { unsafeDowncast($0.pointee.object.takeUnretainedValue(), to: Window.self) }
    }

    /// The kind of the contact: a finger or a stylus, for example.
    public var type: TouchContact.Kind { state.pointee.kind }

    /// The number of the tap in a series on one spot of a view: 1 for the first tap, 2 for the second of a double
    /// tap.
    ///
    /// The number stays the same from the began to the end, but is 0 at an end that is too far from the began for a tap
    /// (rule T24). It is at most 255. See ``Application/tapCounting``.
    public var tapCount: Int { Int(state.pointee.tapCount) }

    /// The force, where 1 is the force of an average touch; 0 when the source does not report it.
    public var force: Float { state.pointee.force }

    /// The radius of the contact's larger axis in points; 0 when the source does not report it.
    public var majorRadius: Float { state.pointee.majorRadius }

    /// The possible error of ``majorRadius``, in points.
    public var majorRadiusTolerance: Float { state.pointee.majorRadiusTolerance }

    /// The location of the touch in the coordinates of `view`; nil stands for the touch's window.
    ///
    /// For a view in another window, the location is converted by way of the screen (rule H29). For a view in no
    /// window, the coordinates of the topmost view of its tree are taken to be those of the touch's window.
    ///
    /// - Complexity: O(1) for the touch's own view as long as no view moves; otherwise O(depth of `view`). No
    ///   allocation.
    public func location(in view: View?) -> Point {
        let state = state
        return Self.convert(state.pointee.location, of: state, to: view)
    }

    /// The location of the touch in the previous event; the present location in an event in which the touch began or
    /// is stationary (rule T7).
    ///
    /// In the coordinates of `view`, as in ``location(in:)``.
    ///
    /// - Complexity: That of ``location(in:)``; no allocation.
    public func previousLocation(in view: View?) -> Point {
        let state = state
        return Self.convert(state.pointee.locationBefore, of: state, to: view)
    }

    /// The present values of the touch, which can be kept and can leave the main actor.
    public var sample: Sample { state.sample }

    /// Whether the touch's view must still get the end or the cancel.
    @inline(__always)
    package var isUnfinished: Bool {
        guard slot.pointee.contact == contact else { return false }
        switch slot.owed {
        case .end: return true
        case .cancel, .done: return false
        // The view has not got the began: the touch comes from a caller other than the dispatch.
        case .nothing: return slot.pointee.phase != .ended && slot.pointee.phase != .cancelled
        }
    }

    @inline(__always)
    private static func convert(_ point: Point, of slot: UnsafeMutablePointer<TouchSlot>, to view: View?) -> Point {
        guard let record = view?.record else { return point }
        // The offset was measured, and no view has moved since. The touch's own view is in the touch's window.
        if record.pointee.offsetGeneration == record.processState.pointee.geometry && record == slot.pointee.view {
            return Point(point.x - record.pointee.offset.x, point.y - record.pointee.offset.y)
        }
        return record.locate(point, in: slot.pointee.window)
    }
}

extension Touch {
    /// The values of a touch at one moment.
    public struct Sample: Hashable, Sendable {
        /// The phase of the touch.
        public var phase: Phase
        /// The time of the sample, on the clock of the application's loop.
        public var timestamp: MainRunLoop.Instant
        /// The location in the coordinates of the touch's window.
        public var location: Point
        /// The location in the previous event, in the coordinates of the touch's window.
        public var previousLocation: Point
        /// The kind of the contact.
        public var type: TouchContact.Kind
        /// The number of the tap in its series; 0 when the touch had moved too far for a tap.
        public var tapCount: Int
        /// The force, where 1 is the force of an average touch; 0 when the source does not report it.
        public var force: Float
        /// The radius of the contact's larger axis in points; 0 when the source does not report it.
        public var majorRadius: Float
        /// The possible error of `majorRadius`, in points.
        public var majorRadiusTolerance: Float
        /// The details that a stylus or a force-sensing screen reports; the azimuth is in the screen's coordinates.
        public var details: TouchContact.Details
    }
}

extension Touch: nonisolated Hashable {
    /// Whether both touches are the same contact.
    @inline(__always)
    public nonisolated static func == (lhs: Touch, rhs: Touch) -> Bool {
        lhs.contact == rhs.contact
    }

    /// Hashes the contact.
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(contact)
    }
}
