import TestSupport

@testable import ResponderCore

/// A random tree of views in which some have very many subviews, and what can be done to it.
///
/// Two of the same seed are the same; one is hit-tested by the kit, the other by `plainHitTest`, rule by rule.
@MainActor
final class HitTestWorld {
    private(set) var tiles: [Tile] = []
    /// Which overrides were asked, in order, and about what.
    var asked: [Question] = []
    /// What the next override that is asked does to the tree first.
    var whenAsked: Change?
    /// Whether `hitTest` of the views is asked by the plain rule, in the place of super's.
    let isPlain: Bool

    init(seed: UInt64, isPlain: Bool) {
        self.isPlain = isPlain
        var random = SeededGenerator(seed: seed)
        add(Tile(Rect(0, 0, 1000, 1000)))
        for _ in 0..<Int.random(in: 70...150, using: &random) { add(Self.makeTile(&random), to: 0, &random) }
        // A second one with many, inside the first, and views with a few.
        for _ in 0..<Int.random(in: 0...90, using: &random) { add(Self.makeTile(&random), to: 1, &random) }
        for _ in 0..<20 { add(Self.makeTile(&random), to: Int.random(in: 0..<tiles.count, using: &random), &random) }
    }

    private func add(_ tile: Tile, to parent: Int? = nil) {
        (tile.number, tile.world) = (tiles.count, self)
        tiles.append(tile)
        if let parent { tiles[parent].addSubview(tile) }
    }

    private func add(_ tile: Tile, to parent: Int, _ random: inout SeededGenerator) {
        add(tile, to: parent)
        for _ in 0..<2 { apply(Change(.random(in: 0..<6, using: &random), of: tile.number, &random)) }
    }

    private static func makeTile(_ random: inout SeededGenerator) -> Tile {
        let frame = Change.frame(&random)
        switch Int.random(in: 0..<40, using: &random) {
        case 0: return ShapedTile(frame)
        case 1: return AskingTile(frame, AskingTile.Manner.allCases.randomElement(using: &random) ?? .usual)
        default: return Tile(frame)
        }
    }

    /// The views of which the given one is no ancestor, nor itself.
    private func isFree(_ tile: Tile, for parent: Tile) -> Bool { !parent.isDescendant(of: tile) }

    func apply(_ change: Change) {
        // Never the first, which is searched.
        let tile = tiles[1 + change.target % (tiles.count - 1)]
        let other = tiles[change.other % tiles.count]
        switch change.kind {
        case 0: tile.setUntransformedFrame(change.rect)
        case 1: tile.transform = change.transform
        case 2: tile.isHidden = change.flag
        case 3: tile.alpha = change.flag ? 0.009 : 0.01
        case 4: tile.bounds.origin = change.flag ? .zero : change.rect.origin
        case 5: tile.isUserInteractionEnabled = !change.flag
        case 6: tile.superview?.bringSubviewToFront(tile)
        case 7: tile.superview?.sendSubviewToBack(tile)
        case 8 where tile.superview != nil:
            let siblings = tile.superview?.subviews.count ?? 1
            tile.superview?.exchangeSubview(at: change.other % siblings, withSubviewAt: change.target % siblings)
        case 9 where tile.number > 1: tile.removeFromSuperview()
        case 10 where isFree(tile, for: other): other.insertSubview(tile, at: change.place % (other.subviews.count + 1))
        case 11 where other.superview != nil && isFree(tile, for: other):
            if change.flag {
                other.superview?.insertSubview(tile, belowSubview: other)
            } else {
                other.superview?.insertSubview(tile, aboveSubview: other)
            }
        case 12: tile.center = change.rect.origin
        case 13: tile.bounds.size = change.rect.size
        case 14: tile.anchorPoint = change.flag ? Point(0.25, 0.75) : Point(0.5, 0.5)
        // Back to where most belong, so that the tree stays broad.
        default:
            let parent = tiles[change.place % 2]
            if tile.superview == nil && isFree(tile, for: parent) { parent.addSubview(tile) }
        }
    }
}

/// What an override was asked.
struct Question: Equatable {
    let member: String
    let view: Int
    let point: Point

    /// The same member of the same view at about the same place: through a transform there are several ways to round.
    static func == (lhs: Question, rhs: Question) -> Bool {
        lhs.member == rhs.member && lhs.view == rhs.view
            && isNear(lhs.point.x, rhs.point.x) && isNear(lhs.point.y, rhs.point.y)
    }

    private static func isNear(_ first: Double, _ second: Double) -> Bool {
        abs(first - second) <= 1e-9 * max(1, abs(first)) || first == second || (first.isNaN && second.isNaN)
    }
}

