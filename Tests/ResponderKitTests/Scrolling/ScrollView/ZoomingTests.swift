import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Zooming a scroll view")
struct ZoomingTests {
    private let scene: ScrollStage
    private var view: ScrollView { scene.view }

    init() throws {
        scene = try ScrollStage(contentSize: Size(800, 1200))
        scene.log.zoomedView = scene.content
        scene.view.minimumZoomScale = 0.5
        scene.view.maximumZoomScale = 4
    }

    /// The point of the unscaled content that is seen at a point of the window.
    private func seen(at point: Point) -> Point { scene.content.convert(point, from: nil) }

    private static func near(_ one: Point, _ other: Point, _ distance: Double = 1e-6) -> Bool {
        one.distance(to: other) < distance
    }

    @Test("A zoom stays within limits that the delegate changes when it is asked for the view")
    func limitsInside() {
        let delegate = NarrowingDelegate(scene.content)
        view.delegate = delegate
        view.setZoomScale(3, animated: false)
        #expect(view.zoomScale == 1)
    }

    @Test("A zoom with two fingers scales the view and the content size, and keeps what is under the fingers there")
    func pinch() {
        view.contentOffset = Point(100, 200)
        scene.log.clear()
        let (one, other) = (scene.harness.finger(), scene.harness.finger())
        scene.harness.together {
            one.down(at: Point(150, 300))
            other.down(at: Point(250, 300))
        }
        scene.harness.settle()
        let under = seen(at: Point(200, 300))
        for step in 1...8 {
            scene.harness.together {
                one.move(to: Point(150 - Double(step) * 10, 300))
                other.move(to: Point(250 + Double(step) * 10, 300))
            }
            scene.harness.settle()
            #expect(Self.near(seen(at: Point(200, 300)), under))
        }
        // It counts from a span of 116.
        #expect(abs(view.zoomScale - 260.0 / 116) < 1e-9)
        #expect(scene.content.transform == Transform(scaleX: view.zoomScale, y: view.zoomScale))
        #expect(abs(view.contentSize.width - 800 * view.zoomScale) < 1e-6)
        #expect(Self.near(scene.content.frame.origin, .zero) && view.isZooming && !view.isZoomBouncing)
        scene.wait(100)
        // The fingers are lifted a little further away.
        scene.harness.device.touch([
            TouchContact(one.identifier, .ended, at: Point(64, 300)),
            TouchContact(other.identifier, .ended, at: Point(336, 300)),
        ])
        #expect(scene.isAtRest && abs(view.zoomScale - 272.0 / 116) < 1e-9)
        #expect(scene.log.lines.first == "will zoom" && scene.log.lines.last == "did zoom 2.34")
        #expect(scene.log.lines.filter { $0 != "zoom" && $0 != "scroll" } == ["will zoom", "did zoom 2.34"])
    }

    @Test("A zoom drags at the same time, and keeps what is under the fingers there")
    func pinchAndDrag() {
        view.setZoomScale(2, animated: false)
        view.contentOffset = Point(300, 500)
        let (one, other) = (scene.harness.finger(), scene.harness.finger())
        scene.harness.together {
            one.down(at: Point(100, 300))
            other.down(at: Point(200, 300))
        }
        scene.harness.settle()
        var under: Point?
        for step in 1...10 {
            let way = Double(step) * 9
            scene.harness.together {
                one.move(to: Point(100 + way, 300 + way))
                other.move(to: Point(200 + 3 * way, 300 + way))
            }
            scene.wait(10)
            // From when both have begun on.
            if let under {
                #expect(Self.near(seen(at: Point(150 + 2 * way, 300 + way)), under, 0.01))
            } else if view.isDragging && view.isZooming {
                under = seen(at: Point(150 + 2 * way, 300 + way))
            }
        }
        #expect(under != nil)
        scene.harness.together {
            one.up()
            other.up()
        }
        #expect(scene.isAtRest)
        let calls = scene.log.lines.filter { $0 != "zoom" && $0 != "scroll" }
        #expect(calls.first == "will drag" || calls.first == "will zoom")
        #expect(Array(calls.dropFirst(2)) == ["will end drag", "did drag", "did zoom 4.0"])
        #expect(scene.log.velocity == .zero)
    }

    @Test("A zoom goes a little beyond its limits, and comes back", arguments: [(1.5, 4.0), (0.1, 0.5)])
    func bounce(example: (scale: Double, limit: Double)) {
        view.setZoomScale(example.limit == 4 ? 3.9 : 0.6, animated: false)
        scene.log.clear()
        var scales: [Double] = []
        scene.log.handler = { name, view in if name == "zoom" { scales.append(view.zoomScale) } }
        scene.harness.pinch(at: Point(200, 300), scale: example.scale, span: 200)
        #expect(view.isZoomBouncing && view.isZooming)
        #expect(scene.isAtRest)
        #expect(view.zoomScale == example.limit)
        #expect(scales.contains { example.limit == 4 ? $0 > 4.01 : $0 < 0.49 })
        #expect(scene.log.lines.last { $0 != "scroll" } == "did zoom \(example.limit)")
        // Without the bounce.
        view.bouncesZoom = false
        scales = []
        scene.harness.pinch(at: Point(200, 300), scale: example.scale, span: 200)
        #expect(scene.isAtRest && scales.allSatisfy { 0.5...4 ~= $0 })
    }

