import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Presenting the screen")
final class ScreenPresentTests {
    private let harness: AppHarness
    private let log = ResponderLog()
    private var presented: [[String]] = []

    init() throws {
        harness = try AppHarness(screenSize: Size(800, 480))
        harness.window.backgroundColor = .white
        harness.settle()
    }

    private var application: Application { harness.application }

    /// What is presented for the whole screen at first, and then after a change.
    private func presentedAfter(_ change: () -> Void) -> [[String]] {
        application.onPresentScreen = { [unowned self] in presented.append($0.map(\.line).sorted()) }
        harness.settle()
        presented = []
        change()
        harness.settle()
        application.onPresentScreen = nil
        return presented
    }

    private func add(_ frame: Rect) -> View {
        let view = View(frame: frame)
        view.backgroundColor = .red
        return harness.add(view)
    }

    private func addWindow(_ frame: Rect, _ color: Color) -> Window {
        let window = Window(frame: frame, application: application)
        window.backgroundColor = color
        window.isHidden = false
        return window
    }

    @Test("A listener is told of the whole screen first, once a pass, and of nothing while nothing changes")
    func first() {
        application.onPresentScreen = { [unowned self] in presented.append($0.map(\.line)) }
        harness.settle()
        #expect(presented == [["0,0,800,480"]])
        application.onPresentScreen = nil
        #expect(presentedAfter {}.isEmpty)
    }

    @Test("Two small views in opposite corners present two rectangles, and to `onPresent` the whole window")
    func corners() {
        let (first, last) = (add(Rect(0, 0, 40, 24)), add(Rect(760, 456, 40, 24)))
        var coarse: [String] = []
        application.onPresent = { coarse.append($1.line) }
        harness.settle()
        coarse = []
        let rects = presentedAfter {
            first.alpha = 0.5
            last.alpha = 0.5
        }
        #expect(rects == [["0,0,40,24", "760,456,40,24"]] && coarse == ["0,0,800,480"])
        application.onPresent = nil
    }

    @Test("While presentation is paused changes are collected, and come in one call; all can be asked for anew")
    func paused() {
        let view = add(Rect(0, 0, 40, 24))
        application.onPresentScreen = { [unowned self] in presented.append($0.map(\.line)) }
        harness.settle()
        presented = []
        application.isPresentationPaused = true
        view.frame.origin.x = 100
        harness.settle()
        view.alpha = 0.5
        harness.settle()
        #expect(presented == [])
        application.isPresentationPaused = false
        harness.settle()
        #expect(presented == [["0,0,140,24"]] || presented == [["0,0,40,24", "100,0,40,24"]])
        presented = []
        application.isPresentationPaused = true
        application.isPresentationPaused = false
        harness.settle()
        #expect(presented == [])
        application.setNeedsPresentation()
        harness.settle()
        #expect(presented == [["0,0,800,480"]])
        application.onPresentScreen = nil
    }

    @Test("A view that moves presents where it was and where it is, in one rectangle where that costs little")
    func moves() {
        let view = add(Rect(0, 0, 40, 24))
        #expect(presentedAfter { view.frame.origin = Point(10, 0) } == [["0,0,50,24"]])
        #expect(presentedAfter { view.frame.origin = Point(400, 300) } == [["10,0,40,24", "400,300,40,24"]])
    }

    @Test("A change in the middle is presented though the box of two others contains it")
    func middle() {
        let views = [Point(0, 0), Point(760, 456), Point(400, 240)].map { add(Rect(origin: $0, size: Size(40, 24))) }
        let rects = presentedAfter { for view in views { view.isHidden = true } }
        #expect(rects == [["0,0,40,24", "400,240,40,24", "760,456,40,24"]])
    }

