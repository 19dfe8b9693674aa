#if Cairo
import ResponderCairo
import ResponderKit
import Testing

@Suite("CairoCanvas")
@MainActor
struct CairoCanvasTests {
    @Test("A filled shape covers its pixels, and a part of a pixel in that part")
    func fill() throws {
        let surface = try drawn(6, 4) { canvas in
            canvas.fill(Rect(1, 1, 3, 2), with: .green)
            canvas.fill(Path([Rect(5, 0, 1, 1), Rect(5, 3, 1, 1)]), with: Color(white: 1, alpha: 0.5))
            canvas.fill(Rect(0, 0, 0.5, 1), with: .green)
        }
        #expect(map(surface) == ["+....+", ".###..", ".###..", ".....+"])
        #expect(surface[1, 1] == 0xff00_ff00 && surface[5, 0] == 0x8080_8080)
        #expect(0x7f...0x80 ~= surface[0, 0] >> 24)
    }

    @Test("A line or a curve without a move begins where it ends, also after the end of a figure")
    func figures() throws {
        var path = Path()
        path.addLine(to: Point(1, 1))
        path.addLine(to: Point(3, 1))
        path.addLine(to: Point(3, 3))
        path.addLine(to: Point(1, 3))
        path.close()
        path.addLine(to: Point(5, 1))
        path.addCurve(to: Point(6, 1), control1: Point(5, 1), control2: Point(6, 1))
        path.addQuadCurve(to: Point(6, 3), control: Point(6, 2))
        path.addLine(to: Point(5, 3))
        #expect(try map(drawn(7, 4) { $0.fill(path, with: .black) }) == [".......", ".##..#.", ".##..#.", "......."])
    }

    @Test("Where a path crosses itself, a point is inside by the nonzero winding rule")
    func winding() throws {
        let surface = try drawn(5, 5) { canvas in
            var path = Path(Rect(0, 0, 5, 5))
            path.add(Path(Rect(1, 1, 3, 3)))
            canvas.fill(path, with: .black)
        }
        #expect(map(surface) == Array(repeating: "#####", count: 5))
    }

    @Test("A round shape is the same whether the canvas knows it or gets its curves, and lies inside of its rectangle")
    func roundShapes() throws {
        for shape in [
            Path(ellipseIn: Rect(1, 2, 14, 9)), Path(roundedRect: Rect(1, 2, 14, 9), cornerRadius: 3),
        ] {
            var curves = Path()
            for element in shape.elements { curves.add(Path(element)) }
            let one = try drawn(16, 13) { $0.fill(shape, with: .black) }
            let other = try drawn(16, 13) { $0.fill(curves, with: .black) }
            #expect(pixels(one) == pixels(other))
            #expect(one[8, 6] >> 24 == 255 && one[1, 2] >> 24 < 128 && one[0, 6] == 0 && one[8, 11] == 0)
        }
    }

    @Test("A transform maps what comes after it, until its state is restored; a restore without a state does nothing")
    func transforms() throws {
        let surface = try drawn(4, 3, scale: 2) { canvas in
            canvas.restoreState()
            canvas.endTransparencyLayer()
            canvas.saveState()
            canvas.concatenate(Transform(translationX: 1, y: 1))
            canvas.concatenate(Transform(scaleX: 2, y: 1))
            canvas.fill(Rect(0, 0, 1, 1), with: .black)
            canvas.endTransparencyLayer()
            canvas.restoreState()
            canvas.restoreState()
            canvas.fill(Rect(0, 0, 0.5, 0.5), with: .black)
        }
        #expect(map(surface) == ["#.......", "........", "..####..", "..####..", "........", "........"])
    }

    @Test("A clip holds until its state is restored, and clips go inside one another; an empty one hides everything")
    func clips() throws {
        let surface = try drawn(6, 3) { canvas in
            canvas.saveState()
            canvas.clip(to: Rect(1, 0, 4, 3))
            canvas.clip(to: Path([Rect(0, 0, 3, 1), Rect(4, 2, 2, 1)]))
            canvas.fill(Rect(0, 0, 6, 3), with: .black)
            canvas.clip(to: Path())
            canvas.fill(Rect(0, 0, 6, 3), with: .black)
            canvas.restoreState()
            canvas.saveState()
            canvas.clip(to: Rect(0, 0, 1, 1))
            canvas.clip(to: Rect(1, 0, 1, 1))
            canvas.fill(Rect(0, 0, 6, 3), with: .black)
            canvas.restoreState()
            canvas.fill(Rect(0, 1, 1, 1), with: .black)
        }
        #expect(map(surface) == [".##...", "#.....", "....#."])
    }

    @Test("What is drawn in a layer is composed first: shapes that overlap there do not show through one another")
    func layers() throws {
        let surface = try drawn(6, 1) { canvas in
            canvas.fill(Rect(0, 0, 6, 1), with: .white)
            canvas.beginTransparencyLayer(alpha: 0.5)
            canvas.fill(Rect(1, 0, 3, 1), with: .black)
            canvas.fill(Rect(3, 0, 2, 1), with: .black)
            canvas.endTransparencyLayer()
        }
        #expect(greens(surface, row: 0).map { $0 == 127 || $0 == 128 } == [false, true, true, true, true, false])
        #expect(surface[0, 0] == .max && surface[5, 0] == .max)
    }

