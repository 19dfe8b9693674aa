import ResponderKitTesting
import Testing

@testable import ResponderKit

@MainActor
@Suite("Wheels over scroll views, and the loop's mode during a drag")
struct ScrollingModesTests {
    // Rules: L22.
    @Test(
        "from the beginning of a drag until the content rests, timers of the default mode wait; a wheel changes nothing"
    )
    func tracking() throws {
        let scene = try ScrollScene()
        let loop = scene.harness.loop
        var ticks = 0
        loop.addTimer(at: loop.now, every: .milliseconds(10), in: .default, name: "default") { _ in ticks += 1 }
        scene.wait(30)
        #expect(ticks > 2)
        scene.finger.down(at: Point(150, 300))
        scene.wait(30)
        let before = ticks
        #expect(before > 5 && !loop.isTracking)
        for _ in 0..<5 {
            scene.finger.move(by: 0, -20)
            scene.wait(10)
        }
        #expect(loop.isTracking && ticks <= before + 1)
        scene.finger.up()
        scene.harness.settle()
        #expect(scene.view.isDecelerating && loop.isTracking)
        let during = ticks
        scene.wait(500)
        #expect(ticks == during)
        scene.wait(5000)
        #expect(!loop.isTracking && ticks > during + 10)
        scene.harness.wheel(by: Point(0, 30), at: Point(10, 10))
        scene.harness.settle()
        #expect(!loop.isTracking)
    }

    @Test("a view that leaves its window in a drag ends the tracking")
    func removed() throws {
        let scene = try ScrollScene()
        scene.drag(from: Point(150, 300), by: Array(repeating: Point(0, -10), count: 5))
        #expect(scene.harness.loop.isTracking)
        scene.view.removeFromSuperview()
        scene.harness.settle()
        #expect(!scene.harness.loop.isTracking)
        scene.harness.window.addSubview(scene.view)
        scene.finger.up()
        scene.fling()
        #expect(scene.harness.loop.isTracking)
        scene.view.removeFromSuperview()
        #expect(!scene.harness.loop.isTracking && !scene.view.isDecelerating)
    }

    @Test("a wheel scrolls the inner view as far as it goes, then the outer one")
    func wheel() throws {
        let scene = try ScrollScene()
        let inner = ScrollView(frame: Rect(0, 0, 300, 200))
        scene.view.addSubview(inner)
        inner.contentSize = Size(300, 250)
        inner.addSubview(View(frame: Rect(0, 0, 300, 250)))
        scene.harness.settle()
        func wheel(_ y: Double) {
            scene.harness.wheel(by: Point(0, y), at: Point(10, 10))
            scene.harness.settle()
        }
        wheel(-30)
        #expect(inner.contentOffset.y == 30 && scene.view.contentOffset.y == 0)
        wheel(-30)
        #expect(inner.contentOffset.y == 50 && scene.view.contentOffset.y == 0)
        wheel(-30)
        #expect(inner.contentOffset.y == 50 && scene.view.contentOffset.y == 30)
        wheel(100)
        #expect(inner.contentOffset.y == 0 && scene.view.contentOffset.y == 30)
        wheel(100)
        #expect(scene.view.contentOffset.y == 0)
        #expect(scene.take() == ["scroll"])
        scene.view.isScrollEnabled = false
        inner.isScrollEnabled = false
        wheel(-30)
        #expect(inner.contentOffset.y == 0 && scene.view.contentOffset.y == 0)
    }

    @Test("a wheel ends a fling, and does nothing during a drag")
    func wheelWhileMoving() throws {
        let scene = try ScrollScene()
        scene.fling()
        scene.wait(50)
        _ = scene.take()
        scene.harness.wheel(by: Point(0, -10), at: Point(10, 10))
        scene.harness.settle()
        #expect(scene.take() == ["did end decelerating", "scroll"])
        scene.drag(from: Point(150, 300), by: Array(repeating: Point(0, -10), count: 3))
        let place = scene.view.contentOffset
        scene.harness.wheel(by: Point(0, -10), at: Point(10, 10))
        scene.harness.settle()
        #expect(scene.view.contentOffset == place)
        scene.finger.up()
        scene.harness.settle()
    }
}
