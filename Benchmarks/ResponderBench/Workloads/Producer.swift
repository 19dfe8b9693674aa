import Glibc
import ResponderKit
import Synchronization

/// How many samples a producer is ahead of the consumer at most, so that no move finds the ring full.
///
/// The floor's producer fills its ring. The port reports late to its senders how far it was read, and the consumer
/// reports late to the producer; an eighth of the ring is more than both delays together.
private let greatestLead = TouchPort.defaultCapacity * 7 / 8

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
                    known = reception.count
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

/// How many samples were received, as reported to the thread that sends them.
///
/// The floor's producer learns that a batch was read, and looks only when its ring is full. Here the count is reported
/// after some samples: reported after each, the benchmark's own cache line would go to and fro between the threads.
final class Reception: Sendable {
    /// After how many samples the count is reported.
    static let interval = 64

    nonisolated(unsafe) private let line: UnsafeMutablePointer<Atomic<Int>>

    init() {
        line = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
            .bindMemory(to: Atomic<Int>.self, capacity: 1)
        line.initialize(to: Atomic(0))
    }

    deinit { line.deallocate() }

    var count: Int {
        get { line.pointee.load(ordering: .acquiring) }
        set { line.pointee.store(newValue, ordering: .releasing) }
    }
}

/// Runs `body` on a thread of its own.
func startThread(_ body: @escaping @Sendable () -> Void) throws {
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
