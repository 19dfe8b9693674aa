#if Cairo
import ResponderKit
import TestSupport
import Testing

@testable import ResponderCairo

@Suite("Drawing with impossible numbers")
@MainActor
struct HostileDrawingTests {
    private let canvas: CairoCanvas
    private let log = Log()

    init() throws {
        let pictures = PictureFolders()
        pictures.onError = { _ in }
        canvas = CairoCanvas(try CairoSurface(size: Size(40, 30)), pictures: pictures)
        canvas.onError = { [log] in log.write("\($0)") }
    }

    private static let impossible: [Double] = [
        .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e300, .leastNonzeroMagnitude,
    ]

    @Test(
        "Under a transform that cannot be inverted, or has a number that is none, nothing is drawn until it is restored"
    )
    func transforms() {
        let singular = [
            Transform(scaleX: 0, y: 0), Transform(scaleX: 1, y: 0), Transform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0),
            Transform(scaleX: .nan, y: 1), Transform(translationX: .infinity, y: 0),
            Transform(scaleX: 1e-200, y: 1e-200),
            Transform(scaleX: 1e200, y: 1e200), Transform(scaleX: 1e7, y: 1e-7),
            Transform(translationX: 1e300, y: 1e300),
        ]
        for transform in singular {
            canvas.saveState()
            canvas.concatenate(transform)
            canvas.clip(to: Rect(0, 0, 10, 10))
            canvas.fill(Rect(-100, -100, 1000, 1000), with: .red)
            canvas.stroke(Rect(1, 1, 5, 5), with: .red, width: 2)
            canvas.draw("text", at: .zero, style: TextStyle())
            canvas.beginTransparencyLayer(alpha: 0.5)
            canvas.concatenate(Transform(scaleX: 2, y: 2))
            canvas.fill(Rect(-100, -100, 1000, 1000), with: .red)
            canvas.endTransparencyLayer()
            canvas.restoreState()
            #expect(pixels(canvas.surface).allSatisfy { $0 == 0 }, "\(transform)")
            #expect(isUsable(canvas), "\(transform)")
            canvas.surface.clear()
        }
        #expect(log.entries == [])
    }

    @Test("A shape with a number that is none draws nothing, and as a clip it clips nothing")
    func notFinite() {
        for number in [Double.nan, .infinity, -.infinity] {
            let point = Point(number, 5)
            var curve = Path(from: .zero, to: Point(5, 5))
            curve.addCurve(to: Point(9, 9), control1: point, control2: .zero)
            var quadratic = Path(from: .zero, to: Point(5, 5))
            quadratic.addQuadCurve(to: Point(9, 9), control: point)
            let paths = [
                Path(Rect(0, 0, number, 5)), Path(Rect(number, 0, 5, 5)), Path(from: .zero, to: point), curve,
                quadratic,
                Path([Rect(0, 0, 5, 5), Rect(0, number, 5, 5)]), Path(circleAt: point, radius: 3),
                Path(circleAt: .zero, radius: number), Path(roundedRect: Rect(0, 0, number, 9), cornerRadius: 2),
            ]
            for path in paths {
                canvas.fill(path, with: .red)
                canvas.stroke(path, with: .red, width: 3)
                canvas.draw(Image(name: "none", size: Size(1, 1)), in: Rect(0, number, 5, 5))
                canvas.draw("text", at: point, style: TextStyle())
                #expect(pixels(canvas.surface).allSatisfy { $0 == 0 }, "\(path)")
                canvas.saveState()
                canvas.clip(to: path)
                #expect(isUsable(canvas), "\(path)")
                canvas.restoreState()
                canvas.surface.clear()
            }
        }
        #expect(log.entries == [])
    }

    @Test("A shape of which most lies far away is drawn where it can be seen")
    func farAway() {
        for far in [1e4, 1e7, 1e9, 1e15, 1e100, 1e308] {
            canvas.surface.clear()
            canvas.fill(Rect(10, -far / 2, far, far), with: .red)
            #expect(canvas.surface[9, 15] == 0 && canvas.surface[10, 0] == 0xffff_0000, "\(far)")
            #expect(canvas.surface[39, 29] == 0xffff_0000, "\(far)")
            canvas.surface.clear()
            canvas.stroke(Path(from: Point(-far, 5), to: Point(far, 5)), with: .red, width: 2)
            #expect(canvas.surface[20, 3] == 0 && canvas.surface[20, 4] == 0xffff_0000, "\(far)")
            canvas.surface.clear()
            // Beyond this a number has no room for the five points.
            guard far <= 1e15 else { continue }
            canvas.saveState()
            canvas.clip(to: Path(roundedRect: Rect(-far, -far, far + 5, far + 5), cornerRadius: 1))
            canvas.fill(Rect(0, 0, 40, 30), with: .red)
            canvas.restoreState()
            #expect(canvas.surface[3, 3] == 0xffff_0000 && canvas.surface[6, 6] == 0, "\(far)")
        }
        #expect(log.entries == [])
    }

    @Test("A line with more dashes than could be drawn in time has none")
    func dashes() {
        let path = Path(from: Point(0, 5), to: Point(3e6, 5))
        canvas.stroke(path, with: .red, style: StrokeStyle(width: 2, dash: [0.4, 0.4]))
        #expect(canvas.surface[20, 4] == 0xffff_0000)
        canvas.stroke(path, with: .red, style: StrokeStyle(width: 2, dash: Array(repeating: 1, count: 10_000)))
        #expect(isUsable(canvas))
    }

    @Test("Very many layers inside one another are drawn with their opacity, and the canvas is as before")
    func deepLayers() {
        for depth in [10, 31, 32, 33, 3000] {
            canvas.surface.clear(to: .white)
            for level in 0..<depth {
                canvas.beginTransparencyLayer(alpha: level % 4 == 0 ? 0.9 : 0.999)
                canvas.fill(Rect(30, 20, 1, 1), with: .black)
                if level == depth - 1 { canvas.fill(Rect(3, 3, 1, 1), with: .black) }
            }
            for _ in 0..<depth { canvas.endTransparencyLayer() }
            let opacity = (0..<depth).reduce(1.0) { $0 * ($1 % 4 == 0 ? 0.9 : 0.999) }
            let pixel = Double(canvas.surface[3, 3] & 0xff)
            // Each group rounds.
            #expect(abs(pixel - 255 * (1 - opacity)) < 20, "\(depth)")
            #expect(canvas.surface[4, 3] == .max && isUsable(canvas), "\(depth)")
        }
        #expect(log.entries == [])
    }

    @Test("Text of any size and a picture of any extent leave the canvas as it was")
    func extents() throws {
        let file = TemporaryFile(".png")
        try drawn(4, 4) { $0.fill(Rect(0, 0, 4, 4), with: .blue) }.writePNG(to: file.path)
        let slash = try #require(file.path.lastIndex(of: "/"))
        let name = String(file.path[slash...].dropFirst())
        let canvas = CairoCanvas(canvas.surface, pictures: PictureFolders([String(file.path[..<slash])]))
        canvas.onError = { [log] in log.write("\($0)") }
        for number in Self.impossible + [0, -1, 1e-7, 0.001, 0.3, 257, 5000, 20_000, 1e6, 1e9] {
            canvas.draw("gap", at: Point(2, 20), style: TextStyle(fontSize: number))
            canvas.draw(Image(name: name, size: Size(4, 4)), in: Rect(-2, -2, number, 30))
            canvas.draw(Image(name: name, size: Size(4, 4)), in: Rect(-2, -2, number, number))
            canvas.stroke(Path(from: .zero, to: Point(9, 9)), with: .red, width: number)
            for scale in [1e-6, 1e6] {
                canvas.saveState()
                canvas.concatenate(Transform(scaleX: scale, y: scale))
                canvas.draw("gap", at: Point(2, 20), style: TextStyle(fontSize: number))
                canvas.draw(Image(name: name, size: Size(4, 4)), in: Rect(-2, -2, number, 30))
                canvas.stroke(Path(from: .zero, to: Point(9, 9)), with: .red, width: number)
                canvas.restoreState()
            }
            #expect(isUsable(canvas), "\(number)")
        }
        #expect(log.entries == [])
    }

    @Test("After an error of Cairo nothing is drawn until all states have ended, and the error is told once")
    func errors() {
        let painter = CairoPainter(on: canvas.surface.handle, CanvasLevel(on: canvas.surface))
        #expect(painter.error == nil)
        painter.perform(.restoreState, opacity: 1)
        #expect(painter.takeError()?.contains("cairo_restore") == true)
        #expect(painter.takeError() == nil && painter.error != nil)
        painter.perform(.fill(Path(Rect(0, 0, 40, 30)), .color(.red)), opacity: 1)
        #expect(canvas.surface[0, 0] == 0)
        var level = CanvasLevel(on: canvas.surface)
        level.clip = Rect(0, 0, 10, 10)
        level.transform = Transform(translationX: 5, y: 0)
        painter.renew(level)
        #expect(painter.error == nil)
        painter.perform(.fill(Path(Rect(0, 0, 40, 30)), .color(.red)), opacity: 1)
        #expect(canvas.surface[4, 0] == 0 && canvas.surface[5, 9] == 0xffff_0000 && canvas.surface[10, 0] == 0)
    }

    @Test("A random drawing with numbers of any size ends, and the canvas draws as before", arguments: 1...40)
    func random(_ seed: UInt64) {
        var drawing = RandomDrawing(seed: seed)
        for _ in 0..<30 {
            drawing.draw(in: canvas, depth: 0)
            #expect(isUsable(canvas), "seed \(seed)")
        }
        #expect(log.entries == [], "seed \(seed)")
    }
}

