internal import CResponderEventLoop
internal import ResponderSupport

// The turn. Its order is the norm (rule L6):
//
//     entry observers                once an activation, before its first turn
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
        notifyObservers(of: .beforeTimers)
        notifyObservers(of: .beforeSources)
        servePosts()
        var handled = serveSources(.input)
        handled = serveInputs() || handled
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

    /// Whether the next turn has something to do.
    var hasWork: Bool { state.pointee.deferred.has(in: state.pointee.activeModes) || hasWorkUndeferred }

    /// Whether the next turn has something to do besides deferred work.
    var hasWorkUndeferred: Bool { hasSent || hasOwnWork }

    /// Whether something was posted, signalled, requested or put into a port: work that any thread may send.
    @inline(__always)
    private var hasSent: Bool {
        let modes = state.pointee.activeModes
        return posts.has(in: modes) || hasSignalled(in: modes) || stopRequest.isTurnRequested
            || state.pointee.inputs.hasPending(in: modes)
    }

    /// Whether there is work that only the loop's own thread adds: a marked update, posts that were taken over, and the
    /// readiness that libevent found in the last poll.
    private var hasOwnWork: Bool {
        let modes = state.pointee.activeModes
        if state.pointee.needsUpdate && !state.pointee.holdsUpdates && !state.pointee.updateHandlers.isEmpty {
            return true
        }
        if state.pointee.waitingPosts.has(in: modes) { return true }
        if pending.pointee.ready != 0 && rel_loop_has_ready(handle, modes) { return true }
        return state.pointee.servesMainQueue && pending.pointee.main_queue
    }

    /// Whether a run has something to do, or its limit has come, so that it must not wait.
    @inline(__always)
    func mustNotWait(in activation: Activation) -> Bool {
        hasSent || stopRequest.isStopRequested || hasMoreOrIsDue(in: activation)
    }

    /// The rest of ``mustNotWait(in:)``, out of line, since a busy loop seldom gets to it.
    @inline(never)
    private func hasMoreOrIsDue(in activation: Activation) -> Bool {
        if state.pointee.deferred.has(in: state.pointee.activeModes) || hasOwnWork { return true }
        guard let deadline = deadline(of: activation) else { return false }
        return deadline <= now
    }

    /// Whether the loop must not sleep after all, though it counts as asleep already.
    ///
    /// The loop has found nothing to do before (``mustNotWait(in:)``, or a host's ``isTurnDue``), so only other threads
    /// can have sent work since.
    ///
    /// The loop must not sleep while work that they sent is waiting. Most senders publish their work, pass a full fence
    /// and check whether the loop sleeps (`WakeSignal.wake()`); the loop stores that it sleeps, passes a full fence
    /// (both in `WakeSignal.willSleep()`) and checks for work here. So one of the two sees the other.
    ///
    /// A port's senders send too often to pass a fence each time. A sender first reserves a frame's places by a
    /// sequentially consistent exchange (R), which it needs in any case. Then the sender fills the places, publishes
    /// the frame (P), and loads whether the loop sleeps (L), also sequentially consistently. The loop stores that it
    /// sleeps (S), passes its fence and loads whether anything is reserved (`isExpecting`, E). With several ports, one
    /// port that expects something is enough; the following holds for the senders of each port. R, L, S and E have one
    /// order on which all threads agree, with R before L and S before E:
    ///
    /// - E does not see R. Then E is before R, so S is before L: the sender sees that the loop sleeps, and wakes the
    ///   loop.
    /// - E sees R, and the frame is published: the loop serves it.
    /// - E sees R, and the frame is not published. L may have been carried out before P became visible and before S, so
    ///   the loop must not rely on L. The loop checks a few times more, since filling a frame takes some nanoseconds.
    ///   But the loop must not spin until it sees P: the sender may have been preempted before P, perhaps by this very
    ///   thread, if this thread has the higher priority. So the loop then makes every thread pass a full fence, by a
    ///   system call that is seldom needed. If the sender passes the fence after P, the loop sees P in its last check.
    ///   If the sender passes the fence before P, L comes after the fence, and so after S, and the sender wakes the
    ///   loop. A frame that is published behind an unpublished one cannot be served yet; the sender of the unpublished
    ///   one then wakes the loop.
    func mustStayAwake() -> Bool {
        if hasSent || stopRequest.isStopRequested { return true }
        guard state.pointee.inputs.isExpecting(in: state.pointee.activeModes) else { return false }
        for _ in 0..<MainRunLoop.checksBeforeFence {
            // Pause, since each check takes the sample's cache line away from the sender that fills it.
            rel_pause()
            if hasSent { return true }
        }
        // On a system without such a call, each sender passes a fence itself. If the system has the call and it fails,
        // the loop can only poll.
        return !wakeSignal.synchronizeSenders() || hasSent || stopRequest.isStopRequested
    }

    /// How often the loop checks before the fence; the checks take some microseconds, as long as the fence itself.
    private static let checksBeforeFence = 16

    /// Whether the run has nothing to do, and no source that could make work: then the run ends (rule L2).
    var isModeEmpty: Bool {
        let modes = state.pointee.activeModes
        // If main-actor jobs are served, they count as a source of every common mode.
        if isCommon(state.pointee.mode) && state.pointee.servesMainActor { return false }
        return state.pointee.population.populated & modes == 0 && !timers.pointee.hasTimers(in: modes) && !hasWork
            && !holdsDefaultWork
    }

    /// Calls the observers of the activity that are in the run's modes.
    @inline(__always)
    func notifyObservers(of activity: Activity) {
        if state.pointee.observedActivities.contains(activity) {
            notifyEachObserver(of: activity, in: state.pointee.activeModes)
        }
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
