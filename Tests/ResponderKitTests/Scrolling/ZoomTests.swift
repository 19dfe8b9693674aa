import ResponderKitTesting
import Testing

@testable import ResponderKit

@MainActor
@Suite("Zooming a scroll view")
struct ZoomTests {
    private let scene: ScrollScene
    private let picture = View(frame: Rect(0, 0, 600, 800))
    private var view: ScrollView { scene.view }

    init() throws {
        scene = try ScrollScene(contentSize: Size(600, 800))
        view.addSubview(picture)
        scene.zoomed = picture
        #expect(view.pinchGestureRecognizer == nil)
        view.maximumZoomScale = 3
        view.minimumZoomScale = 0.5
        scene.harness.settle()
    }

    private func pinch(from start: Double, to end: Double) {
        let fingers = [scene.harness.finger(), scene.harness.finger()]
        scene.harness.together {
            fingers[0].down(at: Point(150 - start, 200))
            fingers[1].down(at: Point(150 + start, 200))
        }
        scene.wait(10)
        for step in 1...20 {
            let half = start + (end - start) * Double(step) / 20
            scene.harness.together {
                fingers[0].move(to: Point(150 - half, 200))
                fingers[1].move(to: Point(150 + half, 200))
            }
            scene.wait(10)
        }
        scene.wait(200)
        scene.harness.together { for finger in fingers { finger.up() } }
        scene.harness.settle()
    }

    @Test("a pinch scales the view around the place between the fingers")
    func pinched() {
        let middle = picture.convert(Point(150, 200), from: nil)
        pinch(from: 40, to: 100)
        #expect(view.zoomScale > 1.5 && view.zoomScale < 2.5)
        let now = picture.convert(Point(150, 200), from: nil)
        #expect(abs(now.x - middle.x) < 1 && abs(now.y - middle.y) < 1)
        #expect(abs(view.contentSize.width - 600 * view.zoomScale) < 1e-6)
        #expect(picture.frame.origin == .zero && !view.isZooming)
    }

    @Test("beyond its limits the scale comes back")
    func bounces() {
        view.maximumZoomScale = 1.2
        pinch(from: 20, to: 140)
        #expect(view.zoomScale > 1.2 && view.isZooming && view.isZoomBouncing)
        scene.wait(1000)
        #expect(view.zoomScale == 1.2 && !view.isZooming)
        #expect(scene.take().last == "did end zooming")
        view.bouncesZoom = false
        pinch(from: 140, to: 5)
        #expect(view.zoomScale >= 0.5 && !view.isZooming)
    }

    @Test("the app zooms to a scale, and to a rectangle")
    func programmatically() {
        view.setZoomScale(2, animated: false)
        #expect(view.zoomScale == 2 && view.contentSize == Size(1200, 1600))
        view.zoom(to: Rect(100, 100, 100, 100), animated: true)
        #expect(view.isZooming)
        scene.wait(1000)
        #expect(view.zoomScale == 3 && !view.isZooming)
        let middle = view.convert(Point(150, 150), from: picture) - view.contentOffset
        #expect(abs(middle.x - 150) < 1e-6 && abs(middle.y - 200) < 1e-6)
        view.zoomScale = 100
        #expect(view.zoomScale == 3)
        view.maximumZoomScale = 0.5
        #expect(view.zoomScale == 0.5 && view.pinchGestureRecognizer == nil)
    }
}
