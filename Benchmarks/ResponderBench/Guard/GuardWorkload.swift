import ArgumentParser
import ResponderKit

/// What the guard counts: the hot paths, each alone.
enum GuardWorkload: String, CaseIterable, ExpressibleByArgument {
    /// A move, from the port to the hit view.
    case moved
    /// The same; the handler reads location in itself and timestamp.
    case reading
    /// Began and ended, each an event, with the hit-test of 34 views.
    case beganEnded = "began-ended"
    /// A move that the twelfth responder up the chain handles.
    case chain12 = "chain-12"
    /// `hitTest` of a window with 34 views, as an app calls it.
    case hitTest34 = "hit-test-34"
    /// `hitTest` of a window with 10,000 views beside one another.
    case hitTest10000 = "hit-test-10000"
    /// Sending a move, the loop being awake.
    case send

    /// Does it `events` times inside ``guardMeasured(_:)``, and what else belongs to it outside.
    ///
    /// Returns how many events that were.
    @MainActor
    func drive(events: Int) throws -> Int {
        let tree =
            self == .hitTest10000
            ? try BenchTree(flat: 10_000)
            : try BenchTree { frame in
                switch self {
                case .chain12: PlainView(frame: frame)
                case .reading: ReadingView(frame: frame)
                case .moved, .beganEnded, .hitTest34, .hitTest10000, .send: CountingView(frame: frame)
                }
            }
        let sequence = Sequence.usual.contacts
        // Classes are looked at the first time they are met, and so is all else that is made once.
        for _ in 0..<3 {
            tree.send(sequence)
            tree.receive()
            _ = tree.window.hitTest(Point(2, 2), with: nil)
        }
        let before = tree.handled
        let (driven, handled) = drive(tree, events: events)
        guard handled ?? (tree.handled - before) == driven else {
            throw BenchError.miscounted(subject: .responderKit, fed: driven, handled: handled ?? tree.handled - before)
        }
        return driven
    }

    /// Returns how many events were driven, and, where that is not what the tree counts, how many were handled.
    @MainActor
    private func drive(_ tree: BenchTree, events: Int) -> (driven: Int, handled: Int?) {
        switch self {
        case .moved, .reading, .chain12, .send:
            let batch = Array(repeating: TouchContact(1, .moved, at: Point(3, 2)), count: 1000)
            tree.send([TouchContact(1, .began, at: Point(2, 2))])
            tree.receive()
            let before = tree.handled
            let batches = max(1, events / batch.count)
            for _ in 0..<batches {
                if self == .send {
                    guardMeasured { tree.send(batch) }
                    tree.receive()
                } else {
                    tree.send(batch)
                    guardMeasured { tree.receive() }
                }
            }
            return (batches * batch.count, tree.handled - before)
        case .beganEnded:
            let batch = Sequence(moves: 0).batch
            let batches = max(1, events / batch.count)
            for _ in 0..<batches {
                tree.send(batch)
                guardMeasured { tree.receive() }
            }
            return (batches * batch.count, nil)
        case .hitTest34, .hitTest10000:
            // So many until the index is there.
            for _ in 0..<20 { _ = tree.window.hitTest(Point(2, 2), with: nil) }
            let (window, expected) = (tree.window, tree.hitView)
            var hits = 0
            guardMeasured {
                for _ in 0..<events where window.hitTest(Point(2, 2), with: nil) === expected { hits += 1 }
            }
            return (events, hits)
        }
    }
}

/// What callgrind collects: it is told to begin when this function is entered and to end when it is left, by its name.
@inline(never)
@MainActor
func guardMeasured(_ body: () -> Void) {
    body()
}
