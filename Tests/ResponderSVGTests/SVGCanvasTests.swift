import ResponderKit
import ResponderSVG
import TestSupport
import Testing

@Suite("SVGCanvas")
@MainActor
struct SVGCanvasTests {
    private let canvas = SVGCanvas(size: Size(100, 50))

    /// The lines between the beginning and the end of the document.
    private var lines: [String] { canvas.svg.split(separator: "\n").dropFirst().dropLast().map(String.init) }

    @Test("`SVGCanvas` makes a document of its size, or of none where that is no size")
    func document() throws {
        let root = try ReadPicture(canvas.svg).elements[0]
        #expect(root.attributes["width"] == "100" && root.attributes["height"] == "50")
        #expect(root.attributes["viewBox"] == "0 0 100 50")
        #expect(canvas.svg.hasSuffix("</svg>\n"))
        #expect(SVGCanvas(size: Size(.infinity, -3)).svg.contains("viewBox=\"0 0 0 0\""))
    }

    @Test("`SVGCanvas` draws common shapes as what they are, with no needless digit")
    func shapes() {
        canvas.fill(Rect(0, 0, 10, 20), with: .red)
        canvas.fill(Rect(1.23456, -0.5, 10, 1 / 3), with: Color(red: 0.5, green: 0, blue: 1, alpha: 0.25))
        canvas.fill(Path(roundedRect: Rect(0, 8, 10, 10), cornerRadius: 2.5), with: .black)
        canvas.stroke(Path(circleAt: Point(5, 5), radius: 2), with: .white, width: 1)
        canvas.stroke(Path(ellipseIn: Rect(0, 0, 10, 4)), with: .blue, width: 0.75)
        canvas.fill(Path([Rect(0, 0, 1, 2), Rect(3, 4, 5, 6)]), with: .gray)
        #expect(
            lines == [
                ##"<rect width="10" height="20" fill="#f00"/>"##,
                ##"<rect x="1.235" y="-.5" width="10" height=".333" fill="#8000ff" fill-opacity=".25"/>"##,
                ##"<rect y="8" width="10" height="10" rx="2.5" fill="#000"/>"##,
                ##"<circle cx="5" cy="5" r="2" fill="none" stroke="#fff"/>"##,
                ##"<ellipse cx="5" cy="2" rx="5" ry="2" fill="none" stroke="#00f" stroke-width=".75"/>"##,
                ##"<path d="M0 0h1v2h-1ZM3 4h5v6h-5Z" fill="#808080"/>"##,
            ]
        )
    }

    @Test("`SVGCanvas` draws lines with their ends, corners and dashes, and dashes only of lengths that SVG allows")
    func strokeStyles() {
        let path = Path(from: .zero, to: Point(5, 0))
        canvas.stroke(path, with: .black, style: StrokeStyle(cap: .round, join: .bevel, dash: [2, 0.5]))
        canvas.stroke(path, with: .black, style: StrokeStyle(width: 2, cap: .square, join: .round, dash: [-1, 2]))
        canvas.stroke(path, with: .black, style: StrokeStyle(dash: [0, 0]))
        let line = ##"<path d="M0 0L5 0" fill="none" stroke="#000""##
        #expect(
            lines == [
                line + ##" stroke-linecap="round" stroke-linejoin="bevel" stroke-dasharray="2 .5"/>"##,
                line + ##" stroke-width="2" stroke-linecap="square" stroke-linejoin="round"/>"##,
                line + "/>",
            ]
        )
    }

    @Test("`SVGCanvas` draws lines and curves, each figure with a beginning")
    func figures() {
        var path = Path()
        path.addLine(to: Point(1, 2))
        path.addLine(to: Point(3, 4))
        path.close()
        path.close()
        path.addQuadCurve(to: Point(5, 6), control: Point(7, 8))
        path.move(to: Point(0, 0))
        path.addCurve(to: Point(1, 1), control1: Point(2, 2), control2: Point(3, 3))
        canvas.fill(path, with: .black)
        var closed = Path()
        closed.close()
        canvas.fill(closed, with: .black)
        #expect(lines == [##"<path d="M1 2L3 4ZM5 6Q7 8 5 6M0 0C2 2 3 3 1 1" fill="#000"/>"##])
    }

    @Test("`SVGCanvas` leaves out what cannot be seen")
    func nothing() {
        canvas.fill(Rect(0, 0, 1, 1), with: .clear)
        canvas.stroke(Rect(0, 0, 1, 1), with: .black, width: 0)
        canvas.fill(Path(), with: .black)
        canvas.draw("", at: .zero, style: TextStyle())
        canvas.draw("text", at: .zero, style: TextStyle(fontSize: 0))
        canvas.saveState()
        canvas.concatenate(Transform(scaleX: 2, y: 2))
        canvas.clip(to: Rect(0, 0, 1, 1))
        canvas.restoreState()
        canvas.beginTransparencyLayer(alpha: 0)
        canvas.fill(Rect(0, 0, 1, 1), with: .black)
        canvas.endTransparencyLayer()
        canvas.saveState()
        canvas.clip(to: Path())
        canvas.fill(Rect(0, 0, 1, 1), with: .black)
        canvas.restoreState()
        #expect(!canvas.svg.contains("<g") && !canvas.svg.contains("fill=") && !canvas.svg.contains("<defs>"))
    }

    @Test(
        "`SVGCanvas` leaves out what has a number that is not finite, and goes on behind it",
        arguments: [Double.nan, .infinity]
    )
    func notFinite(number: Double) throws {
        canvas.fill(Rect(0, number, 1, 1), with: .black)
        canvas.fill(Path(ellipseIn: Rect(0, 0, number, 1)), with: .black)
        canvas.fill(Path([Rect(0, 0, 1, 1), Rect(number, 0, 1, 1)]), with: .black)
        canvas.stroke(Path(from: .zero, to: Point(number, 0)), with: .black, width: 1)
        canvas.stroke(Rect(0, 0, 1, 1), with: .black, width: number)
        canvas.draw("a", at: Point(0, number), style: TextStyle())
        canvas.draw("a", at: .zero, style: TextStyle(fontSize: number))
        canvas.draw(Image(name: "a", size: Size(1, 1)), in: Rect(0, 0, number, 1))
        canvas.saveState()
        canvas.concatenate(Transform(translationX: number, y: 0))
        canvas.saveState()
        canvas.fill(Rect(0, 0, 1, 1), with: .black)
        canvas.restoreState()
        canvas.restoreState()
        canvas.clip(to: Rect(0, 0, number, 1))
        canvas.fill(Rect(0, 0, 3, 4), with: .red)
        #expect(lines == [##"<rect width="3" height="4" fill="#f00"/>"##])
    }

    @Test("`SVGCanvas` writes numbers of any size")
    func numbers() throws {
        for number in [1e-300, 0.0004, 123_456_789.125, 1e15, 1e18, 1e19, 1e300, .greatestFiniteMagnitude / 2] {
            for sign in [1.0, -1] { canvas.fill(Rect(sign * number, 0, 1, 1), with: .black) }
        }
        let places = try ReadPicture(canvas.svg).all("rect").map { $0.number("x") }
        let whole: [Double] = [0, 0, 0, 0, 123_456_789.125, -123_456_789.125, 1e15, -1e15, 1e18, -1e18, 1e19, -1e19]
        #expect(places.prefix(12) == whole[...])
        #expect(!places.contains { !$0.isFinite })
    }

    @Test("`SVGCanvas` joins a transform and a clip in one group, which ends where the state is restored")
    func groups() {
        canvas.saveState()
        canvas.concatenate(Transform(translationX: 8, y: 0))
        canvas.concatenate(Transform(translationX: 0, y: 16))
        canvas.clip(to: Rect(0, 0, 5, 5))
        canvas.fill(Rect(0, 0, 9, 9), with: .red)
        canvas.concatenate(Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0.5))
        canvas.fill(Rect(0, 0, 1, 1), with: .red)
        canvas.restoreState()
        canvas.fill(Rect(0, 0, 2, 2), with: .red)
        let clip = lines[1].split(separator: "\"")[1]
        #expect(
            lines == [
                "<defs>", #"<clipPath id="\#(clip)"><rect width="5" height="5"/></clipPath>"#, "</defs>",
                ##"<g transform="translate(8 16)" clip-path="url(#\##(clip))">"##
                    + ##"<rect width="9" height="9" fill="#f00"/>"##,
                ##"<g transform="matrix(0 1 -1 0 0 .5)"><rect width="1" height="1" fill="#f00"/>"##, "</g></g>",
                ##"<rect width="2" height="2" fill="#f00"/>"##,
            ]
        )
    }

    @Test("`SVGCanvas` has a clip path once for each figure, with the same name in every picture")
    func clips() throws {
        let other = SVGCanvas(size: .zero)
        for _ in 0..<3 {
            for canvas in [canvas, other] {
                canvas.saveState()
                canvas.clip(to: Rect(0, 0, 5, 5))
                canvas.fill(Rect(0, 0, 9, 9), with: .red)
                canvas.restoreState()
            }
        }
        canvas.clip(to: Rect(0, 0, 5, 6))
        canvas.fill(Rect(0, 0, 9, 9), with: .red)
        let names = try [canvas, other].map { try ReadPicture($0.svg).all("clipPath").map { $0.attributes["id"] } }
        #expect(names[0].count == 2 && names[1].count == 1 && names[0][0] == names[1][0])
    }

    @Test("`SVGCanvas` composes layers as groups with an opacity")
    func layers() {
        canvas.beginTransparencyLayer(alpha: 0.5)
        canvas.fill(Rect(0, 0, 1, 1), with: .red)
        canvas.endTransparencyLayer()
        canvas.beginTransparencyLayer(alpha: 1)
        canvas.fill(Rect(0, 0, 1, 1), with: .red)
        canvas.endTransparencyLayer()
        let rect = ##"<rect width="1" height="1" fill="#f00"/>"##
        #expect(lines == [#"<g opacity=".5">"# + rect, "</g>", rect])
    }

    @Test("`SVGCanvas` makes a text as wide as it was measured, on its base line, and escapes it")
    func text() throws {
        canvas.draw("a<b & \"c\"", at: Point(10, 20), style: TextStyle(fontSize: 10, isBold: true))
        canvas.draw(" two  \n\u{1}\u{FFFE}]]>", at: .zero, style: TextStyle(fontSize: 10, fontName: "<\"&>"))
        let texts = try ReadPicture(canvas.svg).all("text")
        #expect(texts.map(\.text) == ["a<b & \"c\"", " two  \\n\\u{01}\\u{FFFE}]]>"])
        #expect(texts[0].number("x") == 10 && texts[0].number("y") == 29.4)
        #expect(texts[0].number("textLength") == 54 && texts[0].attributes["font-weight"] == "bold")
        #expect(texts[0].attributes["xml:space"] == nil && texts[1].attributes["xml:space"] == "preserve")
        #expect(texts[1].attributes["font-family"] == "'<\"&>'")
        let fixed = SVGCanvas(size: .zero, textMeasurer: FixedWidthTextMeasurer(characterWidth: 1))
        fixed.draw("abc", at: .zero, style: TextStyle(fontSize: 10))
        #expect(try ReadPicture(fixed.svg).all("text")[0].number("textLength") == 30)
    }

    @Test("`SVGCanvas` names a font in quotes, and a kind of font without")
    func fonts() throws {
        for name in ["Press Start 2P", "it's \\", "monospace"] {
            canvas.draw("a", at: .zero, style: TextStyle(fontName: name))
        }
        let names = try ReadPicture(canvas.svg).all("text").map { $0.attributes["font-family"] }
        #expect(names == ["'Press Start 2P'", #"'it\'s \\'"#, "monospace"])
    }

    @Test("`SVGCanvas` keeps the address of an image as it is, with the lines of its data")
    func dataAddress() throws {
        let address = "data:image/svg+xml,<a b=\"1\"/>\r\n\t\u{202e}&\u{1}"
        let addressed = SVGCanvas(size: .zero) { _ in address }
        addressed.draw(Image(name: "a", size: Size(1, 1)), in: Rect(1, 2, 30, 40))
        let element = try #require(try ReadPicture(addressed.svg).all("image").first)
        #expect(element.attributes["href"] == address.replacing("\u{1}", with: "%01"))
    }

    @Test("`SVGCanvas` has as many digits as an enlarged picture shows, and keeps small factors")
    func scaled() throws {
        canvas.saveState()
        canvas.concatenate(Transform(scaleX: 10_000, y: 10_000))
        canvas.stroke(Rect(0.00125, 0, 0.01, 0.01), with: .black, width: 0.0001)
        canvas.draw("a", at: .zero, style: TextStyle(fontSize: 0.0002))
        canvas.clip(to: Rect(0, 0, 0.0003, 1))
        canvas.fill(Rect(0, 0, 0.00041, 1), with: .black)
        canvas.restoreState()
        canvas.concatenate(Transform(scaleX: 1.25e-8, y: 1.25e-8))
        canvas.fill(Rect(0, 0, 1e9, 1e9), with: .red)
        let picture = try ReadPicture(canvas.svg)
        let (rects, groups) = (picture.all("rect"), picture.all("g"))
        #expect(rects[0].number("width") == 0.0003 && rects[1].number("x") == 0.00125)
        #expect(rects[1].number("stroke-width") == 0.0001 && rects[2].number("width") == 0.00041)
        #expect(picture.all("text")[0].number("font-size") == 0.0002)
        #expect(groups.last?.attributes["transform"] == "matrix(1.25e-08 0 0 1.25e-08 0 0)")
    }

    @Test("Elements with the same transform share one group, and a state alone has none, however deep it is")
    func flat() throws {
        for _ in 0..<1000 {
            canvas.saveState()
            canvas.concatenate(Transform(translationX: 1, y: 0))
        }
        canvas.fill(Rect(0, 0, 1, 1), with: .red)
        canvas.saveState()
        canvas.fill(Rect(0, 0, 2, 2), with: .red)
        canvas.restoreState()
        canvas.restoreState()
        canvas.fill(Rect(0, 0, 3, 3), with: .red)
        for _ in 0..<999 { canvas.restoreState() }
        canvas.fill(Rect(0, 0, 4, 4), with: .red)
        #expect(
            lines == [
                ##"<g transform="translate(1000 0)"><rect width="1" height="1" fill="#f00"/>"##,
                ##"<rect width="2" height="2" fill="#f00"/>"##,
                ##"</g><g transform="translate(999 0)"><rect width="3" height="3" fill="#f00"/>"##,
                ##"</g><rect width="4" height="4" fill="#f00"/>"##,
            ]
        )
    }

    @Test("`SVGCanvas` takes colors whose parts were set to what is no part of a color")
    func colors() {
        var color = Color.red
        color.green = .nan
        color.blue = 2
        color.red = -.infinity
        color.alpha = 7
        canvas.fill(Rect(0, 0, 1, 1), with: color)
        #expect(lines == [##"<rect width="1" height="1" fill="#00f"/>"##])
        #expect(color == .blue)
    }

    @Test("`SVGCanvas` draws an image by its address, or a box with its name")
    func images() throws {
        let image = Image(name: "logo.png", size: Size(10, 10))
        canvas.draw(image, in: Rect(0, 0, 100, 40))
        canvas.draw(image, in: Rect(0, 0, 3, 3))
        let boxes = try ReadPicture(canvas.svg)
        #expect(boxes.texts == ["logo.png"] && boxes.all("image").isEmpty && boxes.all("rect").count == 4)
        let addressed = SVGCanvas(size: .zero) { "images/\($0.name)?a=1&b=\"2\"" }
        addressed.draw(image, in: Rect(1, 2, 30, 40))
        let element = try #require(try ReadPicture(addressed.svg).all("image").first)
        #expect(element.attributes["href"] == "images/logo.png?a=1&b=\"2\"")
        #expect(element.number("x") == 1 && element.number("height") == 40)
    }

    @Test(
        "The output of `SVGCanvas` is XML at every step, whatever is begun and ended",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func balance(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func number() -> Double {
            [.nan, .infinity, 0, 0.5, -3, 1e30, .random(in: -100...100, using: &random)].randomElement(using: &random)
                ?? 0
        }
        var written = 0
        for _ in 0..<200 {
            switch Int.random(in: 0..<9, using: &random) {
            case 0: canvas.saveState()
            case 1: canvas.restoreState()
            case 2: canvas.beginTransparencyLayer(alpha: number())
            case 3: canvas.endTransparencyLayer()
            case 4: canvas.concatenate(Transform(a: number(), b: 0, c: 0, d: 1, tx: number(), ty: 0))
            case 5: canvas.clip(to: Path(ellipseIn: Rect(number(), 0, number(), 5)))
            case 6: canvas.draw("<\(written)&", at: Point(number(), number()), style: TextStyle(fontSize: number()))
            case 7: canvas.stroke(Path(from: .zero, to: Point(number(), 1)), with: .red, width: number())
            default: canvas.fill(Rect(0, 0, 1, number()), with: Color(white: 0.2, alpha: number()))
            }
            written += 1
            let picture = try ReadPicture(canvas.svg)
            #expect(!canvas.svg.contains("nan") && !canvas.svg.contains("inf"), "seed \(seed)")
            let names = picture.all("clipPath").map { $0.attributes["id"] }
            #expect(Set(names).count == names.count, "seed \(seed)")
        }
    }
}
