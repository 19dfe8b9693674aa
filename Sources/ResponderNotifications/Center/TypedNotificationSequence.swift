internal import Synchronization

extension TypedNotificationCenter {
    /// The notifications of type `type` about `subject`, for a task to iterate over.
    ///
    ///     for await saved in center.notifications(DocumentSaved.self) { … }
    ///
    /// It observes from this call on, not from the first iteration, and misses none that is posted afterwards, in their order:
    /// up to `limit` wait for the task. Where another one comes then, the oldest of them is dropped, and counted.
    ///
    /// It ends when it and its iterator go, when the task that iterates is cancelled, by
    /// ``TypedNotificationSequence/cancel()``, and with the centre; of these the last two let the task have what waits first.
    ///
    /// - Parameters:
    ///   - type: The notification's own type.
    ///   - subject: The object to hear about, compared by identity and not kept alive; nil for any and for none.
    ///   - limit: How many may wait, one at least.
    /// - Complexity: as that of ``observe(_:of:using:)``; a post allocates while nobody waits for it.
    public func notifications<Value: TypedNotification>(
        _ type: Value.Type,
        of subject: AnyObject? = nil,
        bufferingNewest limit: Int = 256
    ) -> TypedNotificationSequence<Value> {
        let (stream, continuation) = AsyncStream<CarriedNotification>.makeStream(
            bufferingPolicy: .bufferingNewest(max(1, limit))
        )
        // Goes with the callback, also where the centre is what goes.
        let observation = SequenceObservation { continuation.finish() }
        let token = observe(type, of: subject) { value in
            if case .dropped = continuation.yield(CarriedNotification(value: value)) { observation.countDropped() }
        }
        continuation.onTermination = { _ in token.cancel() }
        return TypedNotificationSequence(stream: stream, tally: observation.dropped) { continuation.finish() }
    }
}

/// Notifications as they are posted: ``TypedNotificationCenter/notifications(_:of:bufferingNewest:)``.
///
/// The sequence has one iterator at a time. It stays on the main actor, unless its notifications may leave that.
public struct TypedNotificationSequence<Element: TypedNotification>: AsyncSequence {
    /// It never fails.
    public typealias Failure = Never

    let stream: AsyncStream<CarriedNotification>
    let tally: DroppedTally
    let finish: @Sendable () -> Void

    /// How many notifications were dropped so far, since too many waited.
    public var droppedCount: Int { tally.count.load(ordering: .relaxed) }

    /// Ends the observation: what waits is iterated over still, and nothing comes after it.
    ///
    /// Safe on any thread; a second call does nothing.
    public func cancel() { finish() }

    /// Iterates over the notifications.
    public func makeAsyncIterator() -> Iterator { Iterator(iterator: stream.makeAsyncIterator()) }

    /// An iterator over notifications.
    public struct Iterator: AsyncIteratorProtocol {
        var iterator: AsyncStream<CarriedNotification>.Iterator

        /// The next notification; nil when there are no more.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await iterator.next(isolation: actor)?.value as? Element
        }

        /// The same.
        public mutating func next() async -> Element? { await next(isolation: nil) }
    }
}

extension TypedNotificationSequence: Sendable where Element: Sendable {}

/// A notification on its way to the task that iterates.
///
/// It is Sendable because it goes nowhere: it is put in on the main actor, and taken out by an iterator that is there too, for
/// neither sequence nor iterator can leave it unless the notification may.
struct CarriedNotification: @unchecked Sendable {
    /// Not by its type: closures that any thread calls may not know that one.
    let value: any TypedNotification
}

/// How many were dropped.
final class DroppedTally: Sendable {
    let count = Atomic<Int>(0)
}

/// What an observer that feeds a sequence keeps: it ends the sequence when it goes.
final class SequenceObservation: Sendable {
    let dropped = DroppedTally()
    private let finish: @Sendable () -> Void

    init(finish: @escaping @Sendable () -> Void) {
        self.finish = finish
    }

    deinit { finish() }

    func countDropped() { dropped.count.wrappingAdd(1, ordering: .relaxed) }
}
