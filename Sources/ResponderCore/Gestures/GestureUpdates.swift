internal import ResponderEventLoop

// The actions of a recogniser as a sequence.
extension GestureActionSource {
    /// The recogniser's actions as a sequence, for a task to iterate over.
    ///
    ///     for await pan in recognizer.updates {
    ///         card.center = start + pan.translation(in: board)
    ///         if pan.state == .ended { break }
    ///     }
    ///
    /// An element is a ``GestureUpdate``: the values of the recogniser when it entered began, changed, ended or
    /// cancelled. It is not the recogniser itself, since the task runs after the event, when a gesture that has ended
    /// was already reset. A task of the main actor gets an element in the turn of the event.
    ///
    /// Each reading of this property makes a sequence of its own, which has all actions from then on, in their order. A
    /// task that is slower than the fingers still gets every began, ended and cancelled; of several changed in a row
    /// that wait, it gets only the newest. When more than ``GestureUpdates/limit`` elements wait, the oldest gestures
    /// are dropped, each as a whole.
    ///
    /// The sequence does not keep the recogniser alive. It ends with the recogniser, when its iterator is released, and
    /// when the iterating task is cancelled.
    ///
    /// - Complexity: O(1); allocates the sequence. Each action then allocates when a task waits for it.
    public var updates: GestureUpdates<GestureUpdate<Self>> { updates { GestureUpdate($0) } }

    /// The recogniser's actions as a sequence of other values, for example those of a class of your own.
    ///
    ///     for await (state, angle) in dial.updates({ ($0.state, $0.angle) }) { … }
    ///
    /// For the rest see ``updates``.
    ///
    /// - Parameter value: Makes an element; called in the action, as a closure of ``addAction(_:)`` is, and kept by the
    ///   recogniser.
    /// - Complexity: That of ``updates``.
    public func updates<Value: Sendable>(_ value: @escaping @MainActor (Self) -> Value) -> GestureUpdates<Value> {
        let feed = GestureFeed<Value>()
        let action = addAction { recognizer in feed.put(value(recognizer), recognizer.state) }
        let subscription = Subscription(of: nil, to: feed.mailbox) { [weak self] in self?.remove(action) }
        return GestureUpdates(subscription: subscription)
    }
}

/// The actions of a recogniser: see ``GestureActionSource/updates``.
///
/// Make one iterator: the sequence ends when an iterator of it is released.
///
/// - Precondition: At most one task at a time waits for an element; a second one stops the process with a message.
public struct GestureUpdates<Element: Sendable>: AsyncSequence, Sendable {
    /// The sequence never fails.
    public typealias Failure = Never

    /// How many elements may wait for the task; at least those of a gesture.
    public static var limit: Int { 64 }

    let subscription: Subscription<GestureElement<Element>>

    /// An iterator over the actions.
    ///
    /// - Complexity: O(1); allocates one object.
    public func makeAsyncIterator() -> Iterator { Iterator(iteration: Iteration(of: subscription)) }

    /// An iterator over actions; the sequence ends when the iterator is released.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let iteration: Iteration<GestureElement<Element>>

        /// The next element; nil when there are no more.
        ///
        /// - Complexity: O(1), besides the wait; allocates a continuation.
        public func next(isolation actor: isolated (any Actor)?) async -> Element? {
            let subscription = iteration.subscription
            return await withTaskCancellationHandler(
                operation: { await subscription.next(isolation: actor)?.value },
                // The recogniser does not call the action any more.
                onCancel: { subscription.end() },
                isolation: actor
            )
        }

        /// As ``next(isolation:)``, on no actor.
        ///
        /// - Complexity: As that of ``next(isolation:)``.
        public func next() async -> Element? { await next(isolation: nil) }
    }
}
