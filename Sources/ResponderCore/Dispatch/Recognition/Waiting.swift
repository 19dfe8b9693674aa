// Recognisers that wait for another one to fail (rule G34).
//
// A recogniser waits for one other at a time, and is checked again when that one has failed, succeeded or been reset;
// then it may have to wait for the next. So changes of other recognisers cost nothing, however many wait.
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

    /// Has the recognisers that wait for this one checked again.
    func wakeWaiters() {
        while let waiter = pointee.waiters { waiter.wake() }
    }

    /// Has the recogniser checked again, if it waits.
    func wake() {
        guard pointee.flags.contains(.isListed), let gestures = pointee.dispatcher?.pointee.gestures else {
            return leaveAwaited()
        }
        stopWaiting()
        gestures.pointee.woken.append(self)
    }

    /// Ends the recogniser's wait; does nothing if it does not wait.
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
