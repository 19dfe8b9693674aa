import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("The index of many subviews")
struct ChildIndexTests {
    private let parent = View(frame: Rect(0, 0, 1000, 1000))

    private var index: UnsafeMutablePointer<ChildIndex>? {
        parent.record.pointee.children.flatMap { ChildList.of($0).pointee.index }
    }

    /// Subviews of 10 by 10 in rows of 100, as many as that.
    private func fill(_ count: Int, _ make: (Rect) -> View = { View(frame: $0) }) {
        for place in 0..<count {
            parent.addSubview(make(Rect(10 * Double(place % 100), 10 * Double(place / 100), 10, 10)))
        }
    }

    private func search(_ times: Int) {
        for _ in 0..<times { _ = parent.hitTest(Point(5, 5), with: nil) }
    }

    @Test(
        "The index is made when it pays: for many subviews, after some searches without much change between",
        .withOverrideTable
    )
    func making() {
        fill(63)
        search(100)
        #expect(index == nil)
        fill(937)
        search(16)
        #expect(index == nil)
        search(1)
        #expect(index != nil)
        #expect(parent.hitTest(Point(5, 5), with: nil) === parent.subviews[63])
    }

    // Rules: H8, H20.
    @Test(
        "The index is kept, not made anew, at each single change of a subview, its place or its order",
        .withOverrideTable
    )
    func keeping() throws {
        fill(2000)
        search(17)
        let made = try #require(index)
        let views = parent.subviews
        let moved = views[1234]
        func expect(_ view: View?, at point: Point, _ comment: Comment, _ location: SourceLocation = #_sourceLocation) {
            let hit = parent.hitTest(point, with: nil)
            #expect(hit === view, comment, sourceLocation: location)
            #expect(index == made, comment, sourceLocation: location)
        }
        expect(moved, at: Point(345, 125), "as it was")
        moved.center = Point(805, 805)
        expect(moved, at: Point(805, 805), "moved")
        expect(parent, at: Point(345, 125), "moved away")
        moved.isHidden = true
        expect(parent, at: Point(805, 805), "hidden")
        moved.isHidden = false
        moved.transform = Transform(scaleX: 10, y: 10)
        expect(moved, at: Point(845, 765), "grown")
        moved.transform = .identity
        moved.center = Point(5, 5)
        expect(moved, at: Point(5, 5), "in front of the first, which was added before")
        parent.sendSubviewToBack(moved)
        expect(views[0], at: Point(5, 5), "sent to the back")
        parent.bringSubviewToFront(moved)
        expect(moved, at: Point(5, 5), "brought to the front")
        parent.insertSubview(moved, belowSubview: views[0])
        expect(views[0], at: Point(5, 5), "put behind the first")
        parent.insertSubview(moved, aboveSubview: views[0])
        expect(moved, at: Point(5, 5), "put in front of the first")
        moved.removeFromSuperview()
        expect(views[0], at: Point(5, 5), "removed")
        let large = View(frame: Rect(0, 0, 1000, 1000))
        parent.insertSubview(large, at: 1)
        expect(large, at: Point(5, 5), "a large one in front of the first, behind the second")
        expect(views[1], at: Point(15, 5), "a large one in front of the first, behind the second")
        parent.bounds.origin = Point(0, 100)
        expect(views[1100], at: Point(5, 115), "scrolled")
        for step in 0..<1000 {
            let view = views[step]
            view.center = Point(500.5, 700.5)
            parent.bringSubviewToFront(view)
            // Three changes each: after as many changes as there are subviews the index is made anew.
            if step < 600 {
                expect(view, at: Point(500.5, 700.5), "a pile of \(step)")
            } else {
                #expect(parent.hitTest(Point(500.5, 700.5), with: nil) === view, "a pile of \(step)")
                #expect(index != nil, "a pile of \(step)")
            }
        }
    }

    @Test("Subviews put between the same two until no order is left between them are still found in order")
    func dense() {
        fill(1000)
        search(17)
        for _ in 0..<40 {
            let view = View(frame: Rect(0, 0, 10, 10))
            parent.insertSubview(view, at: 1)
            #expect(parent.hitTest(Point(5, 5), with: nil) === parent.subviews.last { $0.frame.contains(Point(5, 5)) })
        }
        parent.subviews[40].isHidden = true
        #expect(parent.hitTest(Point(5, 5), with: nil) === parent.subviews[39])
    }

    @Test(
        "The index is dropped where many subviews change between two searches, and stays away while they do",
        .withOverrideTable
    )
    func dropping() {
        fill(800)
        search(17)
        for _ in 0..<50 {
            for view in parent.subviews { view.center.x += 1 }
            #expect(parent.hitTest(Point(57, 5), with: nil) != nil)
            #expect(index == nil)
        }
        search(17)
        #expect(index != nil)
        for view in parent.subviews.prefix(790) { view.removeFromSuperview() }
        search(100)
        #expect(index == nil)
    }

    // Rules: H18.
    @Test(
        "The index is not made where all subviews must be asked; those among others are asked in their place",
        .withOverrideTable
    )
    func asking() {
        fill(200) { AskedTile(frame: $0) }
        search(100)
        #expect(index == nil)
        fill(2000)
        search(1100)
        #expect(index != nil)
        AskedTile.count = 0
        // A plain one in front of those that are asked keeps the touch.
        #expect(parent.hitTest(Point(5, 5), with: nil) === parent.subviews[200])
        #expect(AskedTile.count == 0)
        for view in parent.subviews[200...].prefix(200) { view.isUserInteractionEnabled = false }
        #expect(parent.hitTest(Point(5, 5), with: nil) === parent.subviews[0])
        #expect(AskedTile.count == 200)
    }

    @Test(
        "The index of subviews that lie anywhere, a few very far off, or all in one line, looks at few",
        .withOverrideTable,
        arguments: 0..<5
    )
    func looks(layout: Int) {
        var random = SeededGenerator(seed: 10)
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        for place in 0..<5000 {
            let frame =
                switch layout {
                case 0: Rect(number(0...990), number(0...990), 10, 10)
                case 1: Rect(place < 20 ? 1e9 : number(0...990), number(0...990), 10, 10)
                case 2: Rect(0, 0.2 * Double(place), 1000, 0.2)
                case 3: Rect(0.2 * Double(place), 0, 0.2, 1000)
                default: Rect(number(0...10), number(0...10) * number(0...90), number(0...20), number(0...20))
                }
            parent.addSubview(View(frame: frame))
        }
        search(17)
        guard let index else {
            Issue.record("there is no index")
            return
        }
        var looks = 0
        for _ in 0..<1000 {
            let target = parent.subviews[Int.random(in: 100..<5000, using: &random)]
            let point = target.frame.center
            var cursor = ChildIndex.Cursor(index, at: point)
            while let entry = cursor.next(), entry.pointee.record != target.record { looks += 1 }
        }
        // The plain rule would look at half of them.
        #expect(looks / 1000 < 100, "\(looks / 1000) of 5000")
    }
}

private final class AskedTile: View {
    static var count = 0
    override func point(inside point: Point, with event: Event?) -> Bool {
        Self.count += 1
        return super.point(inside: point, with: event)
    }
}
