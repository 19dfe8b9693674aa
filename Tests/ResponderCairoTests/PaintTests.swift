#if Cairo
import ResponderKit
import TestSupport
import Testing

@testable import ResponderCairo

@Suite("Paints of a `CairoCanvas`")
@MainActor
struct CairoPaintTests {
    private let ramp = Gradient(colors: [Color(red: 0, green: 0, blue: 0), Color(red: 0, green: 1, blue: 0)])

    @Test("A linear gradient goes from one point to the other, and its last colors go on beyond them")
    func linear() throws {
        let surface = try drawn(8, 1) {
            $0.fill(Rect(0, 0, 8, 1), with: .linearGradient(ramp, from: Point(2, 0), to: Point(6, 0)))
        }
        let row = greens(surface, row: 0)
        #expect(row[0...1] == [0, 0] && row[6...7] == [255, 255])
        for (index, wanted) in [0.125, 0.375, 0.625, 0.875].enumerated() {
            #expect(abs(Double(row[2 + index]) - 255 * wanted) <= 2)
        }
    }

    @Test("A radial gradient goes from the middle to the edge; a line is drawn with a gradient too")
    func radial() throws {
        let surface = try drawn(9, 9) {
            $0.fill(Rect(0, 0, 9, 9), with: .radialGradient(ramp, center: Point(4.5, 4.5), radius: 4))
        }
        let row = greens(surface, row: 4)
        #expect(row[4] < 8 && abs(row[2] - 128) <= 4 && row[0] == 255 && row == row.reversed())
        let line = try drawn(8, 3) {
            let paint = Paint.linearGradient(ramp, from: .zero, to: Point(8, 0))
            $0.stroke(Path(from: Point(0, 1.5), to: Point(8, 1.5)), with: paint, style: StrokeStyle(width: 1))
        }
        #expect(greens(line, row: 1) == greens(line, row: 1).sorted() && greens(line, row: 1)[7] > 230)
        #expect(greens(line, row: 0).allSatisfy { $0 == 0 })
    }

