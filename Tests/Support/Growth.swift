/// What `growingTooFast` looks at: the processor time, in seconds, that something takes with so many things.
public typealias Growth = (name: String, time: @MainActor (Int) throws -> Double)

/// Returns the names of those whose processor time grows much faster than the number of things, with the factors by
/// which it grows for four times as many.
///
/// What is linear takes about four times as long, what goes with the square sixteen times.
@MainActor
public func growingTooFast(from count: Int, _ all: [Growth]) throws -> [String] {
    var tooFast: [String] = []
    for one in all {
        var factors: [Double] = []
        while factors.allSatisfy({ $0 > 8 }) && factors.count < 3 {
            let few = try one.time(count)
            try factors.append(one.time(4 * count) / few)
        }
        if !factors.contains(where: { $0 <= 8 }) { tooFast.append("\(one.name): \(factors) times as long") }
    }
    return tooFast
}
