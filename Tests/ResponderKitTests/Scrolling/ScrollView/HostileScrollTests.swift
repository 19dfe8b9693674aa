import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Scroll views with hostile apps")
struct HostileScrollTests {
    @Test("Coordinates of a scroll view that are not finite stay as they were")
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

    @Test("Content smaller than the view rests at its corner")
    func small() throws {
        let scene = try ScrollScene(contentSize: Size(10, 10))
        scene.fling()
        #expect(scene.take() == [] && scene.view.contentOffset == .zero)
        scene.view.alwaysBounceVertical = true
        scene.fling()
        scene.wait(5000)
        #expect(scene.view.contentOffset == .zero && !scene.take().isEmpty)
    }

    @Test("Content that shrinks brings the offset back")
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

    @Test("A scroll view removed, disabled or stopped inside a call comes to rest, and each begin has its end")
    func removedInside() throws {
        for event in Self.events {
            for act in 0..<8 {
                let scene = try ScrollScene()
                let view = scene.view
                let zoomed = View(frame: Rect(0, 0, 300, 1000))
                view.addSubview(zoomed)
                (scene.zoomed, view.maximumZoomScale) = (zoomed, 2)
                var isDone = false
                scene.react = { [unowned scene] call in
                    guard call == event, !isDone else { return }
                    isDone = true
                    switch act {
                    case 0: view.removeFromSuperview()
                    case 1: view.isScrollEnabled = false
                    case 2: view.contentOffset = Point(0, 7)
                    case 3: view.contentSize = .zero
                    case 4: scene.harness.window.isHidden = true
                    case 5: view.setContentOffset(Point(0, 300), animated: true)
                    case 6: view.setZoomScale(1.5, animated: true)
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
                #expect(count("will begin zoom") == count("did end zoom"), "\(event), \(act): \(calls)")
            }
        }
    }

    /// A scroll view that does something when it gets a subview, such as an indicator.
    private final class HookedScrollView: ScrollView {
        var onAdd: () -> Void = {}
        override func didAddSubview(_ subview: View) { onAdd() }
    }

    @Test("A hook of an indicator that removes the view, and questions that do, leave each begin before its end")
    func removedInHook() throws {
        var logs: [[String]] = []
        for way in 0..<3 {
            var view: HookedScrollView?
            let stage = try ScrollStage {
                let made = HookedScrollView(frame: $0)
                view = made
                return made
            }
            stage.view.maximumZoomScale = 3
            stage.log.zoomedView = stage.content
            switch way {
            case 0:
                view?.onAdd = { [unowned view = stage.view] in view.removeFromSuperview() }
                stage.drag(by: -200)
            case 1:
                // The indicators are there; a bounce back shows them.
                stage.drag(by: -20)
                stage.view.contentOffset.y = -100
                stage.view.subviews.last?.removeFromSuperview()
                stage.log.clear()
                view?.onAdd = { [unowned view = stage.view] in view.removeFromSuperview() }
                stage.view.catchContent()
                stage.view.releaseContent()
            default:
                var questions = 0
                stage.log.onQuestion = { [unowned view = stage.view] in
                    questions += 1
                    if questions == 3 { view.removeFromSuperview() }
                }
                stage.harness.pinch(at: Point(200, 300), scale: 2)
            }
            stage.wait(1000)
            logs.append(stage.log.lines.filter { $0 != "scroll" && $0 != "zoom" })
            #expect(stage.unrest() == [])
        }
        #expect(
            logs == [
                ["will drag", "will end drag", "did drag"], ["will slow", "did slow"],
                logs.last == [] ? [] : ["will zoom", "did zoom 1.0"],
            ]
        )
    }

    @Test(
        "A motion begun at the end of one that a finger stops takes no time, and of two motions the newer counts"
    )
    func chained() throws {
        let scene = try ScrollScene(contentSize: Size(300, 4000))
        scene.react = { [unowned scene] call in
            // As a carousel does.
            if call == "did end animation" { scene.view.setContentOffset(Point(0, 500), animated: true) }
        }
        scene.view.setContentOffset(Point(0, 1000), animated: true)
        scene.wait(50)
        scene.drag(from: Point(150, 300), by: Array(repeating: Point(0, -10), count: 5))
        #expect(scene.view.isDragging && scene.view.motion.kind == .none && scene.view.contentOffset.y > 500)
        _ = scene.take()
        scene.react = { _ in }
        scene.finger.up()
        scene.wait(5000)
        // The newer of two motions counts, and each has its end.
        scene.view.contentOffset.y = 0
        scene.react = { [unowned scene] call in
            guard call == "did end animation" else { return }
            scene.react = { _ in }
            scene.view.setContentOffset(Point(0, 700), animated: true)
        }
        _ = scene.take()
        scene.view.setContentOffset(Point(0, 300), animated: true)
        scene.wait(50)
        scene.view.setContentOffset(Point(0, 400), animated: true)
        scene.wait(1000)
        #expect(scene.take() == ["scroll", "did end animation", "scroll", "did end animation"])
        #expect(scene.view.contentOffset.y == 700 && scene.view.trackedLoop == nil)
    }

    @Test("An application that becomes inactive, or goes to the background, ends a drag, and a fling comes to rest")
    func background() throws {
        let scene = try ScrollScene()
        scene.drag(from: Point(150, 300), by: Array(repeating: Point(0, -10), count: 5))
        try scene.harness.device.perform(.home)
        scene.wait(5000)
        #expect(!scene.view.isDragging && !scene.view.isDecelerating && scene.view.trackedLoop == nil)
    }
}
