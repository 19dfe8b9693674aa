internal import Synchronization

/// The sources signalled and not yet taken in by the loop: a lock-free stack that any thread pushes on and the loop empties.
final class SignalStack: Sendable {
    typealias Link = MainRunLoop.UserSource.Link

    // Not Sendable only because of the pointer in it, which belongs to whoever took it off the stack.
    nonisolated(unsafe) private let top = Atomic<UnsafeMutablePointer<Link>?>(nil)
    private let wakeSignal: WakeSignal

    init(wakeSignal: WakeSignal) {
        self.wakeSignal = wakeSignal
    }

    var isEmpty: Bool { top.load(ordering: .relaxed) == nil }

    func push(_ link: UnsafeMutablePointer<Link>) {
        var expected = top.load(ordering: .relaxed)
        while true {
            link.pointee.next = expected
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

    /// Takes all links, the one signalled first in front.
    func take() -> UnsafeMutablePointer<Link>? {
        guard !isEmpty else { return nil }
        var newestFirst = top.exchange(nil, ordering: .sequentiallyConsistent)
        var oldestFirst: UnsafeMutablePointer<Link>?
        while let link = newestFirst {
            newestFirst = link.pointee.next
            link.pointee.next = oldestFirst
            oldestFirst = link
        }
        return oldestFirst
    }
}
