import Glibc
import ResponderEventLoop
import Synchronization

/// Threads that post, signal, write descriptors, wake and stop the loop, while the loop's own thread takes sources away
/// from them.
@MainActor
final class SoakThreads {
    nonisolated static let count = 3
    /// How many posts of a thread may be under way: without a bound they would take the memory.
    private nonisolated static let mostPosts = 200
    private static let slots = 8

    /// What a thread and the loop share.
    private final class Shared: Sendable {
        let isOver = Atomic<Bool>(false)
        let running = Atomic<Int>(0)
        let posted = Atomic<Int>(0)
        let ran = Atomic<Int>(0)
        let signalled = Atomic<Int>(0)
        let written = Atomic<Int>(0)
        /// The sources that come and go.
        let sources = LockedSources()
        /// What a thread has published for the source that stays, before it signalled it.
        let published = Atomic<Int>(0)
    }

    private let loop: MainRunLoop
    private let witness: SoakWitness
    private let shared = Shared()
    private let descriptor: Int32
    private let writer: Int32
    private var descriptorSource: MainRunLoop.DescriptorSource?
    private var stays: MainRunLoop.UserSource?
    private var seen = 0
    private var read = 0
    private var replacements = 0
    private(set) var performs = 0

    var posted: Int { shared.posted.load(ordering: .relaxed) }
    var signalled: Int { shared.signalled.load(ordering: .relaxed) }

    init(_ loop: MainRunLoop, _ witness: SoakWitness) {
        self.loop = loop
        self.witness = witness
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { fail("no pipe") }
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        (descriptor, writer) = (ends[0], ends[1])
        stays = loop.addUserSource { [unowned self] in
            performs += 1
            seen = max(seen, shared.published.load(ordering: .relaxed))
        }
        replaceSources()
        guard let stays else { return }
        for thread in 0..<Self.count {
            shared.running.add(1, ordering: .relaxed)
            start { [shared, writer] in
                Self.work(thread, loop, shared, witness, stays, writer)
                shared.running.subtract(1, ordering: .releasing)
            }
        }
    }

    /// What one thread does.
    private nonisolated static func work(
        _ thread: Int,
        _ loop: MainRunLoop,
        _ shared: Shared,
        _ witness: SoakWitness,
        _ stays: MainRunLoop.UserSource,
        _ descriptor: Int32
    ) {
        var (number, round) = (0, UInt32(thread))
        while !shared.isOver.load(ordering: .relaxed) {
            round = round &* 1_664_525 &+ 1_013_904_223
            switch (round >> 24) % 8 {
            case 0..<3:
                let underWay = shared.posted.load(ordering: .relaxed) - shared.ran.load(ordering: .relaxed)
                guard underWay < mostPosts * count else {
                    usleep(20)
                    continue
                }
                number += 1
                shared.posted.add(1, ordering: .relaxed)
                loop.post { [number] in
                    shared.ran.add(1, ordering: .relaxed)
                    witness.performs(postOf: thread, number: number)
                }
            case 3, 4:
                shared.published.add(1, ordering: .relaxed)
                shared.signalled.add(1, ordering: .relaxed)
                stays.signal()
            case 5:
                shared.signalled.add(1, ordering: .relaxed)
                let source = shared.sources.withLock { $0.isEmpty ? nil : $0[Int(round >> 8) % $0.count] }
                source?.signal()
            case 6:
                var byte: UInt8 = 1
                if write(descriptor, &byte, 1) == 1 { shared.written.add(1, ordering: .relaxed) }
            default:
                if round % 64 == 0 { loop.stop() } else { loop.wakeUp() }
                usleep(50)
            }
        }
    }

    /// Cancels some of the sources that threads signal just now, and adds others.
    func replaceSources() {
        replacements += 1
        while shared.sources.withLock({ $0.count }) >= Self.slots - replacements % 3 {
            let source = shared.sources.withLock { $0.remove(at: 0) }
            source.cancel()
        }
        let isCancelled = Flag()
        let source = loop.addUserSource(priority: [.input, .default, .idle][replacements % 3]) { [unowned self] in
            if isCancelled.value { fail("a source performed after its cancel") }
            performs += 1
            guard replacements % 5 == 0 else { return }
            isCancelled.value = true
            isCancelled.source?.cancel()
            isCancelled.source = nil
        }
        isCancelled.source = source
        shared.sources.withLock { $0.append(source) }
        // The same of the descriptor's.
        descriptorSource?.cancel()
        do throws(MainRunLoop.Error) {
            descriptorSource = try loop.addDescriptorSource(
                descriptor,
                for: .read,
                trigger: replacements % 2 == 0 ? .edge : .level,
                in: replacements % 3 == 0 ? .default : .common
            ) { [unowned self] _ in
                readDescriptor()
            }
        } catch {
            fail("\(error)")
        }
    }

    private func readDescriptor() {
        // All there is: by edge the rest would not be reported.
        while true {
            let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) {
                Glibc.read(descriptor, $0.baseAddress, 4096)
            }
            guard count > 0 else { return }
            read += count
        }
    }

    /// Ends the threads, and waits for that.
    func end() {
        shared.isOver.store(true, ordering: .relaxed)
        while shared.running.load(ordering: .acquiring) > 0 { usleep(100) }
    }

    /// After every mode was run.
    func expectNothingLeft() {
        let ran = shared.ran.load(ordering: .relaxed)
        if ran != posted { fail("of \(posted) posts of threads \(ran) ran") }
        let published = shared.published.load(ordering: .relaxed)
        if seen != published { fail("a signal was lost: \(published) were published, and \(seen) seen") }
        let written = shared.written.load(ordering: .relaxed)
        if read != written { fail("a descriptor's readiness was lost: \(written) were written, and \(read) read") }
        for source in shared.sources.withLock({ $0 }) { source.cancel() }
        stays?.cancel()
        descriptorSource?.cancel()
        close(descriptor)
        close(writer)
    }
}

/// Sources that several threads take from.
///
/// The class is Sendable because `sources` is touched under the lock only. The lock is the system's, since the thread
/// sanitizer does not see the one of the standard library.
private final class LockedSources: Sendable {
    nonisolated(unsafe) private var sources: [MainRunLoop.UserSource] = []
    nonisolated(unsafe) private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    func withLock<Result>(_ body: (inout [MainRunLoop.UserSource]) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&sources)
    }
}

/// What a source that comes and goes knows of itself.
@MainActor
private final class Flag {
    var value = false
    var source: MainRunLoop.UserSource?
}

/// Starts a thread.
private func start(_ work: @escaping @Sendable () -> Void) {
    final class Start {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
    var thread = pthread_t()
    let code = pthread_create(
        &thread,
        nil,
        { context in
            guard let context else { return nil }
            Unmanaged<Start>.fromOpaque(context).takeRetainedValue().work()
            return nil
        },
        Unmanaged.passRetained(Start(work)).toOpaque()
    )
    guard code == 0 else { fail("no thread: error \(code)") }
    pthread_detach(thread)
}
