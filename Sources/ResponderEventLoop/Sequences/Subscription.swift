internal import Synchronization

/// A source whose elements go to a mailbox: it ends, and its source with it, when it is let go.
final class Subscription<Element: Sendable>: Sendable {
    private let mailbox: Mailbox<Element>
    private let mailboxes: LoopMailboxes
    private let cancelSource: @MainActor @Sendable () -> Void
    private let isOver = Atomic<Bool>(false)

    @MainActor
    init(of loop: MainRunLoop, to mailbox: Mailbox<Element>, cancel: @escaping @MainActor @Sendable () -> Void) {
        self.mailbox = mailbox
        mailboxes = loop.mailboxes
        cancelSource = cancel
        mailboxes.add(mailbox)
    }

    deinit { end() }

    /// Ends the sequence, and its source: at once on the main actor, otherwise when that comes to it.
    func end() {
        guard finish() else { return }
        Task.immediateDetached { @MainActor [cancelSource] in cancelSource() }
    }

    /// The next element; nil when there are no more, and then the source is cancelled already.
    func next(isolation: isolated (any Actor)? = #isolation) async -> Element? {
        if let element = await mailbox.take(isolation: isolation) { return element }
        if finish() { await cancelSource() }
        return nil
    }

    /// No more elements; the caller cancels the source where this is true, which it is once.
    @discardableResult
    func finish() -> Bool {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        mailbox.end()
        mailboxes.remove(mailbox)
        return true
    }
}

/// An iterator's hold on a subscription: the subscription ends when it goes, though the sequence may stay.
final class Iteration<Element: Sendable>: Sendable {
    let subscription: Subscription<Element>

    init(of subscription: Subscription<Element>) {
        self.subscription = subscription
    }

    deinit {
        subscription.end()
    }
}
