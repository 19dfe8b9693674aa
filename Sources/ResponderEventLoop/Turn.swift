internal import CResponderEventLoop

// The turn. Its order is the norm (SEMANTICS, rule L6):
//
//     turn:
//       posted blocks                those posted when the step began
//       input                        ports; a bounded batch
//       due timers                   by deadline, equal ones in the order scheduled
//       other ready sources          signalled ones, then descriptors; in the order in which they became ready
//       main-queue and main-actor jobs
//       update pass                  only when something is marked
//       if nothing is ready, posted or marked:
//         wait in libevent           until a descriptor, a wake-up or the earliest deadline
//       otherwise readiness is polled without waiting
//       leave?                       handled a source and told to; limit passed; stopped; nothing left
//
// What a step serves is fixed when the step begins (rule L19): what is cancelled before its turn comes is not served,
// what is added meanwhile waits for the next turn. So no step can run for ever, and none can starve another.
extension MainRunLoop {
    /// How many samples one turn takes from each port, so that a sender that never pauses starves nothing.
    static let inputLimit = 4096

    /// Runs one turn up to the wait.
    ///
    /// Returns whether it handled an input or another source.
    func serveTurn() -> Bool {
        stopRequest.clearTurn()
        servePosts()
        var handled = serveInputs()
        serveTimers()
        handled = serveSources() || handled
        handled = serveDescriptors() || handled
        mainQueue.serve(face)
        serveUpdates()
        return handled
    }

    /// Whether the next turn has something to do already.
    var hasWork: Bool {
        if state.pointee.needsUpdate && !updateHandlers.isEmpty { return true }
        if !posts.isEmpty || !signals.isEmpty || state.pointee.signalled != nil { return true }
        if stopRequest.isTurnRequested { return true }
        if rel_loop_has_ready(face) || rel_loop_main_queue_is_ready(face) { return true }
        for input in inputs where input.hasPending { return true }
        return false
    }

    /// Whether there is something to do after all, once the loop has said that it is about to sleep.
    ///
    /// What is sent meanwhile must not be left lying while the loop sleeps. Most senders publish their work, pass a full
    /// fence and look whether the loop sleeps (`WakeSignal.wake()`); the loop passes one between `willSleep()` and its look
    /// here. So one of the two sees the other.
    ///
    /// A port's senders send too often for a fence each. What they have anyway is one sequentially consistent exchange (R),
    /// by which a frame's places are reserved. Then they fill the places, publish the frame (P), and load whether the loop
    /// sleeps (L), in the same order. The loop stores that it sleeps (S) and loads whether something is reserved
    /// (`isExpecting`, E), likewise. R, L, S and E have one order that all threads agree on, R before L and S before E:
    ///
    /// - E does not see R. Then E is before R, so S is before L: the sender sees that the loop sleeps, and wakes it.
    /// - E sees R, and the frame is published: the loop serves it.
    /// - E sees R, and the frame is not published. L may have been carried out before P became visible and before S, so the
    ///   loop must not trust it. It looks a few times more, since a frame takes some nanoseconds; but not until it sees P,
    ///   for the sender may have been suspended in between, by this very thread when that one has the higher priority. Then
    ///   the loop makes every thread pass a full fence, which costs it a system call, but seldom. Where the sender passes it
    ///   after P, the loop sees P when it looks once more. Where it passes it before P, L comes after the fence, so after S,
    ///   and the sender wakes the loop. A frame that is published behind one that is not cannot be served yet; the sender of
    ///   the first wakes the loop then.
    func hasWorkAfterAll() -> Bool {
        if hasWork || stopRequest.isStopRequested { return true }
        var isExpecting = false
        for input in inputs where input.isExpecting { isExpecting = true }
        guard isExpecting else { return false }
        for _ in 0..<MainRunLoop.looksBeforeFence {
            // Each look takes the sample's cache line away from the sender that fills it.
            rel_pause()
            if hasWork { return true }
        }
        // Where there is no such call senders pass a fence each. Where it fails all the same, nothing but looking is left.
        return !wakeSignal.synchronizeSenders() || hasWork || stopRequest.isStopRequested
    }

    /// Some microseconds, as the fence itself takes.
    private static let looksBeforeFence = 16

    private func servePosts() {
        guard !posts.isEmpty else { return }
        var spare: [PostQueue.Post] = []
        swap(&spare, &state.pointee.sparePosts)
        var taken = posts.take(leaving: spare)
        for post in taken { post.work() }
        taken.removeAll(keepingCapacity: true)
        state.pointee.sparePosts = taken
    }

    private func serveInputs() -> Bool {
        var handled = false
        let taken = inputs
        for (position, input) in taken.enumerated() where input.hasPending {
            // One that a handler of an earlier one has taken out is not served.
            guard position == 0 || inputs.contains(where: { $0 === input }) else { continue }
            handled = input.serve(limit: MainRunLoop.inputLimit) || handled
        }
        return handled
    }

    private func serveTimers() {
        guard let earliest = state.pointee.timers.earliest else { return }
        let now = now.nanoseconds
        guard earliest <= now else { return }
        var due: [TimerQueue.Due] = []
        swap(&due, &state.pointee.spareDue)
        state.pointee.timers.takeDue(at: now, into: &due)
        for item in due where state.pointee.timers.isCurrent(item) { item.timer.fire(in: self) }
        due.removeAll(keepingCapacity: true)
        state.pointee.spareDue = due
    }

    private func serveSources() -> Bool {
        takeSignals()
        // As many as were signalled when the step began; a nested run may serve some of them.
        var remaining = state.pointee.signalledCount
        var handled = false
        while remaining > 0, let link = state.pointee.signalled {
            remaining -= 1
            state.pointee.signalledCount -= 1
            state.pointee.signalled = link.pointee.next
            // Held over its perform: it may cancel itself there.
            guard let source = link.pointee.source?.takeUnretainedValue() else { continue }
            handled = source.perform() || handled
        }
        return handled
    }

    /// Appends what was signalled to the list of sources to perform.
    private func takeSignals() {
        var next = signals.take()
        while let link = next {
            next = link.pointee.next
            link.pointee.next = nil
            if state.pointee.signalled == nil {
                state.pointee.signalled = link
            } else {
                state.pointee.lastSignalled?.pointee.next = link
            }
            state.pointee.lastSignalled = link
            state.pointee.signalledCount += 1
        }
    }

    private func serveDescriptors() -> Bool {
        guard rel_loop_has_ready(face) else { return false }
        let mark = rel_loop_ready_mark(face)
        var handled = false
        var readiness: Int32 = 0
        while let context = rel_loop_take_ready(face, mark, &readiness) {
            let source = Unmanaged<DescriptorSource>.fromOpaque(context).takeUnretainedValue()
            source.perform?(DescriptorSource.Readiness(rawValue: readiness))
            handled = true
        }
        return handled
    }

    private func serveUpdates() {
        guard state.pointee.needsUpdate, !updateHandlers.isEmpty else { return }
        state.pointee.needsUpdate = false
        let handlers = updateHandlers
        for handler in handlers { handler.perform?() }
    }
}
