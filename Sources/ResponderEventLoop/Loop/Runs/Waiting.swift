internal import CResponderEventLoop

extension LoopTime {
    /// Waits until something is ready or `deadline` has come.
    ///
    /// On the system's clock libevent waits, with the loop's timerfd set to the deadline. A virtual clock is moved to
    /// the deadline if a poll finds nothing ready. A clock of turns that follows a script does not wait.
    ///
    /// Returns false when nothing can ever become ready, and there is no deadline.
    @inline(__always)
    func wait(for loop: MainRunLoop, until deadline: MainRunLoop.Instant?) -> Bool {
        switch self {
        case .system:
            check(rel_loop_poll(loop.handle, true, deadline?.nanoseconds ?? Int64.max))
            return true
        case .virtual(let clock):
            return advance(clock, of: loop, to: deadline)
        case .turns(let clock):
            // The deadline is an instant of the system's clock, however old the clock's reading is.
            check(rel_loop_poll(loop.handle, clock.script == nil, deadline?.nanoseconds ?? Int64.max))
            clock.wait(until: deadline)
            return true
        }
    }

    private func advance(_ clock: VirtualClock, of loop: MainRunLoop, to deadline: MainRunLoop.Instant?) -> Bool {
        poll(loop.handle)
        if rel_loop_has_ready(loop.handle, loop.state.pointee.activeModes) { return true }
        guard let deadline else { return false }
        clock.advance(to: deadline)
        return true
    }
}

/// Records which watches are ready, without waiting.
@MainActor @inline(__always)
func poll(_ handle: OpaquePointer) {
    check(rel_loop_poll(handle, false, Int64.max))
}

/// Ends the process with a message if libevent cannot wait, since the loop would spin for ever.
@inline(__always)
private func check(_ succeeded: Bool) {
    if !succeeded { endProcess() }
}

@inline(never)
private func endProcess() -> Never {
    let error = currentErrno()
    let remedy =
        error == isOfOtherProcess
        ? "fork() made this process, and the loop belongs to its parent; call `try loop.reinitialize()` first"
        : "was its epoll descriptor closed?"
    fatalError("the run loop cannot wait: \(systemMessage(error)); \(remedy)")
}

extension MainRunLoop {
    /// The descriptor that is readable when libevent has something to report, made at the first call; negative if that
    /// fails.
    func findPollableDescriptor() -> CInt {
        if state.pointee.waitDescriptor < 0 {
            state.pointee.waitDescriptor = rel_loop_descriptor(handle)
        }
        return state.pointee.waitDescriptor
    }
}