    @Test("A layer is the same whether one shape or several were drawn in it, and layers inside multiply their opacity")
    func layersOfOneShape() throws {
        func layer(_ clip: Rect, _ draw: (CairoCanvas) -> Void) throws -> [UInt32] {
            try pixels(
                drawn(8, 8) { canvas in
                    canvas.fill(Rect(0, 0, 8, 8), with: .yellow)
                    canvas.beginTransparencyLayer(alpha: 0.5)
                    canvas.saveState()
                    canvas.clip(to: clip)
                    canvas.beginTransparencyLayer(alpha: 0.4)
                    draw(canvas)
                    canvas.endTransparencyLayer()
                    canvas.restoreState()
                    canvas.endTransparencyLayer()
                }
            )
        }
        for clip in [Rect(0, 0, 8, 8), Rect(2, 2, 3, 3)] {
            let one = try layer(clip) { $0.fill(Rect(1, 1, 6, 6), with: .blue) }
            let several = try layer(clip) { canvas in
                canvas.fill(Rect(1, 1, 3, 6), with: .blue)
                canvas.fill(Rect(4, 1, 3, 6), with: .blue)
            }
            #expect(zip(one, several).allSatisfy { difference($0, $1) <= 1 })
            // A fifth of blue on yellow.
            #expect(abs(Int(one[2 * 8 + 2] & 0xff) - 51) <= 1)
            #expect(one[7 * 8 + 7] == 0xffff_ff00)
        }
    }

    @Test("At the end of a layer the transform and the clip are those at its beginning")
    func layersAndStates() throws {
        let surface = try drawn(5, 2) { canvas in
            for alpha in [0.5, 1, 0, -3, 7, .nan] {
                canvas.beginTransparencyLayer(alpha: alpha)
                canvas.concatenate(Transform(translationX: 100, y: 0))
                canvas.clip(to: Rect(0, 0, 1, 1))
                canvas.restoreState()
                canvas.endTransparencyLayer()
            }
            canvas.fill(Rect(1, 0, 3, 1), with: .black)
        }
        #expect(map(surface) == [".###.", "....."])
    }

    @Test("A layer without opacity shows nothing, and one of full opacity shows everything")
    func layersAtTheEnds() throws {
        let surface = try drawn(4, 1) { canvas in
            for (x, alpha) in [(0.0, 0.0), (1, 1), (2, -1), (3, 2)] {
                canvas.beginTransparencyLayer(alpha: alpha)
                canvas.fill(Rect(x, 0, 1, 1), with: .black)
                canvas.endTransparencyLayer()
            }
        }
        #expect(map(surface) == [".#.#"])
    }

    @Test("An edge of a clip inside a pixel covers a layer once")
    func layerAtAnEdge() throws {
        let surface = try drawn(3, 1) { canvas in
            canvas.clip(to: Rect(0, 0, 1.5, 1))
            canvas.beginTransparencyLayer(alpha: 0.5)
            canvas.fill(Rect(0, 0, 3, 1), with: .black)
            canvas.fill(Rect(0, 0, 3, 1), with: .black)
            canvas.endTransparencyLayer()
        }
        #expect(127...128 ~= surface[0, 0] >> 24)
        #expect(63...65 ~= surface[1, 0] >> 24)
    }

    @Test("A line has its width half on each side, its ends and its dashes")
    func strokes() throws {
        func line(_ style: StrokeStyle) throws -> [String] {
            try map(
                drawn(12, 4) { $0.stroke(Path(from: Point(2, 2), to: Point(10, 2)), with: .black, style: style) }
            )
        }
        #expect(try line(StrokeStyle(width: 2))[1...2] == ["..########..", "..########.."])
        #expect(try line(StrokeStyle(width: 2, cap: .square))[1...2] == [".##########.", ".##########."])
        let round = try line(StrokeStyle(width: 2, cap: .round))
        #expect(round[1...2] == [".+########+.", ".+########+."])
        #expect(try line(StrokeStyle(width: 2, dash: [2, 1]))[1...2] == ["..##.##.##..", "..##.##.##.."])
        #expect(try line(StrokeStyle(width: 2)).filter { $0 != "............" }.count == 2)
    }

    @Test("The corners of a line are in a point, round or cut off")
    func joins() throws {
        func corner(_ join: StrokeStyle.Join) throws -> UInt32 {
            var path = Path(from: Point(2, 10), to: Point(2, 2))
            path.addLine(to: Point(10, 2))
            let surface = try drawn(10, 10) { $0.stroke(path, with: .black, style: StrokeStyle(width: 4, join: join)) }
            #expect(surface[3, 3] >> 24 == 255)
            return surface[0, 0] >> 24
        }
        #expect(try corner(.miter) == 255)
        #expect(try corner(.bevel) == 0)
        let round = try corner(.round)
        #expect(0 < round && round < 255)
    }

    @Test("A line of no width, or of none that is a number, is not drawn, and dashes that are no lengths are left out")
    func impossibleStrokes() throws {
        let path = Path(from: Point(0, 1), to: Point(8, 1))
        for width in [0, -1, .nan, .infinity] {
            #expect(try map(drawn(8, 1) { $0.stroke(path, with: .black, width: width) }) == ["........"])
        }
        for dash in [[0, 0], [-1, 2], [.nan], [.infinity, 1]] {
            let style = StrokeStyle(width: 2, dash: dash)
            #expect(try map(drawn(8, 1) { $0.stroke(path, with: .black, style: style) }) == ["########"])
        }
    }
}

extension Path {
    fileprivate init(_ element: Element) {
        self.init()
        switch element {
        case .move(let point): move(to: point)
        case .line(let point): addLine(to: point)
        case .quadCurve(let point, let control): addQuadCurve(to: point, control: control)
        case .curve(let point, let first, let second): addCurve(to: point, control1: first, control2: second)
        case .close: close()
        }
    }
}
#endif
