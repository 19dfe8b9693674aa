// The input step: the samples of the ports, merged by their timestamps (rule L35).
extension MainRunLoop {
    /// How many samples one turn takes from each port, so that a sender that never pauses does not starve the loop.
    package static let inputLimit = 4096

    /// Serves the samples that the ports have when the step begins; returns whether any sample was served.
    @inline(never)
    func serveInputs() -> Bool {
        let modes = state.pointee.activeModes
        guard let sole = state.pointee.inputs.firstPending(in: modes) else { return false }
        // A single port with samples needs no merging.
        if state.pointee.inputs.firstPending(in: modes, from: sole + 1) != nil { return serveMerged() }
        let place = state.pointee.inputs.lend(sole)
        defer { InputList.giveBack(place) }
        noteDelay(since: place.pointee.input.oldestTime?.nanoseconds)
        // Not `call`, whose closure a back trace would show between the loop and the port.
        let measured = measureCall(.input, CallbackName(place.pointee.input.name))
        let handled = place.pointee.input.serve(limit: MainRunLoop.inputLimit)
        if let measured { noteCall(.input, CallbackName(place.pointee.input.name), measured) }
        return handled
    }

    /// Whether the input step has anything to look at.
    @inline(__always)
    var mayServeInputs: Bool { !state.pointee.inputs.isEmpty && !state.pointee.isCutShort }

    /// Serves the ports a second time in a turn, since a display link is about to be called (rule L40).
    package func serveInputsBeforeDisplayLinks() {
        if mayServeInputs { _ = serveInputs() }
    }

    /// Whether a port that does not let samples wait has something to serve.
    package var hasUrgentInput: Bool { state.pointee.inputs.hasUrgent(in: state.pointee.activeModes) }

    /// Serves several ports: each time the port whose next sample has the earliest timestamp, up to the next sample of
    /// another port.
    ///
    /// Samples with equal timestamps are served in the order in which the ports were added. The step ends when a port
    /// keeps its next sample for the next turn: later samples of all ports wait behind that sample. A port that has
    /// reached its limit does not hold up the others: its remaining samples come in the next turn, after all samples
    /// that the other ports have in this turn, even those with later timestamps. So a flood at one port delays the
    /// others by one batch a turn.
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

    /// The port below its limit that has the earliest sample, and the time up to which its samples come before those of
    /// the other ports.
    private func earliest(of sources: [any InputSource], _ remaining: [Int]) -> (place: Int, bound: Int64)? {
        var first: (place: Int, time: Int64)?
        var bound = Int64.max
        for (place, source) in sources.enumerated() where remaining[place] > 0 {
            // A port that a handler of another port has removed is not served.
            guard let time = source.nextTime, state.pointee.inputs.contains(source) else { continue }
            if let known = first, known.time <= time {
                bound = min(bound, time)
            } else {
                // At equal times, the ports before this one come first.
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
