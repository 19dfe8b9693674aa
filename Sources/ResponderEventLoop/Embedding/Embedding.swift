internal import CResponderEventLoop

// A loop inside another program's loop, its host: the host waits, and has this loop make one turn at a time. Between two
// turns this loop is as it is inside the wait of a run: it has said that it sleeps, so that whoever has something for it
// writes its wake-up descriptor, and its timer descriptor is set to the earliest deadline. Both are watched by libevent's
// epoll descriptor, as all else is, and that one is all that the host needs to watch.
extension MainRunLoop {
    /// The descriptor that another loop watches to run this one: readable whenever a turn is due.
    ///
    /// That is for a timer, a source, a post from any thread, a signal, a main-actor job that this loop serves, or more to do at
    /// once. Watch it for reading, level-triggered, and call ``turn(mode:)`` each time:
    ///
    ///     poll(&descriptors, count, -1)                     // the host's wait; its own descriptors are in there too
    ///     if loop.turn() == .stopped { break }              // when `loop.pollableDescriptor` was readable
    ///
    /// From the first call on it is readable until the first turn was made. It stays the loop's: neither read nor close it,
    /// and stop watching it before the loop goes.
    ///
    /// It is made when it is asked for first. Nil where the process has no free descriptor: then a host is left with
    /// ``nextDeadline`` and with looking at intervals.
    public var pollableDescriptor: Int32? {
        let descriptor = findPollableDescriptor()
        guard descriptor >= 0 else { return nil }
        if !state.pointee.isBetweenTurns && !state.pointee.isEmbedded {
            // What comes before the first turn wakes nobody: that turn must come in any case. Inside a run its end wakes, too.
            state.pointee.isBetweenTurns = true
            rel_wake(wakeSignal.descriptor)
        }
        return descriptor
    }

    /// The instant by which the next turn is due as far as the loop knows by itself: now, whenever something is found ready,
    /// posted, queued or marked; else the earliest timer's deadline, or as much
    /// later as tolerances allow, which may have passed; nil for none.
    ///
    /// In the mode of the turn that was made last. What the loop does not know yet, a descriptor that has become ready or a
    /// main-actor job, is seen at ``pollableDescriptor`` alone. No system call but for reading the clock; O(number of ports).
    public var nextDeadline: Instant? {
        if hasWork || stopRequest.isStopRequested { return now }
        return timerWakeUp(in: state.pointee.mode)
    }

    /// Makes one turn without waiting: looks at what has become ready and serves what there is (`Turn.swift` has the order).
    ///
    /// For a host that runs this loop inside its own: see ``pollableDescriptor``. On return the loop counts as asleep, and
    /// everything that comes for it makes that descriptor readable. What a turn leaves to do makes it readable at once; so the
    /// host may return to its own loop after each turn, and needs no result.
    ///
    /// - Main-actor jobs and blocks of `DispatchQueue.main` are served by the turn where the host blocks the process's first
    ///   thread, as GLib's loop or a SwiftNIO one does there; not where libdispatch serves them itself (after the first `await`
    ///   of an async main), nor when the turn is made from inside a main-actor job.
    /// - A host's loop has neither beginning nor end that this one could know of: observers are told of all but
    ///   ``Activity/entry`` and ``Activity/exit``, of ``Activity/beforeWaiting`` when a turn leaves nothing to do, and of
    ///   ``Activity/afterWaiting`` by the turn after that one.
    /// - Between turns the loop counts as running: ``stop()`` makes the turn under way, or the next one, return
    ///   ``TurnResult/stopped``, unless a run is nested inside: then it ends that one. Nothing else ends; further turns go on.
    /// - A turn inside a callback of a run or of another turn, as where a host's loop is nested there, is a nested one: what
    ///   the outer one has taken out and not served yet keeps its place (rule L18). A blocking run inside a turn, or between two,
    ///   is as any.
    /// - An `await loop.run(…)` of the same loop may begin neither inside a turn, nor be under way when one is made.
    ///
    /// Under a virtual clock it does the same, and leaves the clock where it is.
    ///
    /// - Parameters:
    ///   - mode: What is served.
    /// - Returns: Whether there is more to do at once.
    /// - Precondition: No `await loop.run(…)` of this loop is under way: one of the two drives it.
    @discardableResult
    public func turn(mode: Mode = .default) -> TurnResult {
        if isInAwaitedRun {
            fatalError(
                "turn(mode:) was called while `await loop.run(…)` of the same loop is under way: one of the two drives it. "
                    + "Inside a run, use `run(until: now)`."
            )
        }
        checkProcess()
        if !state.pointee.isEmbedded {
            state.pointee.isEmbedded = true
            // From here on the loop counts as running, also between turns. What a run around this turn was asked stays asked.
            if stopRequest.beginRun() && state.pointee.depth > 0 { stopRequest.requestStop() }
        }
        let outer = state.pointee.servedModes
        if state.pointee.depth == 0 { MainQueueService.begin(isTrusted: true) }
        state.pointee.depth += 1
        state.pointee.isBetweenTurns = false
        setMode(mode, servingMainQueue: sleeps && MainQueueService.reasonAgainstBlocking == nil)
        state.pointee.servesMainActor = state.pointee.servesMainQueue
        wakeSignal.didWake()
        if let idleSince = state.pointee.idleSince { noteSleep(since: idleSince) }
        poll(face)
        if state.pointee.isIdleBetweenTurns {
            state.pointee.isIdleBetweenTurns = false
            tell(.afterWaiting)
        }
        _ = serveTurn()
        serveIdle()
        let toldOfWait = tellIfIdle()
        return endTurn(restoring: outer, toldOfWait)
    }

