import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("Pixels that are moved when content scrolls")
struct ScrolledPixelsTests {
    private let harness: AppHarness
    private let view = View(frame: Rect(0, 0, 100, 80))
    private let log = Log()

    init() throws {
        harness = try AppHarness(screenSize: Size(100, 80))
        harness.window.backgroundColor = .white
        view.clipsToBounds = true
        harness.add(view)
        for row in 0..<20 {
            let child = View(frame: Rect(0, Double(row) * 20, 100, 19))
            child.backgroundColor = .red
            view.addSubview(child)
        }
        listen()
        // The screen is so small that all changes would be one rectangle.
        harness.application.updatePass.damage.region = DamageRegion(mostWaste: 0)
        harness.settle()
        log.entries = []
    }

    private func listen() {
        let application = harness.application
        application.onScrollScreen = { [log] rect, offset in log.write("\(rect.line) by \(offset.x),\(offset.y)") }
        application.onPresentScreen = { [log] rects in
            log.write("draw " + rects.map(\.line).sorted().joined(separator: " "))
        }
    }

    /// What is moved and drawn for a change.
    private func presented(_ change: () -> Void) -> [String] {
        change()
        harness.settle()
        return log.take()
    }

    @Test("Pixels move, and the strip that came in is drawn; two steps of a turn move once, back and forth not at all")
    func strip() {
        #expect(presented { view.bounds.origin.y = 5 } == ["0,5,100,75 by 0.0,-5.0", "draw 0,75,100,5"])
        let steps = presented {
            view.bounds.origin.y = 8
            view.bounds.origin.y = 12
        }
        #expect(steps == ["0,7,100,73 by 0.0,-7.0", "draw 0,73,100,7"])
        #expect(presented { view.bounds.origin = Point(3, 12) } == ["3,0,97,80 by -3.0,0.0", "draw 97,0,3,80"])
    }

    @Test("What lies over the content without moving is drawn where it is and where its pixels went")
    func cover() {
        let cover = View(frame: Rect(10, 40, 10, 10))
        cover.backgroundColor = .blue
        harness.add(cover)
        harness.settle()
        log.entries = []
        #expect(presented { view.bounds.origin.y = 6 } == ["0,6,100,74 by 0.0,-6.0", "draw 0,74,100,6 10,34,10,16"])
    }

    @Test("A change before or after the step is drawn where it is then")
    func changes() {
        let child = view.subviews[2]
        let before = presented {
            child.alpha = 0.5
            view.bounds.origin.y = 30
        }
        #expect(before == ["0,30,100,50 by 0.0,-30.0", "draw 0,10,100,70"])
        let after = presented {
            view.bounds.origin.y = 20
            child.alpha = 1
        }
        #expect(after == ["0,0,100,70 by 0.0,10.0", "draw 0,0,100,10 0,20,100,19"])
    }

    @Test(
        "Content is drawn again where its pixels would not be right",
        arguments: [
            "half a pixel", "no clip", "translucent", "drawn behind", "own drawing", "rotated", "covered", "far",
            "coarse listener", "resized in the same turn", "window behind",
        ]
    )
    func drawnAgain(reason: String) {
        var distance = 5.0
        switch reason {
        case "half a pixel": distance = 4.5
        case "no clip": view.clipsToBounds = false
        case "translucent": view.alpha = 0.9
        case "drawn behind":
            let behind = View(frame: Rect(40, 40, 9, 9))
            behind.backgroundColor = .blue
            harness.window.insertSubview(behind, at: 0)
        case "own drawing":
            let drawn = DrawnView("drawn", ResponderLog(), frame: view.frame)
            harness.window.addSubview(drawn)
            drawn.clipsToBounds = true
            drawn.addSubview(view)
            view.clipsToBounds = false
            harness.settle()
            log.entries = []
            drawn.bounds.origin.y = 5
            harness.settle()
            #expect(!log.take().contains { $0.contains(" by ") })
            return
        case "rotated": view.transform = Transform(rotationAngle: 0.1)
        case "covered":
            let cover = View(frame: Rect(0, 0, 100, 30))
            cover.backgroundColor = .blue
            harness.add(cover)
        case "far": distance = 60
        case "coarse listener": harness.application.onPresent = { _, _ in }
        case "window behind":
            let behind = Window(frame: Rect(0, 0, 50, 50), application: harness.application)
            behind.backgroundColor = .blue
            behind.windowLevel = .init(rawValue: -1)
            behind.isHidden = false
            harness.window.backgroundColor = nil
        default: break
        }
        harness.settle()
        log.entries = []
        if reason.hasPrefix("resized") { view.frame.size.height = 79 }
        view.bounds.origin.y = distance
        harness.settle()
        let lines = log.take()
        #expect(lines.count == 1 && lines[0].hasPrefix("draw "), "\(lines)")
        harness.application.onPresent = nil
    }

