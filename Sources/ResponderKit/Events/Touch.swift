public import ResponderEventLoop
public import ResponderTouchInput

/// A finger on the screen, from its began to its end: a live handle.
///
/// One finger is one touch: equal and hashed alike in every event of its contact, and what it reads is its state of now
/// (rule T1), so it can key a dictionary from began to ended. To keep or send on what it was at one moment, take its
/// ``sample``.
///
/// After its end a touch gives its last values, but its view and window are nil, until its slot is used for another
/// contact. Slots are used again oldest first: 63 later contacts come before that where no other finger was down at its
/// end, and one less for each that was.
///
/// - Precondition: Reading a touch whose slot is used again is a mistake of the caller, and stops the process with a
///   message. Comparing and hashing are always allowed.
@MainActor
public struct Touch {
    /// What a touch does.
    public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
        /// The finger came down in this event.
        case began
        /// The finger moved in this event, or its force or size changed.
        case moved
        /// The finger is down and unchanged since the event before. No responder is called for that.
        case stationary
        /// The finger was lifted in this event.
        case ended
        /// The touch was taken from the view: the panel lost or discarded it, the view left its window, or the
        /// application stopped being active.
        case cancelled
    }

    nonisolated(unsafe) let slot: UnsafeMutablePointer<TouchSlot>
    nonisolated let contact: UInt64

    @inline(__always)
    nonisolated init(slot: UnsafeMutablePointer<TouchSlot>, contact: UInt64) {
        self.slot = slot
        self.contact = contact
    }

    /// The slot, after looking that it is still this touch's.
    @inline(__always)
    var state: UnsafeMutablePointer<TouchSlot> {
        if slot.pointee.contact != contact { Self.stopAtLateRead() }
        return slot
    }

    /// Not a precondition, which loses its message in release; and out of line, since it is read at every event.
    @inline(never)
    private static func stopAtLateRead() -> Never {
        fatalError(
            "a touch was read after its end, when its slot was in use for another contact; keep `touch.sample` instead"
        )
    }

    /// What the touch does now.
    public var phase: Phase { state.pointee.phase }

    /// When the touch began or was last changed.
    ///
    /// A stationary touch keeps it while the event's goes on (rule T6).
    public var timestamp: MainRunLoop.Instant { MainRunLoop.Instant(nanoseconds: state.pointee.timestamp) }

    /// The view that was hit when the touch began, to which it is bound until its end; nil afterwards.
    public var view: View? { state.pointee.view?.pointee.view }

    /// The window that was hit when the touch began; nil after the touch's end.
    public var window: Window? {
        state.pointee.window.map { unsafeDowncast($0.pointee.object.takeUnretainedValue(), to: Window.self) }
    }

    /// What touches.
    public var type: TouchContact.Kind { state.pointee.kind }

    /// Which tap of a series on one spot of a view this is: 1 for a first one, 2 for the second of a double tap.
    ///
    /// The same from the began to the end, but 0 in an end that is too far from the began for a tap (rule T24). See
    /// ``Application/tapCounting``. Not more than 255.
    public var tapCount: Int { Int(state.pointee.tapCount) }

    /// The force, where 1 is that of an average touch; 0 where the source cannot tell.
    public var force: Float { state.pointee.force }

    /// The radius of the contact's larger axis in points; 0 where the source cannot tell.
    public var majorRadius: Float { state.pointee.majorRadius }

    /// By how much ``majorRadius`` may be off, in points.
    public var majorRadiusTolerance: Float { state.pointee.majorRadiusTolerance }

    /// Where the touch is, in the coordinates of `view`; nil stands for the touch's window.
    ///
    /// A view in another window is reached by way of the screen (rule H29); one that is in no window counts as if its
    /// topmost view lay in the place of the touch's window.
    ///
    /// No allocation. Constant time for the touch's own view as long as no view moves; otherwise one step for each view
    /// between `view` and its window.
    public func location(in view: View?) -> Point {
        let state = state
        return Self.convert(state.pointee.location, of: state, to: view)
    }

    /// Where the touch was in the event before; where it is, in an event in which it began or is stationary (rule T7).
    ///
    /// In the coordinates of `view`, and at the cost, of ``location(in:)``.
    public func previousLocation(in view: View?) -> Point {
        let state = state
        return Self.convert(state.pointee.locationBefore, of: state, to: view)
    }

    /// The touch as it is now, for keeping, and for leaving the main actor.
    public var sample: Sample { state.sample }

    @inline(__always)
    private static func convert(_ point: Point, of slot: UnsafeMutablePointer<TouchSlot>, to view: View?) -> Point {
        guard let record = view?.record else { return point }
        // Measured before, and nothing has moved since. The touch's own view is in the touch's window.
        if record.pointee.offsetGeneration == record.hierarchy.pointee.geometry && record == slot.pointee.view {
            return Point(point.x - record.pointee.offset.x, point.y - record.pointee.offset.y)
        }
        return record.locate(point, in: slot.pointee.window)
    }
}

extension Touch {
    /// What a touch was at one moment.
    public struct Sample: Hashable, Sendable {
        /// What it did.
        public var phase: Phase
        /// When, on the clock of the application's loop.
        public var timestamp: MainRunLoop.Instant
        /// Where, in the coordinates of its window.
        public var location: Point
        /// Where it was in the event before, in the coordinates of its window.
        public var previousLocation: Point
        /// What touched.
        public var type: TouchContact.Kind
        /// Which tap of a series it was; 0 when it had moved too far for a tap.
        public var tapCount: Int
        /// The force, where 1 is that of an average touch; 0 where the source cannot tell.
        public var force: Float
        /// The radius of the contact's larger axis in points; 0 where the source cannot tell.
        public var majorRadius: Float
        /// By how much `majorRadius` may be off, in points.
        public var majorRadiusTolerance: Float
        /// What a stylus, or a screen that feels the force, told besides; its azimuth is that on the screen.
        public var details: TouchContact.Details
    }
}

extension Touch: nonisolated Hashable {
    /// Whether both are the same contact.
    @inline(__always)
    public nonisolated static func == (lhs: Touch, rhs: Touch) -> Bool {
        lhs.contact == rhs.contact
    }

    /// Hashes the contact.
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(contact)
    }
}