    /// Whether what runs the loop just now is an awaited run.
    private var isInAwaitedRun: Bool {
        state.pointee.depth > 0 && state.pointee.servesMainActor && !state.pointee.servesMainQueue
    }

    /// Tells observers that the loop is about to wait, where it is; returns whether it did.
    private func tellIfIdle() -> Bool {
        guard !state.pointee.observedActivities.isDisjoint(with: [.beforeWaiting, .afterWaiting]), !isTurnDue,
            !state.pointee.isCutShort
        else { return false }
        tell(.beforeWaiting)
        return true
    }

    /// Whether the loop has something to do by itself.
    var isTurnDue: Bool { hasWork || stopRequest.isStopRequested || isTimerDue }

    /// Has the loop sleep as the wait of a run does, but without waiting.
    private func endTurn(restoring outer: State.Served, _ toldOfWait: Bool) -> TurnResult {
        state.pointee.depth -= 1
        let isNested = state.pointee.depth > 0
        // As at the end of a run.
        let isSuspended = state.pointee.isApplicationSuspended
        state.pointee.isCutShort = isNested && (state.pointee.isCutShort || isSuspended)
        let isStopped = !isNested && stopRequest.takeStop()
        state.pointee.isBetweenTurns = true
        let isDue = isTurnDue
        wakeSignal.willSleep()
        // Once more: what was sent before the loop said that it sleeps woke nobody.
        let hasMore = isDue || mustStayAwake()
        state.pointee.isIdleBetweenTurns = toldOfWait && !hasMore
        if state.pointee.watcher != nil { state.pointee.idleSince = hasMore || isNested ? nil : now }
        if hasMore {
            rel_wake(wakeSignal.descriptor)
        } else if sleeps, let earliest = timerWakeUp(in: state.pointee.mode) {
            rel_loop_set_deadline(face, earliest.nanoseconds)
        }
        // The outermost turn's mode is what the loop sleeps in, and the main queue stays watched.
        if isNested {
            setMode(outer.mode, servingMainQueue: outer.offersMainQueue)
            state.pointee.servesMainActor = outer.mainActor || state.pointee.servesMainQueue
        } else {
            state.pointee.servesMainActor = false
        }
        if isStopped { return .stopped }
        return isSuspended ? .suspended : hasMore ? .hasMore : .idle
    }
}

extension MainRunLoop.State {
    /// What a turn changes for its time.
    struct Served {
        let mode: MainRunLoop.Mode
        let offersMainQueue: Bool
        let mainActor: Bool
    }

    var servedModes: Served { Served(mode: mode, offersMainQueue: offersMainQueue, mainActor: servesMainActor) }
}
