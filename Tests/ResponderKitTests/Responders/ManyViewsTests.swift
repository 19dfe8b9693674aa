import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

// Each is compared with what is known to be linear, for as many changes of few views.
//
// Where all views are in one superview, a change that moves the places of all is as fast as memory is, and shows only
// among very many: a tenth of them are changed. In a deep tree a change that climbs it shows in a tenth of the depth.
//
// In processes of their own: a change looks at each application that has a touch, and where tests run in parallel,
// others have some.
@MainActor
@Suite("Trees of very many views")
struct ManyViewsTests {
    @Test("Very many views are built from the top down, shown or not, as fast as from the bottom up")
    func topDown() async {
        await #expect(processExitsWith: .success) { @MainActor in
            for isShown in [true, false] { try ManyViews().topDown(isShown: isShown) }
        }
    }

    @Test("Very many views are built in linear time from the top down of parts with subviews of their own")
    func parts() async {
        await #expect(processExitsWith: .success) { @MainActor in
            for isShown in [true, false] { try ManyViews().parts(isShown: isShown) }
        }
    }

    @Test("Very many views are taken apart level by level in linear time, from the bottom and from the top")
    func levels() async {
        await #expect(processExitsWith: .success) { @MainActor in
            for isFromBottom in [true, false] { try ManyViews().levels(isFromBottom: isFromBottom) }
        }
    }

    @Test("Very many views are taken out in any order in linear time")
    func removing() async {
        await #expect(processExitsWith: .success) { @MainActor in
            try ManyViews().removing()
        }
    }

    @Test("Very many views are put behind all others, and beside one view, in linear time")
    func inserting() async {
        await #expect(processExitsWith: .success) { @MainActor in
            for place in ["behind", "beside"] { try ManyViews().inserting(place: place) }
        }
    }

    @Test("Very many views go to the front and to the back and change places, in any order, in linear time")
    func moving() async {
        await #expect(processExitsWith: .success) { @MainActor in
            try ManyViews().moving()
        }
    }

    @Test(
        "A touch on the innermost of very many views is explained as fast as the views are made",
        .enabled(
            if: isOverrideTableWanted,
            "without the override table each view's hitTest is called inside its superview's: too deep for the stack"
        )
    )
    func explained() async {
        await #expect(processExitsWith: .success) { @MainActor in
            try ManyViews().explained()
        }
    }
}

@MainActor
private struct ManyViews {
    /// How many views are in one superview, and how many of them are changed.
    private static let count = 60_000
    private static let changes = 6_000
    /// How many views are one inside another.
    private static let depth = 6_000
    /// What is linear takes up to three times as long; what moves all views each time takes six to thirty times as
    /// long, and what looks at all of them, or climbs the whole tree, thirty to a hundred times.
    private static let most = 5.0
    /// For what is put beside one view: after some hundred insertions there all entries are spread out again, which
    /// takes four times as long; moving all entries each time takes eight times as long.
    private static let mostBesideOne = 6.0

    private let harness: AppHarness
    private let parent = View(frame: Rect(0, 0, 10, 10))

    init() throws { harness = try AppHarness() }

    private func views(_ count: Int) -> [View] { (0..<count).map { _ in View(frame: Rect(0, 0, 10, 10)) } }

    private func fill() -> [View] {
        let views = views(Self.count)
        for view in views { parent.addSubview(view) }
        return views
    }

    /// The time of adding so many views, and taking them out again from the front.
    private func reference(_ count: Int) -> Double {
        let (views, parent) = (views(count), View())
        return processorTime {
            for view in views { parent.addSubview(view) }
            for view in views.reversed() { view.removeFromSuperview() }
        }
    }

    /// Runs it until so many changes took little more time than the reference, three times at most.
    private func expectLinear(
        _ name: String,
        _ changes: Int,
        most: Double = Self.most,
        _ body: () throws -> Double
    ) rethrows {
        var ratios: [Double] = []
        while ratios.allSatisfy({ $0 > most }) && ratios.count < 3 { try ratios.append(body() / reference(changes)) }
        #expect(ratios.contains { $0 <= most }, "\(name): \(ratios) times as long")
    }

