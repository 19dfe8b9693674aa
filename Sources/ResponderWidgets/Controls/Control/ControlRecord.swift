internal import ResponderCore

/// The state of a control's touch, and its registrations, in raw memory: see `ResponderRecord`.
struct ControlRecord: ~Copyable {
    /// How far the tracking of a touch has got.
    enum Phase: UInt8 {
        /// No touch is tracked.
        case idle
        /// `beginTracking(_:with:)` is being called.
        case asking
        /// The touch was over, or the control was disabled, while `beginTracking(_:with:)` was being called.
        case askedTooLate
        case tracking
        /// `endTracking(_:with:)` or `cancelTracking(with:)` is being called.
        case ending
    }

    var phase = Phase.idle
    var isTracking = false
    var isTouchInside = false
    var state: Control.State = []
    /// The number of the touch that is being tracked; zero stands for none.
    var contact: UInt64 = 0
    var slot: UnsafeMutablePointer<TouchSlot>?
    /// The slots of the touch's application, which are freed with the application; `slot` must not be read afterwards.
    var bank: UnsafeMutablePointer<TouchSlot>?
    /// Counts the touches that were tracked: code compares the number before and after a call of the app's code.
    var attempt: UInt64 = 0
    /// The number of the press of return or the space bar that presses the control; zero stands for none.
    var keyPress: UInt64 = 0
    /// Whether ``Control/Events/touchDown`` was sent for the touch that is tracked, or for the key.
    var hasSentDown = false
    /// See ``Control/trackingMargin``.
    var margin = Control.defaultTrackingMargin
    /// The events that are being sent; none while nothing is sent.
    var sending: Control.Events = []
    var registrations = ControlRegistrations()

    static func make() -> UnsafeMutablePointer<ControlRecord> {
        let pointer = UnsafeMutablePointer<ControlRecord>.allocate(capacity: 1)
        pointer.initialize(to: ControlRecord())
        return pointer
    }
}

extension UnsafeMutablePointer<ControlRecord> {
    /// The tracked touch, if it is in the set.
    @MainActor @inline(__always)
    func tracked(in touches: TouchSet) -> Touch? {
        guard pointee.contact != 0, let slot = pointee.slot, touches.bank == pointee.bank else { return nil }
        return touches.touch(pointee.contact, in: slot)
    }
}
