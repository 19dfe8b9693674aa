import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("A pan from the edge of the screen")
struct ScreenEdgePanTests {
    private let pan = ScreenEdgePanGestureRecognizer()
    private let scene: GestureScene<ScreenEdgePanGestureRecognizer>

    init() throws { scene = try GestureScene(pan) }

    /// Drags a finger, and returns whether the pan began.
    private func begins(at start: Point, by x: Double, _ y: Double) -> Bool {
        let before = scene.states.count
        let finger = scene.down(start)[0]
        scene.together { finger.move(by: x, y) }
        scene.together { finger.up() }
        return scene.states.count > before
    }

    @Test("A pan from the edge begins with a finger that comes in from one of its edges")
    func edges() {
        #expect(!begins(at: Point(0, 500), by: 10, 0))
        let cases: [(RectEdge, Point, Point)] = [
            (.left, Point(23, 500), Point(10, 9)), (.right, Point(976, 500), Point(-10, 9)),
            (.top, Point(500, 23), Point(9, 10)), (.bottom, Point(500, 976), Point(9, -10)),
        ]
        for (edge, start, step) in cases {
            pan.edges = edge
            #expect(begins(at: start, by: step.x, step.y))
            #expect(!begins(at: start, by: -step.x, -step.y))
            #expect(!begins(at: start, by: step.y, step.x))
            #expect(!begins(at: Point(500, 500), by: step.x, step.y))
            pan.edges = RectEdge.all.subtracting(edge)
            #expect(!begins(at: start, by: step.x, step.y))
        }
        pan.edges = .all
        for (_, start, step) in cases { #expect(begins(at: start, by: step.x, step.y)) }
        #expect(scene.states == Array(repeating: [.began, .ended], count: 8).flatMap { $0 })
    }

    @Test("A pan from the edge begins within the band that is set")
    func band() {
        pan.edges = .left
        #expect(!begins(at: Point(24, 500), by: 10, 0))
        pan.edgeWidth = 25
        #expect(begins(at: Point(24, 500), by: 10, 0))
        #expect(!begins(at: Point(24, 500), by: 7, 0))
    }

    @Test("A pan from the edge fails with a second finger, and ignores one after it has begun")
    func fingers() {
        pan.edges = .left
        let fingers = scene.down(Point(0, 100), Point(0, 200))
        scene.together { for finger in fingers { finger.move(by: 50, 0) } }
        scene.together { for finger in fingers { finger.up() } }
        #expect(scene.states.isEmpty)
        scene.together { fingers[0].down(at: Point(0, 100)) }
        scene.together { fingers[0].move(by: 10, 0) }
        scene.together { fingers[1].down(at: Point(500, 500)) }
        scene.together { fingers[0].move(by: 10, 0) }
        #expect(scene.states == [.began, .changed] && pan.translation(in: nil) == Point(12, 0))
    }

    @Test("A pan from the edge stops the process with a message at a width that makes no sense")
    func mistake() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            ScreenEdgePanGestureRecognizer().edgeWidth = 0
        }
        result.expectMessage("ScreenEdgePanGestureRecognizer cannot have edges of 0.0 points")
    }
}
