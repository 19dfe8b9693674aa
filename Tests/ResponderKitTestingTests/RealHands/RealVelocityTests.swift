import ResponderKit
import TestSupport
import Testing

/// How far the velocity of a pan is from the hand's, which is known afterwards.
@MainActor
@Suite("The velocity of a pan of a real hand", .enabled(if: TouchData.isExpected, TouchData.absence))
struct RealVelocityTests {
    private struct Sample {
        var time: Double
        var way: Point
        var velocity: Point
    }

    @Test("is that of 50 ms before, which is the middle of the 100 ms that it is estimated from")
    func lag() throws {
        var (speeds, errors, errorsOfPresent): ([Double], [Double], [Double]) = ([], [], [])
        for pan in try RecordedHand.all().flatMap(pans) {
            for sample in pan {
                if let slope = slope(of: pan, around: sample.time - 0.05) {
                    errors.append(slope.distance(to: sample.velocity))
                }
                if let slope = slope(of: pan, around: sample.time) {
                    speeds.append(slope.distance(to: .zero))
                    errorsOfPresent.append(slope.distance(to: sample.velocity))
                }
            }
        }
        // In points per second.
        #expect(speeds.count > 13_000 && errors.count > 13_000)
        #expect(abs(median(speeds) - 454) < 1)
        #expect(abs(median(errors) - 24) < 1)
        #expect(abs(median(errorsOfPresent) - 115) < 1)
    }

    /// The pans of a recording, by their actions.
    private func pans(of hand: RecordedHand) -> [[Sample]] {
        var pans: [[Sample]] = []
        for note in hand.notes {
            guard let velocity = note.velocity else { continue }
            if note.state == .began { pans.append([]) }
            pans[pans.count - 1].append(
                Sample(
                    time: Double(hand.frames[note.frame].time.nanoseconds) / 1e9,
                    way: Point(note.values[0], note.values[1]),
                    velocity: velocity
                )
            )
        }
        return pans
    }

    /// The way within 50 ms before and after that time, by the time it took; nil near the ends of the pan.
    private func slope(of pan: [Sample], around time: Double) -> Point? {
        /// The place of the first sample that is not before that time.
        func place(of time: Double) -> Int {
            var (low, high) = (0, pan.count)
            while low < high {
                let middle = (low + high) / 2
                if pan[middle].time < time { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let (before, after) = (place(of: time - 0.05) - 1, place(of: time + 0.05))
        guard before >= 0, after < pan.count else { return nil }
        return (pan[after].way - pan[before].way) / (pan[after].time - pan[before].time)
    }

    private func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }
}
