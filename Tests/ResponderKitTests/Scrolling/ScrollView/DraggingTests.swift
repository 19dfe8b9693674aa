import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A drag of a scroll view")
struct DraggingTests {
    @Test("A drag moves the content with the finger, without the distance that made the drag begin")
    func follows() throws {
        let scene = try ScrollStage()
        let finger = scene.hold(by: -100)
        #expect(scene.offset == Point(0, 100) && scene.view.bounds.origin == Point(0, 100))
        finger.move(by: 30, 40)
        scene.harness.settle()
        // Nothing is to be seen to the left and the right.
        #expect(scene.offset == Point(0, 60))
        finger.up()
        #expect(scene.isAtRest)
    }

    @Test("A drag beyond an edge moves the content less and less, and goes back the same way")
    func rubberBand() throws {
        let scene = try ScrollStage()
        let finger = scene.hold(by: 100)
        #expect(abs(scene.offset.y + RubberBand.way(of: 100, extent: 600)) < 1e-9)
        finger.move(by: 0, 200)
        scene.harness.settle()
        #expect(abs(scene.offset.y + RubberBand.way(of: 300, extent: 600)) < 1e-9)
        finger.move(by: 0, -350)
        scene.harness.settle()
        #expect(abs(scene.offset.y - 50) < 1e-9)
        scene.wait(100)
        finger.up()
        #expect(scene.isAtRest && scene.offset == Point(0, 50))
    }

    @Test("A drag takes over content that is beyond an edge where it is")
    func takesOver() throws {
        let scene = try ScrollStage()
        scene.drag(by: 300, from: 200)
        scene.wait(40)
        let finger = scene.harness.finger()
        finger.down(at: Point(200, 300))
        scene.harness.settle()
        let caught = scene.offset.y
        #expect(caught < -20 && !scene.view.isDecelerating)
        scene.wait(300)
        #expect(scene.offset.y == caught)
        finger.move(by: 0, 8)
        scene.harness.settle()
        #expect(abs(scene.offset.y - caught) < 1e-9)
        finger.move(by: 0, 10)
        scene.harness.settle()
        let pull = RubberBand.pull(of: caught, extent: 600) - 10
        #expect(abs(scene.offset.y - RubberBand.way(of: pull, extent: 600)) < 1e-6)
        scene.wait(100)
        finger.up()
        #expect(scene.isAtRest && scene.offset == .zero)
    }

    @Test("A drag stops at the edges where the view does not bounce")
    func clamps() throws {
        let scene = try ScrollStage()
        scene.view.bounces = false
        let finger = scene.hold(by: 100)
        #expect(scene.offset == .zero)
        finger.move(by: 0, -130)
        scene.harness.settle()
        #expect(scene.offset == Point(0, 30))
        finger.cancel()
        #expect(scene.isAtRest && scene.offset == Point(0, 30))
    }

    @Test("A drag begins only where the content can move", arguments: [false, true])
    func smallContent(alwaysBounces: Bool) throws {
        let scene = try ScrollStage(contentSize: Size(300, 200))
        scene.view.alwaysBounceVertical = alwaysBounces
        scene.drag(by: 100, from: 100)
        #expect(scene.isAtRest && scene.offset == .zero)
        #expect(scene.log.lines.isEmpty == !alwaysBounces)
        scene.log.clear()
        scene.view.bounces = false
        scene.drag(by: 100, from: 100)
        #expect(scene.isAtRest && scene.log.lines.isEmpty)
    }

    @Test("A drag across the direction in which the content can move waits until it goes along")
    func across() throws {
        let scene = try ScrollStage()
        let finger = scene.harness.finger()
        finger.down(at: Point(100, 400))
        finger.move(by: 50, 20)
        scene.harness.settle()
        #expect(!scene.view.isDragging && scene.view.isTracking)
        finger.move(by: 0, -80)
        scene.harness.settle()
        #expect(scene.view.isDragging)
        finger.up()
        #expect(scene.isAtRest)
    }

    /// A way, the axes along which it moves content of 2000 by 2000 points without and with the lock.
    nonisolated static let locks: [(way: Point, locked: Point)] = [
        (Point(-100, -20), Point(100, 0)),
        (Point(-20, -100), Point(0, 100)),
        (Point(-80, -90), Point(80, 90)),
        (Point(-50, -100), Point(0, 100)),
        (Point(-60, -100), Point(60, 100)),
    ]