    func topDown(isShown: Bool) throws {
        let window = harness.window
        try expectLinear("top down", Self.depth) {
            let views = views(Self.depth)
            let time = processorTime {
                if isShown { window.addSubview(views[0]) }
                for (outer, inner) in zip(views, views.dropFirst()) { outer.addSubview(inner) }
            }
            try #require(views.last?.window === (isShown ? window : nil))
            views[0].removeFromSuperview()
            return time
        }
    }

    func parts(isShown: Bool) {
        let window = harness.window
        expectLinear("parts", 2 * Self.depth) {
            let views = views(Self.depth)
            for view in views { view.addSubview(View()) }
            let time = processorTime {
                if isShown { window.addSubview(views[0]) }
                for (outer, inner) in zip(views, views.dropFirst()) { outer.addSubview(inner) }
            }
            views[0].removeFromSuperview()
            return time
        }
    }

    func levels(isFromBottom: Bool) {
        let window = harness.window
        expectLinear("levels", Self.depth) {
            let views = views(Self.depth)
            window.addSubview(views[0])
            for (outer, inner) in zip(views, views.dropFirst()) { outer.addSubview(inner) }
            return processorTime {
                for view in isFromBottom ? views.reversed() : views { view.removeFromSuperview() }
            }
        }
    }

    func removing() {
        var views = fill()
        var random = SeededGenerator(seed: 1)
        for order in ["first to last", "as the array says", "at random"] {
            expectLinear(order, Self.changes) {
                if order == "at random" { views.shuffle(using: &random) }
                let removed = views.prefix(Self.changes)
                let time = processorTime {
                    for view in order == "as the array says" ? parent.subviews.prefix(Self.changes) : removed {
                        view.removeFromSuperview()
                    }
                }
                #expect(removed.allSatisfy { $0.superview == nil })
                #expect(parent.subviews.count == Self.count - Self.changes)
                // As many as before for what is tried next.
                for view in removed { parent.addSubview(view) }
                views = parent.subviews
                return time
            }
        }
        for view in views.reversed() { view.removeFromSuperview() }
        #expect(parent.subviews.isEmpty)
    }

    func inserting(place: String) {
        let first = fill()[0]
        var count = Self.count
        expectLinear(place, Self.changes, most: place == "behind" ? Self.most : Self.mostBesideOne) {
            let views = views(Self.changes)
            let time = processorTime {
                for view in views {
                    if place == "behind" {
                        parent.insertSubview(view, at: 0)
                    } else {
                        parent.insertSubview(view, aboveSubview: first)
                    }
                }
            }
            count += Self.changes
            #expect(parent.subviews.count == count)
            return time
        }
    }

    func moving() {
        var views = fill()
        for order in ["as they are", "at random"] {
            let moved = views.prefix(Self.changes)
            expectLinear("to the front, \(order)", Self.changes) {
                processorTime { for view in moved { parent.bringSubviewToFront(view) } }
            }
            expectLinear("to the back, \(order)", Self.changes) {
                processorTime { for view in moved { parent.sendSubviewToBack(view) } }
            }
            expectLinear("changing places, \(order)", Self.changes) {
                processorTime {
                    for index in moved.indices {
                        parent.exchangeSubview(at: index, withSubviewAt: Self.count - 1 - index)
                    }
                }
            }
            var random = SeededGenerator(seed: 1)
            views.shuffle(using: &random)
        }
        #expect(parent.subviews.count == Self.count)
    }

    func explained() {
        // Of a class that nobody has seen yet: it might handle touches.
        final class Unseen: View {}
        let making = processorTime {
            var view = View(frame: Rect(0, 0, 10, 10))
            for _ in 1..<10_000 {
                let outer = Unseen(frame: Rect(0, 0, 10, 10))
                outer.addSubview(view)
                view = outer
            }
            harness.add(view)
        }
        var ratios: [Double] = []
        while ratios.allSatisfy({ $0 > 2 * Self.most }) && ratios.count < 3 {
            var text = ""
            let explaining = processorTime { text = harness.application.explainTouch(at: Point(1, 1)).description }
            #expect(text.utf8.count < 10_000 * 1_000)
            ratios.append(explaining / making)
        }
        #expect(ratios.contains { $0 <= 2 * Self.most }, "\(ratios) times as long")
        harness.window.subviews.last?.removeFromSuperview()
    }
}
