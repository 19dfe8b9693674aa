import ResponderKitTesting
import Testing

@testable import ResponderKit

@MainActor
@Suite("Scroll indicators, and rectangles that become visible")
struct ScrollIndicatorTests {
    @Test("an indicator is seen while the content moves, and half a second more; it is no touch's view")
    func indicators() throws {
        let scene = try ScrollScene()
        let view = scene.view
        view.flashScrollIndicators()
        scene.harness.settle()
        let bar = try #require(view.subviews.first)
        #expect(view.subviews.count == 1 && !bar.isHidden)
        // 394 points of 400 are the track; 40 percent of the content are seen.
        #expect(bar.frame.origin == Point(294, 3) && bar.frame.width == 3 && abs(bar.frame.height - 157.6) < 1e-9)
        #expect(view.hitTest(bar.center, with: nil) === view)
        view.contentOffset = Point(0, 600)
        scene.harness.settle()
        #expect(abs(bar.frame.maxY - 997) < 1e-9)
        scene.wait(501)
        #expect(bar.isHidden)
        scene.fling(Point(0, 10))
        #expect(!bar.isHidden)
        view.showsVerticalScrollIndicator = false
        #expect(bar.isHidden)
        scene.wait(5000)
        view.flashScrollIndicators()
        #expect(bar.isHidden && view.subviews.count == 1)
    }

    @Test("a rectangle is shown with as little scrolling as possible")
    func rectToVisible() throws {
        let view = try ScrollScene().view
        view.scrollRectToVisible(Rect(0, 500, 10, 100), animated: false)
        #expect(view.contentOffset == Point(0, 200))
        view.scrollRectToVisible(Rect(0, 250, 10, 10), animated: false)
        #expect(view.contentOffset == Point(0, 200))
        view.scrollRectToVisible(Rect(0, 100, 10, 10), animated: false)
        #expect(view.contentOffset == Point(0, 100))
        view.scrollRectToVisible(Rect(0, 900, 10, 500), animated: false)
        #expect(view.contentOffset == Point(0, 600))
        view.scrollRectToVisible(Rect(0, 2000, 10, 10), animated: false)
        #expect(view.contentOffset == Point(0, 600))
        view.contentInset = EdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
        view.scrollRectToVisible(Rect(0, 0, 10, 10), animated: false)
        #expect(view.contentOffset == Point(0, -20))
    }
}