    @Test("A zoom by the app keeps the middle, tells of each step, and stays within its limits")
    func programmatic() {
        view.contentOffset = Point(200, 300)
        scene.log.clear()
        let middle = seen(at: Point(200, 300))
        view.setZoomScale(2, animated: false)
        #expect(view.zoomScale == 2 && Self.near(seen(at: Point(200, 300)), middle))
        #expect(scene.log.lines == ["zoom", "scroll"])
        scene.log.clear()
        view.setZoomScale(3, animated: true)
        #expect(view.zoomScale == 2)
        scene.wait(150)
        #expect(view.zoomScale > 2.2 && view.zoomScale < 2.8)
        #expect(scene.isAtRest && view.zoomScale == 3 && Self.near(seen(at: Point(200, 300)), middle))
        #expect(scene.log.lines.filter { $0 != "zoom" && $0 != "scroll" } == ["will zoom", "did zoom 3.0"])
        view.zoomScale = 100
        #expect(view.zoomScale == 4)
        view.maximumZoomScale = 2
        #expect(view.zoomScale == 2)
    }

    @Test("A zoom to a rectangle fills the view with it", arguments: [false, true])
    func rectangle(animated: Bool) {
        view.zoom(to: Rect(300, 400, 200, 300), animated: animated)
        #expect(scene.isAtRest && view.zoomScale == 2)
        #expect(Self.near(seen(at: .zero), Point(300, 400)) && Self.near(seen(at: Point(400, 600)), Point(500, 700)))
        // What is too large for the limits is in the middle.
        view.zoom(to: Rect(300, 500, 4, 6), animated: animated)
        #expect(scene.isAtRest && view.zoomScale == 4)
        #expect(Self.near(seen(at: Point(200, 300)), Point(302, 503)))
        view.zoom(to: Rect(300, 500, 0, 0), animated: animated)
        #expect(scene.isAtRest && view.zoomScale == 4)
    }

    @Test("A zoom does nothing without a range, or a view")
    func absent() throws {
        let plain = try ScrollStage()
        #expect(plain.view.pinchGestureRecognizer == nil)
        plain.view.maximumZoomScale = 3
        #expect(plain.view.pinchGestureRecognizer != nil)
        plain.harness.pinch(at: Point(200, 300), scale: 2, span: 200)
        #expect(plain.isAtRest && plain.view.zoomScale == 1)
        // The pinch has not begun, so the content kept its touches.
        #expect(plain.view.pinchGestureRecognizer?.state == .possible)
        #expect(!plain.log.lines.contains("will zoom"))
        plain.view.setZoomScale(2, animated: true)
        #expect(plain.isAtRest && plain.view.zoomScale == 1)
        plain.view.maximumZoomScale = 1
        #expect(plain.view.pinchGestureRecognizer == nil)
    }

    @Test(
        "A zoom that the delegate prevents when it hears that the zoom begins ends at once",
        arguments: [false, true]
    )
    func prevented(byRemoval: Bool) {
        scene.log.handler = { name, view in
            guard name == "will zoom" else { return }
            if byRemoval { view.removeFromSuperview() } else { view.contentOffset = Point(10, 10) }
        }
        view.setZoomScale(3, animated: true)
        #expect(!view.isZooming && view.zoomScale == 1)
        #expect(scene.isAtRest)
        #expect(scene.log.lines.filter { $0 != "scroll" } == ["will zoom", "did zoom 1.0"])
    }

    /// Something that ends a zoom which is under way.
    enum Interruption: CaseIterable {
        case offset, animatedOffset, scale, animatedScale, removal, noRange, noDelegate, cancel, inactivity, drag
    }

    @Test(
        "A zoom that is interrupted ends with its call, within its limits",
        arguments: Interruption.allCases,
        [false, true]
    )
    func interrupted(by interruption: Interruption, duringBounce: Bool) throws {
        view.setZoomScale(3.5, animated: false)
        scene.log.clear()
        let (one, other) = (scene.harness.finger(), scene.harness.finger())
        scene.harness.together {
            one.down(at: Point(150, 300))
            other.down(at: Point(250, 300))
        }
        scene.harness.settle()
        for span in [70.0, 90, 130] {
            scene.harness.together {
                one.move(to: Point(200 - span, 300))
                other.move(to: Point(200 + span, 300))
            }
            scene.harness.settle()
        }
        #expect(view.zoomScale > 4)
        func lift() {
            for finger in [one, other] where finger.isDown { finger.up() }
            scene.harness.settle()
        }
        if duringBounce {
            lift()
            scene.wait(50)
            #expect(view.isZoomBouncing)
        }
        switch interruption {
        case .offset: view.contentOffset = Point(10, 10)
        case .animatedOffset: view.setContentOffset(Point(10, 10), animated: true)
        case .scale: view.zoomScale = 1
        case .animatedScale: view.setZoomScale(1, animated: true)
        case .removal: view.removeFromSuperview()
        case .noRange: view.maximumZoomScale = 0.5
        case .noDelegate: view.delegate = nil
        case .cancel: if one.isDown { one.cancel() }
        case .inactivity: try scene.harness.device.perform(.openNotificationCenter)
        case .drag: _ = scene.hold().up()
        }
        scene.harness.settle()
        lift()
        #expect(scene.isAtRest)
        if interruption == .noDelegate { return }
        #expect(0.5...4 ~= view.zoomScale)
        let calls = scene.log.lines.filter { $0.contains("will zoom") || $0.contains("did zoom") }
        #expect(calls.count.isMultiple(of: 2))
        for (index, call) in calls.enumerated() {
            #expect(call.hasPrefix(index.isMultiple(of: 2) ? "will zoom" : "did zoom"))
        }
    }
}

/// Allows no zoom any more as soon as it is asked what is zoomed.
private final class NarrowingDelegate: ScrollViewDelegate {
    private let content: View

    init(_ content: View) { self.content = content }

    func viewForZooming(in scrollView: ScrollView) -> View? {
        scrollView.maximumZoomScale = 1
        return content
    }
}