    @Test("A window that moves, is shown or hidden presents its places, also beside all other windows")
    func windows() {
        harness.window.frame = Rect(0, 0, 400, 480)
        let other = addWindow(Rect(500, 100, 50, 50), .red)
        #expect(presentedAfter { other.frame.origin = Point(700, 100) } == [["500,100,50,50", "700,100,50,50"]])
        #expect(presentedAfter { other.isHidden = true } == [["700,100,50,50"]])
        #expect(presentedAfter { other.isHidden = false } == [["700,100,50,50"]])
        #expect(presentedAfter { other.frame.origin = Point(780, 100) } == [["700,100,100,50"]])
        #expect(presentedAfter { other.frame.origin = Point(900, 100) } == [["780,100,20,50"]])
        #expect(presentedAfter { other.backgroundColor = .blue }.isEmpty)
    }

    @Test("A change of very many views presents the whole screen, with the place that a window has left")
    func many() {
        let list = add(Rect(0, 0, 10, 10))
        for _ in 0..<5_000 { list.addSubview(View(frame: Rect(0, 0, 1, 1))) }
        #expect(presentedAfter { list.alpha = 0.5 } == [["0,0,800,480"]])
        // A screen of unknown size is presented where there are windows.
        application.setScreen(Screen())
        let other = addWindow(Rect(900, 100, 50, 50), .red)
        let rects = presentedAfter {
            list.alpha = 1
            other.frame.origin = Point(1200, 100)
        }
        // The place that it has left is near the first window.
        #expect(rects == [["0,0,950,480", "1200,100,50,50"]])
    }

    // Rules: V12, V14.
    @Test("Nothing is presented in the background, and the whole screen on return")
    func background() throws {
        application.onPresentScreen = { [unowned self] in presented.append($0.map(\.line)) }
        let view = harness.add(DrawnView("view", log, frame: Rect(0, 0, 800, 480)))
        harness.settle()
        presented = []
        try harness.device.perform(.home)
        view.alpha = 0.5
        harness.settle()
        #expect(presented.isEmpty)
        try harness.device.perform(.openSwitcher)
        try harness.device.perform(.choose("Application"))
        harness.settle()
        #expect(presented == [["0,0,800,480"]])
        application.onPresentScreen = nil
    }

    @Test("A listener that removes itself, or shows a window, is not called again in this pass")
    func changesInside() {
        application.onPresentScreen = { [unowned self] in
            presented.append($0.map(\.line))
            _ = addWindow(Rect(10, 10, 5, 5), .red)
            application.onPresentScreen = nil
        }
        harness.settle()
        #expect(presented == [["0,0,800,480"]])
    }

    // MARK: Rendering

    @Test("A translucent window in front dims once what is behind it, also where the rectangles overlap")
    func dims() {
        let dim = addWindow(Rect(0, 0, 800, 480), Color(white: 0, alpha: 0.3))
        let canvas = PixelCanvas(Size(800, 480))
        application.onPresentScreen = { [application] rects in
            for rect in rects { canvas.clear(rect) }
            application.render(in: canvas, rects: rects)
        }
        harness.settle()
        #expect(Set(canvas.pixels.map { Int($0 * 255) }) == [178])
        let view = View(frame: Rect(20, 20, 30, 30))
        dim.addSubview(view)
        view.backgroundColor = Color(white: 1, alpha: 0)
        harness.settle()
        #expect(Set(canvas.pixels.map { Int($0 * 255) }) == [178])
        application.onPresentScreen = nil
        let rects = [Rect(0, 0, 10, 10), Rect(5.5, 0, 10, 10)]
        for rect in rects { canvas.clear(rect) }
        application.render(in: canvas, rects: rects)
        #expect(Set(canvas.pixels.map { Int($0 * 255) }) == [178])
    }

    /// The fills that render a part of the screen.
    private func fills(_ rects: [Rect]? = nil) -> [String] {
        harness.settle()
        let canvas = LineCanvas()
        application.render(in: canvas, rects: rects)
        #expect(canvas.lines.filter { $0 == "save" }.count == canvas.lines.filter { $0 == "restore" }.count)
        #expect(canvas.lines.filter { $0.hasPrefix("layer") }.count == canvas.lines.filter { $0 == "end" }.count)
        return canvas.fills
    }

