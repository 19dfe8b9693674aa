import Glibc
import ResponderEventLoop
import ResponderTouchInput
import Synchronization
import TestSupport
import Testing

@Suite("A touch port under several threads")
@MainActor
struct PortThreadTests {
    /// What a thread sent of one contact.
    ///
    /// A sample's horizontal coordinate counts the contact's samples.
    struct Sent: Sendable {
        var identifier: Int
        var samples: Int
    }

    /// Has threads play fingers while the loop turns, and returns what they sent.
    ///
    /// Each plays `lives` contacts, three at a time, with identifiers of its own that are used again and again.
    func play(_ senders: [TouchPort.Sender], lives: Int, moves: Int, in harness: PortHarness) -> [[Sent]] {
        let running = Running(senders.count)
        let threads = Threads()
        let record = Locked([[Sent]](repeating: [], count: senders.count))
        for (number, sender) in senders.enumerated() {
            threads.start {
                let own = fingers(of: number, lives: lives, moves: moves, through: sender)
                record.withLock { $0[number] = own }
                running.count.subtract(1, ordering: .releasing)
            }
        }
        while running.count.load(ordering: .acquiring) > 0 { harness.serve() }
        threads.join()
        harness.serve()
        return record.withLock { $0 }
    }

    @Test("A touch sender may be made on any thread, and nothing that it sends at once is lost")
    func madeElsewhere() async throws {
        let harness = try PortHarness()
        let port = try #require(harness.port)
        let sender = await Task.detached {
            let sender = port.makeSender()
            sender.send(TouchContact(1, .began, at: Point(3, 4)), at: .zero)
            return sender
        }.value
        await harness.loop.runUntilIdle()
        sender.send(TouchContact(1, .ended, at: Point(3, 4)), at: .zero)
        await harness.loop.runUntilIdle()
        #expect(harness.takeFrames().flatMap(\.contacts).map(\.phase) == [.began, .ended])
    }

    @Test(
        "Nothing is lost where there is room in a port, and each contact's samples arrive in order",
        arguments: [true, false]
    )
    func complete(oneSender: Bool) throws {
        let (lives, moves) = (300, 10)
        let harness = try PortHarness(capacity: 1 << 16)
        let one = harness.makeSender()
        let senders = oneSender ? [one, one] : [one] + (0..<3).map { _ in harness.makeSender() }
        let sent = play(senders, lives: lives, moves: moves, in: harness)
        let contacts = check(harness.takeFrames(), sent: sent)
        #expect(contacts == senders.count * lives)
        #expect(harness.statistics.samples == senders.count * lives * (moves + 2))
        #expect(harness.statistics.coalescedMoves == 0)
        #expect(harness.statistics.droppedBegans == 0)
        #expect(harness.statistics.unknownContacts == 0)
    }

    @Test("Ends and last moves arrive in order in a full ring, and what is missing is counted", arguments: [1, 2, 4])
    func overflow(threads: Int) throws {
        // Rules: T20.
        let (lives, moves) = (300, 60)
        let harness = try PortHarness(capacity: 256)
        let sender = harness.makeSender()
        let sent = play([TouchPort.Sender](repeating: sender, count: threads), lives: lives, moves: moves, in: harness)
        let contacts = check(harness.takeFrames(), sent: sent)
        let statistics = harness.statistics
        #expect(contacts == threads * lives - statistics.droppedBegans)
        #expect(statistics.contacts == contacts)
        #expect(statistics.unknownContacts == statistics.droppedBegans * (moves + 1))
        #expect(statistics.samples >= contacts * 3)
        #expect(statistics.samples + statistics.coalescedMoves >= contacts * (moves + 2))
        #expect(statistics.excessContacts == 0)
        #expect(statistics.repeatedBegans == 0)
    }

    @Test("Senders that are made and go while others send lose nothing and leave nothing down")
    func comeAndGo() throws {
        // Rules: T20.
        let harness = try PortHarness(capacity: 256)
        let running = Running(2)
        let threads = Threads()
        let places = SenderPlaces(2)
        for number in 0..<2 {
            threads.start {
                for life in 0..<300 {
                    while !places.use(number, { $0.send(life, .began, 1) }) { sched_yield() }
                    places.drop(number)
                }
                running.count.subtract(1, ordering: .releasing)
            }
        }
        while running.count.load(ordering: .acquiring) > 0 {
            for number in 0..<2 where places.isEmpty(number) { places.put(number, harness.makeSender()) }
            harness.serve()
        }
        threads.join()
        harness.serve()
        let contacts = harness.takeFrames().flatMap(\.contacts)
        #expect(contacts.filter { $0.phase == .began }.count == 600)
        #expect(contacts.filter { $0.phase == .cancelled }.count == 600)
    }

