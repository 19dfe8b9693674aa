internal import ResponderEventLoop
internal import Synchronization

extension TypedNotificationCenter {
    /// The notifications of type `type` about `subject`, for a task to iterate over.
    ///
    ///     for await saved in center.notifications(DocumentSaved.self) { … }
    ///
    /// The sequence observes from this call on, not from the first iteration, and has all later notifications in the
    /// order of posting. Up to `limit` of them wait for the task; when one more comes, the oldest is dropped and
    /// counted.
    ///
    /// The sequence ends when it and its iterator are released, when the iterating task is cancelled, in a call of
    /// ``TypedNotificationSequence/cancel()``, and when the centre goes; in the last two cases the task still gets the
    /// waiting notifications.
    ///
    /// - Parameters:
    ///   - type: The notification's own type.
    ///   - subject: The object to observe, compared by identity and not kept alive; nil for notifications about any
    ///     object or none.
    ///   - limit: The most notifications that may wait, at least one.
    /// - Complexity: as that of ``observe(_:of:using:)``, and allocates the stream; a post allocates while no task
    ///   waits for it.
    public func notifications<Value: TypedNotification>(
        _ type: Value.Type,
        of subject: AnyObject? = nil,
        bufferingNewest limit: Int = 256
    ) -> TypedNotificationSequence<Value> {
        let (stream, feed) = StreamFeed<CarriedNotification>.make(bufferingNewest: limit)
        let (continuation, tally) = (feed.continuation, DroppedTally())
        // The callback keeps the feed, and is released when the centre goes.
        let token = observe(type, of: subject) { value in
            if feed.put(CarriedNotification(value: value)) { tally.count.wrappingAdd(1, ordering: .relaxed) }
        }
        continuation.onTermination = { _ in token.cancel() }
        return TypedNotificationSequence(stream: stream, tally: tally) { continuation.finish() }
    }
}

/// Notifications as they are posted: ``TypedNotificationCenter/notifications(_:of:bufferingNewest:)``.
///
/// The sequence has one iterator at a time. It stays on the main actor unless its notifications are Sendable.
public struct TypedNotificationSequence<Element: TypedNotification>: AsyncSequence {
    /// The sequence never fails.
    public typealias Failure = Never

    let stream: AsyncStream<CarriedNotification>
    let tally: DroppedTally
    let finish: @Sendable () -> Void

    /// The number of notifications dropped so far because too many were waiting.
    public var droppedCount: Int { tally.count.load(ordering: .relaxed) }

    /// Ends the observation: the waiting notifications are still iterated over, and no more follow.
    ///
    /// Safe on any thread; a second call does nothing.
    ///
    /// - Complexity: O(1); no allocation.
    public func cancel() { finish() }

    /// Iterates over the notifications.
    ///
    /// - Complexity: O(1); allocates the stream's iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(iterator: stream.makeAsyncIterator()) }

    /// An iterator over notifications.
    public struct Iterator: AsyncIteratorProtocol {
        var iterator: AsyncStream<CarriedNotification>.Iterator

        /// The next notification; nil when there are no more.
        ///
        /// - Complexity: O(1) and no allocation if a notification waits; else it suspends the task.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await iterator.next(isolation: actor)?.value as? Element
        }

        /// The next notification; nil when there are no more.
        ///
        /// - Complexity: as that of ``next(isolation:)``, allocations included.
        public mutating func next() async -> Element? { await next(isolation: nil) }
    }
}

extension TypedNotificationSequence: Sendable where Element: Sendable {}

/// A notification on its way to the task that iterates.
///
/// The struct is Sendable because the notification stays on the main actor: a post puts it in there, and the iterator
/// takes it out there, since the sequence and its iterator cannot leave the main actor unless the notification is
/// Sendable.
struct CarriedNotification: @unchecked Sendable {
    /// Existential, since closures that any thread calls may not capture the notification's own type.
    let value: any TypedNotification
}

/// The number of notifications that were dropped.
final class DroppedTally: Sendable {
    let count = Atomic<Int>(0)
}