    @Test("What an opaque view or window covers wholly is left out, as far as rectangles show it")
    func covered() {
        let behind = harness.add(DrawnView("behind", log, frame: Rect(10, 10, 20, 20)))
        behind.addSubview(DrawnView("inner", log, frame: Rect(0, 0, 5, 5)))
        #expect(fills() == ["fill 0,0,800,480", "fill 0,0,20,20", "fill 0,0,5,5"])
        let card = add(Rect(10, 10, 30, 30))
        #expect(fills() == ["fill 0,0,800,480", "fill 0,0,30,30"])
        // Inside the rectangle the card covers the window, too.
        #expect(fills([Rect(12, 12, 5, 5)]) == ["fill 0,0,30,30"])
        #expect(fills([Rect(8, 12, 5, 5)]) == ["fill 0,0,800,480", "fill 0,0,30,30"])
        #expect(fills([Rect(100, 100, 5, 5)]) == ["fill 0,0,800,480"])
        #expect(fills([]) == [] && fills([Rect(900, 0, 5, 5), Rect(0, 0, .nan, 5)]) == [])
        let all = ["fill 0,0,800,480", "fill 0,0,20,20", "fill 0,0,5,5", "fill 0,0,30,30"]
        for change: (Bool) -> Void in [
            { card.alpha = $0 ? 0.9 : 1 },
            { card.backgroundColor = $0 ? Color(white: 0, alpha: 0.9) : .red },
            { card.transform = $0 ? Transform(rotationAngle: 0.1) : .identity },
        ] {
            change(true)
            #expect(fills() == all)
            change(false)
            #expect(fills().count == 2)
        }
        // A clip cuts the card off, and an edge inside a pixel lets something through.
        let frame = View(frame: Rect(10, 10, 19, 30))
        frame.clipsToBounds = true
        harness.add(frame)
        frame.addSubview(card)
        card.frame.origin = .zero
        #expect(fills() == ["fill 0,0,800,480", "fill 0,0,20,20", "fill 0,0,30,30"])
        frame.frame.size.width = 20
        #expect(fills().count == 2)
        card.frame = Rect(0.5, 0, 30, 30)
        #expect(fills() == all)
        card.removeFromSuperview()
        let window = addWindow(Rect(0, 0, 800, 480), .blue)
        #expect(fills() == ["fill 0,0,800,480"])
        window.alpha = 0.5
        #expect(fills().count == 4)
    }

    @Test("A window is seen within its bounds alone, and views that are cut off or hidden are left out")
    func clipped() {
        let small = addWindow(Rect(100, 100, 50, 50), .blue)
        let canvas = PixelCanvas(Size(800, 480))
        let view = View(frame: Rect(40, 40, 50, 50))
        view.backgroundColor = .black
        small.addSubview(view)
        harness.settle()
        application.render(in: canvas)
        #expect(canvas[145, 145] == 0 && canvas[155, 145] == 255)
        view.frame.origin = Point(60, 0)
        #expect(fills() == ["fill 0,0,800,480", "fill 0,0,50,50"])
    }

    @Test("Rectangles are rounded outwards to whole pixels, so that no seam is seen", arguments: [1, 1.25, 1.5, 2])
    func seams(scale: Double) {
        application.setScreen(Screen(size: Size(80, 48), scale: scale))
        harness.window.backgroundColor = .black
        let whole = PixelCanvas(Size(80, 48), scale: scale)
        let canvas = PixelCanvas(Size(80, 48), scale: scale)
        application.render(in: whole)
        for x in stride(from: 0.0, to: 80, by: 7.3) {
            let rects = [Rect(x, 0, 7.3, 24.7), Rect(x, 24.7, 7.3, 25)]
            for rect in rects { canvas.clear(rect) }
            application.render(in: canvas, rects: rects)
        }
        #expect(canvas.pixels == whole.pixels && Set(canvas.pixels) == [0])
    }
}
