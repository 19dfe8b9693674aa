import CBenchFloors
import Glibc
import ResponderKit
import Synchronization

/// Sends frames from a thread of its own, each while the loop sleeps, as the C program's thread does.
final class Pacing: Sendable {
    private let sender: TouchPort.Sender
    private let fingers: Int
    private let count: Int
    private let isDone = Atomic<Bool>(true)
    private let latestSend = Atomic<Int64>(0)
    private let servedCount = Atomic<Int>(0)

    init(_ sender: TouchPort.Sender, fingers: Int, count: Int) {
        (self.sender, self.fingers, self.count) = (sender, fingers, count)
    }

    /// When the latest frame was sent.
    var sentAt: Int64 { latestSend.load(ordering: .acquiring) }

    /// How many frames were served, as the loop reports when it is about to sleep.
    var served: Int {
        get { servedCount.load(ordering: .acquiring) }
        set { servedCount.store(newValue, ordering: .releasing) }
    }

    /// Starts the thread.
    func start() throws {
        served = 0
        isDone.store(false, ordering: .releasing)
        try startThread { [self] in
            send()
            isDone.store(true, ordering: .releasing)
        }
    }

    /// Waits for the thread's end.
    func join() {
        while !isDone.load(ordering: .acquiring) { sched_yield() }
    }

    private func send() {
        let frames = [3.0, 2.0].map { TouchFrame(.moved, of: fingers, x: $0) }
        for index in 0..<count {
            // Waits until the loop has served all frames, and for a pause in which it falls asleep.
            var isServed = false
            repeat {
                isServed = served == index
                bench_pause()
            } while !isServed
            var frame = frames[index & 1]
            let now = bench_now()
            frame.time = MainRunLoop.Instant(nanoseconds: now)
            latestSend.store(now, ordering: .releasing)
            sender.send(frame)
        }
    }
}
