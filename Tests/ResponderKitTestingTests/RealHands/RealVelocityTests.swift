import ResponderKit
import TestSupport
import Testing

/// The velocity of a pan, and what Flutter takes for that of iOS.
@MainActor
@Suite("The velocity of a pan of a real hand", .enabled(if: TouchData.isExpected, TouchData.absence))
struct RealVelocityTests {
    private typealias Sample = (time: MainRunLoop.Instant, place: Point)

    @Test("A pan's velocity at the lift is within a tenth, in the median, of Flutter's approximation of iOS")
    func lifts() throws {
        var errors: [Double] = []
        for hand in try RecordedHand.all() {
            var (samples, alone): ([Sample], Bool) = ([], true)
            var down: Set<Int> = []
            for (index, frame) in hand.frames.enumerated() {
                for contact in frame.contacts {
                    if contact.phase == .began { down.insert(contact.identifier) }
                    if down.count == 1, contact.phase == .began { (samples, alone) = ([], true) }
                    if down.count > 1 { alone = false }
                    if contact.phase == .began || contact.phase == .moved {
                        samples.append((frame.time, contact.location))
                    }
                    if contact.phase == .ended || contact.phase == .cancelled { down.remove(contact.identifier) }
                }
                // A pan of one finger, from the began to the end.
                guard down.isEmpty, alone, let velocity = velocity(in: hand, of: index) else { continue }
                let expected = approximation(samples, lift: frame.time)
                let speed = expected.distance(to: .zero)
                if speed >= 50 { errors.append(velocity.distance(to: expected) / speed) }
            }
        }
        errors.sort()
        #expect(errors.count > 40 && errors[errors.count / 2] < 0.1, "\(errors.count), \(errors[errors.count / 2])")
    }

    private func velocity(in hand: RecordedHand, of frame: Int) -> Point? {
        hand.notes.first { $0.kind == .pan && $0.state == .ended && $0.frame == frame }?.velocity
    }

    /// `IOSScrollViewFlingVelocityTracker` of Flutter 3, for a finger that is lifted.
    private func approximation(_ samples: [Sample], lift: MainRunLoop.Instant) -> Point {
        guard let last = samples.last, last.time.duration(to: lift) <= .milliseconds(40) else { return .zero }
        func velocity(_ age: Int) -> Point {
            let end = samples.count - 1 - age
            guard end > 0 else { return .zero }
            let time = samples[end - 1].time.duration(to: samples[end].time) / .seconds(1)
            return time > 0 ? (samples[end].place - samples[end - 1].place) / time : .zero
        }
        return velocity(2) * 0.6 + velocity(1) * 0.35 + velocity(0) * 0.05
    }
}
