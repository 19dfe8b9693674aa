internal import ResponderSupport
internal import ResponderTouchInput

package typealias RecognizerPointer = UnsafeMutablePointer<RecognizerRecord>

/// The frequently read state of a recogniser, in raw memory: see `ResponderRecord`.
///
/// Sets of touches are masks of slots, in the bank of the application whose touches the recogniser has.
package struct RecognizerRecord: ~Copyable {
    struct Flags: OptionSet {
        let rawValue: UInt32
        static let enabled = Flags(rawValue: 1 << 0)
        static let cancelsTouches = Flags(rawValue: 1 << 1)
        static let delaysBegan = Flags(rawValue: 1 << 2)
        static let delaysEnded = Flags(rawValue: 1 << 3)
        static let exclusiveType = Flags(rawValue: 1 << 4)
        /// An attempt is under way: the recogniser has had a touch, follows a pointer, or has asked for a state since
        /// its last reset.
        static let isTrying = Flags(rawValue: 1 << 5)
        /// The recogniser is in the list of recognisers whose requests wait.
        static let isQueued = Flags(rawValue: 1 << 6)
        /// The recogniser meets its criteria, but others must fail first (rule G34).
        static let isWaiting = Flags(rawValue: 1 << 7)
        /// In this attempt subclasses and delegates were asked which recognisers must fail first (rule G35).
        static let hasAsked = Flags(rawValue: 1 << 8)
        /// The gesture ended in the event in which it began: the end follows the began.
        static let endsAtOnce = Flags(rawValue: 1 << 9)
        /// `shouldReceive` refused the touches of the event with the number `askedEvent`.
        static let refusesEvent = Flags(rawValue: 1 << 10)
        /// The attempt is over, and the recogniser is in the list of those that await their reset.
        static let awaitsReset = Flags(rawValue: 1 << 11)
        /// The recogniser is in the list of those that wait for others to fail.
        static let isListed = Flags(rawValue: 1 << 12)
        /// The recogniser follows contacts that hover, and gets no touches.
        static let isHover = Flags(rawValue: 1 << 13)
        /// Others are being asked whether the recogniser may succeed, or its first action is about to be called.
        static let isDeciding = Flags(rawValue: 1 << 14)
        /// In this attempt the recogniser has let another one, which prevents it, go first.
        static let hasGivenWay = Flags(rawValue: 1 << 15)
        /// Others are being asked whether the success of this recogniser prevents theirs.
        static let isPreventing = Flags(rawValue: 1 << 16)
        /// The request was made while recognisers get an event: ``GestureRecognizer/state`` returns the requested
        /// state.
        static let showsRequest = Flags(rawValue: 1 << 17)
        /// The recogniser has waited, and is in the list of those that must be checked again.
        static let isWoken = Flags(rawValue: 1 << 18)
        /// An object takes part in the recogniser's decisions (`RecognizerOwner`).
        static let hasOwner = Flags(rawValue: 1 << 19)
        /// The flags of members of the dispatcher's lists.
        static let listed: Flags = [.isQueued, .isListed, .isWoken, .awaitsReset]
        /// The flags of recognisers on which the dispatcher works, or will work: no other dispatcher may take such
        /// recognisers.
        static let busy: Flags = [.isQueued, .isListed, .isWoken, .awaitsReset, .isDeciding]
    }

    /// The recogniser; set before any other code gets the record.
    var object: Unmanaged<GestureRecognizer>?
    var state = GestureRecognizer.State.possible
    /// The state that was set and has not yet taken effect.
    var request: GestureRecognizer.State?
    var flags: Flags = [.enabled, .cancelsTouches, .delaysEnded, .exclusiveType]
    /// The kind of the attempt's touches (rule G12); nil before the first.
    var kind: TouchContact.Kind?
    /// The kinds that the recogniser takes, as a mask of raw values.
    var allowedKinds: UInt8 = .max
    /// The touches of the attempt, from their began until they are released.
    package var touches: UInt64 = 0
    /// The touches whose began the recogniser has got, or is being asked about.
    var offered: UInt64 = 0
    /// The touches whose began the recogniser got and whose end it is owed.
    var owedEnd: UInt64 = 0
    /// The event that has ended the attempt from outside; nil without such an event.
    var interruption: GestureInterruption?
    /// A bit for each touch that the recogniser has got in this attempt: the touch's number modulo 64.
    ///
    /// Two recognisers can have had a touch in common only if they have a bit in common (rule G36).
    var history: UInt64 = 0
    /// Counts the attempts.
    package var attempt: UInt32 = 0
    /// The event about which `shouldReceive` was asked last.
    var askedEvent: UInt64 = 0
    /// How many touches of the dispatcher have the recogniser on their lists, including touches that it has no more.
    ///
    /// Until these touches are over, the recogniser takes no touch of another application, since the masks are masks of
    /// slots.
    var lists = 0
    /// The places in the dispatcher's lists, by `RecognizerList.Kind`; each valid while the recogniser is a member.
    var places = SIMD4<Int32>()
    /// The recogniser for which this one waits; nil while it does not wait.
    var awaited: RecognizerPointer?
    /// The first of the recognisers that wait for this one.
    var waiters: RecognizerPointer?
    /// The neighbours in the list of recognisers that wait for the same one.
    var formerWaiter: RecognizerPointer?
    var nextWaiter: RecognizerPointer?
    /// The order in which the recogniser began to wait in this attempt; 0 if it has not waited.
    var waitNumber: UInt64 = 0
    /// The dispatcher whose touches the recogniser has had last; valid while it has touches.
    var dispatcher: UnsafeMutablePointer<TouchDispatcher.State>?
    /// The hovering contact that was last offered to the recogniser, until the contact leaves the view; 0 for none.
    var hover: UInt64 = 0
    /// Where the last touches, or the hovering contact, were, in their window's coordinates.
    var lastLocation = Point.zero
    var actions = GestureActions()
    var requirements = FailureRequirements()

    static func make() -> RecognizerPointer {
        let pointer = RecognizerPointer.allocate(capacity: 1)
        pointer.initialize(to: RecognizerRecord())
        return pointer
    }

    /// Makes the recogniser possible again, without touches.
    mutating func endAttempt() {
        touches = 0
        offered = 0
        owedEnd = 0
        history = 0
        kind = nil
        request = nil
        interruption = nil
        state = .possible
        flags.subtract([
            .isTrying, .isWaiting, .hasAsked, .endsAtOnce, .isDeciding, .hasGivenWay, .isPreventing, .showsRequest,
        ])
        attempt &+= 1
        waitNumber = 0
        actions.skipRest()
        requirements.endAttempt()
    }

    /// The touches that are down, or end in the present event.
    @inline(__always)
    var present: UInt64 {
        guard touches != 0, let dispatcher else { return 0 }
        return touches & dispatcher.pointee.touches.down
    }

    /// Whether the attempt is over and awaits its reset.
    @inline(__always)
    package var isOver: Bool { state.rawValue >= GestureRecognizer.State.ended.rawValue }

    /// Whether an attempt is under way.
    @inline(__always)
    var isTrying: Bool { flags.contains(.isTrying) }

    /// Whether the gesture has begun and goes on.
    @inline(__always)
    var isUnderWay: Bool { state == .began || state == .changed }

    /// Whether the gesture goes on, or has ended and awaits the reset.
    @inline(__always)
    var hasSucceeded: Bool { isUnderWay || state == .ended }
}