    @Test(
        "Threads that wrongly send of the same contacts get each began one end, and leave nothing behind"
    )
    func sameContacts() throws {
        // Rules: T20.
        let (threads, lives) = (3, 3_000)
        let harness = try PortHarness(capacity: 256)
        var sender: TouchPort.Sender? = harness.makeSender()
        let running = Running(threads)
        let workers = Threads()
        for number in 0..<threads {
            workers.start { [sender] in
                for life in 0..<lives { misuse(sender, life: life, thread: number) }
                running.count.subtract(1, ordering: .releasing)
            }
        }
        sender = nil
        while running.count.load(ordering: .acquiring) > 0 { harness.serve() }
        workers.join()
        harness.serve()
        #expect(harness.port?.hasPending == false)
        #expect(harness.port?.isExpecting == false)
        #expect(harness.loop.runNow() == .finished)
        var (begans, ends) = ([Int: Int](), [Int: Int]())
        for contact in harness.takeFrames().lazy.flatMap(\.contacts) {
            switch contact.phase {
            case .began: begans[contact.identifier, default: 0] += 1
            case .moved: break
            case .ended, .cancelled: ends[contact.identifier, default: 0] += 1
            }
        }
        #expect(begans == ends)
        #expect(harness.statistics.contacts == begans.values.reduce(0, +))
        #expect(harness.statistics.contacts > 0)
    }

    /// Checks what was delivered against what was sent, contact by contact; returns how many contacts began.
    func check(_ frames: [TouchFrame], sent: [[Sent]]) -> Int {
        var down: [Int: [TouchContact]] = [:]
        var delivered: [Int: [[TouchContact]]] = [:]
        for contact in frames.lazy.flatMap(\.contacts) {
            let name = contact.identifier
            switch contact.phase {
            case .began:
                #expect(down[name] == nil)
                down[name] = [contact]
            case .moved:
                #expect(down[name] != nil)
                down[name]?.append(contact)
            case .ended, .cancelled:
                let life = (down.removeValue(forKey: name) ?? []) + [contact]
                #expect(life.count > 1)
                delivered[name, default: []].append(life)
            }
        }
        #expect(down.isEmpty)
        for (name, lives) in delivered {
            for life in lives {
                let numbers = life.map(\.location.x)
                // Strictly increasing, and the last two, the last move and the end, are always there.
                let isInOrder = zip(numbers, numbers.dropFirst()).allSatisfy(<)
                let count = sent.joined().first { $0.identifier == name }?.samples ?? 0
                #expect(isInOrder && numbers.first == 0 && numbers.suffix(2) == [Double(count - 2), Double(count - 1)])
            }
        }
        return delivered.values.reduce(0) { $0 + $1.count }
    }
}

/// One thread's part: contacts that begin, move and end, three at a time, in frames of one to three samples.
private func fingers(
    of thread: Int,
    lives: Int,
    moves: Int,
    through sender: TouchPort.Sender
) -> [PortThreadTests.Sent] {
    let names = (0..<3).map { thread * 64 + $0 * 7 }
    for life in 0..<(lives / 3) {
        let time = Int64(life)
        for name in names { sender.send(name, .began, 0, time: time) }
        for move in 1...moves {
            if move % 3 == 0 {
                sender.send(names.map { ($0, .moved, Double(move)) }, time: time)
            } else {
                for name in names { sender.send(name, .moved, Double(move), time: time) }
            }
        }
        sender.send(names.map { ($0, .ended, Double(moves + 1)) }, time: time)
        if life % 8 == 0 { sched_yield() }
    }
    return names.map { PortThreadTests.Sent(identifier: $0, samples: moves + 2) }
}

/// One life of contacts that other threads send of, too: alone and in frames, with details and without.
private func misuse(_ sender: TouchPort.Sender?, life: Int, thread: Int) {
    let time = Int64(life)
    sender?.send(1, .began, 0, time: time)
    sender?.send([(2, .began, 0), (3, .began, 0)], time: time)
    for move in 1...3 {
        sender?.send(1, .moved, Double(move), time: time)
        sender?.send([(2, .moved, Double(move)), (3, .moved, Double(move))], time: time)
    }
    if (life + thread) % 3 == 0 { sender?.send([(4, .began, 0), (4, .moved, 1), (4, .ended, 2)], time: time) }
    sender?.send(1, .ended, 9, time: time)
    sender?.send([(2, .ended, 9), (3, .cancelled, 9)], time: time)
    if life % 16 == thread { sched_yield() }
}

/// How many threads have not finished.
private final class Running: Sendable {
    let count: Atomic<Int>

    init(_ count: Int) {
        self.count = Atomic(count)
    }
}

/// Places through which the loop's side hands senders to threads, which let go of them.
private final class SenderPlaces: Sendable {
    private let places: Locked<[TouchPort.Sender?]>

    init(_ count: Int) {
        places = Locked([TouchPort.Sender?](repeating: nil, count: count))
    }

    func isEmpty(_ number: Int) -> Bool { places.withLock { $0[number] == nil } }

    func put(_ number: Int, _ sender: TouchPort.Sender) {
        places.withLock { $0[number] = sender }
    }

    /// Calls `body` with the sender; returns false where there is none.
    func use(_ number: Int, _ body: (TouchPort.Sender) -> Void) -> Bool {
        guard let sender = places.withLock({ $0[number] }) else { return false }
        body(sender)
        return true
    }

    func drop(_ number: Int) {
        places.withLock { $0[number] = nil }
    }
}

/// A value behind a lock of the system's. (The thread sanitizer does not see the standard library's `Mutex` on Linux.)
private final class Locked<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init(_ value: Value) {
        self.value = value
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&value)
    }
}
