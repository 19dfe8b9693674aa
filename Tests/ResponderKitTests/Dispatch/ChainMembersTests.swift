import ResponderKitTesting
import Testing

@testable import ResponderCore

/// Chains of equally many handlers whose records' addresses have the same sum: the dispatch must tell such chains apart
/// by their handlers.
@MainActor
@Suite("A touch whose chain changes to one of equal addresses' sum")
struct ChainMembersTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    /// The handlers of a chain, and of the one that takes its place, from the top down: the first sum is the second.
    private let (former, latter): ([PassingView], [PassingView])
    private let leaf: PassingView

    init() throws {
        harness = try .makeFrameByFrame()
        let top = harness.add(PassingView("top", log: log, frame: Rect(0, 0, 300, 300)))
        leaf = PassingView("leaf", log: log, frame: Rect(0, 0, 50, 50))
        let log = log
        // Records made in a row lie at equal distances mostly; of so many, some four do in any case.
        let made = (0..<64).map { PassingView("v\($0)", log: log, frame: Rect(0, 0, 300, 300)) }
        let four = try #require(Self.fourOfEqualSums(made))
        top.addSubview(four.1)
        four.1.addSubview(four.2)
        top.addSubview(four.0)
        four.0.addSubview(four.3)
        four.3.addSubview(leaf)
        (former, latter) = ([four.0, four.3], [four.1, four.2])
    }

    /// Four different views a, b, c, d of which a and d have the sum of b and c.
    private static func fourOfEqualSums(
        _ views: [PassingView]
    ) -> (PassingView, PassingView, PassingView, PassingView)? {
        var pairs: [UInt: (PassingView, PassingView)] = [:]
        for (index, view) in views.enumerated() {
            for other in views[..<index] {
                let sum = UInt(bitPattern: view.record) &+ UInt(bitPattern: other.record)
                if let (first, last) = pairs[sum] { return (first, other, view, last) }
                pairs[sum] = (other, view)
            }
        }
        return nil
    }

    private func lines(of views: [PassingView]) -> [String] {
        views.flatMap { view in log.lines.filter { $0.hasPrefix("\(view.name).") } }
    }

    // Rules: T20, T27, R14.
    @Test("A chain changed to one with the same sum of addresses cancels who leaves; who comes gets nothing")
    func equalSums() {
        let finger = harness.finger().down(at: Point(10, 10))
        harness.settle()
        latter[1].addSubview(leaf)
        finger.move(to: Point(20, 20)).up()
        harness.settle()
        for view in former {
            #expect(lines(of: [view]) == ["\(view.name).began(10, 10)", "\(view.name).cancelled(10, 10)"])
        }
        #expect(lines(of: latter) == [])
        #expect(lines(of: [leaf]) == ["leaf.began(10, 10)", "leaf.moved(20, 20)", "leaf.ended(20, 20)"])
        #expect(harness.isIdle)
    }

    // Rules: T20, T33, R14.
    @Test("A handler's change of the chain to one with the same sum of addresses cancels who leaves")
    func equalSumsInHandler() {
        leaf.handler = { [leaf, latter] phase, _, _ in
            if phase == .moved && leaf.superview !== latter[1] { latter[1].addSubview(leaf) }
        }
        harness.finger().down(at: Point(10, 10)).move(to: Point(20, 20)).move(to: Point(30, 30)).up()
        harness.settle()
        for view in former {
            #expect(
                lines(of: [view]).map { $0.prefix { $0 != "(" } } == ["\(view.name).began", "\(view.name).cancelled"]
            )
        }
        #expect(lines(of: latter) == [])
        #expect(harness.isIdle)
    }
}
