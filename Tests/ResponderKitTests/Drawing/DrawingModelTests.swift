import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Random changes of drawn trees")
struct DrawingModelTests {
    /// How many seeds are tried, where the environment says it.
    nonisolated private static let seeds: UInt64? = environment("RESPONDERKIT_MODEL_SEEDS")

    // Rules: V7, V8, L37.
    @Test(
        "A picture that is only rendered where onPresent says so is that of the whole tree",
        arguments: 1...(seeds ?? 20)
    )
    func random(seed: UInt64) throws {
        let scene = try DrawingScene(seed: seed)
        for turn in 0..<150 {
            scene.change()
            scene.settle()
            #expect(scene.picture.cells == scene.wholePicture().cells, "turn \(turn)")
            #expect(scene.staleViews.isEmpty, "turn \(turn)")
        }
        scene.end()
    }
}

/// A view whose picture is its number of drawings, in the part that was drawn each time.
@MainActor
private final class VersionedView: View {
    private(set) var version = 0.0
    /// Whether the view was marked and has not drawn since.
    var isStale = true
    /// The parts that are still to be drawn, as the test has marked them, relative to the origin of the bounds.
    var marked: Rect?

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        if let marked, let seen = marked.offset(by: bounds.origin).intersection(bounds) { #expect(rect.contains(seen)) }
        version += 1
        isStale = false
        marked = nil
        canvas.fill(rect, with: Color(red: (version + 1) / 1024, green: 0, blue: 0))
    }
}

@MainActor
private final class DrawingScene {
    private static let side = 40

    private let harness: AppHarness
    private let views: [VersionedView]
    private var random: SeededGenerator
    let picture = CellCanvas(side: side)

    init(seed: UInt64) throws {
        let side = Double(Self.side)
        harness = try AppHarness(screenSize: Size(side, side))
        random = SeededGenerator(seed: seed)
        views = (0..<12).map { _ in VersionedView(frame: Rect(0, 0, 8, 8)) }
        harness.window.backgroundColor = .white
        harness.application.onPresent = { [picture] window, rect in
            picture.clear(rect)
            window.render(in: picture, rect: rect)
        }
        settle()
    }

    func settle() { harness.settle() }

    func end() { harness.application.onPresent = nil }

    func wholePicture() -> CellCanvas {
        let canvas = CellCanvas(side: Self.side)
        harness.window.render(in: canvas)
        return canvas
    }

    /// The marked views that should have drawn by now: those that can be seen.
    var staleViews: [VersionedView] {
        views.filter { view in
            var ancestor: View? = view
            while let next = ancestor {
                if next.isHidden { return false }
                ancestor = next.superview
            }
            return view.isStale && view.window != nil && !view.bounds.isEmpty
        }
    }

    /// Makes a few changes, as in a turn.
    func change() {
        for _ in 0..<number(below: 4) + 1 { changeOnce(views[number(below: views.count)]) }
    }

    private func changeOnce(_ view: VersionedView) {
        switch number(below: 14) {
        case 0, 1: add(view)
        case 2: view.removeFromSuperview()
        case 3: move(view)
        case 4:
            let size = Size(Double(number(below: 12)), Double(number(below: 12)))
            if size != view.bounds.size { view.isStale = true }
            view.bounds.size = size
            move(view)
        case 5: view.isHidden.toggle()
        case 6: view.alpha = view.alpha == 0 ? 1 : 0
        case 7: view.bounds.origin = Point(Double(number(below: 4)), Double(number(below: 4)))
        case 8: view.clipsToBounds.toggle()
        case 9: view.backgroundColor = view.backgroundColor == nil ? Color(red: 0.75, green: 0, blue: 0) : nil
        case 10:
            view.isStale = true
            view.marked = Rect(origin: .zero, size: view.bounds.size)
            view.setNeedsDisplay()
        case 11:
            let part = Rect(origin: view.bounds.origin + point(below: 6), size: Size(3, 3))
            guard let seen = part.intersection(view.bounds), !seen.isEmpty else { return }
            view.isStale = true
            let relative = seen.offset(by: -view.bounds.origin)
            view.marked = view.marked?.union(relative) ?? relative
            view.setNeedsDisplay(part)
        case 12:
            let superview = view.superview ?? harness.window
            let count = superview.subviews.count
            if count > 0 { superview.exchangeSubview(at: number(below: count), withSubviewAt: number(below: count)) }
        default:
            if number(below: 2) == 0 {
                view.superview?.bringSubviewToFront(view)
            } else {
                view.transform = Transform(translationX: Double(number(below: 3)), y: 0)
            }
        }
    }

    /// Moves a view to whole coordinates.
    private func move(_ view: View) {
        let (origin, size) = (point(), view.bounds.size)
        view.center = Point(origin.x + size.width / 2, origin.y + size.height / 2)
    }

    private func add(_ view: VersionedView) {
        let superview: View = number(below: 3) == 0 ? harness.window : views[number(below: views.count)]
        if !superview.isDescendant(of: view) { superview.addSubview(view) }
    }

    private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    private func point(below limit: Int = 30) -> Point {
        Point(Double(number(below: limit)), Double(number(below: limit)))
    }
}

extension Rect {
    fileprivate func offset(by point: Point) -> Rect { offsetBy(dx: point.x, dy: point.y) }
}
