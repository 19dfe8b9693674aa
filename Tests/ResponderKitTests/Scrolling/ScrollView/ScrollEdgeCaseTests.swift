import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A scroll view, in cases that are rare")
struct ScrollEdgeCaseTests {
    @Test("A drag goes on from an offset that the app sets beyond an edge meanwhile")
    func setBeyond() throws {
        let scene = try ScrollStage()
        let finger = scene.hold(by: 100)
        #expect(scene.offset.y < 0)
        scene.view.contentOffset = .zero
        finger.move(by: 0, -1)
        scene.harness.settle()
        #expect(scene.offset.y == 1)
        scene.view.contentOffset = Point(0, -50)
        finger.move(by: 0, 0.001)
        scene.harness.settle()
        #expect(abs(scene.offset.y + 50) < 0.1)
        finger.up()
        #expect(scene.isAtRest)
    }

    @Test("Rows put in above while the finger pulls beyond the top cause no jump")
    func insertInPull() throws {
        let scene = try ListScene()
        let finger = scene.harness.finger()
        finger.down(at: Point(50, 100))
        scene.harness.advance(by: .milliseconds(200))
        for _ in 0..<12 {
            finger.move(by: 0, 10)
            scene.harness.advance(by: .milliseconds(10))
        }
        let offset = scene.list.contentOffset.y
        #expect(offset < -20)
        scene.data.sections[0].insert(contentsOf: 1000..<1020, at: 0)
        scene.list.insertRows(at: (0..<20).map { .init(section: 0, row: $0) })
        scene.harness.settle()
        #expect(scene.list.contentOffset.y == offset + 880)
        finger.move(by: 0, 1)
        scene.harness.settle()
        #expect(scene.list.contentOffset.y == offset + 879)
        finger.up()
    }

    @Test(
        "A scroll view removed in a call at the begin or end of a drag is within the limits",
        arguments: ["did drag", "will end drag", "will drag"]
    )
    func removedAtEnd(_ call: String) throws {
        let scene = try ScrollStage()
        scene.log.handler = { name, view in if name == call { view.removeFromSuperview() } }
        defer { scene.log.handler = nil }
        scene.drag(by: 200, from: 100)
        scene.wait(2000)
        #expect(scene.offset.y == 0)
    }

    @Test("A zoom in and back in many steps leaves the content size exact, and nothing to drag")
    func zoomBack() throws {
        let scene = try ScrollStage(contentSize: Size(400, 600))
        scene.log.zoomedView = scene.content
        scene.view.maximumZoomScale = 4
        var scale = 1.0
        for step in 0..<40 {
            scale = 1 + Double(step % 20) * 0.0713
            scene.view.zoomScale = scale
        }
        scene.view.zoomScale = 1
        #expect(scene.view.contentSize == Size(400, 600))
        #expect(!scene.view.canDrag(.vertical) && !scene.view.canDrag(.horizontal))
    }

    @Test("A zoom to a rectangle without width in a view without width stays finite")
    func zoomEmpty() throws {
        let scene = try ScrollStage(contentSize: Size(400, 600))
        scene.log.zoomedView = scene.content
        scene.view.maximumZoomScale = 4
        scene.view.bounds.size = Size(0, 100)
        scene.view.zoom(to: Rect(10, 10, 0, 10), animated: false)
        #expect(scene.view.zoomScale.isFinite && scene.view.contentSize.isFinite)
    }
}
