internal import CResponderEventLoop
internal import ResponderSupport

// Serves the sources of one priority: those that were signalled, and those that libevent found ready.
extension MainRunLoop {
    /// Whether a signalled source is in one of the modes, so that the next turn performs it.
    @inline(__always)
    func hasSignalled(in modes: UInt64) -> Bool {
        takeSignals()
        return state.pointee.signalledCount > 0 && findSignalled(in: modes)
    }

    @inline(never)
    private func findSignalled(in modes: UInt64) -> Bool {
        for queue in 0..<Priority.allCases.count where state.pointee.signalled[queue].hasReady(in: modes) {
            return true
        }
        return false
    }

    /// Serves the sources that are ready when the step begins; returns whether any performed.
    @inline(__always)
    func serveSources(_ priority: Priority) -> Bool {
        takeSignals()
        guard !state.pointee.signalled[Int(priority.rawValue)].isEmpty || hasRecorded(priority) else { return false }
        return serveReady(priority)
    }

    /// Whether libevent has found a source of the priority ready, in any mode.
    @inline(__always)
    private func hasRecorded(_ priority: Priority) -> Bool {
        pending.pointee.ready & (1 << UInt32(priority.rawValue)) != 0
    }

    @inline(never)
    private func serveReady(_ priority: Priority) -> Bool {
        if state.pointee.shuffler != nil { return serveShuffled(priority) }
        var budget = StepBudget()
        let bit: UInt8 = 1 << priority.rawValue
        // Fixed for the step, though a callback may begin or end tracking (rule L19).
        let modes = state.pointee.activeModes
        if state.pointee.recordedFirst & bit == 0 {
            let handled = serveSignalled(priority, modes, &budget)
            let others = serveRecorded(priority, modes, &budget)
            // This step served none of the sources that libevent found, so they come first in the next step (rule L9).
            if budget.isSpent, !others, hasRecorded(priority) { state.pointee.recordedFirst |= bit }
            return others || handled
        }
        state.pointee.recordedFirst &= ~bit
        let handled = serveRecorded(priority, modes, &budget)
        return serveSignalled(priority, modes, &budget) || handled
    }

    @inline(__always)
    private func serveSignalled(_ priority: Priority, _ modes: UInt64, _ budget: inout StepBudget) -> Bool {
        let queue = state.pointee.signalled + Int(priority.rawValue)
        return queue.pointee.isEmpty ? false : serveAllSignalled(queue, modes, &budget)
    }

    @inline(never)
    private func serveAllSignalled(
        _ queue: UnsafeMutablePointer<SourceQueue>,
        _ modes: UInt64,
        _ budget: inout StepBudget
    ) -> Bool {
        let mark = state.pointee.signalStamp
        var handled = false
        while !queue.pointee.isEmpty, budget.admitsAnother(self), let link = queue.pointee.take(in: modes, upTo: mark) {
            handled = call(link) || handled
        }
        if budget.isSpent { queue.pointee.leaveOver(upTo: state.pointee.signalStamp) }
        return handled
    }

    /// Performs a source that was taken out of its queue; returns false if the source is cancelled.
    @inline(__always)
    private func call(_ link: UnsafeMutablePointer<UserSource.Link>) -> Bool {
        state.pointee.signalledCount &-= 1
        guard !link.pointee.standing.contains(.cancelled) else {
            link.pointee.source.takeUnretainedValue().comeOut()
            return false
        }
        call(.userSource, link.pointee.name) { link.pointee.source.borrow { $0.call() } }
        return true
    }

    @inline(__always)
    private func serveRecorded(_ priority: Priority, _ modes: UInt64, _ budget: inout StepBudget) -> Bool {
        hasRecorded(priority) ? serveAllRecorded(priority, modes, &budget) : false
    }

    @inline(never)
    private func serveAllRecorded(_ priority: Priority, _ modes: UInt64, _ budget: inout StepBudget) -> Bool {
        let mark = rel_loop_ready_mark(handle)
        var handled = false
        var value: Int32 = 0
        let outer = state.pointee.origin
        state.pointee.origin = priority == .input ? .input : .source
        defer { state.pointee.origin = outer }
        while hasRecorded(priority), budget.admitsAnother(self),
            let ready = rel_loop_take_ready(handle, Int32(priority.rawValue), mark, modes, 0, &value)
        {
            if priority != .input, let onSource = state.pointee.onDescriptorSource { onSource(ready.name.text) }
            call(.watch, ready.name) { ready.invoke(value) }
            handled = true
        }
        return handled
    }

    /// Calls `body` with the name of each source that waits for a descriptor, before the source is called, except those
    /// of input priority; nil calls nothing.
    package func onDescriptorSource(_ body: (@MainActor (String) -> Void)?) { state.pointee.onDescriptorSource = body }

    /// As ``serveReady(_:)``, but in an order that the seed determines; sources with different order values keep their
    /// order.
    private func serveShuffled(_ priority: Priority) -> Bool {
        let queue = state.pointee.signalled + Int(priority.rawValue)
        let (modes, stamp, mark) = (state.pointee.activeModes, state.pointee.signalStamp, rel_loop_ready_mark(handle))
        var budget = StepBudget()
        var handled = false
        while budget.admitsAnother(self) {
            let signalled = queue.pointee.countOfFirstOrder(in: modes, upTo: stamp)
            let recorded = rel_loop_count_ready(handle, Int32(priority.rawValue), mark, modes)
            guard signalled + recorded > 0 else { break }
            var random = state.pointee.shuffler ?? Shuffler(seed: 0)
            let choice = Int.random(in: 0..<(signalled + recorded), using: &random)
            state.pointee.shuffler = random
            if choice < signalled {
                guard let link = queue.pointee.take(in: modes, upTo: stamp, skip: choice) else { break }
                handled = call(link) || handled
            } else {
                var value: Int32 = 0
                let ready = rel_loop_take_ready(
                    handle,
                    Int32(priority.rawValue),
                    mark,
                    modes,
                    choice - signalled,
                    &value
                )
                guard let ready else { break }
                call(.watch, ready.name) { ready.invoke(value) }
                handled = true
            }
        }
        if budget.isSpent { queue.pointee.leaveOver(upTo: stamp) }
        return handled
    }

    /// Moves the signalled sources from the inbox to the queues of their priorities.
    @inline(__always)
    private func takeSignals() {
        if !inbox.isEmpty { collectSignals() }
    }

    @inline(never)
    private func collectSignals() {
        var next = inbox.take()
        state.pointee.signalStamp &+= 1
        var isSorted = true
        while let link = next {
            next = link.pointee.next
            link.pointee.stamp = state.pointee.signalStamp
            // Not by subscript: under the thread sanitizer the compiler crashes on that (Swift 6.3).
            let queue = state.pointee.signalled + Int(link.pointee.priority.rawValue)
            if !queue.pointee.insert(link) { isSorted = false }
            state.pointee.signalledCount &+= 1
        }
        if isSorted { return }
        for queue in 0..<Priority.allCases.count { (state.pointee.signalled + queue).pointee.sort() }
    }
}
