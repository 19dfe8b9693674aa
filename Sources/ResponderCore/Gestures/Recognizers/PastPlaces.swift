internal import ResponderTouchInput

/// The places of touches before their newest samples in an event, sample by sample, the oldest first.
@MainActor
struct PastPlaces {
    private let past: PastSamples
    private let touches: TouchSet
    private var index = 0
    /// Where each touch was at the last sample, by slot, in the window's coordinates.
    private(set) var places = InlineArray<64, Point>(repeating: .zero)

    init(of touches: TouchSet, in event: Event) {
        past = event.state.pointee.past
        self.touches = touches
        for touch in touches { places[Int(touch.slot.pointee.index)] = touch.previousLocation(in: nil) }
    }

    /// How far a touch went to its next sample, and when, in nanoseconds; nil after the last one.
    mutating func next() -> (step: Point, time: Int64)? {
        while index < Int(past.count) {
            let (contact, place, time) = past.place(index)
            index += 1
            for touch in touches where touch.contact == contact {
                let slot = Int(touch.slot.pointee.index)
                let step = place - places[slot]
                places[slot] = place
                return (step, time)
            }
        }
        return nil
    }
}
