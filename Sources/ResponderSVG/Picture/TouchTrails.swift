public import ResponderKit

/// Follows touches, for a picture of a tree that shows where they went: see `View.svg(title:touches:)`.
///
/// ```swift
/// let trails = TouchTrails()
/// application.onTouchTrace = { trails.note($0) }
/// ```
///
/// Views and responders are not kept alive.
@MainActor
public final class TouchTrails {
    /// How many touches are kept: when more begin, the oldest of those that are over are forgotten.
    public let limit: Int
    /// The touches, in the order in which they began.
    private(set) var trails: [TouchTrail] = []
    /// The numbers of the touches that are not over.
    private var numbers: [Touch: Int] = [:]
    private var lastNumber = 0

    /// Follows no touch yet.
    ///
    /// - Parameter limit: How many touches are kept, at least one.
    /// - Complexity: O(1); no allocation.
    public init(limit: Int = 40) {
        self.limit = max(1, limit)
    }

    /// The number of touches that are kept.
    public var count: Int { trails.count }

    /// Takes an event of a trace: the listener `Application.onTouchTrace` passes each one on.
    ///
    /// - Complexity: Linear in the touches that are kept, and where a touch begins in its responder chain; allocates
    ///   the trail of a touch that begins, and where its path grows.
    public func note(_ event: TouchTraceEvent) {
        switch event.kind {
        case .hit(let view, let window, _):
            for touch in event.touches { begin(touch, view, window) }
        case .missed(let miss, _):
            add(TouchTrail(at: event.location, problem: "misses: \(miss)"))
        case .refused(let refusal):
            refuse(event, "refused: \(refusal)")
        case .delivered(let delivery):
            for touch in event.touches {
                if numbers[touch.touch] == nil, let window = delivery.view.window {
                    begin(touch, delivery.view, window)
                }
                change(touch) { $0.note(delivery) }
            }
        case .willCancel, .recognizer, .withheld, .givenBack, .kept:
            break
        case .ended:
            for touch in event.touches {
                change(touch) { $0.isOver = true }
                numbers[touch.touch] = nil
            }
        }
    }

    /// Forgets all touches; those that are not over are followed from their next event on.
    ///
    /// - Complexity: Linear in the touches that are kept; no allocation.
    public func removeAll() {
        trails.removeAll()
        numbers.removeAll()
    }

    private func begin(_ touch: TouchTraceEvent.TracedTouch, _ view: View, _ window: Window) {
        numbers[touch.touch] = lastNumber + 1
        add(TouchTrail(touch.sample, view, window))
    }

    private func add(_ trail: TouchTrail) {
        lastNumber += 1
        trails.append(trail)
        trails[trails.count - 1].number = lastNumber
        guard trails.count > limit, let oldest = trails.firstIndex(where: \.isOver) else { return }
        trails.remove(at: oldest)
    }

    private func refuse(_ event: TouchTraceEvent, _ reason: String) {
        if event.touches.isEmpty { add(TouchTrail(at: event.location, problem: reason)) }
        for touch in event.touches {
            change(touch) {
                $0.problem = reason
                $0.isOver = true
            }
            numbers[touch.touch] = nil
        }
    }

    private func change(_ touch: TouchTraceEvent.TracedTouch, _ body: (inout TouchTrail) -> Void) {
        guard let number = numbers[touch.touch], let index = trails.lastIndex(where: { $0.number == number }) else {
            return
        }
        trails[index].note(touch.sample)
        body(&trails[index])
    }
}
