internal import Synchronization

/// The sources that were signalled and that the loop has not taken over yet, in the order of their signals.
///
/// Other threads push sources on a lock-free stack. The loop's own thread, from which most signals come, has a list of
/// its own, so that a signal there costs a few loads and stores.
final class SignalInbox: Sendable {
    typealias Link = MainRunLoop.UserSource.Link

    /// The sources signalled on the loop's thread, and those taken off the stack.
    private struct List {
        var first: UnsafeMutablePointer<Link>?
        var last: UnsafeMutablePointer<Link>?
    }

    // Unsafe only because of the pointer in it, which belongs to the thread that took it off the stack.
    nonisolated(unsafe) private let top = Atomic<UnsafeMutablePointer<Link>?>(nil)
    /// For the main actor alone.
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

    /// Whether the inbox has no source; for the main actor alone.
    @inline(__always)
    var isEmpty: Bool { list.pointee.first == nil && isStackEmpty }

    @inline(__always)
    private var isStackEmpty: Bool { top.load(ordering: .relaxed) == nil }

    // MARK: - On the loop's thread

    /// Adds a source that is not cancelled, and is neither in the inbox nor in a queue of the loop.
    @inline(__always)
    func add(_ link: UnsafeMutablePointer<Link>) {
        // Sources that other threads signalled earlier come first; this source may be among them.
        if !isStackEmpty {
            takeStack()
            guard !link.pointee.standing.contains(.queued) else { return }
        }
        append(link)
        // The loop may be asleep here, though this is its own thread: between two turns of a host.
        wakeSignal.wakeAfterExchange()
    }

    /// Takes all sources as a chain, in the order of their signals.
    @MainActor
    func take() -> UnsafeMutablePointer<Link>? {
        takeStack()
        let first = list.pointee.first
        list.initialize(to: List())
        return first
    }

    /// Forgets all sources, since the loop is gone.
    @MainActor
    func end() {
        list.initialize(to: List())
    }

    /// Moves the sources that other threads have signalled so far to the list; for the main actor alone.
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
            // A source that was signalled on the loop's thread too is in the list already.
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
            // Sequentially consistent, so that the following load of the loop's state needs no fence.
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
