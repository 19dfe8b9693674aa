internal import ResponderEventLoop

extension TouchPort {
    /// The sender of a tape, with room for all that one reception may take.
    ///
    /// Made before the tape is set; from then on the port receives nothing of other senders.
    package func makeTapeSender() -> Sender { makeSender(capacity: 2 * MainRunLoop.inputLimit) }

    /// Calls the receiver for a recorded reception, whose frames lie in the ring.
    ///
    /// - Parameter isContinued: Whether a part of the step was received before.
    package func receiveRecorded(isContinued: Bool) {
        let outerBound = receivers.pointee.bound
        receivers.pointee.bound = .max
        receivers.pointee.beginStep()
        if isContinued { receivers.pointee.notePart() }
        _ = callReceiver(limit: .max)
        receivers.pointee.endStep()
        receivers.pointee.bound = outerBound
    }

    /// The number by which an update names a sender of the port; nil if it is no sender of the port.
    package func number(of sender: Sender) -> UInt64? { progress(of: sender.channel)?.sender }
}
