import CPeer
import Foundation
import PeerSupport

/// What the blocks change; unchecked, since all of it is the main thread's.
private final class Totals: @unchecked Sendable {
    let loop = RunLoop.main
    var performed = 0
    var sum = 0

    func handle(_ index: Int) {
        performed &+= 1
        sum &+= index
    }
}

var loopJobs: [Job] { [Job("loop/post", body: runPosts), Job("loop/turn", body: runTurns)] }

// loop/post: `perform(_:)`, "Schedules a block that the target run loop invokes".
// https://developer.apple.com/documentation/foundation/runloop/perform(_:)
private func runPosts(_ run: Run) {
    let (count, rounds) = (1_000, run.count(40))
    let (loop, totals, past) = (RunLoop.main, Totals(), Date.distantPast)
    let start = peer_now()
    for round in 1...rounds {
        for index in 0..<count { loop.perform { totals.handle(index) } }
        repeat { _ = loop.run(mode: .default, before: past) } while totals.performed < round * count
    }
    let elapsed = peer_now() - start
    run.expect(rounds * count, handled: totals.performed)
    run.expect(rounds * (count * (count - 1) / 2), handled: totals.sum)
    run.time("ns/post", elapsed, per: rounds * count)
}

// loop/turn: a block that performs itself again, and a call of the loop for each: the loop has no public source that
// a program can signal, and does not wake up for a block.
// https://developer.apple.com/documentation/foundation/runloop/run(mode:before:)
private func runTurns(_ run: Run) {
    let count = run.count(5_000)
    let (totals, past) = (Totals(), Date.distantPast)
    @Sendable func turn() {
        totals.performed &+= 1
        if totals.performed < count { totals.loop.perform(turn) }
    }
    totals.loop.perform(turn)
    let start = peer_now()
    while totals.performed < count { _ = totals.loop.run(mode: .default, before: past) }
    let elapsed = peer_now() - start
    run.expect(count, handled: totals.performed)
    run.time("ns/turn", elapsed, per: count)
}

// port/…: a block for the loop, and an empty one for the main queue, which wakes the loop: `perform(_:)` alone does
// not.
// An operation of `OperationQueue.main` does both, and takes twice as long.
// https://developer.apple.com/documentation/foundation/runloop/perform(_:)
private let totals = Totals()
private nonisolated(unsafe) var isRunning = false

let messages = Messages(
    send: { messages, message in
        totals.loop.perform {
            if messages.receive(message) { isRunning = false }
        }
        queue.async {}
    },
    runLoop: { _ in
        isRunning = true
        while isRunning { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }
)
