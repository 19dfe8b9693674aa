import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Autoresizing")
struct AutoresizingTests {
    nonisolated private static let masked: [(AutoresizingMask, Rect)] = [
        (AutoresizingMask(), Rect(10, 20, 30, 40)),
        ([.flexibleWidth], Rect(10, 20, 130, 40)),
        ([.flexibleHeight, .flexibleWidth], Rect(10, 20, 130, 90)),
        ([.flexibleLeftMargin], Rect(110, 20, 30, 40)),
        ([.flexibleRightMargin], Rect(10, 20, 30, 40)),
        ([.flexibleLeftMargin, .flexibleRightMargin], Rect(24.285714285714285, 20, 30, 40)),
        ([.flexibleTopMargin, .flexibleBottomMargin], Rect(10, 45, 30, 40)),
        ([.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin], Rect(20, 20, 60, 40)),
    ]

    @Test(
        "The flexible parts of a direction share the change in proportion to their extents",
        arguments: Self.masked
    )
    func masks(mask: AutoresizingMask, expected: Rect) {
        let (superview, view) = (View(frame: Rect(0, 0, 100, 80)), View(frame: Rect(10, 20, 30, 40)))
        superview.addSubview(view)
        view.autoresizingMask = mask
        superview.frame.size = Size(200, 130)
        #expect(view.frame == expected)
    }

    @Test("Flexible parts without extent share the change equally, and an extent never gets negative")
    func zero() {
        let (superview, view) = (View(), View())
        view.autoresizingMask = [.flexibleWidth, .flexibleRightMargin]
        superview.addSubview(view)
        superview.bounds.size = Size(100, 10)
        #expect(view.frame == Rect(0, 0, 50, 0))
        view.autoresizingMask = [.flexibleWidth]
        superview.bounds.size = Size(10, 10)
        #expect(view.frame.size.width == 0)
    }

    @Test("Margins that cancel each other but for a rounding error share the change equally")
    func cancelling() {
        let (superview, view) = (View(frame: Rect(0, 0, 100, 100)), View(frame: Rect(0.1, 0, 100, 100)))
        view.autoresizingMask = [.flexibleLeftMargin, .flexibleRightMargin]
        superview.addSubview(view)
        superview.frame.size.width = 120
        #expect(view.frame == Rect(10.1, 0, 100, 100))
    }

    @Test("A superview may switch autoresizing off, and a transformed view keeps its frame")
    func exceptions() {
        let (superview, view, turned) = (View(frame: Rect(0, 0, 10, 10)), View(), View(frame: Rect(0, 0, 4, 2)))
        for subview in [view, turned] {
            subview.autoresizingMask = [.flexibleWidth]
            superview.addSubview(subview)
        }
        turned.transform = Transform(rotationAngle: 1)
        superview.autoresizesSubviews = false
        superview.frame.size.width = 20
        #expect(view.frame.size.width == 0)
        superview.autoresizesSubviews = true
        superview.frame.size.width = 30
        #expect(view.frame.size.width == 10 && turned.bounds.size == Size(4, 2))
    }

    @Test("A deep tree is resized down to its innermost view")
    func deep() {
        let outermost = View(frame: Rect(0, 0, 10, 10))
        var view = outermost
        for _ in 0..<20_000 {
            let inner = View(frame: view.bounds)
            inner.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(inner)
            view = inner
        }
        outermost.frame.size = Size(100, 50)
        #expect(view.frame == Rect(0, 0, 100, 50))
    }

    @Test("A root view follows its window's size, and a view takes the size that fits")
    func sizes() throws {
        let harness = try AppHarness(screenSize: Size(100, 100))
        let controller = ViewController()
        harness.window.rootViewController = controller
        harness.window.frame = Rect(0, 0, 50, 70)
        #expect(controller.view.frame == Rect(0, 0, 50, 70))
        let label = FittedView(frame: Rect(3, 4, 100, 100))
        label.sizeToFit()
        #expect(label.frame == Rect(3, 4, 20, 10))
        label.frame.size = Size(100, 100)
        label.transform = Transform(scaleX: 2, y: 2)
        label.sizeToFit()
        #expect(label.bounds.size == Size(20, 10) && label.center == Point(53, 54))
    }

    @Test("A frame, bounds, centre or transform that is no place stops the process, and the message names the view")
    func notFinite() async {
        let frame = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            View().frame = Rect(0, 0, .nan, 1)
        }
        frame.expectMessage("the frame of View was set to (0.0, 0.0, nan x 1.0); set finite numbers")
        let bounds = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            View().bounds = Rect(0, .infinity, 1, 1)
        }
        bounds.expectMessage("the bounds of View was set to (0.0, inf, 1.0 x 1.0); set finite numbers")
        let center = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            View().center = Point(.nan, 0)
        }
        center.expectMessage("the center of View was set to (nan, 0.0); set finite numbers")
        let made = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            _ = View(frame: Rect(0, 0, .infinity, 1))
        }
        made.expectMessage("the frame of View was set to (0.0, 0.0, inf x 1.0); set finite numbers")
        let anchor = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            View().anchorPoint = Point(0, .nan)
        }
        anchor.expectMessage("the anchor point of View was set to (0.0, nan); set finite numbers")
        let transform = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            View().transform = Transform(scaleX: .nan, y: 1)
        }
        transform.expectMessage(
            "the transform of View was set to [nan, 0.0, 0.0, 1.0, 0.0, 0.0]; set finite numbers"
        )
        let insets = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            TextView(frame: .zero).textContainerInset.top = .infinity
        }
        insets.expectMessage("the textContainerInset of TextView was set to (top inf, left 8.0, bottom 8.0, right 8.0)")
    }
}

private final class FittedView: View {
    override func sizeThatFits(_ size: Size) -> Size { Size(min(size.width, 20), min(size.height, 10)) }
}
