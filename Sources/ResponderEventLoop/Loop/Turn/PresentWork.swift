internal import CResponderEventLoop

// What there is to do: whether the next turn, a run or a host has work, so that the loop must not wait.
extension MainRunLoop {
    /// Whether the next turn has something to do.
    var hasWork: Bool { state.pointee.deferred.has(in: state.pointee.activeModes) || hasWorkUndeferred }

    /// Whether the next turn has something to do besides deferred work.
    var hasWorkUndeferred: Bool { hasSent || hasOwnWork }

    /// Whether something was posted, signalled, requested or put into a port: work that any thread may send.
    @inline(__always)
    var hasSent: Bool {
        let modes = state.pointee.activeModes
        return posts.has(in: modes) || hasSignalled(in: modes) || stopRequest.isTurnRequested
            || state.pointee.inputs.hasPending(in: modes)
    }

    /// Whether there is work that only the loop's own thread adds: a marked update, posts that were taken over, and the
    /// readiness that libevent found in the last poll.
    var hasOwnWork: Bool {
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

    /// Whether the run has nothing to do, and no source that could make work and keeps it alive: then the run ends
    /// (rules L2 and L45).
    func isModeEmpty(for activation: Activation) -> Bool {
        let modes = state.pointee.activeModes
        // If main-actor jobs are served, they count as a source of every common mode.
        if isCommon(state.pointee.mode) && state.pointee.servesMainActor { return false }
        guard state.pointee.population.populated & modes == 0, !timers.pointee.hasTimers(in: modes), !hasWork,
            !holdsDefaultWork
        else { return false }
        guard activation.isKeptAliveByAll else { return true }
        return (state.pointee.population.weaklyPopulated | timers.pointee.population.weaklyPopulated) & modes == 0
    }

    /// Whether the loop knows of something to do.
    var isTurnDue: Bool { hasWork || stopRequest.isStopRequested || isTimerDue }
}
