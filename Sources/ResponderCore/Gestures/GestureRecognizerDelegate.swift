/// An object that is asked in the negotiation of a recogniser with others.
///
/// Every method has a default, which changes nothing.
@MainActor
public protocol GestureRecognizerDelegate: AnyObject {
    /// Whether the recogniser may leave ``GestureRecognizer/State/possible`` with success now; otherwise it fails (rule
    /// G38).
    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool

    /// Whether both recognisers may succeed with the same touches.
    ///
    /// Asked only when one would prevent the other (rule G32). If one of the two delegates answers true, both may
    /// succeed (rule G31).
    func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool

    /// Whether `recognizer` may succeed only after `other` has failed.
    ///
    /// Asked once an attempt for each other recogniser that shares touches (rule G35).
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool

    /// Whether `other` may succeed only after `recognizer` has failed.
    ///
    /// Asked once an attempt for each other recogniser that shares touches (rule G35).
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer) -> Bool

    /// Whether the recogniser gets the touches that begin in `event`.
    ///
    /// Asked once an event, before the touches are asked about one by one (rule G11).
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: Event) -> Bool

    /// Whether the recogniser gets the touch, which has just begun; if not, it gets no message of the touch (rule G11).
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool
}

extension GestureRecognizerDelegate {
    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

    /// False.
    ///
    /// - Complexity: O(1); no allocation.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { false }

    /// False.
    ///
    /// - Complexity: O(1); no allocation.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool { false }

    /// False.
    ///
    /// - Complexity: O(1); no allocation.
    public func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool { false }

    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: Event) -> Bool { true }

    /// True.
    ///
    /// - Complexity: O(1); no allocation.
    public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { true }
}
