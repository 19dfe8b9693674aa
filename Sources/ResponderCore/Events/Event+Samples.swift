internal import ResponderEventLoop

// The samples of a touch between two events, and its predicted samples.
extension Event {
    /// All samples of the touch since the previous event, in the order in which the source reported them; the last
    /// sample holds the touch's values in this event (rule T37).
    ///
    /// Moves that arrive in one turn of the loop become one event, and a handler that draws wants all of them. Use
    /// either these samples or the touch itself, never both: the last sample is the touch. A kept event keeps its
    /// samples.
    ///
    /// Nil when the touch does not belong to this event.
    ///
    /// - Complexity: O(samples of the event). Allocates the returned array; an event whose samples nobody reads
    ///   allocates none.
    public func coalescedTouches(for touch: Touch) -> [Touch.Sample]? {
        var samples = state.pointee.past.samples(of: touch.contact)
        if !state.pointee.past.isComplete {
            guard touch.slot.pointee.contact == touch.contact, contains(touch.slot) else { return nil }
            samples.append(touch.slot.sample)
        }
        return samples.isEmpty ? nil : samples
    }

    /// Predicted samples of the touch, valid until the next event (rule T39).
    ///
    /// The prediction continues the movement from the last sample but one to the last, for at most a sixtieth of a
    /// second, in at most four steps, each as long as the time between these two samples. Draw the predicted samples,
    /// but never keep them: the next event has the real ones.
    ///
    /// Empty for a touch that did not move in this event. Nil when the touch does not belong to this event, or when the
    /// event is over.
    ///
    /// - Complexity: O(samples of the event). Allocates the returned array and the array of ``coalescedTouches(for:)``.
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

    /// For a touch with one sample in this event: when its sample in the previous event was taken.
    private func previousTimestamp(of touch: Touch) -> Int64 {
        state.pointee.past.previousTimestamp(of: touch.contact) ?? touch.slot.pointee.previousTimestamp
    }

    private static func predict(
        from location: Point,
        _ timestamp: MainRunLoop.Instant,
        to last: Touch.Sample
    ) -> [Touch.Sample] {
        // A source may report any time.
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
            // A predicted sample is never updated.
            sample.details.estimatedPropertiesExpectingUpdates = []
            sample.details.estimationUpdateIndex = 0
            sample.location = Point(sample.location.x + x, sample.location.y + y)
            samples.append(sample)
        }
        return samples
    }

    /// Whether the slot's touch belongs to this event.
    private func contains(_ slot: UnsafeMutablePointer<TouchSlot>) -> Bool {
        let index = slot - state.pointee.bank
        return (0..<TouchBank.capacity).contains(index) && state.pointee.all & (1 << UInt64(index)) != 0
            && slot.pointee.contact <= state.pointee.newestContact
    }

    /// Copies the present samples of the event's touches before a later event changes them: when the app keeps the
    /// event, or when another event is dispatched inside this one.
    nonisolated func keepSamples() { state.keepSamples() }
}

extension UnsafeMutablePointer<Event.State> {
    /// Copies the present samples of the event's touches.
    func keepSamples() { pointee.past.appendPresent(pointee.all, in: pointee.bank) }
}
