internal import CResponderEventLoop

// A loop inside another program's loop, its host: the host waits, and has this loop make one turn at a time. Between
// two turns this loop is in the state in which a run waits: it counts as asleep, so that other threads write its
// wake-up descriptor when they send work, and its timer descriptor is set to the earliest deadline. libevent's epoll
// descriptor watches both, with all other descriptors, so the host needs to watch the epoll descriptor alone.
extension MainRunLoop {
    /// The descriptor that another loop watches in order to run this one: readable whenever a turn is due.
    ///
    /// A turn is due for a timer, a source, a post from any thread, a signal, a main-actor job that this loop serves,
    /// and for work that the last turn left over. Watch it for reading, level-triggered, and call ``turn(mode:)`` each
    /// time:
    ///
    ///     poll(&descriptors, count, -1)                     // the host's wait; its own descriptors are in there too
    ///     if loop.turn() == .stopped { break }              // when `loop.pollableDescriptor` was readable
    ///
    /// From the first read of this property on, the descriptor is readable until the first turn is made. The loop owns
    /// the descriptor: neither read nor close it, and stop watching it before the loop goes.
    ///
    /// The descriptor is made when this property is first read. Nil if the process has no free descriptor: then a host
    /// has to use ``nextDeadline`` and poll at intervals.
    ///
    /// - Complexity: O(1), with at most four system calls; no allocation.
    public var pollableDescriptor: Int32? {
        let descriptor = findPollableDescriptor()
        guard descriptor >= 0 else { return nil }
        if !state.pointee.isBetweenTurns && !state.pointee.isEmbedded {
            // Work that is sent before the first turn does not write the wake-up descriptor, so the first turn must be
            // made due here. Inside a run, the run's end writes the descriptor.
            state.pointee.isBetweenTurns = true
            rel_wake(wakeSignal.descriptor)
        }
        return descriptor
    }

    /// The instant at which the next turn is due, as far as the loop knows.
    ///
    /// This is now, if work was found ready, posted, queued or marked; otherwise the earliest timer's deadline, or as
    /// much later as tolerances allow, even if that instant has passed; nil if there is no timer.
    ///
    /// The mode is that of the last turn. A descriptor that has become ready since, or a main-actor job, makes
    /// ``pollableDescriptor`` readable without changing this property.
    ///
    /// - Complexity: O(number of ports and of sources that were signalled in other modes); no allocation, and no system
    ///   call except for reading the clock.
    public var nextDeadline: Instant? {
        if hasWork || stopRequest.isStopRequested { return now }
        return timerWakeUp(in: state.pointee.mode)
    }

    /// Looks which descriptors are ready, without a turn: ``nextDeadline`` is now where one is.
    ///
    /// - Complexity: One system call.
    package func pollDescriptors() { poll(handle) }

    /// Makes one turn without waiting: polls the descriptors and serves the work that is ready, in the order that
    /// `Turn.swift` lists.
    ///
    /// For a host that runs this loop inside its own: see ``pollableDescriptor``. On return the loop counts as asleep,
    /// and everything that is sent to the loop makes that descriptor readable. If the turn leaves something to do, the
    /// descriptor is readable at once; so the host may return to its own loop after each turn, and may ignore the
    /// result.
    ///
    /// - Main-actor jobs and blocks of `DispatchQueue.main` are served by the turn if the host blocks the process's
    ///   first thread, as GLib's loop or a SwiftNIO one does there. The turn does not serve them if libdispatch does
    ///   (after the first `await` of an async main), or if the turn is made from inside a main-actor job.
    /// - This loop cannot know when the host's loop begins or ends: observers are called for all activities except
    ///   ``Activity/entry`` and ``Activity/exit``. They are called for ``Activity/beforeWaiting`` when a turn leaves
    ///   nothing to do, and for ``Activity/afterWaiting`` by the following turn.
    /// - Between turns the loop counts as running: ``stop()`` makes the turn under way, or the next one, return
    ///   ``TurnResult/stopped``, unless a run is nested inside the turn: then ``stop()`` ends the nested run. The host
    ///   may make further turns.
    /// - A turn inside a callback of a run or of another turn, as when the host nests its loop, is a nested turn: work
    ///   that the outer turn has taken out and not served yet keeps its place (rule L18). A blocking run may begin
    ///   inside a turn or between two turns.
    /// - An `await loop.run(…)` of the same loop may not begin inside a turn, and may not be under way when a turn is
    ///   made.
    ///
    /// Under a virtual clock a turn does the same, and does not move the clock.
    ///
    /// - Parameters:
    ///   - mode: The mode whose timers, sources and posts are served.
    /// - Returns: What the turn leaves behind: more to do at once, nothing to do, a suspended application, or a stop.
    /// - Precondition: No `await loop.run(…)` of this loop is under way: either the run drives the loop, or the host
    ///   does.
    /// - Complexity: O(number of ports), and what the turn serves. Allocates nothing in the steady state, unless
    ///   several ports have samples at once, notifications are queued, or posts are left over. A few system calls.
    @discardableResult
    public func turn(mode: Mode = .default) -> TurnResult {
        if isInAwaitedRun {
            fatalError(
                "turn(mode:) was called while `await loop.run(…)` of the same loop is under way: one of the two drives "
                    + "it. Inside a run, use `run(until: now)`."
            )
        }
        checkProcess()
        if !state.pointee.isEmbedded {
            state.pointee.isEmbedded = true
            // From here on the loop counts as running, even between turns. A stop that was requested of a run around
            // this turn stays requested.
            if stopRequest.beginRun() && state.pointee.depth > 0 { stopRequest.requestStop() }
        }
        let outer = state.pointee.servedModes
        let outerIsCutShort = state.pointee.isCutShort
        if state.pointee.depth == 0 { MainQueueService.begin(isTrusted: true) }
        state.pointee.depth += 1
        state.pointee.isBetweenTurns = false
        let outerOrigin = setOrigin(.inside)
        defer { _ = setOrigin(outerOrigin) }
        setMode(mode, servingMainQueue: blocks && MainQueueService.reasonAgainstBlocking == nil)
        state.pointee.servesMainActor = state.pointee.servesMainQueue
        wakeSignal.didWake()
        if let idleSince = state.pointee.idleSince { noteSleep(since: idleSince) }
        poll(handle)
        if state.pointee.isIdleBetweenTurns {
            state.pointee.isIdleBetweenTurns = false
            notifyObservers(of: .afterWaiting)
        }
        _ = serveTurn()
        serveIdle()
        let notifiedOfWait = notifyIfIdle()
        return endTurn(restoring: outer, outerIsCutShort, notifiedOfWait)
    }

