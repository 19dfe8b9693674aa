/// What puts elements into a stream: the observer that feeds the stream keeps it, and the stream ends with it.
///
/// For the sequences that are streams of the standard library, whose tasks are resumed by way of the runtime's threads;
/// others have a ``Mailbox``.
package final class StreamFeed<Element: Sendable>: Sendable {
    package let continuation: AsyncStream<Element>.Continuation

    private init(_ continuation: AsyncStream<Element>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }

    /// A stream whose newest elements wait for the task, so many of them at most and one at least, and its feed.
    package static func make(bufferingNewest limit: Int) -> (stream: AsyncStream<Element>, feed: StreamFeed) {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingNewest(max(1, limit)))
        return (stream, StreamFeed(continuation))
    }

    /// Hands an element to the task that waits, or keeps it; returns whether the oldest was dropped for it.
    @discardableResult
    package func put(_ element: Element) -> Bool {
        if case .dropped = continuation.yield(element) { true } else { false }
    }
}
