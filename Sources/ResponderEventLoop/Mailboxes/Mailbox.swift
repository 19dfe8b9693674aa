/// Passes a source's elements to the task that iterates over them: holds what waits for the task, and at most one task
/// that waits.
///
/// An element may be the last to refer to an object whose end comes back here, as a recogniser's does: no element is
/// released under the lock. Sendable, because everything that changes is accessed under the lock alone.
package final class Mailbox<Element: Sendable>: Sendable, EndsWithLoop {
    private let keep: @Sendable (_ waiting: inout [Element], _ new: Element) -> [Element]
    /// The oldest is the first.
    nonisolated(unsafe) private var elements: [Element] = []
    nonisolated(unsafe) private var waiting: Promise<Element?>?
    nonisolated(unsafe) private var isOver = false
    private let lock = Lock()

    /// A mailbox that keeps elements by a closure, which is called under the lock.
    ///
    /// - Parameter keep: Puts an element behind those that wait, or merges it with the last; may drop older ones, and
    ///   returns these.
    package init(keep: @escaping @Sendable (_ waiting: inout [Element], _ new: Element) -> [Element]) {
        self.keep = keep
    }

    /// A mailbox in which an element that is not taken yet is merged with the next, so that nothing piles up.
    convenience init(merge: @escaping @Sendable (_ waiting: Element, _ new: Element) -> Element) {
        self.init { waiting, new in
            if let last = waiting.popLast() { waiting.append(merge(last, new)) } else { waiting.append(new) }
            return []
        }
    }

    /// Hands an element to the task that waits, or keeps it for the next task that asks.
    package func put(_ new: Element) {
        let (receiver, dropped) = lock.locked { () -> (Promise<Element?>?, [Element]) in
            if isOver { return (nil, []) }
            guard let receiver = waiting else { return (nil, keep(&elements, new)) }
            waiting = nil
            return (receiver, [])
        }
        withExtendedLifetime(dropped) {}
        receiver?.give(new)
    }

    /// Ends the mailbox: a task that waits gets nil, and so does every task that asks from now on.
    package func end() { end(keepsElements: false) }

    /// Ends the mailbox as ``end()`` does, but tasks still get the elements that wait.
    package func finish() { end(keepsElements: true) }

    private func end(keepsElements: Bool) {
        let (receiver, dropped) = lock.locked { () -> (Promise<Element?>?, [Element]) in
            defer {
                isOver = true
                waiting = nil
                if !keepsElements { elements = [] }
            }
            return (waiting, keepsElements ? [] : elements)
        }
        withExtendedLifetime(dropped) {}
        receiver?.give(nil)
    }

    /// The next element; nil when there are no more, or when the task is cancelled, which ends the sequence.
    func take(isolation: isolated (any Actor)? = #isolation) async -> Element? {
        await withTaskCancellationHandler(
            operation: {
                // A closure runs on the caller's actor only where it names the actor.
                _ = isolation
                let (element, promise) = elementOrPromise()
                return if let promise { await promise.value } else { element }
            },
            onCancel: { end() },
            isolation: isolation
        )
    }

    /// The oldest element that waits, or nil at the end; where there is neither, a promise of the next element.
    private func elementOrPromise() -> (Element?, Promise<Element?>?) {
        lock.locked {
            if !elements.isEmpty { return (elements.removeFirst(), nil) }
            if isOver { return (nil, nil) }
            if waiting != nil {
                fatalError("two tasks wait for the next element of the same sequence; make a sequence for each task")
            }
            waiting = Promise()
            return (nil, waiting)
        }
    }
}