    @Test("Without a listener for moves, and after it was removed in a turn, everything is drawn")
    func listeners() {
        harness.application.onScrollScreen = nil
        #expect(presented { view.bounds.origin.y = 5 } == ["draw 0,0,100,80"])
        listen()
        let removed = presented {
            view.bounds.origin.y = 9
            harness.application.onScrollScreen = nil
        }
        #expect(removed == ["draw 0,0,100,80"])
    }

    @Test("What a listener changes, scrolls or replaces is presented in the next pass")
    func insideListeners() {
        let (application, child) = (harness.application, view.subviews[2])
        application.onScrollScreen = { [log] rect, _ in
            log.write("scroll")
            child.isHidden = true
        }
        #expect(presented { view.bounds.origin.y = 5 } == ["scroll", "draw 0,75,100,5", "draw 0,35,100,19"])
        application.onScrollScreen = { [view, log, unowned application] _, _ in
            log.write("scroll")
            application.onScrollScreen = nil
            view.bounds.origin.y += 1
        }
        #expect(presented { view.bounds.origin.y = 9 } == ["scroll", "draw 0,76,100,4", "draw 0,0,100,80"])
        application.onScrollScreen = { [log, unowned application] _, _ in
            application.onPresentScreen = { _ in log.write("new") }
        }
        #expect(presented { view.bounds.origin.y = 14 } == ["new"])
    }

    @Test("A scroll view stands on whole pixels if the screen asks for it, but for the ends of its content")
    func aligned() {
        let size = Size(100, 80)
        harness.application.setScreen(Screen(size: size, scale: 2, alignsScrollingToPixels: true))
        let scroll = harness.add(ScrollView(frame: Rect(0, 0, 100, 80)))
        scroll.contentSize = Size(100, 300.3)
        scroll.contentOffset = Point(0, 10.3)
        #expect(scroll.contentOffset == Point(0, 10.5))
        scroll.contentOffset = Point(0, 220.3)
        #expect(scroll.contentOffset == Point(0, 220.3))
        scroll.contentOffset = Point(0, 220.2)
        #expect(scroll.contentOffset == Point(0, 220))
        // Small steps of a touch pad add up.
        scroll.contentOffset = .zero
        for _ in 0..<10 { _ = scroll.scroll(by: Point(0, 0.2)) }
        #expect(scroll.contentOffset == Point(0, 2))
        harness.application.setScreen(Screen(size: size, scale: 2))
        scroll.contentOffset = Point(0, 10.3)
        #expect(scroll.contentOffset == Point(0, 10.3))
    }
}

@MainActor
@Suite("Random changes of a screen with scrolled content")
struct ScrolledPixelsModelTests {
    /// How many seeds are tried, where the environment says it.
    nonisolated private static let seeds: UInt64? = environment("RESPONDERKIT_MODEL_SEEDS")

    // Rules: V7.
    @Test("A picture that is moved and rendered in parts is that of all windows", arguments: 1...(seeds ?? 8))
    func random(seed: UInt64) throws {
        let scene = try ScrolledScene(seed: seed)
        for turn in 0..<60 {
            scene.change()
            // Where a clip ends inside a pixel, the pixel shows a little of what lies beyond the edge.
            #expect(scene.difference < 0.05, "turn \(turn), scale \(scene.scale)")
        }
        #expect(scene.moves > 0)
        scene.end()
    }
}

