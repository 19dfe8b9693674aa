import ResponderKit
import ResponderSVG
import Testing

@Suite("Paints of an `SVGCanvas`")
@MainActor
struct SVGPaintTests {
    private let canvas = SVGCanvas(size: Size(100, 50), address: { $0.name == "tile" ? "tile.png" : nil })

    /// The lines between the beginning and the end of the document, with names of definitions by their order.
    private var lines: [String] {
        var text = canvas.svg
        for (index, part) in text.split(separator: "id=\"").dropFirst().enumerated() {
            text = text.split(separator: part.prefix { $0 != "\"" }, omittingEmptySubsequences: false)
                .joined(separator: "#\(index)")
        }
        return text.split(separator: "\n").dropFirst().dropLast().map(String.init)
    }

    @Test("Gradients, repeated pictures and blurs are defined once, and shapes refer to them")
    func definitions() {
        let gradient = Gradient(colors: [.red, Color(white: 1, alpha: 0.5)])
        let paint = Paint.linearGradient(gradient, from: .zero, to: Point(10, 0))
        canvas.fill(Rect(0, 0, 10, 20), with: paint)
        canvas.stroke(Path(Rect(0, 0, 10, 20)), with: paint, style: StrokeStyle(width: 2))
        canvas.fill(Rect(0, 0, 1, 1), with: .radialGradient(gradient, center: Point(1, 2), radius: 3))
        canvas.fill(Rect(0, 0, 9, 9), with: .image(Image(name: "tile", size: Size(2, 2)), in: Rect(1, 1, 2, 2)))
        canvas.drawShadow(of: Path(Rect(0, 0, 10, 10)), Shadow(color: .black, offset: Point(1, 2), radius: 2))
        let stops = ##"<stop offset="0" stop-color="#f00"/><stop offset="1" stop-color="#fff" stop-opacity=".5"/>"##
        #expect(
            lines == [
                "<defs>",
                ##"<linearGradient id="#0" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="10" y2="0">"##
                    + stops + "</linearGradient>",
                ##"<radialGradient id="#1" gradientUnits="userSpaceOnUse" cx="1" cy="2" r="3">"## + stops
                    + "</radialGradient>",
                ##"<pattern id="#2" patternUnits="userSpaceOnUse" x="1" y="1" width="2" height="2"><image width="2""##
                    + ##" height="2" preserveAspectRatio="none" href="tile.png"/></pattern>"##,
                ##"<filter id="#3" filterUnits="userSpaceOnUse" x="-6" y="-6" width="22" height="22">"##
                    + ##"<feGaussianBlur stdDeviation="2"/></filter>"##,
                "</defs>",
                ##"<rect width="10" height="20" fill="url(##0)"/>"##,
                ##"<rect width="10" height="20" fill="none" stroke="url(##0)" stroke-width="2"/>"##,
                ##"<rect width="1" height="1" fill="url(##1)"/>"##,
                ##"<rect width="9" height="9" fill="url(##2)"/>"##,
                ##"<g transform="translate(1 2)"><rect width="10" height="10" fill="#000" filter="url(##3)"/>"##,
                "</g>",
            ]
        )
    }

    @Test("The pixels of a picture are in the document once, and a repeated picture has its tint")
    func pixels() throws {
        let pixels = try #require(ImagePixels(width: 2, height: 1, values: [0xffff_0000, 0xff00_00ff]))
        var image = Image(pixels)
        canvas.draw(image, in: Rect(3, 4, 20, 10))
        image.tint = .green
        canvas.fill(Rect(0, 0, 9, 9), with: .image(image, in: Rect(1, 1, 4, 2)))
        image.capInsets = EdgeInsets(top: 0, left: 0.5, bottom: 0, right: 0.5)
        canvas.draw(image, in: Rect(0, 0, 20, 10))
        let picture = canvas.svg
        #expect(picture.split(separator: "data:image/png").count == 2)
        #expect(lines[1].hasPrefix(##"<image id="#0" width="2" height="1" href="data:image/png;base64,iVBOR"##))
        #expect(lines.contains(###"<use href="##0" transform="matrix(10 0 0 10 3 4)"/>"###))
        #expect(picture.split(separator: "<use ").count == 6)
        #expect(lines.contains { $0.hasPrefix("<pattern") && $0.contains(###"<g filter="url(##1)">"###) })
    }

    @Test("The even-odd rule, the dashes' beginning and the limit of corners are in the picture where SVG has others")
    func details() {
        var path = Path(Rect(0, 0, 9, 9))
        path.add(Path(Rect(3, 3, 3, 3)))
        path.usesEvenOddFillRule = true
        canvas.fill(path, with: .black)
        canvas.stroke(path, with: .black, style: StrokeStyle(dash: [2, 1], dashPhase: 1.5, miterLimit: 3))
        canvas.clip(to: path)
        canvas.fill(Rect(0, 0, 1, 1), with: .red)
        let picture = canvas.svg
        #expect(picture.contains("Z\" fill-rule=\"evenodd\" fill=\"#000\"/>"))
        let dashes = "stroke-miterlimit=\"3\" stroke-dasharray=\"2 1\" stroke-dashoffset=\"1.5\"/>"
        #expect(picture.contains(dashes) && picture.contains("Z\" clip-rule=\"evenodd\"/></clipPath>"))
    }

    @Test("A paint, a shadow or a style with a number that is not finite draws nothing of it")
    func notFinite() {
        let gradient = Gradient(colors: [.red, .blue])
        canvas.fill(Rect(0, 0, 1, 1), with: .linearGradient(gradient, from: .zero, to: Point(.nan, 0)))
        canvas.fill(Rect(0, 0, 1, 1), with: .radialGradient(gradient, center: .zero, radius: -1))
        canvas.stroke(Path(Rect(0, 0, 1, 1)), with: .image(Image(name: "none", size: .zero), in: .zero), style: .init())
        canvas.drawShadow(of: Path(Rect(0, 0, 1, 1)), Shadow(color: .black, offset: Point(.infinity, 0)))
        canvas.drawShadow(of: Path(Rect(0, 0, .infinity, 1)), Shadow(color: .black))
        #expect(lines.isEmpty)
    }

    @Test("A text's weight, slant, spacing, line and digits are attributes where they are not the usual ones")
    func texts() {
        canvas.draw("a", at: .zero, style: TextStyle(fontSize: 10))
        let style = TextStyle(
            fontSize: 10,
            weight: .medium,
            isItalic: true,
            letterSpacing: 1.5,
            isUnderlined: true,
            usesTabularDigits: true
        )
        canvas.draw("a", at: .zero, style: style)
        let attributes =
            ##" font-weight="500" font-style="italic" letter-spacing="1.5" text-decoration="underline""##
            + ##" font-variant-numeric="tabular-nums""##
        let plain = ##"<text x="0" y="9.4" font-size="10" textLength="6" lengthAdjust="spacingAndGlyphs" fill="#000">"##
        #expect(lines[0] == plain + "a</text>")
        #expect(lines[1].contains(##"font-size="10""## + attributes))
    }
}