extension RecognizerPointer {
    /// The recogniser; the caller must know that it is alive.
    @MainActor @inline(__always)
    var recognizer: GestureRecognizer {
        guard let object = pointee.object else { fatalError("a recognizer's state was read before it was made") }
        return object.takeUnretainedValue()
    }

    /// Calls `body` with the recogniser without retaining it; the caller must know that it stays alive meanwhile.
    @MainActor @inline(__always)
    func borrow(_ body: (GestureRecognizer) -> Void) {
        pointee.object?.borrow(body)
    }

    /// The state that the app reads: while recognisers get an event, the requested state.
    @inline(__always)
    var shownState: GestureRecognizer.State {
        guard pointee.flags.contains(.showsRequest), let request = pointee.request else { return pointee.state }
        return request == .began && pointee.flags.contains(.endsAtOnce) ? .ended : request
    }

    /// Whether the gesture has begun, and the questions about the success are over.
    @inline(__always)
    var hasBegun: Bool { pointee.state != .possible && !pointee.flags.contains(.isPreventing) }

    /// Whether a request may take effect now.
    @inline(__always)
    var hasOpenRequest: Bool { pointee.request != nil && !pointee.isOver && !pointee.flags.contains(.isDeciding) }

    /// Whether a success was requested and has not taken effect yet.
    @inline(__always)
    var asksForSuccess: Bool {
        pointee.state == .possible && (pointee.request == .began || pointee.request == .ended)
    }

    /// The touches of the recogniser that are present.
    @MainActor
    var presentTouches: TouchSet {
        guard pointee.touches != 0, let dispatcher = pointee.dispatcher else { return .none }
        return TouchSet(
            bank: dispatcher.pointee.bank,
            mask: pointee.present,
            newestContact: dispatcher.pointee.touches.newestContact
        )
    }
}
