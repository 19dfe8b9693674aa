public import ResponderTouchInput

/// An object that watches the touches of a view and of the views inside it, and recognises a gesture in them: the base
/// class of all recognisers.
///
/// A recogniser is added to a view with ``View/addGestureRecognizer(_:)``. The recogniser gets every touch that begins
/// in the view or in a view inside it, before the touch's own view does (rule G14), and takes part in the negotiation
/// about which recognisers succeed. When a recogniser succeeds, its actions are called, and by default
/// ``Responder/touchesCancelled(_:with:)`` takes the touches from their views (rule G20).
///
/// To recognise a gesture of your own, override the four touch methods and ``reset()``, and set ``state``. Setting the
/// state is a request, which another recogniser, a delegate or the view may refuse. The request takes effect when all
/// recognisers have seen the event, or at once outside of the dispatch of an event (rule G9).
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@MainActor
open class GestureRecognizer {
    /// The state of a recogniser's attempt (rule G1).
    public enum State: UInt8, Hashable, Sendable, CaseIterable {
        /// The gesture has not been recognised, but may still be.
        case possible
        /// A continuous gesture has begun.
        case began
        /// A continuous gesture has changed.
        case changed
        /// A continuous gesture has ended, or a discrete one was recognised.
        case ended
        /// A continuous gesture was cancelled after it had begun.
        case cancelled
        /// The touches are not the gesture.
        case failed

        /// A discrete gesture was recognised: the same state as ``ended``.
        public static var recognized: State { .ended }
    }

    /// The state that each touch reads and writes: see `RecognizerRecord`.
    package nonisolated(unsafe) final let record: RecognizerPointer
    weak var viewReference: View?
    /// The place among the view's recognisers.
    final var place = 0
    weak var delegateReference: (any GestureRecognizerDelegate)?
    private final weak var ownerReference: (any RecognizerOwner)?

    /// The name of the recogniser in traces and messages; by default the name of its class.
    public final var name: String?

    /// A recogniser in no view.
    ///
    /// - Complexity: O(1); allocates the object and its state.
    public init() {
        record = RecognizerRecord.make()
        record.pointee.object = .passUnretained(self)
    }

    deinit {
        record.leaveLists()
        record.pointee.actions.destroy()
        record.deinitialize(count: 1).deallocate()
    }

    /// Touches of the recogniser began.
    ///
    /// Override this method and the next three to recognise a gesture. By default does nothing.
    ///
    /// - Parameters:
    ///   - touches: The recogniser's touches that began in this event, in all views.
    ///   - event: The event of the touches.
    /// - Complexity: By default O(1); no allocation.
    open func touchesBegan(_ touches: TouchSet, with event: Event) {}

    /// Touches of the recogniser moved, or their force or size changed; by default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func touchesMoved(_ touches: TouchSet, with event: Event) {}

    /// Touches of the recogniser ended; by default does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func touchesEnded(_ touches: TouchSet, with event: Event) {}

    /// Touches of the recogniser were cancelled; by default does nothing.
    ///
    /// Afterwards a recogniser that is possible fails, and a gesture that has begun is cancelled (rule G17).
    ///
    /// - Complexity: By default O(1); no allocation.
    open func touchesCancelled(_ touches: TouchSet, with event: Event) {}

    /// The attempt is over, and ``state`` is about to become ``State/possible`` again: forget its touches.
    ///
    /// Called once after each attempt that has ended, been cancelled or failed, after the actions (rule G7). By default
    /// does nothing.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func reset() {}

    /// Whether this recogniser's success makes `other` fail; true by default (rule G30).
    ///
    /// - Complexity: By default O(1); no allocation.
    open func canPrevent(_ other: GestureRecognizer) -> Bool { true }

    /// Whether the success of `other` makes this recogniser fail; true by default (rule G30).
    ///
    /// - Complexity: By default O(1); no allocation.
    open func canBePrevented(by other: GestureRecognizer) -> Bool { true }

    /// Whether this recogniser may succeed only after `other` has failed; false by default (rule G35).
    ///
    /// - Complexity: By default O(1); no allocation.
    open func shouldRequireFailure(of other: GestureRecognizer) -> Bool { false }

    /// Whether `other` may succeed only after this recogniser has failed; false by default (rule G35).
    ///
    /// - Complexity: By default O(1); no allocation.
    open func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { false }

    /// Whether the recogniser gets the touches that begin in `event`; true by default (rule G11).
    ///
    /// Asked once an event.
    ///
    /// - Complexity: By default O(1); no allocation.
    open func shouldReceive(_ event: Event) -> Bool { true }

    /// Where the gesture is: the mean of the locations of its touches that are down or end in the present event (rule
    /// G52).
    ///
    /// When no touch is down, the place where the last ones were; the origin when there has been none.
    ///
    /// - Parameter view: The view in whose coordinates the location is; nil stands for the window's.
    /// - Complexity: O(touches of the recogniser) conversions; no allocation.
    open func location(in view: View?) -> Point { meanLocation(in: view) }

    /// Where the fingers of a drag came down, and how far they have gone since, in the window's coordinates; nil for a
    /// recogniser of other gestures.
    package var drag: (start: Point, path: Point)? { nil }
}

extension GestureRecognizer {
    /// The object of this package that takes part in the recogniser's decisions, perhaps the recogniser itself; mostly
    /// nil.
    package final var owner: (any RecognizerOwner)? {
        get { record.pointee.flags.contains(.hasOwner) ? ownerReference : nil }
        set {
            ownerReference = newValue
            if newValue == nil {
                record.pointee.flags.remove(.hasOwner)
            } else {
                record.pointee.flags.insert(.hasOwner)
            }
        }
    }
}

extension GestureRecognizer: Hashable {
    /// Whether both are the same object.
    public nonisolated static func == (lhs: GestureRecognizer, rhs: GestureRecognizer) -> Bool { lhs === rhs }

    /// Hashes the object's identity.
    public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
