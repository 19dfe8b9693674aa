internal import CResponderEventLoop

// The modes that the loop serves: that of the innermost run, as the application and the common modes let it.
extension MainRunLoop {
    /// Makes `mode` the mode that is served.
    ///
    /// The main queue is served in common modes alone.
    func setMode(_ mode: Mode, servingMainQueue: Bool) {
        state.pointee.mode = mode
        state.pointee.offersMainQueue = servingMainQueue
        updateActiveModes()
    }

    private func updateActiveModes() {
        state.pointee.activeModes = activeModes(of: state.pointee.mode)
        let serves = state.pointee.offersMainQueue && isCommon(state.pointee.mode)
        if serves != state.pointee.servesMainQueue || serves {
            state.pointee.servesMainQueue = rel_loop_watch_main_queue(handle, serves)
        }
    }

    /// The modes and sets that a run serves which was given the mode, as bits.
    func activeModes(of mode: Mode) -> UInt64 { modes(served: servedMode(for: mode)) }

    /// The served mode and the sets that are served with it, as bits.
    func modes(served mode: Mode) -> UInt64 {
        if state.pointee.isApplicationSuspended { return ModeSet.suspendedBit }
        return isCommon(mode) ? mode.bit | ModeSet.commonBit | state.pointee.presence : mode.bit
    }

    /// Whether the mode is one of the common modes.
    func isCommon(_ mode: Mode) -> Bool { state.pointee.commonModes & mode.bit != 0 }

    /// Sets whether ``ModeSet/whileActive`` and ``ModeSet/whileInForeground`` are served from now on.
    ///
    /// While the application is suspended only ``ModeSet/evenWhileSuspended`` is served, and the turn under way makes
    /// no further callback.
    package func setPresence(isActive: Bool, isInForeground: Bool, isSuspended: Bool) {
        let active = isActive ? ModeSet.whileActive.mask : 0
        state.pointee.presence = active | (isInForeground ? ModeSet.whileInForeground.mask : 0)
        state.pointee.isApplicationSuspended = isSuspended
        if isSuspended { cutTurnShort() }
        updateActiveModes()
        wakeIfSuspended()
    }

    /// The modes and mode sets that the innermost run serves, as bits.
    package var servedModes: UInt64 { state.pointee.activeModes }

    /// Whether the innermost run serves work in these modes.
    package func serves(_ modes: ModeSet) -> Bool { modes.mask & state.pointee.activeModes != 0 }

    /// Makes `mode` one of the common modes: from now on everything in ``ModeSet/common`` is served in it.
    ///
    /// - Complexity: O(1). If the run under way then serves the main queue, libevent allocates the watch; otherwise no
    ///   allocation.
    public func addCommonMode(_ mode: Mode) {
        state.pointee.commonModes |= mode.bit
        updateActiveModes()
        if state.pointee.depth > 0 && state.pointee.servesMainQueue { state.pointee.servesMainActor = true }
        wakeIfSuspended()
    }
}