/// A drawing whose numbers are of all kinds.
@MainActor
private struct RandomDrawing {
    private var numbers: SeededGenerator

    init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

    private mutating func number() -> Double {
        switch Int.random(in: 0..<20, using: &numbers) {
        case 0: [.nan, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude][.random(in: 0..<6, using: &numbers)]
        case 1, 2: .random(in: -1...1, using: &numbers) * exponent(.random(in: -30...300, using: &numbers))
        case 3, 4: .random(in: -1e7...1e7, using: &numbers)
        default: .random(in: -50...90, using: &numbers)
        }
    }

    private func exponent(_ digits: Int) -> Double { Double("1e\(digits)") ?? 1 }

    private mutating func point() -> Point { Point(number(), number()) }

    private mutating func rect() -> Rect { Rect(number(), number(), number(), number()) }

    private mutating func color() -> Color { Color(red: 1, green: number(), blue: 0.5, alpha: number()) }

    private mutating func path() -> Path {
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: return Path(rect())
        case 1: return Path((0..<Int.random(in: 0...3, using: &numbers)).map { _ in rect() })
        case 2: return Path(roundedRect: rect(), cornerRadius: number())
        case 3: return Path(ellipseIn: rect())
        default:
            var path = Path()
            for _ in 0..<Int.random(in: 0...8, using: &numbers) {
                switch Int.random(in: 0..<6, using: &numbers) {
                case 0: path.move(to: point())
                case 1: path.addLine(to: point())
                case 2: path.addQuadCurve(to: point(), control: point())
                case 3: path.addCurve(to: point(), control1: point(), control2: point())
                case 4: path.addArc(center: point(), radius: number(), startAngle: number(), endAngle: number())
                default: path.close()
                }
            }
            return path
        }
    }

    private mutating func style() -> StrokeStyle {
        StrokeStyle(
            width: number(),
            cap: StrokeStyle.Cap.allCases.randomElement(using: &numbers) ?? .butt,
            join: StrokeStyle.Join.allCases.randomElement(using: &numbers) ?? .miter,
            dash: (0..<max(0, Int.random(in: -3...3, using: &numbers))).map { _ in number() }
        )
    }

    private mutating func transform() -> Transform {
        if Bool.random(using: &numbers) { return Transform(translationX: number(), y: number()) }
        func factor() -> Double {
            Bool.random(using: &numbers) ? number() : .random(in: -2...2, using: &numbers)
        }
        return Transform(a: factor(), b: factor(), c: factor(), d: factor(), tx: number(), ty: number())
    }

    /// Draws something; states and layers end as often as they begin.
    mutating func draw(in canvas: CairoCanvas, depth: Int) {
        for _ in 0..<Int.random(in: 1...5, using: &numbers) {
            switch Int.random(in: 0..<9, using: &numbers) {
            case 0, 1: canvas.fill(path(), with: color())
            case 2, 3: canvas.stroke(path(), with: color(), style: style())
            case 4: canvas.draw("A\(depth)", at: point(), style: TextStyle(fontSize: number(), color: color()))
            case 5: canvas.draw(Image(name: "none", size: .zero), in: rect())
            case 6 where depth < 5:
                canvas.beginTransparencyLayer(alpha: Bool.random(using: &numbers) ? 0.5 : number())
                if Bool.random(using: &numbers) { canvas.concatenate(transform()) }
                if Bool.random(using: &numbers) { canvas.clip(to: path()) }
                draw(in: canvas, depth: depth + 1)
                canvas.endTransparencyLayer()
            case 7,
                8 where depth < 5:
                canvas.saveState()
                canvas.concatenate(transform())
                if Bool.random(using: &numbers) { canvas.clip(to: path()) }
                draw(in: canvas, depth: depth + 1)
                canvas.restoreState()
            default: canvas.restoreState()
            }
        }
    }
}
#endif
