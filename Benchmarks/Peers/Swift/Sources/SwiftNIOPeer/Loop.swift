import CPeer
import Dispatch
import NIOCore
import PeerSupport

/// What a job's closures change; unchecked, since all of it is the event loop's, and whoever reads it afterwards waits
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

// loop/post: `execute`, from the loop's own thread.
// https://swiftpackageindex.com/apple/swift-nio/documentation/niocore/eventloop/execute(_:)
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
        for index in 0..<count { loop.execute { handle(index) } }
    }
    @Sendable func endRound() {
        if totals.performed < totals.goal { return postRound() }
        totals.elapsed = peer_now() - totals.start
        totals.done.signal()
    }
    loop.execute {
        totals.start = peer_now()
        postRound()
    }
    totals.done.wait()
    run.expect(totals.goal, handled: totals.performed)
    run.expect(rounds * (count * (count - 1) / 2), handled: totals.sum)
    run.time("ns/post", totals.elapsed, per: totals.goal)
}

// loop/turn: a closure that posts itself again. The loop runs all such closures before it looks at the kernel.
private func runTurns(_ run: Run) {
    let totals = Totals(goal: run.count(5_000))
    @Sendable func turn() {
        totals.performed &+= 1
        if totals.performed < totals.goal { return loop.execute(turn) }
        totals.elapsed = peer_now() - totals.start
        totals.done.signal()
    }
    loop.execute {
        totals.start = peer_now()
        loop.execute(turn)
    }
    totals.done.wait()
    run.expect(totals.goal, handled: totals.performed)
    run.time("ns/turn", totals.elapsed, per: totals.goal)
}

// port/…: `execute` from another thread.
// https://swiftpackageindex.com/apple/swift-nio/documentation/niocore/eventloop/execute(_:)
private let received = DispatchSemaphore(value: 0)

let messages = Messages(
    send: { messages, message in
        loop.execute { if messages.receive(message) { received.signal() } }
    },
    runLoop: { _ in received.wait() }
)
