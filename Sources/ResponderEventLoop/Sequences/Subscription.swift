internal import Synchronization

/// A source whose elements go to a mailbox; releasing the subscription cancels the source.
package final class Subscription<Element: Sendable>: Sendable {
    private let mailbox: Mailbox<Element>
    /// Nil for a source that is no loop's.
    private let mailboxes: LoopMailboxes?
    private let cancelSource: @MainActor @Sendable () -> Void
    private let isOver = Atomic<Bool>(false)

    /// A subscription to a source, which ends with the loop if the source is one of a loop.
    ///
    /// - Parameter cancel: Cancels the source.
    @MainActor
    package init(
        of loop: MainRunLoop?,
        to mailbox: Mailbox<Element>,
        cancel: @escaping @MainActor @Sendable () -> Void
    ) {
        self.mailbox = mailbox
        mailboxes = loop?.mailboxes
        cancelSource = cancel
        mailboxes?.add(mailbox)
    }

    deinit { end() }

    /// Ends the sequence, and cancels its source: at once on the main actor, otherwise in a job of the main actor.
    package func end() {
        guard finish() else { return }
        Task.immediateDetached { @MainActor [cancelSource] in cancelSource() }
    }

    /// The next element; when there are no more, cancels the source and returns nil.
    package func next(isolation: isolated (any Actor)? = #isolation) async -> Element? {
        if let element = await mailbox.take(isolation: isolation) { return element }
        if finish() { await cancelSource() }
        return nil
    }

    /// Ends the mailbox; returns true to the first caller, which has to cancel the source.
    @discardableResult
    func finish() -> Bool {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return false }
        mailbox.end()
        mailboxes?.remove(mailbox)
        return true
    }
}

/// An iterator's hold on a subscription: ends the subscription when the iterator is released, even if the sequence
/// lives on.
package final class Iteration<Element: Sendable>: Sendable {
    package let subscription: Subscription<Element>

    package init(of subscription: Subscription<Element>) {
        self.subscription = subscription
    }

    deinit {
        subscription.end()
    }
}
