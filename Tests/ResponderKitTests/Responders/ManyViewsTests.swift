import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderKit

// Each is compared with what is known to be linear, for as many views.
//
// In processes of their own: each change looks after the touches of all applications, of which other tests have
// hundreds.
@MainActor
@Suite("Trees of very many views")
struct ManyViewsTests {
    @Test("are built from the top down, while they are shown or not, as fast as from the bottom up")
    func topDown() async {
        await #expect(processExitsWith: .success) { @MainActor in
            for isShown in [true, false] { try ManyViews().topDown(isShown: isShown) }
        }
    }

    @Test("are built from the top down of parts with subviews of their own")
    func parts() async {
        await #expect(processExitsWith: .success) { @MainActor in
            for isShown in [true, false] { try ManyViews().parts(isShown: isShown) }
        }
    }

    @Test("are taken apart level by level, from the bottom and from the top")
    func levels() async {
        await #expect(processExitsWith: .success) { @MainActor in
            for isFromBottom in [true, false] { try ManyViews().levels(isFromBottom: isFromBottom) }
        }
    }

    @Test("are taken out in any order")
    func removing() async {
        await #expect(processExitsWith: .success) { @MainActor in
            for order in ["first to last", "as the array says", "at random"] { try ManyViews().removing(order: order) }
        }
    }

    @Test("are put behind all others, and beside one")
    func inserting() async {
        await #expect(processExitsWith: .success) { @MainActor in
            for place in ["behind", "beside"] { try ManyViews().inserting(place: place) }
        }
    }

    @Test("are brought to the front and sent to the back, in any order, and change places")
    func moving() async {
        await #expect(processExitsWith: .success) { @MainActor in
            try ManyViews().moving()
        }
    }

    @Test(
        "a touch on the innermost of them is explained as fast as they are made",
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
    private static let count = 60_000
    /// What is linear takes up to twice as long; what moved or looked at all views each time took seven times and more.
    private static let most = 5.0

    private let harness: AppHarness
    private let parent = View(frame: Rect(0, 0, 10, 10))

    init() throws { harness = try AppHarness() }

    private func views() -> [View] { (0..<Self.count).map { _ in View(frame: Rect(0, 0, 10, 10)) } }

    private func fill() -> [View] {
        let views = views()
        for view in views { parent.addSubview(view) }
        return views
    }

    /// The time of adding as many views as there are in the tests, and taking them out again from the front.
    private func reference() -> Double {
        let (views, parent) = (views(), View())
        return processorTime {
            for view in views { parent.addSubview(view) }
            for view in views.reversed() { view.removeFromSuperview() }
        }
    }

    /// Runs it until it took little more time than the reference, three times at most.
    private func expectLinear(_ name: String, _ body: () throws -> Double) rethrows {
        var ratios: [Double] = []
        while ratios.allSatisfy({ $0 > Self.most }) && ratios.count < 3 { try ratios.append(body() / reference()) }
        #expect(ratios.contains { $0 <= Self.most }, "\(name): \(ratios) times as long")
    }

    func topDown(isShown: Bool) throws {
        let window = harness.window
        try expectLinear("top down") {
            let views = views()
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
        expectLinear("parts") {
            let views = views()
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
        expectLinear("levels") {
            let views = views()
            window.addSubview(views[0])
            for (outer, inner) in zip(views, views.dropFirst()) { outer.addSubview(inner) }
            return processorTime {
                for view in isFromBottom ? views.reversed() : views { view.removeFromSuperview() }
            }
        }
    }

    func removing(order: String) {
        expectLinear(order) {
            var views = fill()
            var random = SeededGenerator(seed: 1)
            if order == "at random" { views.shuffle(using: &random) }
            let time = processorTime {
                for view in order == "as the array says" ? parent.subviews : views { view.removeFromSuperview() }
            }
            #expect(parent.subviews.isEmpty)
            return time
        }
    }

    func inserting(place: String) {
        expectLinear(place) {
            let (views, parent) = (views(), View())
            parent.addSubview(views[0])
            parent.addSubview(views[1])
            let time = processorTime {
                for view in views.dropFirst(2) {
                    if place == "behind" {
                        parent.insertSubview(view, at: 0)
                    } else {
                        parent.insertSubview(view, aboveSubview: views[0])
                    }
                }
            }
            #expect(parent.subviews.count == Self.count)
            return time
        }
    }

    func moving() {
        var views = fill()
        let indices = Array(views.indices)
        for order in ["as they are", "at random"] {
            expectLinear("to the front, \(order)") {
                processorTime { for view in views { parent.bringSubviewToFront(view) } }
            }
            expectLinear("to the back, \(order)") {
                processorTime { for view in views { parent.sendSubviewToBack(view) } }
            }
            expectLinear("changing places, \(order)") {
                processorTime {
                    for index in indices { parent.exchangeSubview(at: index, withSubviewAt: indices.count - 1 - index) }
                }
            }
            var random = SeededGenerator(seed: 1)
            views.shuffle(using: &random)
        }
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
