internal import CResponderEventLoop
internal import ResponderSupport

// The turn. Its order is the norm (rule L6):
//
//     entry observers                once an activation, before its first turn
//     readiness is polled            if the first turn has something to serve already (rule L42)
//     turn:
//       before-timers observers      in every turn
//       before-sources observers
//       posted blocks                those posted when the step began
//       input                        sources of input priority, such as devices that feed ports; then a bounded
//                                    batch of each port, merged by time
//       due timers                   by deadline, equal ones in the order scheduled
//       other ready sources          of default, then of idle priority: signalled ones by order value, then in the
//                                    order of their signals; then descriptors and signals of the system in the order in
//                                    which they became ready
//       main-queue and main-actor jobs
//       asap notifications           those queued when the step began
//       update pass                  only when something is marked
//       if nothing is ready, posted, queued or marked:
//         whenIdle notifications     those queued when the step began
//         and if there still is nothing:
//         before-waiting observers
//         and if there still is nothing:
//           busy wait                if there is to be one: looks for work, and does not sleep if it comes
//           wait in libevent         until a descriptor, a wake-up or the earliest deadline
//           after-waiting observers
//       otherwise readiness is polled without waiting
//       leave?                       handled a source, if asked to; limit passed; stopped; mode empty
//     exit observers                 once an activation, after its last turn
//
// A step serves only work that was there when the step began (rule L19): work that is cancelled meanwhile is not
// served, and work that is added meanwhile waits for the next turn. Each step is bounded by count and by time
// (`StepBudget`), with two exceptions: input is bounded by count alone, and the main-queue step serves everything that
// was queued when the step began. Work that a step leaves over keeps its place. So no step can run for ever, and none
// can starve another. A turn serves only work in the run's mode; all other work keeps its place too.
extension MainRunLoop {
    /// Runs one turn up to the wait.
    ///
    /// Returns whether it handled an input or another source.
    func serveTurn() -> Bool {
        let outerThread = thread.enter()
        defer { thread.leave(outerThread) }
        stopRequest.clearTurn()
        state.pointee.isCutShort = false
        countTurn()
        notifyObserversOfTurn()
        notifyObservers(of: .beforeSources)
        servePosts()
        var handled = serveSources(.input)
        if mayServeInputs { handled = serveInputs() || handled }
        serveTimers()
        handled = serveSources(.default) || handled
        handled = serveSources(.idle) || handled
        if state.pointee.servesMainQueue && pending.pointee.main_queue && !state.pointee.isCutShort {
            call(.mainQueue, CallbackName("main queue")) { mainQueue.serve(handle) }
        }
        serveDeferred(.asap)
        serveUpdates()
        return handled
    }

    /// Calls the observers of the activity that are in the run's modes.
    @inline(__always)
    func notifyObservers(of activity: Activity) {
        if state.pointee.observedActivities.contains(activity) {
            notifyEachObserver(of: activity, in: state.pointee.activeModes)
        }
    }

    /// Reads the clock that stands still during turns, if the loop has one, and calls the observers of the turn.
    @inline(__always)
    private func notifyObserversOfTurn() {
        guard !state.pointee.observedActivities.isDisjoint(with: [.beforeTimers, .turnClock]) else { return }
        if state.pointee.observedActivities.contains(.turnClock) { state.pointee.turnClock?.borrow { $0.beginTurn() } }
        notifyObservers(of: .beforeTimers)
    }

    /// Calls the exit observers of the mode in which the run has called those of its entry, even if tracking has begun
    /// or ended since (rule L4).
    func notifyObserversOfExit(from activation: Activation) {
        guard state.pointee.observedActivities.contains(.exit) else { return }
        notifyEachObserver(of: .exit, in: modes(served: activation.entryMode))
    }

    @inline(never)
    private func notifyEachObserver(of activity: Activity, in modes: UInt64) {
        // A copy of the list at this instant; an observer that is cancelled meanwhile ignores the call.
        let observers = state.pointee.observers
        for observer in observers where observer.activities.contains(activity) && observer.modes.mask & modes != 0 {
            // ``Activity/exit`` is observed in any case.
            if state.pointee.isCutShort && activity != .exit { return }
            call(.observer, observer.name) { observer.notify(of: activity) }
        }
    }

    @inline(__always)
    private func servePosts() {
        let modes = state.pointee.activeModes
        if posts.has(in: modes) || state.pointee.waitingPosts.has(in: modes) { servePosts(of: modes) }
    }

    @inline(never)
    private func servePosts(of modes: UInt64) {
        // The list's memory is reused in each turn; a nested run allocates its own.
        var taken = PostList()
        swap(&taken, &state.pointee.sparePosts)
        posts.exchange(for: &taken)
        // Before any post runs, since a post may run a nested run, which takes over later posts.
        let number = state.pointee.waitingPosts.number(taken.count)
        var budget = StepBudget()
        if state.pointee.waitingPosts.isEmpty && taken.isAll(in: modes) {
            var served = 0
            while served < taken.count, budget.admitsAnother(self) {
                run(taken.move(at: served))
                served += 1
            }
            state.pointee.waitingPosts.add(taken, from: served, numbered: number)
        } else {
            state.pointee.waitingPosts.add(taken, from: 0, numbered: number)
            serveWaitingPosts(modes, &budget)
        }
        taken.becomeEmpty()
        swap(&taken, &state.pointee.sparePosts)
        taken.free()
    }

    /// Runs the posts of the modes when posts of other modes, or posts left over, are waiting too.
    private func serveWaitingPosts(_ modes: UInt64, _ budget: inout StepBudget) {
        var waiting = state.pointee.waitingPosts.take(in: modes)
        while !waiting.isEmpty, budget.admitsAnother(self), let post = waiting.takeFirst() { run(post) }
        state.pointee.waitingPosts.putBack(waiting)
    }

    @inline(__always)
    private func run(_ post: consuming PostList.Post) {
        call(.post, post.name) { post.work() }
    }

    @inline(__always)
    private func serveTimers() {
        if !timers.pointee.isEmpty { serveDueTimers() }
    }

    @inline(never)
    private func serveDueTimers() {
        var step = timers.pointee.takeDue(
            at: now.nanoseconds,
            in: state.pointee.activeModes,
            limit: MainRunLoop.mostCallbacksOfStep
        )
        var budget = StepBudget()
        // Unretained: the loop stays alive here, and a closure that captures `self` would retain it.
        let (timers, loop) = (timers, Unmanaged.passUnretained(self))
        while !step.isOver, budget.admitsAnother(self), let slot = timers.pointee.next(of: &step) {
            noteDelay(since: slot.pointee.deadline)
            call(.timer, slot.pointee.name) { timers.fire(slot, now: { loop.borrow { $0.now } }) }
        }
        timers.pointee.restore(step)
    }

    func serveUpdates() {
        guard state.pointee.needsUpdate, !state.pointee.holdsUpdates, !state.pointee.updateHandlers.isEmpty,
            !state.pointee.isCutShort
        else { return }
        state.pointee.needsUpdate = false
        let handlers = state.pointee.updateHandlers
        for (index, handler) in handlers.enumerated() {
            call(.updateHandler, handler.name) { handler.perform?() }
            if state.pointee.isCutShort {
                // The handlers that were not called are called in the next pass.
                if index + 1 < handlers.count { state.pointee.needsUpdate = true }
                return
            }
        }
    }
}
