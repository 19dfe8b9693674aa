import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@Suite("The pull beyond an edge")
struct RubberBandTests {
    @Test("The way beyond an edge is d (1 - 1 / (1 + 0.55 x / d)), with the sign of the pull")
    func formula() {
        for pull in [0.0, 1, 50, 400, 10_000] {
            let expected = 600 * (1 - 1 / (1 + 0.55 * pull / 600))
            #expect(abs(RubberBand.way(of: pull, extent: 600) - expected) < 1e-9)
            #expect(RubberBand.way(of: -pull, extent: 600) == -RubberBand.way(of: pull, extent: 600))
            #expect(RubberBand.way(of: pull, extent: 600) < 600)
        }
        #expect(RubberBand.way(of: 50, extent: 0) == 0)
    }

    @Test("A pull beyond an edge is found again from its way")
    func inverse() {
        for pull in [-900.0, -3, 0, 20, 500] {
            let way = RubberBand.way(of: pull, extent: 480)
            #expect(abs(RubberBand.pull(of: way, extent: 480) - pull) < 1e-6)
        }
        // The way of no pull.
        #expect(RubberBand.pull(of: 1000, extent: 480).isFinite)
        #expect(RubberBand.pull(of: 5, extent: 0) == 0)
    }
}
