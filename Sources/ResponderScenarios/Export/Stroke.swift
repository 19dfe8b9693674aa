internal import ResponderCore
internal import ResponderKit
internal import ResponderSupport

/// A finger from its began to its end.
struct Stroke {
    struct Sample {
        /// In nanoseconds.
        let time: Int64
        let location: Point
    }

    /// Its place among the fingers that are down together.
    let number: Int
    /// What it came down on, as a scenario names it.
    let target: String
    var samples: [Sample]
    var isCancelled = false

    /// Moves that are nearer to the one before, in points and in nanoseconds, are left out.
    private static let (leastWay, leastTime) = (4.0, Int64(30_000_000))

    init(number: Int, target: String, _ began: Sample) {
        (self.number, self.target, samples) = (number, target, [began])
    }

    /// Whether the finger stayed in its place, and not for long.
    var isTap: Bool {
        guard !isCancelled, let first = samples.first, let last = samples.last else { return false }
        return last.time - first.time < 400_000_000
            && samples.allSatisfy { hypotenuse($0.location, first.location) < 8 }
    }

    /// What the finger does, as a list of ticks that begins at `start`.
    func ticks(from start: Int64) -> String {
        var ticks: [String] = []
        if samples[0].time > start { ticks.append("{\"pause\": \"\(milliseconds(samples[0].time - start))ms\"}") }
        ticks.append("{\"down\": \(target)}")
        var former = samples[0]
        for (place, sample) in samples.enumerated().dropFirst() {
            let isLast = place == samples.count - 1
            let isNear = hypotenuse(sample.location, former.location) < Self.leastWay
            if !isLast, isNear || sample.time - former.time < Self.leastTime { continue }
            let time = "\"\(milliseconds(sample.time - former.time))ms\""
            if sample.location == former.location {
                if sample.time > former.time { ticks.append("{\"pause\": \(time)}") }
            } else {
                ticks.append("{\"move\": \(sample.location.jsonText), \"for\": \(time)}")
            }
            former = sample
        }
        ticks.append(isCancelled ? "\"cancel\"" : "\"up\"")
        return "[\(ticks.joined(separator: ", "))]"
    }

    private func milliseconds(_ nanoseconds: Int64) -> Int64 { max(0, nanoseconds / 1_000_000) }

    private func hypotenuse(_ first: Point, _ second: Point) -> Double {
        let (x, y) = (first.x - second.x, first.y - second.y)
        return (x * x + y * y).squareRoot()
    }
}

extension Point {
    /// The point as a scenario writes it.
    var jsonText: String { "[\(x.shortText), \(y.shortText)]" }
}

extension Double {
    /// The number with at most two decimals.
    var shortText: String {
        let rounded = (self * 100).rounded() / 100
        return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
    }
}
