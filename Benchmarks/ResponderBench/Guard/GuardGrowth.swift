extension GrowthCurve {
    /// The functions in which the job is done at each of the three sizes, as callgrind knows them.
    static let countedFunctions = ["guardMeasuredFew", "guardMeasuredSome", "guardMeasuredMany"]

    /// Does the job at each of the sizes in a function of its own; returns how often in all.
    @MainActor
    func performCounted() throws -> Int {
        var events = 0
        for (part, size) in counted.all.enumerated() {
            let job = try make(size)
            // The first times make what is made only once, such as an index.
            for _ in 0..<min(20, counted.events) { try Self.perform(job, 1) }
            var result = Result<Void, any Error>.success(())
            let body = { result = Result { try Self.perform(job, counted.events) } }
            switch part {
            case 0: events = guardMeasuredFew(events, body)
            case 1: events = guardMeasuredSome(events, body)
            default: events = guardMeasuredMany(events, body)
            }
            try result.get()
            events += counted.events
        }
        // Each of the functions has added a number of its own.
        return events - 1 - 2 - 4
    }
}

// Functions that differ, since the compiler merges those that are alike.

@inline(never)
@MainActor
private func guardMeasuredFew(_ number: Int, _ body: () -> Void) -> Int {
    body()
    return number &+ 1
}

@inline(never)
@MainActor
private func guardMeasuredSome(_ number: Int, _ body: () -> Void) -> Int {
    body()
    return number &+ 2
}

@inline(never)
@MainActor
private func guardMeasuredMany(_ number: Int, _ body: () -> Void) -> Int {
    body()
    return number &+ 4
}
