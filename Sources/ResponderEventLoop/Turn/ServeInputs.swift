// The input step: what ports have, merged by the time that it carries (rule L35).
extension MainRunLoop {
    /// How many samples one turn takes from each port, so that a sender that never pauses starves nothing.
    static let inputLimit = 4096

    /// Serves what the ports have when the step begins; returns whether there was anything.
    @inline(__always)
    func serveInputs() -> Bool {
        state.pointee.inputs.isEmpty || state.pointee.isCutShort ? false : servePending()
    }

    @inline(never)
    private func servePending() -> Bool {
        let modes = state.pointee.activeModes
        guard let sole = state.pointee.inputs.firstPending(in: modes) else { return false }
        // While one alone has something there is nothing to merge.
        if state.pointee.inputs.firstPending(in: modes, from: sole + 1) != nil { return serveMerged() }
        let place = state.pointee.inputs.lend(sole)
        defer { InputList.giveBack(place) }
        noteDelay(since: place.pointee.input.oldestTime?.nanoseconds)
        var handled = false
        call(.input, CallbackName(place.pointee.input.name)) {
            handled = place.pointee.input.serve(limit: MainRunLoop.inputLimit)
        }
        return handled
    }

    /// Serves several ports: always the one whose next sample carries the earliest time, as far as the next of another.
    ///
    /// Equal times are served in the order in which the ports were added. It ends where a port keeps what it has for the next
    /// turn: what comes later than that waits behind it. A port that has given as much as it may holds nobody up: what
    /// it has left comes in the next turn, after what the others had in this one, though that may be of a later time.
    /// So a flood at one port costs the others one batch a turn.
    @inline(never)
    private func serveMerged() -> Bool {
        let modes = state.pointee.activeModes
        let taken = state.pointee.inputs.pendingSources(in: modes)
        for source in taken {
            noteDelay(since: source.oldestTime?.nanoseconds)
            source.beginStep()
        }
        var remaining = taken.map { _ in MainRunLoop.inputLimit }
        var handled = false
        while let next = earliest(of: taken, remaining) {
            let source = taken[next.place]
            var count = 0
            call(.input, CallbackName(source.name)) {
                count = source.serve(limit: remaining[next.place], notAfter: next.bound)
            }
            handled = handled || count > 0
            remaining[next.place] -= count
            if count == 0 || state.pointee.isCutShort { break }
        }
        for source in taken { source.endStep() }
        return handled
    }

    /// Which of the ports that may give more has the earliest sample, and up to which time that comes before what the
    /// others have.
    private func earliest(of sources: [any InputSource], _ remaining: [Int]) -> (place: Int, bound: Int64)? {
        var first: (place: Int, time: Int64)?
        var bound = Int64.max
        for (place, source) in sources.enumerated() where remaining[place] > 0 {
            // One that a handler of another has taken out is not served.
            guard let time = source.nextTime, state.pointee.inputs.contains(source) else { continue }
            if let known = first, known.time <= time {
                bound = min(bound, time)
            } else {
                // Those before it come first at equal times.
                if let known = first {
                    let latest = min(bound, known.time)
                    bound = latest == .min ? .min : latest - 1
                }
                first = (place, time)
            }
        }
        return first.map { ($0.place, max(bound, $0.time)) }
    }
}
