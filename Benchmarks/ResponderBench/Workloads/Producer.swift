import Glibc
import ResponderKit
import Synchronization

/// How many samples a producer is ahead of the consumer at most: half of the ring, so that no move finds it full.
private let greatestLead = TouchPort.defaultCapacity / 2

/// Sends sequences from a thread of its own, never more than `greatestLead` samples ahead.
final class Producer: Sendable {
    private let reception: Reception
    private let isReady = Atomic<Bool>(false)
    private let mayGo = Atomic<Bool>(false)
    private let isDone = Atomic<Bool>(false)
    private let sender: TouchPort.Sender
    private let count: Int

    init(_ sender: TouchPort.Sender, _ reception: Reception, count: Int) {
        self.sender = sender
        self.reception = reception
        self.count = count
    }

    /// Starts the thread and returns when it waits for ``go()``.
    func start(_ body: @escaping @Sendable (Producer) -> Void) throws {
        try startThread { [self] in
            isReady.store(true, ordering: .releasing)
            while !mayGo.load(ordering: .acquiring) { sched_yield() }
            body(self)
            isDone.store(true, ordering: .releasing)
        }
        while !isReady.load(ordering: .acquiring) { sched_yield() }
    }

    func go() {
        mayGo.store(true, ordering: .releasing)
    }

    /// Waits for the thread's end.
    func join() {
        while !isDone.load(ordering: .acquiring) { sched_yield() }
    }

    func sendAsFastAsItGoes() {
        let contacts = Sequence.usual.contacts
        var (sent, known) = (0, 0)
        while sent < count {
            for contact in contacts {
                while sent - known >= greatestLead {
                    known = reception.count.load(ordering: .acquiring)
                    if sent - known >= greatestLead { sched_yield() }
                }
                sender.send(contact, at: MainRunLoop.Instant(nanoseconds: 1))
                sent += 1
            }
        }
    }

    func sendOneEachMillisecond() {
        let contacts = Sequence.usual.contacts
        var next = MainRunLoop.Instant.now
        for index in 0..<count {
            next = next.advanced(by: .milliseconds(1))
            sleep(until: next)
            sender.send(contacts[index % contacts.count], at: .now)
        }
    }

    private func sleep(until instant: MainRunLoop.Instant) {
        var time = timespec(
            tv_sec: Int(instant.nanoseconds / 1_000_000_000),
            tv_nsec: Int(instant.nanoseconds % 1_000_000_000)
        )
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
    }
}

/// How many samples were received, as the thread that sends them is told.
final class Reception: Sendable {
    let count = Atomic<Int>(0)
}

/// Runs `body` on a thread of its own.
private func startThread(_ body: @escaping @Sendable () -> Void) throws {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    let result = pthread_create(
        &thread,
        nil,
        { context in
            if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
            return nil
        },
        box.toOpaque()
    )
    guard result == 0 else {
        box.release()
        throw BenchError.failed(subject: .responderKit, what: "no thread can be started")
    }
    pthread_detach(thread)
}
