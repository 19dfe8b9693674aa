import ResponderKitTesting
import Testing

@testable import ResponderKit

@MainActor
@Suite("Scroll views in scroll views, and axes")
struct NestedScrollTests {
    private let scene: ScrollScene
    private var outer: ScrollView { scene.view }
    private let inner = ScrollView(frame: Rect(0, 0, 300, 200))

    init() throws {
        scene = try ScrollScene(contentSize: Size(900, 1000))
        outer.addSubview(inner)
        inner.contentSize = Size(300, 500)
        scene.harness.settle()
    }

    private func pull(_ x: Double, _ y: Double) {
        scene.drag(from: Point(150, 100), by: Array(repeating: Point(x / 10, y / 10), count: 10))
        scene.wait(200)
        scene.finger.up()
        scene.wait(3000)
    }

    @Test("the inner one goes first, then at its edge the outer one")
    func sameAxis() {
        pull(0, -90)
        #expect(inner.contentOffset.y > 50 && outer.contentOffset == .zero)
        inner.contentOffset = Point(0, 300)
        pull(0, -90)
        #expect(inner.contentOffset == Point(0, 300) && outer.contentOffset.y > 50)
    }

    @Test("the outer one takes the axis that the inner one has not")
    func crossedAxes() {
        pull(-90, 0)
        #expect(inner.contentOffset == .zero && outer.contentOffset.x > 50)
    }

    @Test("at both edges the inner one bounces")
    func bothEdges() {
        scene.drag(from: Point(150, 100), by: Array(repeating: Point(0, 10), count: 5))
        #expect(inner.contentOffset.y < 0 && outer.contentOffset == .zero)
        scene.finger.up()
        scene.wait(3000)
        #expect(inner.contentOffset == .zero)
    }

    @Test("a drag along one axis stays there when the direction is locked")
    func directionalLock() {
        inner.removeFromSuperview()
        outer.contentOffset = Point(300, 300)
        outer.isDirectionalLockEnabled = true
        pull(-20, -90)
        #expect(outer.contentOffset.x == 300 && outer.contentOffset.y > 350)
        outer.contentOffset = Point(300, 300)
        pull(-80, -90)
        #expect(outer.contentOffset.x > 340 && outer.contentOffset.y > 350)
    }

    @Test("content that fits is not dragged, unless it always bounces; it begins when the fingers turn")
    func fitting() {
        inner.removeFromSuperview()
        outer.contentSize = Size(100, 1000)
        pull(-90, 0)
        #expect(scene.take() == [] && outer.contentOffset == .zero)
        scene.drag(from: Point(150, 200), by: Array(repeating: Point(-10, 0), count: 3))
        for _ in 0..<9 {
            scene.finger.move(by: 0, -10)
            scene.wait(10)
        }
        #expect(outer.contentOffset == Point(0, 60))
        scene.finger.up()
        scene.wait(3000)
        outer.alwaysBounceHorizontal = true
        scene.drag(from: Point(150, 200), by: Array(repeating: Point(-10, 0), count: 3))
        #expect(outer.contentOffset.x > 0)
        scene.finger.up()
        scene.wait(3000)
        #expect(outer.contentOffset.x == 0)
    }
}