    @Test("In a layer a gradient has the layer's opacity, as it has by itself")
    func opacity() throws {
        let paint = Paint.linearGradient(ramp, from: .zero, to: Point(4, 0))
        let layered = try drawn(4, 1) { canvas in
            canvas.beginTransparencyLayer(alpha: 0.5)
            canvas.fill(Rect(0, 0, 4, 1), with: paint)
            canvas.endTransparencyLayer()
        }
        let half = Gradient(stops: ramp.stops.map { Gradient.Stop($0.color.withAlpha(0.5), at: $0.location) })
        let direct = try drawn(4, 1) {
            $0.fill(Rect(0, 0, 4, 1), with: .linearGradient(half, from: .zero, to: Point(4, 0)))
        }
        for x in 0..<4 { #expect(difference(layered[x, 0], direct[x, 0]) <= 2) }
    }

    @Test("By the even-odd rule a figure inside another one is a hole, in fills and in clips")
    func evenOdd() throws {
        var path = Path(Rect(0, 0, 5, 3))
        path.add(Path(Rect(1, 1, 3, 1)))
        path.usesEvenOddFillRule = true
        let hole = ["#####", "#...#", "#####"]
        #expect(try map(drawn(5, 3) { $0.fill(path, with: .black) }) == hole)
        let clipped = try drawn(5, 3) { canvas in
            canvas.clip(to: path)
            canvas.fill(Rect(0, 0, 9, 9), with: .black)
        }
        #expect(map(clipped) == hole)
    }

    @Test("Dashes begin at their phase, also a negative one; a corner beyond the miter limit is cut off")
    func strokes() throws {
        func dashes(_ phase: Double) throws -> String {
            let line = Path(from: Point(0, 0.5), to: Point(8, 0.5))
            let style = StrokeStyle(dash: [3, 1], dashPhase: phase)
            return try map(drawn(8, 1) { $0.stroke(line, with: .black, style: style) })[0]
        }
        let phases = [0, 1, -1, 4e9, .nan]
        #expect(try phases.map(dashes) == ["###.###.", "##.###.#", ".###.###", "###.###.", "###.###."])
        func corner(_ limit: Double) throws -> Bool {
            var path = Path(from: Point(2, 2), to: Point(12, 3))
            path.addLine(to: Point(2, 4))
            let style = StrokeStyle(width: 2, miterLimit: limit)
            return try drawn(24, 6) { $0.stroke(path, with: .black, style: style) }[17, 3] != 0
        }
        #expect(try [12, 5, 0, .nan, .infinity].map(corner) == [true, false, false, false, true])
    }

    @Test("A blur spreads coverage as far as three deviations, evenly to all sides, and loses next to nothing")
    func blur() throws {
        for deviation in [0.5, 1, 2, 4.5, 8] {
            let reach = BoxBlur(deviation: deviation).reach
            #expect(Double(reach) <= 3 * deviation + 2)
            let surface = try drawn(61, 61) {
                let shadow = Shadow(color: .black, offset: .zero, radius: deviation)
                $0.drawShadow(of: Path(Rect(30, 30, 1, 1)), shadow)
            }
            let opacities = pixels(surface).map { Int($0 >> 24) }
            let rows = stride(from: 0, to: 61 * 61, by: 61).map { Array(opacities[$0..<($0 + 61)]) }
            #expect(rows == rows.reversed() && rows == rows.map { $0.reversed() })
            if deviation <= 1 { #expect(abs(opacities.reduce(0, +) - 255) <= 40) }
        }
        // The edge of a large shape has half of the opacity, and a deviation away from it there is a sixth.
        let edge = try drawn(40, 40) {
            $0.drawShadow(of: Path(Rect(-40, -40, 60, 120)), Shadow(color: .black, offset: .zero, radius: 4))
        }
        let row = (0..<40).map { Int(edge[$0, 20] >> 24) }
        #expect(abs(row[19] + row[20] - 255) <= 4 && abs(row[24] - 33) <= 8 && row[0] == 255 && row[39] == 0)
    }

    @Test("A shadow is kept for shapes of the same form, wherever they are, and not for one that is far too large")
    func shadows() throws {
        let surface = try CairoSurface(size: Size(60, 40), scale: 2)
        let canvas = CairoCanvas(surface)
        let shadow = Shadow(color: Color(white: 0, alpha: 0.5), offset: Point(0, 2), radius: 2)
        for x in [10.0, 30.0] {
            canvas.saveState()
            canvas.concatenate(Transform(translationX: x, y: 10))
            canvas.drawShadow(of: Path(roundedRect: Rect(0, 0, 10, 10), cornerRadius: 3), shadow)
            canvas.restoreState()
        }
        #expect(surface.shadows.count == 1)
        #expect(surface[30, 34] == surface[70, 34] && abs(Int(surface[30, 34] >> 24) - 127) <= 2)
        canvas.drawShadow(of: Path(Rect(-1e7, -1e7, 2e7, 2e7)), shadow)
        #expect(surface.shadows.count == 1 && surface[0, 0] >> 24 > 100)
        // What is not finite, has no extent or no color draws nothing.
        surface.clear()
        for path in [Path(), Path(Rect(.nan, 0, 1, 1)), Path(Rect(0, 0, .infinity, 1))] {
            canvas.drawShadow(of: path, shadow)
        }
        canvas.drawShadow(of: Path(Rect(0, 0, 9, 9)), Shadow(color: .clear))
        canvas.drawShadow(of: Path(Rect(0, 0, 9, 9)), Shadow(color: .black, offset: Point(.nan, 0)))
        #expect(pixels(surface).allSatisfy { $0 == 0 } && isUsable(canvas))
        canvas.drawShadow(of: Path(Rect(4, 4, 9, 9)), Shadow(color: .black, offset: Point(1, 0), radius: .nan))
        #expect(surface[9, 8] == 0 && surface[10, 8] == 0xff00_0000)
    }

    @Test("A picture is repeated in all directions from its place")
    func tiles() throws {
        let folder = TemporaryFolder()
        try drawn(2, 1) { canvas in
            canvas.fill(Rect(0, 0, 1, 1), with: .green)
            canvas.fill(Rect(1, 0, 1, 1), with: .red)
        }
        .writePNG(to: folder.path + "/tile.png")
        let surface = try drawn(6, 1, pictures: PictureFolders([folder.path])) {
            let tile = Image(name: "tile", size: Size(2, 1))
            $0.fill(Rect(0, 0, 5, 1), with: .image(tile, in: Rect(1, 0, 2, 1)))
            $0.fill(Rect(5, 0, 1, 1), with: .image(Image(name: "none", size: Size(1, 1)), in: Rect(0, 0, 1, 1)))
        }
        #expect(greens(surface, row: 0) == [0, 255, 0, 255, 0, 0] && surface[5, 0] == 0)
    }
}
#endif
