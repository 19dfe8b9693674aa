import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// A scroll view inside another one, which has content of 800 by 6000 points.
@MainActor
@Suite("A scroll view inside another one")
struct ScrollNestingTests {
    private let scene: ScrollStage
    private let inner: ScrollView
    private let innerLog = ScrollLog()
    private let content: RecordingView

    init() throws {
        scene = try ScrollStage(contentSize: Size(400, 6000))
        inner = ScrollView(frame: Rect(0, 0, 400, 500))
        content = RecordingView("inner", frame: Rect(0, 0, 400, 900))
        inner.addSubview(content)
        inner.contentSize = content.frame.size
        inner.delegate = innerLog
        scene.content.addSubview(inner)
        scene.harness.settle()
    }

    private func drag(_ x: Double, _ y: Double) {
        scene.harness.drag(from: Point(200, 300), to: Point(200 + x, 300 + y))
    }

    @Test("An inner scroll view scrolls first, and leaves a drag beyond its edge to the outer one")
    func edge() {
        drag(0, -250)
        #expect(inner.contentOffset.y > 200 && scene.offset == .zero)
        drag(0, -250)
        // It goes on to its edge, and no further.
        #expect(scene.isAtRest && inner.contentOffset.y == 400 && scene.offset == .zero)
        drag(0, -100)
        #expect(scene.isAtRest && inner.contentOffset.y == 400 && scene.offset.y > 80)
        drag(0, 50)
        #expect(inner.contentOffset.y < 400 && scene.offset.y > 80)
    }

    @Test("An inner scroll view bounces at its edge when the outer one cannot go on either")
    func bothAtEdge() {
        drag(0, 100)
        #expect(innerLog.lines.first == "will drag" && scene.log.lines.isEmpty)
        #expect(scene.isAtRest && inner.contentOffset == .zero)
        drag(0, -250)
        scene.view.isScrollEnabled = false
        inner.contentOffset = Point(0, 400)
        innerLog.clear()
        drag(0, -100)
        #expect(innerLog.lines.first == "will drag" && scene.offset == .zero)
    }

    @Test("Nested scroll views with crossed axes each take the drags along their own axis")
    func crossed() {
        inner.contentSize = Size(1500, 500)
        drag(0, -100)
        #expect(inner.contentOffset == .zero && scene.offset.y > 80)
        let offset = scene.offset
        drag(-100, 0)
        #expect(inner.contentOffset.x > 80 && scene.offset == offset)
        // Steeper than not.
        drag(-60, -80)
        #expect(inner.contentOffset.x < 101 && scene.offset.y > offset.y + 50)
    }

    @Test("Content of nested scroll views hears of a touch once, after one delay")
    func delays() {
        let finger = scene.harness.finger()
        finger.down(at: Point(200, 300))
        scene.wait(149)
        #expect(content.log.lines.isEmpty)
        scene.wait(2)
        finger.up()
        scene.harness.settle()
        #expect(content.log.lines == ["inner.began(200, 300)", "inner.ended(200, 300)"])
    }

    @Test("An inner scroll view and its content get no touch that stops the outer one's fling")
    func outerFling() {
        inner.frame = Rect(0, 0, 400, 6000)
        inner.contentSize = Size(400, 9000)
        inner.isScrollEnabled = false
        scene.flick(by: -200)
        inner.isScrollEnabled = true
        scene.wait(100)
        #expect(scene.view.isDecelerating)
        let finger = scene.harness.finger()
        finger.down(at: Point(200, 300))
        scene.wait(200)
        #expect(!scene.view.isDecelerating && content.log.lines.isEmpty)
        innerLog.clear()
        finger.move(by: 0, -20)
        scene.harness.settle()
        finger.move(by: 0, -20)
        scene.harness.settle()
        #expect(scene.view.isDragging && innerLog.lines.isEmpty)
        finger.up()
        #expect(scene.isAtRest)
    }

    @Test("An inner scroll view stops its own fling for a touch, which may then drag the outer one")
    func innerFling() {
        scene.harness.flick(from: Point(200, 300), to: Point(200, 260), speed: 300)
        scene.wait(50)
        #expect(inner.isDecelerating)
        inner.contentSize = Size(400, 500)
        scene.wait(1000)
        #expect(inner.contentOffset == .zero)
        drag(0, -100)
        #expect(scene.isAtRest && scene.offset.y > 80)
    }

    @Test("An inner scroll view that always bounces still leaves drags to an outer one with room")
    func alwaysBounces() {
        inner.contentSize = Size(400, 300)
        inner.alwaysBounceVertical = true
        drag(0, -100)
        #expect(scene.isAtRest && scene.offset.y > 80 && innerLog.lines.isEmpty)
    }
}
