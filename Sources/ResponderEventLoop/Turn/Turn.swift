internal import CResponderEventLoop

// The turn. Its order is the norm (SEMANTICS, rule L6):
//
//     entry observers                once an activation, before its first turn
//     turn:
//       before-timers observers      in every turn
//       before-sources observers
//       posted blocks                those posted when the step began
//       input                        sources of input priority, as devices that feed ports; then ports, a bounded batch,
//                                    merged by time
//       due timers                   by deadline, equal ones in the order scheduled
//       other ready sources          of default, then of idle priority: signalled ones in the order of their signals, then
//                                    descriptors and signals of the system in the order in which they became ready
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
//       leave?                       handled a source and told to; limit passed; stopped; mode empty
//     exit observers                 once an activation, after its last turn
//
// What a step serves is fixed when the step begins (rule L19): what is cancelled before its turn comes is not served,
// what is added meanwhile waits for the next turn. And each step has a bound by count and by time (`StepBudget`), but for input,
// which has one by count, and the main queue, of which is served what there is; what is left keeps its place. So no step can
// run for ever, and none can starve another. All of it is of the run's mode: what is in none
// of the modes that it serves keeps its place too.
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
        tell(.beforeTimers)
        tell(.beforeSources)
        servePosts()
        var handled = serveSources(.input)
        handled = serveInputs() || handled
        serveTimers()
        handled = serveSources(.default) || handled
        handled = serveSources(.idle) || handled
        if state.pointee.servesMainQueue && news.pointee.main_queue && !state.pointee.isCutShort {
            call(.mainQueue, CallbackName("main queue")) { mainQueue.serve(face) }
        }
        serveDeferred(.asap)
        serveUpdates()
        return handled
    }

    /// Whether the next turn has something to do already.
    var hasWork: Bool { state.pointee.deferred.has(in: state.pointee.activeModes) || hasWorkUndeferred }

    /// The same, but for what waits for the asap step or until there is nothing else to do.
    var hasWorkUndeferred: Bool { hasSent || hasOwnWork }

    /// Whether something was posted, signalled, asked for or put into a port: all of it other threads may do.
    @inline(__always)
    private var hasSent: Bool {
        let modes = state.pointee.activeModes
        return posts.has(in: modes) || hasSignalled(in: modes) || stopRequest.isTurnRequested
            || state.pointee.inputs.hasPending(in: modes)
    }

    /// Whether there is something that only the loop's own thread changes: what is marked, posts that were taken over, what
    /// libevent found when it was last asked.
    private var hasOwnWork: Bool {
        let modes = state.pointee.activeModes
        if state.pointee.needsUpdate && !state.pointee.holdsUpdates && !state.pointee.updateHandlers.isEmpty {
            return true
        }
        if state.pointee.waitingPosts.has(in: modes) { return true }
        if news.pointee.ready != 0 && rel_loop_has_ready(face, modes) { return true }
        return state.pointee.servesMainQueue && news.pointee.main_queue
    }

    /// Whether a run has something to do, its limit included, and so must not wait.
    @inline(__always)
    func mustNotWait(in activation: Activation) -> Bool {
        hasSent || stopRequest.isStopRequested || hasMoreOrIsDue(in: activation)
    }

    /// The rest of that, out of line: a busy loop seldom comes to it.
    @inline(never)
    private func hasMoreOrIsDue(in activation: Activation) -> Bool {
        if state.pointee.deferred.has(in: state.pointee.activeModes) || hasOwnWork { return true }
        guard let deadline = deadline(of: activation) else { return false }
        return deadline <= now
    }

    /// Whether the loop must not sleep after all, once it has said that it does: since it found nothing to do
    /// (``mustNotWait(in:)``, or a host's ``isTurnDue``) only other threads can have changed that.
    ///
    /// What they send meanwhile must not be left lying while the loop sleeps. Most senders publish their work, pass a full
    /// fence and look whether the loop sleeps (`WakeSignal.wake()`); the loop passes one between `willSleep()` and its look
    /// here. So one of the two sees the other.
    ///
    /// A port's senders send too often for a fence each. What they have anyway is one sequentially consistent exchange (R),
    /// by which a frame's places are reserved. Then they fill the places, publish the frame (P), and load whether the loop
    /// sleeps (L), likewise. The loop stores that it sleeps (S), passes its fence and loads whether something is reserved
    /// (`isExpecting`, E). R, L, S and E have one order that all threads agree on, R before L and S before E:
    ///
    /// Of several ports one that expects something is enough: what follows is for the senders of all.
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
    func mustStayAwake() -> Bool {
        if hasSent || stopRequest.isStopRequested { return true }
        guard state.pointee.inputs.isExpecting(in: state.pointee.activeModes) else { return false }
        for _ in 0..<MainRunLoop.looksBeforeFence {
            // Each look takes the sample's cache line away from the sender that fills it.
            rel_pause()
            if hasSent { return true }
        }
        // Where there is no such call senders pass a fence each. Where it fails all the same, nothing but looking is left.
        return !wakeSignal.synchronizeSenders() || hasSent || stopRequest.isStopRequested
    }

    /// Some microseconds, as the fence itself takes.
    private static let looksBeforeFence = 16

    /// Whether a run of these modes has nothing to do and nothing that could bring it something: then it is over (rule L2).
    var isModeEmpty: Bool {
        let modes = state.pointee.activeModes
        // Main-actor jobs are an input of every common mode, where they go on.
        if isCommon(state.pointee.mode) && state.pointee.servesMainActor { return false }
        return state.pointee.population.populated & modes == 0 && !timers.pointee.hasTimers(in: modes) && !hasWork
    }

    /// Tells the observers of the mode.
    @inline(__always)
    func tell(_ activity: Activity) {
        if state.pointee.observedActivities.contains(activity) { tellObservers(activity) }
    }

    @inline(never)
    private func tellObservers(_ activity: Activity) {
        // As they are when the round begins; one that is cancelled meanwhile says so itself.
        let observers = state.pointee.observers
        let modes = state.pointee.activeModes
        for observer in observers where observer.activities.contains(activity) && observer.modes.mask & modes != 0 {
            // The end of a run is told in any case.
            if state.pointee.isCutShort && activity != .exit { return }
            call(.observer, observer.name) { observer.tell(activity) }
        }
    }

    @inline(__always)
    private func servePosts() {
        let modes = state.pointee.activeModes
        if posts.has(in: modes) || state.pointee.waitingPosts.has(in: modes) { servePosts(of: modes) }
    }

    @inline(never)
    private func servePosts(of modes: UInt64) {
        // Its storage is used turn by turn; a nested run makes its own.
        var taken = PostList()
        swap(&taken, &state.pointee.sparePosts)
        posts.exchange(for: &taken)
        // Before any is run: one may run a nested run, which takes over later ones.
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

    /// Runs the posts of the modes, where there are others too.
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
        // The loop stays alive; a closure that names it would retain it.
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
        for handler in handlers {
            call(.updateHandler, handler.name) { handler.perform?() }
            if state.pointee.isCutShort { return }
        }
    }
}
