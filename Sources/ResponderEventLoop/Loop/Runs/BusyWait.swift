internal import CResponderEventLoop

// A run that looks for work for a while before it sleeps. Meanwhile the loop does not count as asleep, so a sender
// writes no descriptor, and the loop finds what was sent within a fraction of the time that a thread takes to wake.
extension MainRunLoop {
    /// How long a blocking run looks for work before it sleeps; zero, the default, for not at all (rule L41).
    ///
    /// For input that must be served within a few microseconds, which is less than a thread takes to wake. While a run
    /// looks for work, sending to the loop makes no system call.
    ///
    ///     loop.busyWait = .microseconds(50)     // 0.3 % of a core at 60 waits a second
    ///
    /// - What other threads send (posts, signals, samples and messages of ports, ``wakeUp()``, ``stop()``) is found at
    ///   once, in memory. Descriptors, signals of the system, main-actor jobs and blocks of `DispatchQueue.main` are
    ///   found by a system call, at the beginning and then every 5 µs. A timer that is due meanwhile fires on time.
    /// - Looking is a part of the wait: observers are called for ``Activity/beforeWaiting`` before it, and for
    ///   ``Activity/afterWaiting`` when the wait is over, whether or not the loop has slept. The ledger counts it as
    ///   time asleep.
    /// - Each wait looks anew, in every mode and in nested runs. A change counts from the next wait on.
    /// - It costs the time of a processor, up to this duration for each wait. This is worth it where the next input
    ///   comes within the duration, and where the loop has a processor of its own. With a single processor, the loop
    ///   takes the time from the thread that would send; on a busy machine, the scheduler puts off a thread that never
    ///   sleeps.
    /// - It has no effect in an awaited run, which gives up the main actor instead, in ``turn(mode:)``, where the host
    ///   waits, under virtual time, and in a replay.
    ///
    /// The duration is on the system's clock, in whole nanoseconds. A negative one counts as zero; with one that is
    /// longer than any wait, blocking runs never sleep.
    public var busyWait: Duration {
        get { .nanoseconds(state.pointee.busyWait) }
        set {
            state.pointee.busyWait = max(0, newValue.wholeNanoseconds)
            noteWhetherWaitIsPlain()
        }
    }

    /// How long a run that looks for work may not ask the system, in nanoseconds.
    ///
    /// The call takes a tenth of this, and meanwhile the run does not see what other threads send.
    private static let intervalOfPolls: Int64 = 5_000
    /// How often a run looks into memory before it reads the clock again.
    private static let looksBetweenReadings = 4

    /// Keeps the one flag that a run reads before it waits.
    func noteWhetherWaitIsPlain() {
        state.pointee.waitIsPlain = state.pointee.busyWait == 0 && state.pointee.otherLoop == nil
    }

    /// Waits where libevent does not wait at once: looks for work before it sleeps, has another loop wait, or both.
    ///
    /// Returns false when nothing can ever happen any more.
    @inline(never)
    func waitOtherwise(in activation: Activation) -> Bool {
        let deadline = deadline(of: activation)
        var canHappen = true
        if state.pointee.busyWait == 0 || !findsWork(until: deadline), fallsAsleep() {
            let hasWaited = state.pointee.otherWait?(deadline) ?? false
            canHappen = hasWaited || waitWatched(until: deadline)
            wakeSignal.didWake()
        }
        notifyObservers(of: .afterWaiting)
        return canHappen
    }

    /// Looks for work as long as ``busyWait`` says, but not beyond the deadline.
    ///
    /// Returns whether there is work, or the deadline has come, so that the run must not sleep.
    private func findsWork(until deadline: Instant?) -> Bool {
        let start = state.pointee.watcher == nil ? nil : now
        noteWait()
        defer { if let start { noteSleep(since: start) } }
        // On the system's clock, since the loop's own may stand still during a turn.
        var now = Instant.now
        let end = now.advanced(by: busyWait)
        // The first poll is made in any case: work that always comes in time must not keep the descriptors waiting.
        var nextPoll = now
        while true {
            if nextPoll <= now {
                poll(handle)
                if hasOwnWork { return true }
                now = .now
                nextPoll = Instant(nanoseconds: now.nanoseconds + Self.intervalOfPolls)
            }
            for _ in 0..<Self.looksBetweenReadings {
                if hasSent || stopRequest.isStopRequested { return true }
                rel_relax()
            }
            now = .now
            if let deadline, deadline <= now { return true }
            if end <= now { return false }
        }
    }
}
