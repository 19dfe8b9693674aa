// Recognisers that wait for another one to fail (rule G34).
//
// Each waits for one at a time, and is looked at again when that one has failed, succeeded or been reset: then it may
// have to wait for the next. So it costs nothing what others do meanwhile, however many wait.
extension RecognizerPointer {
    /// Has the recogniser wait for another one.
    func wait(for other: RecognizerPointer, in gestures: UnsafeMutablePointer<GestureState>) {
        if pointee.waitNumber == 0 {
            gestures.pointee.waits += 1
            pointee.waitNumber = gestures.pointee.waits
        }
        gestures.pointee.waiting.append(self)
        leaveAwaited()
        pointee.awaited = other
        pointee.nextWaiter = other.pointee.waiters
        other.pointee.waiters?.pointee.formerWaiter = self
        other.pointee.waiters = self
    }

    /// Has those looked at again that wait for this one.
    func wakeWaiters() {
        while let waiter = pointee.waiters { waiter.wake() }
    }

    /// Has the recogniser looked at again, if it waits.
    func wake() {
        guard pointee.flags.contains(.isListed), let gestures = pointee.dispatcher?.pointee.gestures else {
            return leaveAwaited()
        }
        stopWaiting()
        gestures.pointee.woken.append(self)
    }

    /// Lets the recogniser no longer wait; does nothing if it does not.
    func stopWaiting() {
        leaveAwaited()
        pointee.dispatcher?.pointee.gestures?.pointee.waiting.remove(self)
    }

    private func leaveAwaited() {
        guard let awaited = pointee.awaited else { return }
        if awaited.pointee.waiters == self { awaited.pointee.waiters = pointee.nextWaiter }
        pointee.formerWaiter?.pointee.nextWaiter = pointee.nextWaiter
        pointee.nextWaiter?.pointee.formerWaiter = pointee.formerWaiter
        (pointee.awaited, pointee.formerWaiter, pointee.nextWaiter) = (nil, nil, nil)
    }
}
