internal import Synchronization

/// The sources signalled and not yet taken in by the loop, in the order of their signals.
///
/// Other threads push them on a lock-free stack. The loop's own thread, from which most signals come, has a list that it
/// need not share: a signal there is a few loads and stores.
final class SignalInbox: Sendable {
    typealias Link = MainRunLoop.UserSource.Link

    /// Those signalled on the loop's thread, and those taken off the stack.
    private struct List {
        var first: UnsafeMutablePointer<Link>?
        var last: UnsafeMutablePointer<Link>?
    }

    // Not Sendable only because of the pointer in it, which belongs to whoever took it off the stack.
    nonisolated(unsafe) private let top = Atomic<UnsafeMutablePointer<Link>?>(nil)
    /// The main actor's.
    nonisolated(unsafe) private let list: UnsafeMutablePointer<List>
    private let thread: LoopThread
    private let wakeSignal: WakeSignal

    init(thread: LoopThread, wakeSignal: WakeSignal) {
        list = .allocate(capacity: 1)
        list.initialize(to: List())
        self.thread = thread
        self.wakeSignal = wakeSignal
    }

    deinit {
        list.deallocate()
    }

    /// Whether the caller is on the loop's thread, and may ``add(_:)``.
    @inline(__always)
    var isOnLoopThread: Bool { thread.isCurrent }

    /// Whether no source is in here; the main actor's.
    @inline(__always)
    var isEmpty: Bool { list.pointee.first == nil && isStackEmpty }

    @inline(__always)
    private var isStackEmpty: Bool { top.load(ordering: .relaxed) == nil }

    // MARK: - On the loop's thread

    /// Adds a source that is neither cancelled nor in here, nor in a queue of the loop.
    @inline(__always)
    func add(_ link: UnsafeMutablePointer<Link>) {
        // What others signalled before comes before; it may be this one.
        if !isStackEmpty {
            takeStack()
            guard !link.pointee.standing.contains(.queued) else { return }
        }
        append(link)
        // A run that sleeps does not call this, but a loop may be asleep between two turns.
        wakeSignal.wakeAfterExchange()
    }

    /// Takes all, the one signalled first in front.
    @MainActor
    func take() -> UnsafeMutablePointer<Link>? {
        takeStack()
        let first = list.pointee.first
        list.initialize(to: List())
        return first
    }

    /// The loop is gone: forgets all.
    @MainActor
    func end() {
        list.initialize(to: List())
    }

    /// Takes in what other threads have signalled so far: the main actor's.
    func takeStack() {
        guard !isStackEmpty else { return }
        var newestFirst = top.exchange(nil, ordering: .sequentiallyConsistent)
        var oldestFirst: UnsafeMutablePointer<Link>?
        while let link = newestFirst {
            newestFirst = link.pointee.nextOnStack
            link.pointee.nextOnStack = oldestFirst
            oldestFirst = link
        }
        while let link = oldestFirst {
            oldestFirst = link.pointee.nextOnStack
            link.pointee.standing = link.pointee.standing.subtracting(.onStack).union(.takenIn)
            // One that was signalled on the loop's thread too is in its place already.
            if !link.pointee.standing.contains(.queued) { append(link) }
        }
    }

    @inline(__always)
    private func append(_ link: UnsafeMutablePointer<Link>) {
        link.pointee.standing = link.pointee.standing.union(.queued)
        link.pointee.next = nil
        if let last = list.pointee.last { last.pointee.next = link } else { list.pointee.first = link }
        list.pointee.last = link
    }

    // MARK: - On any thread

    /// Pushes a source that the caller has marked.
    func push(_ link: UnsafeMutablePointer<Link>) {
        var expected = top.load(ordering: .relaxed)
        while true {
            link.pointee.nextOnStack = expected
            // Sequentially consistent, so that the look at the loop's state after it needs no fence of its own.
            let (exchanged, original) = top.weakCompareExchange(
                expected: expected,
                desired: link,
                successOrdering: .sequentiallyConsistent,
                failureOrdering: .relaxed
            )
            if exchanged { break }
            expected = original
        }
        wakeSignal.wakeAfterExchange()
    }
}
