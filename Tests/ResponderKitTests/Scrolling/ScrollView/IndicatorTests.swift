import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The indicators of a scroll view")
struct IndicatorTests {
    /// The view's extent is 600, so the track's is 594.
    nonisolated static let bars: [(offset: Double, whole: Double, place: Double, length: Double)] = [
        (0, 1200, 3, 297),
        (600, 1200, 300, 297),
        (300, 1200, 151.5, 297),
        // The least length.
        (0, 1_000_000, 3, 24),
        (999_400, 1_000_000, 573, 24),
        // Beyond an edge it becomes shorter, down to twice its thickness.
        (-100, 1200, 3, 197),
        (700, 1200, 400, 197),
        (-1000, 1200, 3, 6),
    ]

    @Test(
        "Scroll indicators are to their track as the view is to the content, and not shorter than 24 points",
        arguments: bars
    )
    func formula(example: (offset: Double, whole: Double, place: Double, length: Double)) {
        let bar = ScrollIndicators.bar(example.offset, 600, example.whole)
        #expect(abs(bar.place - example.place) < 1e-9 && abs(bar.length - example.length) < 1e-9)
    }

    @Test("Scroll indicators of a view that is too small have no room")
    func small() {
        #expect(ScrollIndicators.bar(0, 4, 100).length == 0)
        #expect(ScrollIndicators.bar(0, 20, 100).length == 14)
    }

    private func bars(_ scene: ScrollStage) -> [View] { scene.view.subviews.filter { $0 !== scene.content } }
    private func shownBars(_ scene: ScrollStage) -> [View] { bars(scene).filter { !$0.isHidden } }

    @Test("Scroll indicators are seen from a drag on until half a second after it, in front of content that can move")
    func shown() throws {
        let scene = try ScrollStage()
        #expect(bars(scene).isEmpty)
        let finger = scene.hold()
        scene.view.addSubview(View(frame: Rect(0, 0, 400, 6000)))
        #expect(bars(scene).count == 2)
        let bar = try #require(scene.view.indicators.vertical.view)
        #expect(scene.view.indicators.horizontal.view == nil && !bar.isHidden)
        let (place, length) = ScrollIndicators.bar(100, 600, 6000)
        #expect(bar.frame == Rect(394, 100 + place, 3, length))
        scene.wait(100)
        finger.up()
        scene.wait(499)
        #expect(!bar.isHidden)
        scene.wait(2)
        #expect(bar.isHidden)
        let other = scene.hold()
        #expect(!bar.isHidden && scene.view.subviews.last === bar)
        other.up()
        #expect(scene.isAtRest && bar.isHidden)
    }

    @Test("Scroll indicators get no touches")
    func touches() throws {
        let scene = try ScrollStage()
        scene.view.flashScrollIndicators()
        scene.harness.settle()
        let bar = try #require(scene.view.indicators.vertical.view)
        #expect(scene.view.hitTest(Point(395, 10), with: nil) === scene.content)
        #expect(bar.frame.contains(Point(395, 10)))
    }

    @Test("Scroll indicators can be flashed, and left out", arguments: [false, true])
    func flashing(isEnabled: Bool) throws {
        let scene = try ScrollStage(contentSize: Size(2000, 2000))
        scene.view.showsHorizontalScrollIndicator = isEnabled
        scene.view.flashScrollIndicators()
        #expect(scene.view.showsVerticalScrollIndicator && scene.view.showsHorizontalScrollIndicator == isEnabled)
        #expect(shownBars(scene).count == (isEnabled ? 2 : 1))
        scene.view.showsHorizontalScrollIndicator = false
        #expect(shownBars(scene).count == 1)
        #expect(scene.isAtRest && shownBars(scene).isEmpty)
    }

    @Test("Scroll indicators are not seen outside of a window, nor after the view has left its window in a drag")
    func removal() throws {
        let alone = ScrollView(frame: Rect(0, 0, 100, 100))
        alone.contentSize = Size(100, 1000)
        alone.flashScrollIndicators()
        #expect(alone.subviews.isEmpty)
        let scene = try ScrollStage()
        let finger = scene.hold()
        scene.view.removeFromSuperview()
        #expect(shownBars(scene).isEmpty)
        finger.up()
        #expect(scene.isAtRest)
    }

    @Test("Scroll indicators come back when the app has removed them, and follow the wheel")
    func removed() throws {
        let scene = try ScrollStage()
        scene.view.flashScrollIndicators()
        for bar in bars(scene) { bar.removeFromSuperview() }
        _ = scene.view.scroll(by: Point(0, 100))
        scene.harness.settle()
        let bar = try #require(scene.view.indicators.vertical.view)
        #expect(bar.superview === scene.view && bar.frame.minY == 100 + ScrollIndicators.bar(100, 600, 6000).place)
        #expect(scene.isAtRest && bar.isHidden)
    }
}