    @Test("A drag stays on the axis along which it begins where that is locked, up to 30 degrees", arguments: locks)
    func lock(example: (way: Point, locked: Point)) throws {
        for isLocked in [false, true] {
            let scene = try ScrollStage(contentSize: Size(2000, 2000))
            scene.view.isDirectionalLockEnabled = isLocked
            scene.view.contentOffset = Point(500, 500)
            let finger = scene.harness.finger()
            finger.down(at: Point(300, 400))
            scene.harness.settle()
            finger.move(by: example.way.x, example.way.y)
            scene.harness.settle()
            finger.move(by: example.way.x, example.way.y)
            scene.harness.settle()
            // Twice the way, less the 8 points that make the drag begin.
            let part = 2 - 8 / example.way.distance(to: .zero)
            let expected = (isLocked ? example.locked : Point.zero - example.way) * part
            #expect(scene.offset.distance(to: Point(500, 500) + expected) < 1e-9)
            finger.move(by: 30, 40)
            scene.harness.settle()
            let back = Point(expected.x == 0 ? 0 : 30, expected.y == 0 ? 0 : 40)
            #expect(scene.offset.distance(to: Point(500, 500) + expected - back) < 1e-9)
            scene.wait(100)
            finger.up()
            #expect(scene.isAtRest)
        }
    }

    @Test("A drag goes on when content is added above, removed below, or the app sets the offset")
    func changes() throws {
        let scene = try ScrollStage()
        let finger = scene.hold(by: -100)
        scene.view.contentSize.height += 500
        scene.view.shiftContent(by: Point(0, 500))
        #expect(scene.offset == Point(0, 600))
        finger.move(by: 0, -10)
        scene.harness.settle()
        #expect(scene.offset == Point(0, 610))
        scene.view.contentOffset = Point(0, 1000)
        finger.move(by: 0, -10)
        scene.harness.settle()
        #expect(scene.offset == Point(0, 1010))
        scene.view.contentSize = Size(400, 800)
        #expect(scene.offset == Point(0, 1010), "the content does not jump under the finger")
        finger.move(by: 0, 10)
        scene.harness.settle()
        #expect(abs(scene.offset.y - 200 - RubberBand.way(of: 800, extent: 600)) < 1e-6)
        scene.wait(100)
        finger.up()
        #expect(scene.isAtRest && scene.offset == Point(0, 200))
    }

    @Test("A drag ends when scrolling is disabled, and so does what the drag has set in motion")
    func disabling() throws {
        let scene = try ScrollStage()
        let finger = scene.hold(by: 100)
        scene.view.isScrollEnabled = false
        scene.harness.settle()
        #expect(!scene.view.isDragging)
        #expect(scene.isAtRest && scene.offset == .zero)
        finger.up()
        scene.view.isScrollEnabled = true
        scene.flick(by: -200)
        scene.wait(100)
        let offset = scene.offset
        scene.view.isScrollEnabled = false
        #expect(scene.isAtRest && scene.offset == offset)
        #expect(scene.log.lines.last == "did slow")
        scene.log.clear()
        scene.flick(by: -200)
        #expect(scene.isAtRest && scene.log.lines.isEmpty)
    }

    @Test("A drag with two fingers follows their middle")
    func twoFingers() throws {
        let scene = try ScrollStage()
        scene.harness.drag(from: Point(200, 400), to: Point(200, 292), touches: 2)
        #expect(scene.isAtRest)
        #expect(scene.offset.y > 80 && scene.offset.y <= 100)
    }

    @Test("A drag is the loop's concern until the content rests")
    func trackedSpan() throws {
        let scene = try ScrollStage()
        var spans: [String] = []
        scene.log.handler = { name, view in
            if name != "scroll" { spans.append("\(name) \(view.trackedLoop != nil)") }
        }
        scene.flick(by: -200)
        #expect(scene.view.trackedLoop === scene.harness.loop)
        #expect(scene.isAtRest)
        #expect(
            spans == [
                "will drag true", "will end drag true", "did drag true", "will slow true", "did slow true",
            ]
        )
    }
}