/// Clipped views in each other with content that scrolls, between views that do not.
@MainActor
private final class ScrolledScene {
    private static let size = Size(60, 40)

    let scale: Double
    private(set) var moves = 0
    private let harness: AppHarness
    private let front: Window
    private let scrolled: [View]
    private var others: [View] = []
    private let picture: PixelCanvas
    private var random: SeededGenerator

    init(seed: UInt64) throws {
        harness = try AppHarness(screenSize: Self.size)
        random = SeededGenerator(seed: seed)
        scale = [1.0, 1.25, 1.5, 2][Int(seed % 4)]
        let application = harness.application
        application.setScreen(Screen(size: Self.size, scale: scale))
        harness.window.backgroundColor = .white
        front = Window(frame: Rect(50, 30, 10, 10), application: application)
        front.backgroundColor = Color(white: 0.3, alpha: 0.5)
        scrolled = [Rect(4, 4, 48, 32), Rect(8, 8, 32, 20), Rect(0, 40, 40, 24)].map(View.init(frame:))
        harness.add(scrolled[0])
        scrolled[0].addSubview(scrolled[1])
        scrolled[0].addSubview(scrolled[2])
        for view in scrolled { view.clipsToBounds = true }
        picture = PixelCanvas(Self.size, scale: scale)
        for _ in 0..<12 {
            let view = View(frame: Rect(origin: point(), size: Size(9, 7)))
            view.backgroundColor = color()
            others.append(view)
            scrolled[number(below: 3)].addSubview(view)
        }
        application.onScrollScreen = { [unowned self] rect, offset in
            moves += 1
            picture.copy(rect, by: offset)
        }
        application.onPresentScreen = { [picture, unowned application] rects in
            for rect in rects { picture.clear(rect) }
            application.render(in: picture, rects: rects)
        }
        application.updatePass.damage.region = DamageRegion(mostWaste: 16)
        harness.settle()
    }

    func end() {
        harness.application.onScrollScreen = nil
        harness.application.onPresentScreen = nil
    }

    /// How much a pixel differs from a picture of all windows at most.
    var difference: Double {
        let whole = PixelCanvas(Self.size, scale: scale)
        harness.application.render(in: whole)
        return zip(whole.pixels, picture.pixels).map { abs($0 - $1) }.max() ?? 0
    }

    /// Makes a few changes, as in a turn; most are steps of scrolling.
    func change() {
        for _ in 0..<number(below: 3) + 1 {
            let view = others[number(below: others.count)]
            let scroller = scrolled[number(below: scrolled.count)]
            switch number(below: 24) {
            case 0: view.frame.origin = point()
            case 1: view.isHidden.toggle()
            case 2: view.backgroundColor = color()
            case 3: scroller.frame.origin = Point(Double(number(below: 8)), Double(number(below: 8)))
            case 4: front.isHidden.toggle()
            case 5: scroller.backgroundColor = number(below: 2) == 0 ? nil : .white
            case 6: (number(below: 2) == 0 ? harness.window : scroller).addSubview(view)
            case 7: scroller.cornerRadius = Double(number(below: 2))
            case 8: scroller.borderWidth = Double(number(below: 2))
            default:
                let step = number(below: 4) == 0 ? 0.3 : 1 / scale
                scroller.bounds.origin += Point(Double(number(below: 5) - 2), Double(number(below: 9) - 4)) * step
            }
        }
        harness.settle()
    }

    private func color() -> Color? {
        let colors: [Color?] = [nil, .black, Color(white: 0.6), Color(white: 0, alpha: 0.3)]
        return colors[number(below: colors.count)]
    }

    /// A place on the pixels or between them.
    private func point() -> Point {
        let step: Double = [1.0, 0.3, 0.8][number(below: 3)]
        return Point(Double(number(below: 60)) * step - 5, Double(number(below: 90)) * step - 5)
    }

    private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
}