    /// Whether an awaited run drives the loop at present.
    private var isInAwaitedRun: Bool {
        state.pointee.depth > 0 && state.pointee.servesMainActor && !state.pointee.servesMainQueue
    }

    /// Calls the observers of ``Activity/beforeWaiting`` if the loop has nothing left to do.
    ///
    /// Returns whether the next turn has to call the observers of ``Activity/afterWaiting``.
    private func notifyIfIdle() -> Bool {
        guard !state.pointee.observedActivities.isDisjoint(with: [.beforeWaiting, .afterWaiting]), !isTurnDue,
            !state.pointee.isCutShort
        else { return false }
        notifyObservers(of: .beforeWaiting)
        return true
    }

    /// Puts the loop into the state in which a run waits, without waiting.
    private func endTurn(
        restoring outer: State.Served,
        _ outerIsCutShort: Bool,
        _ notifiedOfWait: Bool
    ) -> TurnResult {
        // A stop inside a nested turn is one of the run around it.
        if state.pointee.cutDepth == state.pointee.depth { state.pointee.cutDepth -= 1 }
        state.pointee.depth -= 1
        let isNested = state.pointee.depth > 0
        // As at the end of a run.
        let isSuspended = state.pointee.isApplicationSuspended
        state.pointee.isCutShort = isNested && (outerIsCutShort || state.pointee.isCutShort || isSuspended)
        let isStopped = !isNested && stopRequest.takeStop()
        state.pointee.isBetweenTurns = true
        let isDue = isTurnDue
        wakeSignal.willSleep()
        // Check again: work that was sent before the loop counted as asleep has not written the wake-up descriptor.
        let hasMore = isDue || mustStayAwake()
        state.pointee.isIdleBetweenTurns = notifiedOfWait && !hasMore
        if state.pointee.watcher != nil {
            state.pointee.idleSince = hasMore || isNested ? nil : now
            if !isNested { noteWait() }
        }
        if hasMore {
            rel_wake(wakeSignal.descriptor)
        } else if sleeps, let earliest = timerWakeUp(in: state.pointee.mode) {
            rel_loop_set_deadline(handle, earliest.nanoseconds)
        }
        // After the outermost turn the loop sleeps in that turn's mode, and goes on watching the main queue.
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
    /// The settings that a turn changes, and restores at its end.
    struct Served {
        let mode: MainRunLoop.Mode
        let offersMainQueue: Bool
        let mainActor: Bool
    }

    var servedModes: Served { Served(mode: mode, offersMainQueue: offersMainQueue, mainActor: servesMainActor) }
}

extension MainRunLoop {
    /// What a single turn leaves behind.
    public enum TurnResult: Hashable, Sendable {
        /// There is more to do at once: ``MainRunLoop/pollableDescriptor`` is readable, ``MainRunLoop/nextDeadline``
        /// has come.
        case hasMore
        /// Nothing is left to do: the loop counts as asleep until its descriptor becomes readable.
        case idle
        /// The application is suspended: the loop serves only the sources that may resume or end the application, until
        /// the application is resumed.
        ///
        /// The host goes on making turns when the loop's descriptor is readable.
        case suspended
        /// ``MainRunLoop/stop()`` was called since the previous turn; the host decides what ends.
        ///
        /// Only one turn reports each stop.
        case stopped
    }
}
