import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("The hit-test, at random")
struct HitTestModelTests {
    /// How many points are looked at in all: `make soak` looks at more.
    private static let points = environment("RESPONDERKIT_HITTEST_POINTS") ?? 20_000
    private static let pointsPerTree = 400

    // Rules: H8, H11, H14.
    // Rules: H17, H18, H20.
    // Rules: H13, H23, H25.
    @Test(
        "A hit-test finds and asks what the plain rule does, whatever is done to the tree before each search",
        arguments: 0..<4
    )
    func model(part: Int) {
        var indexed = 0
        var searches = 0
        var seed = UInt64(part)
        while searches < Self.points / 4 {
            seed += 4
            indexed += search(seed: seed)
            searches += Self.pointsPerTree
        }
        // Most searches are by an index, otherwise nothing is proved of it. With the table switched off each view may
        // have its own hit-test, and there is none.
        let isExpected = isOverrideTableWanted ? indexed > searches / 2 : indexed == 0
        #expect(isExpected, "\(indexed) of \(searches)")
    }

    /// Returns how many searches found the root's subviews by an index.
    private func search(seed: UInt64) -> Int {
        let (world, plain) = (HitTestWorld(seed: seed, isPlain: false), HitTestWorld(seed: seed, isPlain: true))
        var random = SeededGenerator(seed: seed &+ 1 << 32)
        var indexed = 0
        for step in 0..<Self.pointsPerTree {
            let change = Change(
                .random(in: Change.kinds, using: &random),
                of: .random(in: 1..<1000, using: &random),
                &random
            )
            world.apply(change)
            plain.apply(change)
            if step % 5 == 0 {
                let inside = Change(
                    .random(in: Change.kinds, using: &random),
                    of: .random(in: 1..<1000, using: &random),
                    &random
                )
                (world.whenAsked, plain.whenAsked) = (inside, inside)
            }
            let point = Self.point(&random)
            if world.tiles[0].record.hasIndex { indexed += 1 }
            let hit = world.tiles[0].hitTest(point, with: nil) as? Tile
            let expected = plain.tiles[0].plainHitTest(point) as? Tile
            guard hit?.number == expected?.number, world.asked == plain.asked else {
                Issue.record(
                    """
                    seed \(seed), step \(step), \(point): hit \(hit?.number ?? -1), should be \(expected?.number ?? -1)
                    asked \(world.asked), should be \(plain.asked)
                    """
                )
                return indexed
            }
            (world.asked, plain.asked) = ([], [])
            (world.whenAsked, plain.whenAsked) = (nil, nil)
        }
        return indexed
    }

    private static func point(_ random: inout SeededGenerator) -> Point {
        switch Int.random(in: 0..<60, using: &random) {
        case 0: Point(.nan, .random(in: 0...1000, using: &random))
        case 1: Point(.random(in: 0...1000, using: &random), -.infinity)
        case 2..<30:
            // On the lattice that frames lie on: edges are met.
            Point(
                Double(Int.random(in: 0..<4000, using: &random)) / 4,
                Double(Int.random(in: 0..<4000, using: &random)) / 4
            )
        default: Point(.random(in: 0...1000, using: &random), .random(in: 0...1000, using: &random))
        }
    }
}
