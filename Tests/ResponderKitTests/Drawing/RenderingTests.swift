import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Rendering what views have drawn")
struct RenderingTests {
    private let harness: AppHarness
    private let log = ResponderLog()

    init() throws {
        harness = try AppHarness(screenSize: Size(200, 200))
    }

    private func lines(of view: View, rect: Rect? = nil) -> [String] {
        harness.settle()
        let canvas = LineCanvas()
        view.render(in: canvas, rect: rect)
        return canvas.lines
    }

    @Test("A tree is rendered back to front, each view in its own coordinates, clipped to its bounds")
    func tree() {
        let outer = DrawnView("outer", log, frame: Rect(10, 20, 100, 100))
        let inner = DrawnView("inner", log, frame: Rect(5, 5, 10, 10))
        let front = DrawnView("front", log, frame: Rect(1, 1, 2, 2))
        outer.backgroundColor = .blue
        inner.alpha = 0.5
        outer.addSubview(inner)
        outer.addSubview(front)
        harness.add(outer)
        #expect(
            lines(of: harness.window) == [
                "save",
                "save", "move 10,20", "fill 0,0,100,100",
                "save", "clip 0,0,100,100", "fill 0,0,100,100", "restore",
                "save", "move 5,5", "layer 0.5",
                "save", "clip 0,0,10,10", "fill 0,0,10,10", "restore",
                "end", "restore",
                "save", "move 1,1", "save", "clip 0,0,2,2", "fill 0,0,2,2", "restore", "restore",
                "restore",
                "restore",
            ]
        )
    }

    @Test("Hidden, transparent and singular views are left out, but not a hidden view that is rendered itself")
    func leftOut() {
        let views = (0..<3).map { DrawnView("\($0)", log, frame: Rect(0, 0, 10, Double($0) + 1)) }
        for view in views { harness.add(view) }
        harness.settle()
        views[0].isHidden = true
        views[1].alpha = 0
        views[2].transform = Transform(scaleX: 0, y: 1)
        #expect(lines(of: harness.window) == ["save", "restore"])
        let canvas = LineCanvas()
        views[0].render(in: canvas)
        #expect(canvas.fills == ["fill 0,0,10,1"])
    }

    @Test("A part is rendered without the views outside of it")
    func part() {
        let left = harness.add(DrawnView("left", log, frame: Rect(0, 0, 50, 50)))
        harness.add(DrawnView("right", log, frame: Rect(100, 0, 51, 51)))
        let beyond = DrawnView("beyond", log, frame: Rect(120, 0, 20, 20))
        left.addSubview(beyond)
        let part = Rect(110, 0, 50, 50)
        #expect(
            lines(of: harness.window, rect: part).filter { $0.hasPrefix("fill") } == [
                "fill 0,0,20,20", "fill 0,0,51,51",
            ]
        )
        left.clipsToBounds = true
        #expect(lines(of: harness.window, rect: part).filter { $0.hasPrefix("fill") } == ["fill 0,0,51,51"])
    }

    // Rules: V7.
    @Test("The earlier drawing of a part of a view stays around what is drawn anew")
    func partialDrawing() {
        let view = harness.add(DrawnView("view", log, frame: Rect(0, 0, 30, 30)))
        harness.settle()
        view.setNeedsDisplay(Rect(10, 10, 10, 10))
        harness.settle()
        let canvas = LineCanvas()
        view.render(in: canvas)
        #expect(
            canvas.lines == [
                "save",
                "save", "clip 0,0,30,10+0,20,30,10+0,10,10,10+20,10,10,10", "fill 0,0,30,30", "restore",
                "save", "clip 10,10,10,10", "fill 10,10,10,10", "restore",
                "restore",
            ]
        )
        view.setNeedsDisplay()
        #expect(lines(of: view).filter { $0.hasPrefix("clip") } == ["clip 0,0,30,30"])
    }

    @Test("A view whose drawing has come to consist of too many parts draws its bounds")
    func fragments() {
        let view = harness.add(DrawnView("view", log, frame: Rect(0, 0, 200, 10)))
        harness.settle()
        var wholes = 0
        for index in 0..<100 {
            log.clear()
            view.setNeedsDisplay(Rect(Double(index) * 2, 0, 1, 10))
            harness.settle()
            if log.lines == ["view 0,0,200,10"] { wholes += 1 }
        }
        #expect(wholes == 3)
    }

    @Test("A scrolled view keeps what it drew in place, and its subviews move")
    func scrolled() {
        let view = harness.add(DrawnView("view", log, frame: Rect(0, 0, 50, 50)))
        view.addSubview(DrawnView("inner", log, frame: Rect(0, 0, 5, 5)))
        harness.settle()
        view.bounds.origin = Point(0, 10)
        #expect(
            lines(of: harness.window) == [
                "save", "save", "move 0,-10",
                "save", "clip 0,10,50,50", "move 0,10", "fill 0,0,50,50", "restore",
                "save", "move 0,0", "save", "clip 0,0,5,5", "fill 0,0,5,5", "restore", "restore",
                "restore", "restore",
            ]
        )
    }

    @Test("States and layers that a view leaves open are closed, and closings without openings are dropped")
    func unbalanced() {
        let view = harness.add(DrawnView("view", log, frame: Rect(0, 0, 5, 5)))
        var kept: (any Canvas)?
        view.body = { _, canvas in
            canvas.restoreState()
            canvas.endTransparencyLayer()
            canvas.saveState()
            canvas.beginTransparencyLayer(alpha: 0.5)
            canvas.restoreState()
            canvas.fill(Rect(0, 0, 1, 1), with: .red)
            kept = canvas
        }
        harness.settle()
        kept?.fill(Rect(0, 0, 2, 2), with: .red)
        view.body = nil
        #expect(
            lines(of: view) == [
                "save", "save", "clip 0,0,5,5", "save", "layer 0.5", "fill 0,0,1,1", "end", "restore", "restore",
                "restore",
            ]
        )
    }

    @Test("A tree of a hundred thousand levels is rendered")
    func deep() {
        let root = View(frame: Rect(0, 0, 10, 10))
        var view = root
        for _ in 0..<100_000 {
            let inner = View(frame: Rect(0, 0, 10, 10))
            view.addSubview(inner)
            view = inner
        }
        view.backgroundColor = .red
        let canvas = LineCanvas()
        root.render(in: canvas)
        #expect(canvas.fills == ["fill 0,0,10,10"])
    }
}
