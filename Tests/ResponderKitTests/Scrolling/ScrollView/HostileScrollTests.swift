import ResponderKitTesting
import Testing

@testable import ResponderKit

@MainActor
@Suite("Scroll views with hostile apps")
struct HostileScrollTests {
    @Test("coordinates that are not finite stay as they were")
    func notFinite() throws {
        let scene = try ScrollScene()
        scene.view.contentOffset = Point(5, 50)
        scene.view.contentOffset = Point(.nan, 60)
        #expect(scene.view.contentOffset == Point(5, 60))
        scene.view.setContentOffset(Point(7, .infinity), animated: false)
        #expect(scene.view.contentOffset == Point(7, 60))
        scene.view.scrollRectToVisible(Rect(.nan, 0, 10, 10), animated: false)
        scene.target = Point(.nan, .nan)
        scene.view.contentOffset = .zero
        scene.fling()
        scene.wait(5000)
        #expect(scene.view.contentOffset.isFinite && scene.view.contentOffset == scene.proposed)
    }

    @Test("content smaller than the view rests at its corner")
    func small() throws {
        let scene = try ScrollScene(contentSize: Size(10, 10))
        scene.fling()
        #expect(scene.take() == [] && scene.view.contentOffset == .zero)
        scene.view.alwaysBounceVertical = true
        scene.fling()
        scene.wait(5000)
        #expect(scene.view.contentOffset == .zero && !scene.take().isEmpty)
    }

    @Test("content that shrinks brings the offset back")
    func shrinks() throws {
        let scene = try ScrollScene()
        scene.view.contentOffset = Point(0, 600)
        scene.view.contentSize = Size(300, 500)
        #expect(scene.view.contentOffset == Point(0, 100))
        scene.view.frame = Rect(0, 0, 300, 450)
        scene.harness.settle()
        #expect(scene.view.contentOffset == Point(0, 50))
        scene.fling(Point(0, 10))
        scene.view.contentSize = Size(300, 2000)
        scene.wait(5000)
        #expect(scene.view.contentOffset == .zero)
    }

    private static let events = [
        "will begin dragging", "scroll", "will end dragging", "did end dragging, decelerates",
        "will begin decelerating", "did end decelerating",
    ]

    @Test("a view that is removed, disabled or stopped inside a call comes to rest, and each begin has its end")
    func removedInside() throws {
        for event in Self.events {
            for act in 0..<5 {
                let scene = try ScrollScene()
                let view = scene.view
                var isDone = false
                scene.react = { [unowned scene] call in
                    guard call == event, !isDone else { return }
                    isDone = true
                    switch act {
                    case 0: view.removeFromSuperview()
                    case 1: view.isScrollEnabled = false
                    case 2: view.contentOffset = Point(0, 7)
                    case 3: view.contentSize = .zero
                    default: scene.harness.loop.run(until: scene.harness.now)
                    }
                }
                scene.fling()
                scene.wait(5000)
                #expect(!view.isDragging && !view.isDecelerating && view.link == nil, "\(event), \(act)")
                #expect(view.trackedLoop == nil && scene.harness.isIdle, "\(event), \(act)")
                let calls = scene.take()
                func count(_ prefix: String) -> Int { calls.filter { $0.hasPrefix(prefix) }.count }
                #expect(count("will begin dragging") == count("did end dragging"), "\(event), \(act): \(calls)")
                #expect(count("will begin decel") == count("did end decel"), "\(event), \(act): \(calls)")
            }
        }
    }

    @Test("an application that becomes inactive, or goes to the background, ends a drag, and a fling comes to rest")
    func background() throws {
        let scene = try ScrollScene()
        scene.drag(from: Point(150, 300), by: Array(repeating: Point(0, -10), count: 5))
        try scene.harness.device.perform(.home)
        scene.wait(5000)
        #expect(!scene.view.isDragging && !scene.view.isDecelerating && scene.view.trackedLoop == nil)
    }
}
