import ResponderKit

extension GrowthCurve {
    /// Views side by side.
    static let siblings: [GrowthCurve] = [
        GrowthCurve(
            "siblings-hit-test",
            "a hit-test in a view with N children, of which another one is hit each time",
            per: "hit-test",
            sizes: (0...5).map(powerOfTen),
            counted: GuardedSizes(64, 1_024, 16_384)
        ) { count in
            let siblings = try Siblings(count)
            return { siblings.hitTests($0) }
        },
        GrowthCurve(
            "siblings-insert",
            "a child of N is taken out and put in again at the same place in the middle",
            per: "change",
            sizes: (1...5).map(powerOfTen),
            counted: GuardedSizes(64, 1_024, 16_384)
        ) { count in
            let siblings = try Siblings(count)
            return { siblings.changes($0) }
        },
        GrowthCurve(
            "views-update",
            "a view of N, in lists of a hundred, is marked, and laid out and drawn in a turn",
            per: "turn",
            sizes: (2...5).map(powerOfTen),
            counted: GuardedSizes(100, 1_600, 12_800)
        ) { count in
            let app = try UpdateApp(lists: count / 100)
            return { count in
                let before = app.counts
                for _ in 0..<count { app.update(1) }
                return min(app.counts.layouts - before.layouts, app.counts.draws - before.draws)
            }
        },
    ]

    static func powerOfTen(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in 10 * power } }
}

/// A window full of views beside one another, in a square.
@MainActor
private final class Siblings {
    private let tree: BenchTree
    private let parent: View
    private let children: [View]
    /// Some of the children, in a random order, with a point in each.
    private var targets: [(view: View, point: Point)] = []
    private var next = 0

    init(_ count: Int) throws {
        tree = try BenchTree(flat: 0)
        let columns = Int(Double(count).squareRoot().rounded(.up))
        let whole = Rect(0, 0, 10 * Double(columns), 10 * Double(columns))
        tree.window.frame = whole
        let parent = tree.hitView
        parent.frame = whole
        children = (0..<count).map {
            PlainView(frame: Rect(10 * Double($0 % columns), 10 * Double($0 / columns), 10, 10))
        }
        for child in children { parent.addSubview(child) }
        self.parent = parent
        var random = Shuffler(seed: 1)
        targets = (0..<256).map { _ in
            let view = children[Int(random.next(upperBound: UInt64(count)))]
            return (view, Point(view.frame.minX + 2, view.frame.minY + 2))
        }
        // Enough hit-tests for the index to be built.
        for _ in 0..<20 { _ = tree.window.hitTest(Point(2, 2), with: nil) }
    }

    func hitTests(_ count: Int) -> Int {
        var hits = 0
        for _ in 0..<count {
            let target = targets[next]
            next = (next + 1) & 255
            if tree.window.hitTest(target.point, with: nil) === target.view { hits += 1 }
        }
        return hits
    }

    /// The view goes back between its neighbours, so the order stays.
    func changes(_ count: Int) -> Int {
        let middle = children.count / 2
        let (view, below) = (children[middle], children[middle - 1])
        var changes = 0
        for _ in 0..<count {
            view.removeFromSuperview()
            if view.superview == nil { changes += 1 }
            parent.insertSubview(view, aboveSubview: below)
        }
        return view.superview === parent ? changes : 0
    }
}
