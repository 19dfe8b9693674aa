internal import CResponderEventLoop

/// The two things that real and virtual time do differently; everything else of a turn is the same code.
@MainActor
protocol LoopTime {
    /// The present instant of the loop's clock.
    var now: MainRunLoop.Instant { get }
    /// Whether a run may give its thread to the kernel until something happens.
    var sleeps: Bool { get }
    /// Waits until something is ready or `deadline` has come. Returns false when nothing can ever become ready, and
    /// there is no deadline.
    func wait(for loop: MainRunLoop, until deadline: MainRunLoop.Instant?) -> Bool
}

/// Time as it passes: waits in libevent, with the loop's own timerfd set to the deadline.
struct SystemTime: LoopTime {
    var now: MainRunLoop.Instant { .now }
    var sleeps: Bool { true }

    func wait(for loop: MainRunLoop, until deadline: MainRunLoop.Instant?) -> Bool {
        check(rel_loop_poll(loop.face, true, deadline?.nanoseconds ?? Int64.max))
        return true
    }
}

/// Time as it is told: looks for what is ready, and if nothing is, moves the clock to the deadline.
struct VirtualTime: LoopTime {
    let clock: VirtualClock

    var now: MainRunLoop.Instant { clock.now }
    var sleeps: Bool { false }

    func wait(for loop: MainRunLoop, until deadline: MainRunLoop.Instant?) -> Bool {
        poll(loop.face)
        if rel_loop_has_ready(loop.face, loop.state.pointee.activeModes) { return true }
        guard let deadline else { return false }
        clock.advance(to: deadline)
        return true
    }
}

/// Records what is ready, without waiting.
@MainActor
func poll(_ face: OpaquePointer) {
    check(rel_loop_poll(face, false, Int64.max))
}

/// A loop that cannot wait would turn for ever at full speed, so it ends the process and says why.
private func check(_ succeeded: Bool) {
    guard !succeeded else { return }
    fatalError("the run loop cannot wait: \(systemMessage(currentErrno())); was its epoll descriptor closed?")
}
