import TestSupport

@testable import ResponderCore

/// Windows with random trees of views, many of which override methods, and the explanation that a touch in them must
/// get by the plain rules, written down from the views' own properties.
@MainActor
final class ExplainedTrees {
    private(set) var windows: [Window] = []
    private(set) var planks: [Plank] = []
    /// A view in no window.
    private let stray = View()
    /// Who got a began.
    var handler: Responder?
    /// The overrides that were asked, in order.
    var asked: [ObjectIdentifier] = []

    init(seed: UInt64, in application: Application) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let window = Window(frame: Self.frame(&random, 200...400), application: application)
            window.windowLevel = Bool.random(using: &random) ? .normal : .alert
            windows.append(window)
            let first = planks.count
            for _ in 0..<Int.random(in: 2...10, using: &random) { add(to: window, after: first, &random) }
            if Int.random(in: 0..<8, using: &random) == 0 { disturb(window, &random) }
            window.isHidden = Int.random(in: 0..<12, using: &random) == 0
        }
    }

    private func add(to window: Window, after first: Int, _ random: inout SeededGenerator) {
        let frame = Self.frame(&random, 20...300)
        let plank: Plank =
            switch Int.random(in: 0..<10, using: &random) {
            case 0: ShapedPlank(frame: frame)
            case 1, 2: AskingPlank(frame: frame)
            case 3: ReroutedPlank(frame: frame)
            case 4...6: HandlingPlank(frame: frame)
            default: Plank(frame: frame)
            }
        plank.trees = self
        // Lower than its own number, so that no chain is a circle.
        let isStray = planks.isEmpty || Int.random(in: 0..<4, using: &random) == 0
        plank.other = isStray ? stray : planks[Int.random(in: 0..<planks.count, using: &random)]
        plank.manner = AskingPlank.Manner.allCases.randomElement(using: &random) ?? .usual
        plank.isExclusiveTouch = Int.random(in: 0..<10, using: &random) == 0
        plank.isMultipleTouchEnabled = Bool.random(using: &random)
        let place = Int.random(in: first...planks.count, using: &random)
        (place == planks.count ? window : planks[place]).addSubview(plank)
        planks.append(plank)
        if Int.random(in: 0..<3, using: &random) == 0 { disturb(plank, &random) }
    }

    private func disturb(_ view: View, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: view.isHidden = !(view is Window)
        case 1: view.isUserInteractionEnabled = false
        case 2: view.alpha = 0.0099
        case 3: view.alpha = 0.01
        case 4: view.transform = Transform(scaleX: 0, y: 1)
        case 5: view.transform = Transform(rotationAngle: .random(in: 0...6, using: &random))
        default: view.bounds.origin = Point(.random(in: -50...50, using: &random), 25)
        }
    }

    private static func frame(_ random: inout SeededGenerator, _ extents: ClosedRange<Int>) -> Rect {
        func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) }
        return Rect(number(-40...120), number(-40...120), number(extents), number(extents))
    }

    /// Takes everything off the application.
    func takeDown() {
        for window in windows { window.isHidden = true }
    }

    // MARK: The plain rules

    /// A step, as the plain rules make it.
    struct Step: Equatable {
        let view: View
        let depth: Int
        let point: Point?
        var outcome: TouchExplanation.Outcome

        static func == (lhs: Step, rhs: Step) -> Bool {
            guard lhs.view == rhs.view, lhs.depth == rhs.depth, lhs.outcome == rhs.outcome else { return false }
            guard let point = lhs.point, let other = rhs.point else { return lhs.point == rhs.point }
            return point.distance(to: other) < 1e-6
        }
    }

    /// What must be hit (H2), and how the search must go.
    func plainHit(_ point: Point, _ application: Application) -> (view: View?, steps: [Step]) {
        var steps: [Step] = []
        for window in application.windows.reversed() {
            if let hit = ask(window, about: point, depth: 0, &steps) { return (hit, steps) }
        }
        return (nil, steps)
    }

    /// Asks a view about a point in its superview's coordinates.
    private func ask(_ view: View, about outer: Point, depth: Int, _ steps: inout [Step]) -> View? {
        guard let inverse = view.transform.inverted() else {
            steps.append(Step(view: view, depth: depth, point: nil, outcome: .passedOver(.notInvertible)))
            return nil
        }
        let turned = Point(outer.x - view.center.x, outer.y - view.center.y).applying(inverse)
        let middle = view.bounds.center
        let point = Point(turned.x + middle.x, turned.y + middle.y)
        guard let asking = view as? AskingPlank else { return search(view, point, depth, &steps) }
        let place = steps.count
        steps.append(Step(view: view, depth: depth, point: point, outcome: .answered(nil)))
        let answer: View?
        switch asking.manner {
        case .usual, .withoutEvent: answer = search(view, point, depth + 1, &steps)
        case .lettingThrough:
            let hit = search(view, point, depth + 1, &steps)
            answer = hit === view ? nil : hit
        case .refusing: answer = nil
        case .pointing: answer = asking.other
        case .greedy: answer = view
        }
        steps[place].outcome = .answered(answer)
        return answer
    }

    /// The rule (H8), for a point in the view's own coordinates.
    private func search(_ view: View, _ point: Point, _ depth: Int, _ steps: inout [Step]) -> View? {
        let isInside = (view as? ShapedPlank)?.isIn(point) ?? view.bounds.contains(point)
        let reason: TouchExplanation.Reason? =
            if view.isHidden {
                .hidden
            } else if !view.isUserInteractionEnabled {
                .interactionDisabled
            } else if view.alpha < 0.01 {
                .transparent(alpha: view.alpha)
            } else if isInside {
                nil
            } else {
                view is ShapedPlank ? .pointInside(bounds: view.bounds) : .outside(bounds: view.bounds)
            }
        if let reason {
            steps.append(Step(view: view, depth: depth, point: point, outcome: .passedOver(reason)))
            return nil
        }
        let place = steps.count
        steps.append(Step(view: view, depth: depth, point: point, outcome: .entered))
        for subview in view.subviews.reversed() {
            if let hit = ask(subview, about: point, depth: depth + 1, &steps) { return hit }
        }
        steps[place].outcome = .hit
        return view
    }
}

// MARK: - Views

class Plank: View {
    weak var trees: ExplainedTrees?
    weak var other: View?
    var manner = AskingPlank.Manner.usual

    fileprivate func noteAsked() { trees?.asked.append(ObjectIdentifier(self)) }
}

final class HandlingPlank: Plank {
    override func touchesBegan(_ touches: TouchSet, with event: Event) { trees?.handler = self }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}

/// A view whose next responder is another view than it is in.
final class ReroutedPlank: Plank {
    override var next: Responder? { other ?? super.next }
}

/// A cross that sticks out of its bounds.
final class ShapedPlank: Plank {
    func isIn(_ point: Point) -> Bool { abs(point.x - bounds.center.x) < 30 || abs(point.y - bounds.center.y) < 30 }

    override func point(inside point: Point, with event: Event?) -> Bool {
        noteAsked()
        return isIn(point)
    }
}

final class AskingPlank: Plank {
    enum Manner: CaseIterable { case usual, withoutEvent, lettingThrough, refusing, pointing, greedy }

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        noteAsked()
        switch manner {
        case .usual: return super.hitTest(point, with: event)
        case .withoutEvent: return super.hitTest(point, with: nil)
        case .lettingThrough:
            let hit = super.hitTest(point, with: event)
            return hit === self ? nil : hit
        case .refusing: return nil
        case .pointing: return other
        case .greedy: return self
        }
    }
}
