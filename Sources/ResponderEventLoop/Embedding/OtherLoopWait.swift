internal import CResponderEventLoop

extension MainRunLoop {
    /// Has another loop wait whenever a blocking run has nothing to do (rule L50); nil ends this.
    ///
    /// The other loop is asked in runs of common modes, and not while the application is suspended. While it waits,
    /// this loop is in the state in which a host waits between two turns: see ``pollableDescriptor``.
    package func setOtherLoop(_ other: (any OtherLoop)?) {
        let former = state.pointee.otherLoop
        state.pointee.otherLoop = other
        state.pointee.otherWait = { [unowned self] deadline in waitInOtherLoop(until: deadline) }
        noteWhetherWaitIsPlain()
        withExtendedLifetime(former) {}
    }

    /// The descriptor on which another loop waits; nil if the process has no free descriptor.
    ///
    /// Unlike ``pollableDescriptor`` it is readable only while this loop has something to do in its wait.
    package var otherLoopDescriptor: Int32? {
        let descriptor = findPollableDescriptor()
        return descriptor >= 0 ? descriptor : nil
    }

    /// The loop that waits in this one's stead.
    package var loopServedInWaits: (any OtherLoop)? { state.pointee.otherLoop }

    /// Calls another loop that may serve the main queue, which this loop then does not know of.
    ///
    /// A block of the main queue that begins a blocking run ends the process with a message, as in a drain by this
    /// loop.
    package func callOtherLoop(_ body: () -> Bool) -> Bool {
        let outer = MainQueueService.begin(isTrusted: false)
        defer { MainQueueService.begin(isTrusted: outer) }
        return body()
    }

    /// Whether another loop may serve its work now, in the innermost run.
    package var servesOtherLoop: Bool { state.pointee.servesMainQueue && !state.pointee.isApplicationSuspended }

    /// Has the other loop wait, if it may.
    ///
    /// Returns false if nothing has waited.
    private func waitInOtherLoop(until deadline: Instant?) -> Bool {
        guard let other = state.pointee.otherLoop, servesOtherLoop else { return false }
        let descriptor = findPollableDescriptor()
        guard descriptor >= 0 else { return false }
        let start = state.pointee.watcher == nil ? nil : now
        noteWait()
        rel_loop_set_deadline(handle, deadline?.nanoseconds ?? Int64.max)
        // What changes meanwhile on this thread has to make the descriptor readable.
        let outer = state.pointee.isBetweenTurns
        state.pointee.isBetweenTurns = true
        let outerOrigin = setOrigin(.outside)
        let hasWaited = callOtherLoop { other.wait(for: descriptor) }
        _ = setOrigin(outerOrigin)
        state.pointee.isBetweenTurns = outer
        if let start { noteSleep(since: start) }
        if hasWaited { poll(handle) }
        return hasWaited
    }
}
