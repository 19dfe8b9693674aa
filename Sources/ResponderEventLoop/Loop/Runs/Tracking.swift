// Tracking: while a finger drags or scrolls, runs of the default mode serve the tracking mode instead (rule L22).
//
// A run has the mode that it was given, and serves the mode that `servedMode(for:)` says. The bits of the served mode
// are computed when the count changes, so a turn without tracking costs nothing more.
extension MainRunLoop {
    /// Whether a ``beginTracking()`` has not been ended yet.
    public var isTracking: Bool { state.pointee.trackings > 0 }

    /// Makes runs of the default mode serve the tracking mode instead, until ``endTracking()`` is called as often as
    /// this function.
    ///
    /// Call this when a drag begins that must stay smooth: work in ``ModeSet/default`` alone waits until the drag ends,
    /// without a nested run. Work in ``ModeSet/common`` goes on, and with it input, display links, main-actor jobs and
    /// the update pass. What has waited keeps its order and is served afterwards: a post runs once, a timer that came
    /// due fires once, and a repeating timer keeps its phase. Work that waits does not wake the loop.
    ///
    /// - This holds from the next step of the turn under way on; a step that has begun serves what it has taken out
    ///   (rule L19). So in the turn of the touch that begins a drag, timers of the default mode already wait.
    /// - It holds for every run of the default mode, whether blocking, awaited or a host's ``turn(mode:)``, begun
    ///   before or meanwhile, nested or not. Runs that were given another mode serve that mode.
    /// - Observers are called for what happens in the served mode; a run calls its exit observers in the mode in which
    ///   it called those of its entry.
    /// - A run of the default mode does not end as empty while work of the default mode waits.
    /// - Tracking outlasts runs, and ``reinitialize()`` in a child of `fork(2)`: only its end ends it.
    ///
    /// - Complexity: O(1), with at most one system call; no allocation. The first search for a timer afterwards is
    ///   linear in the special timers that were paused, times the logarithm of their number.
    public func beginTracking() {
        state.pointee.trackings += 1
        if state.pointee.trackings == 1 { trackingDidChange() }
    }

    /// Ends one ``beginTracking()``; after the last one, runs of the default mode serve the default mode again, from
    /// the next step of the turn under way on.
    ///
    /// - Precondition: There is a ``beginTracking()`` that was not ended. Otherwise the process ends with a message: an
    ///   end too many would end the tracking of somebody else.
    /// - Complexity: As ``beginTracking()``.
    public func endTracking() {
        // Not a precondition failure, which prints no message in a release build.
        guard state.pointee.trackings > 0 else {
            fatalError(
                "endTracking() was called more often than beginTracking(). Call it exactly once for each begin, also "
                    + "when the drag is cancelled."
            )
        }
        state.pointee.trackings -= 1
        if state.pointee.trackings == 0 { trackingDidChange() }
    }

    private func trackingDidChange() {
        // Both modes are common ones, so the main queue is served as before.
        state.pointee.activeModes = activeModes(of: state.pointee.mode)
        wakeIfSuspended()
    }

    /// The mode that a run serves which was given `mode`.
    func servedMode(for mode: Mode) -> Mode {
        mode == .default && isTracking ? .tracking : mode
    }

    /// Whether work of the default mode waits for the end of tracking; then a run of the default mode is not empty.
    var holdsDefaultWork: Bool {
        guard isTracking, state.pointee.mode == .default, !state.pointee.isApplicationSuspended else { return false }
        let modes = Mode.default.bit
        return state.pointee.population.populated & modes != 0 || timers.pointee.hasTimers(in: modes)
            || posts.has(in: modes) || state.pointee.waitingPosts.has(in: modes)
            || state.pointee.deferred.has(in: modes)
    }
}
