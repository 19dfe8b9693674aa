internal import ResponderEventLoop

// What a touch did between two events, and what it may do next.
extension Event {
    /// All samples of the touch since the event before, in the order in which its source reported them; the last is what
    /// the touch is in this event (rule T37).
    ///
    /// Moves that arrive in one turn of the loop become one event, and a handler that draws wants them all. Use either
    /// these or the touch itself, never both: the last of these is the touch. The event stays so when it is kept.
    ///
    /// Nil when the touch is not of this event. It allocates the array; nothing is allocated where nobody asks.
    public func coalescedTouches(for touch: Touch) -> [Touch.Sample]? {
        var samples = state.pointee.past.samples(of: touch.contact)
        if !state.pointee.past.isSettled {
            guard touch.slot.pointee.contact == touch.contact, contains(touch.slot) else { return nil }
            samples.append(touch.slot.sample)
        }
        return samples.isEmpty ? nil : samples
    }

    /// Where the touch may be next: guesses, good until the next event (rule T39).
    ///
    /// It goes on as it went from the last sample but one to the last, for a sixtieth of a second at most, in steps of
    /// the time between these two and no more than four. Draw them, but never keep them: the next event says what was
    /// so.
    ///
    /// Empty for a touch that did not move in this event. Nil when the touch is not of this event, or the event is over.
    /// It allocates the array.
    public func predictedTouches(for touch: Touch) -> [Touch.Sample]? {
        guard state.pointee.isUnderWay, let samples = coalescedTouches(for: touch), let last = samples.last else {
            return nil
        }
        guard last.phase == .moved else { return [] }
        let before: (location: Point, timestamp: MainRunLoop.Instant) =
            if samples.count > 1 {
                (samples[samples.count - 2].location, samples[samples.count - 2].timestamp)
            } else {
                (last.previousLocation, MainRunLoop.Instant(nanoseconds: previousTimestamp(of: touch)))
            }
        return Self.predict(from: before.location, before.timestamp, to: last)
    }

    /// Of a touch of this event with one sample, when its sample in the event before was taken.
    private func previousTimestamp(of touch: Touch) -> Int64 {
        state.pointee.past.previousTimestamp(of: touch.contact) ?? touch.slot.pointee.previousTimestamp
    }

    private static func predict(
        from location: Point,
        _ timestamp: MainRunLoop.Instant,
        to last: Touch.Sample
    ) -> [Touch.Sample] {
        // A source may say any time.
        let (step, isTooLong) = last.timestamp.nanoseconds.subtractingReportingOverflow(timestamp.nanoseconds)
        guard step > 0, !isTooLong else { return [] }
        let count = min(4, 1_000_000_000 / 60 / step)
        let (x, y) = (last.location.x - location.x, last.location.y - location.y)
        var samples: [Touch.Sample] = []
        for _ in 0..<count {
            var sample = samples.last ?? last
            let (time, isTooLate) = sample.timestamp.nanoseconds.addingReportingOverflow(step)
            guard !isTooLate else { break }
            sample.timestamp = MainRunLoop.Instant(nanoseconds: time)
            sample.previousLocation = sample.location
            // A guess is never corrected.
            sample.details.estimatedPropertiesExpectingUpdates = []
            sample.details.estimationUpdateIndex = 0
            sample.location = Point(sample.location.x + x, sample.location.y + y)
            samples.append(sample)
        }
        return samples
    }

    /// Whether the slot's touch is of this event.
    private func contains(_ slot: UnsafeMutablePointer<TouchSlot>) -> Bool {
        let index = slot - state.pointee.bank
        return (0..<TouchBank.capacity).contains(index) && state.pointee.all & (1 << UInt64(index)) != 0
            && slot.pointee.contact <= state.pointee.newestContact
    }

    /// Remembers what the event's touches are now, before a later event changes them: somebody keeps it, or it is being
    /// dispatched still while another one comes inside of it.
    nonisolated func settle() { state.settle() }
}

extension UnsafeMutablePointer<Event.State> {
    /// The same, of an event by its state.
    func settle() { pointee.past.settle(pointee.all, in: pointee.bank) }
}
