import CPeer
import CPeerPipes
import Dispatch
import PeerSupport

/// What a job's blocks change; unchecked, since all of it is the main queue's, and whoever reads it afterwards waits
/// for `done`.
private final class Totals: @unchecked Sendable {
    let done = DispatchSemaphore(value: 0)
    let goal: Int
    var performed = 0
    var sum = 0
    var start: Int64 = 0
    var elapsed: Int64 = 0

    init(goal: Int) {
        self.goal = goal
    }
}

var loopJobs: [Job] { [Job("loop/post", body: runPosts), Job("loop/turn", body: runTurns)] }

// loop/post: `async`, from the queue itself.
// https://developer.apple.com/documentation/dispatch/dispatchqueue/async(execute:)
private func runPosts(_ run: Run) {
    let count = 1_000
    let rounds = run.count(40)
    let totals = Totals(goal: rounds * count)
    @Sendable func handle(_ index: Int) {
        totals.performed &+= 1
        totals.sum &+= index
        if totals.performed % count == 0 { endRound() }
    }
    @Sendable func postRound() {
        for index in 0..<count { queue.async { handle(index) } }
    }
    @Sendable func endRound() {
        if totals.performed < totals.goal { return postRound() }
        totals.elapsed = peer_now() - totals.start
        totals.done.signal()
    }
    queue.async {
        totals.start = peer_now()
        postRound()
    }
    totals.done.wait()
    run.expect(totals.goal, handled: totals.performed)
    run.expect(rounds * (count * (count - 1) / 2), handled: totals.sum)
    run.time("ns/post", totals.elapsed, per: totals.goal)
}

// loop/turn: a block that posts itself again. The queue does not look at the kernel in between.
private func runTurns(_ run: Run) {
    let totals = Totals(goal: run.count(5_000))
    @Sendable func turn() {
        totals.performed &+= 1
        if totals.performed < totals.goal { return queue.async(execute: turn) }
        totals.elapsed = peer_now() - totals.start
        totals.done.signal()
    }
    queue.async {
        totals.start = peer_now()
        queue.async(execute: turn)
    }
    totals.done.wait()
    run.expect(totals.goal, handled: totals.performed)
    run.time("ns/turn", totals.elapsed, per: totals.goal)
}

// fds/…: a source for each descriptor.
// https://developer.apple.com/documentation/dispatch/dispatchsource/makereadsource(filedescriptor:queue:)
func pipesJob(active: Int) -> Job {
    Job("fds/1000-\(active)") { run in
        guard let pipes = pipes_open(run.pointer) else { return }
        let goal = run.count(5_000)
        let (done, gone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let armed = DispatchGroup()
        nonisolated(unsafe) let shared = pipes
        let sources = (0..<Int(PIPE_COUNT)).map { index in
            let source = DispatchSource.makeReadSource(fileDescriptor: pipes.pointee.ends[index].0, queue: queue)
            source.setEventHandler { if pipes_pass(shared, index) { done.signal() } }
            source.setCancelHandler { gone.signal() }
            armed.enter()
            source.setRegistrationHandler { armed.leave() }
            source.activate()
            return source
        }
        // The kernel knows all of them before the start, as with the floor.
        armed.wait()
        let start = peer_now()
        pipes_start(pipes, active, goal)
        if pipes.pointee.good { done.wait() }
        pipes_report(run.pointer, pipes, peer_now() - start)
        for source in sources { source.cancel() }
        for _ in sources { gone.wait() }
    }
}

// port/…: `async` from another thread.
// https://developer.apple.com/documentation/dispatch/dispatchqueue/async(execute:)
private let received = DispatchSemaphore(value: 0)

let messages = Messages(
    send: { messages, message in
        queue.async { if messages.receive(message) { received.signal() } }
    },
    runLoop: { _ in received.wait() }
)
