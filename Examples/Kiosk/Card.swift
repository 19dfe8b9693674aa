import ResponderKit

/// A card: one finger drags it, two fingers scale it.
final class Card: View {
    /// The fingers on the card, in the order in which they came.
    private var fingers: [Touch] = []
    private var scale = 1.0 {
        didSet { transform = Transform(scaleX: scale, y: scale) }
    }
    private let home: Point

    override init(frame: Rect) {
        home = frame.center
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    /// Puts the card back where it was at first, at its first size.
    func putBack() {
        center = home
        scale = 1
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { fingers += touches }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        guard let first = fingers.first else { return }
        let (now, before) = (first.location(in: superview), first.previousLocation(in: superview))
        if fingers.count == 1 {
            center = Point(center.x + now.x - before.x, center.y + now.y - before.y)
        } else {
            let (other, former) = (fingers[1].location(in: superview), fingers[1].previousLocation(in: superview))
            let (distance, formerDistance) = (Self.distance(now, other), Self.distance(before, former))
            if formerDistance > 0 { scale = min(max(scale * distance / formerDistance, 0.5), 4) }
        }
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) { lift(touches) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { lift(touches) }

    private func lift(_ touches: TouchSet) {
        let wasPinched = fingers.count > 1
        fingers.removeAll { touches.contains($0) }
        guard fingers.isEmpty || wasPinched else { return }
        say(
            "card at (\(Int(center.x)), \(Int(center.y))), \(Int((scale * 100).rounded())) % of its size"
        )
    }

    private static func distance(_ one: Point, _ other: Point) -> Double {
        ((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)).squareRoot()
    }
}