/// Something that is done to a tree, the same to two of them.
struct Change {
    let kind: Int
    let target: Int
    let other: Int
    let place: Int
    let flag: Bool
    let rect: Rect
    let transform: Transform

    static let kinds = 0..<20

    @MainActor
    init(_ kind: Int, of target: Int, _ random: inout SeededGenerator) {
        self.kind = kind
        self.target = target
        other = Int.random(in: 0..<1000, using: &random)
        place = Int.random(in: 0..<1000, using: &random)
        flag = Int.random(in: 0..<8, using: &random) == 0
        rect = Self.frame(&random)
        transform = Self.transform(&random)
    }

    static func frame(_ random: inout SeededGenerator) -> Rect {
        func number(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) / 4 }
        switch Int.random(in: 0..<50, using: &random) {
        case 0: return Rect(number(-400...400), number(-400...400), 4000, number(0...4000))
        case 1: return Rect(1e7, number(0...4000), number(0...400), 1e7)
        case 2: return Rect(number(0...4000), number(0...4000), 0, -1)
        default: return Rect(number(-100...4000), number(-100...4000), number(0...600), number(0...600))
        }
    }

    private static func transform(_ random: inout SeededGenerator) -> Transform {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: Transform(rotationAngle: .random(in: 0...6, using: &random))
        case 1: Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
        case 2: Transform(scaleX: 2, y: -0.5)
        case 3: Transform(scaleX: 0, y: 1)
        case 4: Transform(a: 1, b: 0, c: 1, d: 1, tx: 16, ty: -8)
        case 5: Transform(scaleX: 1, y: 1e-12)
        default: .identity
        }
    }
}

// MARK: - Views

/// A view with a number.
class Tile: View {
    var number = 0
    weak var world: HitTestWorld?

    init(_ frame: Rect) {
        super.init(frame: frame)
    }

    /// What an override does when it is asked.
    fileprivate func note(_ member: String, _ point: Point) {
        guard let world else { return }
        world.asked.append(Question(member: member, view: number, point: point))
        if let change = world.whenAsked {
            world.whenAsked = nil
            world.apply(change)
        }
    }
}

/// A view in the shape of a cross that sticks out of its bounds.
final class ShapedTile: Tile {
    override func point(inside point: Point, with event: Event?) -> Bool {
        note("inside", point)
        let middle = bounds.center
        return abs(point.x - middle.x) < 10 || abs(point.y - middle.y) < 10
    }
}

/// A view that has a say of its own in what is hit.
final class AskingTile: Tile {
    enum Manner: CaseIterable { case usual, lettingThrough, refusing, pointing }

    let manner: Manner

    init(_ frame: Rect, _ manner: Manner) {
        self.manner = manner
        super.init(frame)
    }

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        note("hitTest", point)
        switch manner {
        case .usual: return superHit(point, event)
        case .lettingThrough:
            let hit = superHit(point, event)
            return hit === self ? nil : hit
        case .refusing: return nil
        case .pointing: return world?.tiles.first
        }
    }

    private func superHit(_ point: Point, _ event: Event?) -> View? {
        world?.isPlain == true ? plainBaseHitTest(point) : super.hitTest(point, with: event)
    }
}

// MARK: - The plain rule

extension View {
    /// H8 and what belongs to it, written down by what views say of themselves.
    func plainHitTest(_ point: Point) -> View? {
        self is AskingTile ? hitTest(point, with: nil) : plainBaseHitTest(point)
    }

    fileprivate func plainBaseHitTest(_ point: Point) -> View? {
        if isHidden || !isUserInteractionEnabled || alpha < 0.01 || transform.inverted() == nil { return nil }
        if self is ShapedTile {
            if !self.point(inside: point, with: nil) { return nil }
        } else if !bounds.contains(point) {
            return nil
        }
        var index = subviews.count
        while index > 0 {
            index = min(index, subviews.count) - 1
            guard index >= 0 else { break }
            let view = subviews[index]
            guard let inner = view.plainInner(point) else { continue }
            if let hit = view.plainHitTest(inner) { return hit }
        }
        return self
    }

    /// The position in this view's coordinates of one in its superview's (rule H25).
    private func plainInner(_ point: Point) -> Point? {
        guard let inverse = transform.inverted() else { return nil }
        if transform.isIdentity {
            let frame = frame
            return Point(point.x - frame.origin.x + bounds.origin.x, point.y - frame.origin.y + bounds.origin.y)
        }
        let (center, bounds) = (center, bounds)
        let turned = Point(point.x - center.x, point.y - center.y).applying(inverse)
        return Point(
            turned.x + bounds.origin.x + anchorPoint.x * bounds.size.width,
            turned.y + bounds.origin.y + anchorPoint.y * bounds.size.height
        )
    }
}
