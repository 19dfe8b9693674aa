#if Cairo
import CResponderCairo
import Foundation
import ResponderKit
import TestSupport
import Testing

@testable import ResponderCairo

@Suite("PangoTextMeasurer")
@MainActor
struct PangoTextMeasurerTests {
    private let fonts = PangoTextMeasurer()

    private func size(_ text: String, _ fontSize: Double = 20, isBold: Bool = false) -> Size {
        fonts.size(of: text, in: TextStyle(fontSize: fontSize, isBold: isBold))
    }

    @Test("A longer text, a larger font and a bold one are wider, and each line is as high as its font")
    func extents() {
        #expect(size("").width == 0 && size("").height == size("Hello").height)
        #expect(size("Hello").width > size("Hell").width)
        #expect(size("iiii").width < size("MMMM").width)
        #expect(size("Hello", isBold: true).width > size("Hello").width)
        let ratio = size("Hello", 200).width / size("Hello").width
        #expect(9.3...10.7 ~= ratio)
        #expect(20...40 ~= size("Hello").height)
        #expect(size("a\nb").height < 1.5 * size("Hello").height)
    }

    @Test("Hinted extents are whole points; others grow with the font alone, and with each character alike")
    func hinting() {
        func widths(_ fonts: PangoTextMeasurer, _ fontSize: Double) -> [Double] {
            (1...12).map { fonts.size(of: String(repeating: "l", count: $0), in: TextStyle(fontSize: fontSize)).width }
        }
        #expect(widths(PangoTextMeasurer(isHinted: true), 13).allSatisfy { $0 == $0.rounded() })
        let fonts = PangoTextMeasurer(isHinted: false)
        let (small, large) = (widths(fonts, 13), widths(fonts, 130))
        #expect(small.contains { $0 != $0.rounded() })
        for (index, (one, ten)) in zip(small, large).enumerated() {
            #expect(abs(ten - 10 * one) < 0.2)
            #expect(abs(one - Double(index + 1) * small[0]) < 0.02)
        }
    }

    @Test("Text is drawn with its hints or without, as it is measured")
    func hintedDrawing() throws {
        let drawings = try [true, false].map { isHinted in
            let fonts = PangoTextMeasurer(isHinted: isHinted)
            let surface = try CairoSurface(size: Size(200, 30))
            CairoCanvas(surface, fonts: fonts).draw("Measured", at: Point(2.3, 2), style: TextStyle(fontSize: 15))
            let end = fonts.size(of: "Measured", in: TextStyle(fontSize: 15)).width + 4
            #expect(pixels(surface).enumerated().allSatisfy { $0.element == 0 || Double($0.offset % 200) < end })
            return pixels(surface)
        }
        #expect(drawings[0] != drawings[1])
        #expect(PangoTextMeasurer().isHinted == (cairo_version() < 11_704))
    }

    @Test("A text with any characters has an extent: zeros, controls, emoji, text from right to left")
    func anyText() {
        #expect(size("a\0b").width > size("ab").width)
        let texts = ["\u{1}\u{7f}\u{fffe}", "👩‍👩‍👧‍👦", "שלום", "e\u{301}\u{301}", "\u{202e}abc", "a\tb", "a\r\nb"]
        for text in texts {
            let size = size(text)
            #expect(size.isFinite && size.width > 0 && size.height > 0, "\(text)")
        }
        #expect(size(String(repeating: "lorem ", count: 20_000)).width > 100_000)
    }

    @Test("A font of no size has no extent, and one beyond 10,000 points counts as one of 10,000")
    func sizes() {
        for fontSize in [0, -1, .nan, -.infinity, 1e-9] { #expect(size("Hello", fontSize) == .zero) }
        #expect(size("Hello", .infinity) == size("Hello", 10_000))
        #expect(size("Hello", 1e300) == size("Hello", 10_000))
        #expect(size("Hello", 0.01).isFinite)
    }

    @Test("A text is drawn within its extent, in its color, and moves with its point")
    func drawing() throws {
        let style = TextStyle(fontSize: 24, color: .red)
        let size = fonts.size(of: "HIM", in: style)
        let surface = try CairoSurface(size: Size(120, 60))
        let canvas = CairoCanvas(surface, fonts: fonts)
        canvas.draw("HIM", at: Point(30, 15), style: style)
        var box: Rect?
        for y in 0..<60 {
            for x in 0..<120 where surface[x, y] != 0 {
                let pixel = Rect(Double(x), Double(y), 1, 1)
                box = box?.union(pixel) ?? pixel
                #expect(surface[x, y] & 0xffff == 0)
            }
        }
        let ink = try #require(box)
        #expect(Rect(origin: Point(30, 15), size: size).contains(ink))
        #expect(ink.width > size.width * 0.8 && ink.height > 24 * 0.6 && ink.height < 24)
    }

    @Test("A text in a layer is as visible as the layer, and large text is drawn as shapes")
    func layersAndLargeText() throws {
        let surface = try CairoSurface(size: Size(300, 400))
        let canvas = CairoCanvas(surface, fonts: fonts)
        canvas.beginTransparencyLayer(alpha: 0.5)
        canvas.draw("I", at: .zero, style: TextStyle(fontSize: 300, isBold: true))
        canvas.endTransparencyLayer()
        #expect(pixels(surface).map { $0 >> 24 }.max() == 128)
        #expect(pixels(surface).filter { $0 != 0 }.count > 5000)
    }

    @Test("A text is shaped once, whatever its color, and what was used last is kept up to the limit")
    func cache() {
        let fonts = PangoTextMeasurer(layoutLimit: 10)
        for color in [Color.red, .green, .blue] {
            _ = fonts.size(of: "Hello", in: TextStyle(color: color))
        }
        #expect(fonts.misses == 1 && fonts.hits == 2)
        for number in 0..<100 {
            _ = fonts.size(of: "\(number)", in: TextStyle())
            _ = fonts.size(of: "Hello", in: TextStyle())
            #expect(fonts.keptLayouts <= 10)
        }
        #expect(fonts.misses == 101)
        fonts.removeAll()
        #expect(fonts.keptLayouts == 0)
        #expect(fonts.size(of: "Hello", in: TextStyle()) == size("Hello", 16))
        // A text of more than a mebibyte would push out all others.
        let long = String(repeating: "abcdefgh", count: 1 << 17) + "i"
        _ = fonts.size(of: long, in: TextStyle())
        #expect(fonts.keptLayouts == 1)
    }

    @Test("Fonts of very many sizes are not all kept, and text stays as wide")
    func manySizes() {
        let width = size("Hello").width
        for step in 0..<300 { #expect(size("Hello", 10 + Double(step) / 100).width > 0) }
        #expect(fonts.keptFonts <= 256 && fonts.keptLayouts <= 256)
        #expect(size("Hello").width == width)
    }

    @Test("Without any font text is measured as equally wide characters, nothing is drawn, and that is told once")
    func noFont() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { @MainActor in
            let folder = TemporaryFolder()
            let text = "<?xml version=\"1.0\"?><fontconfig><dir>\(folder.path)</dir></fontconfig>"
            let file = try folder.write(text, to: "fonts.conf")
            setenv("FONTCONFIG_FILE", file, 1)
            let fonts = PangoTextMeasurer()
            var errors: [CairoError] = []
            fonts.onError = { errors.append($0) }
            let surface = try CairoSurface(size: Size(100, 30))
            let canvas = CairoCanvas(surface, fonts: fonts)
            for _ in 0..<3 { canvas.draw("Hello", at: .zero, style: TextStyle()) }
            let size = fonts.size(of: "Hello", in: TextStyle())
            guard size == FixedWidthTextMeasurer().size(of: "Hello", in: TextStyle()),
                errors.map(\.problem) == [.noFont], pixels(surface).allSatisfy({ $0 == 0 })
            else { exit(1) }
        }
        _ = result
    }

    @Test("Carets stand between characters, whose places end at the text's width")
    func carets() {
        let style = TextStyle(fontSize: 20)
        for text in ["", "Hello", "e\u{301}a", "a\0b", "👩‍👩‍👧 ok", "AVAVA"] {
            let places = fonts.caretOffsets(of: text, in: style)
            #expect(places.count == text.count + 1 && places == places.sorted() && places[0] == 0)
            #expect(abs(places[text.count] - fonts.size(of: text, in: style).width) < 0.01)
        }
        // A pair of letters is closer than the letters by themselves.
        let pair = fonts.caretOffsets(of: "AV", in: TextStyle(fontSize: 200))
        #expect(pair[1] > 0 && pair[1] < pair[2])
        #expect(fonts.caretOffsets(of: "ab", in: TextStyle(fontSize: .nan)) == [0, 0, 0])
    }

    @Test("In text from right to left carets go to the left, and in mixed text each part goes its way")
    func rightToLeft() {
        let style = TextStyle(fontSize: 20)
        let hebrew = fonts.caretOffsets(of: "שלום", in: style)
        #expect(hebrew.count == 5 && hebrew == hebrew.sorted().reversed() && hebrew[4] == 0)
        #expect(abs(hebrew[0] - fonts.size(of: "שלום", in: style).width) < 0.01)
        let mixed = fonts.caretOffsets(of: "ab שלום", in: style)
        let width = fonts.size(of: "ab שלום", in: style).width
        #expect(mixed[0] == 0 && mixed[1] < mixed[2] && mixed[3] > mixed[4] && mixed.allSatisfy { $0 <= width + 0.01 })
    }

    @Test("A style changes what is measured: weight, slant, spacing and equally wide digits")
    func styles() {
        func width(_ text: String, _ change: (inout TextStyle) -> Void) -> Double {
            var style = TextStyle(fontSize: 20)
            change(&style)
            return fonts.size(of: text, in: style).width
        }
        let plain = width("Hello") { _ in }
        #expect(width("Hello") { $0.weight = .bold } > plain)
        // Pango adds nothing behind the last letter.
        #expect(abs(width("Hello") { $0.letterSpacing = 3 } - plain - 12) <= 1)
        #expect(width("Hello") { $0.letterSpacing = .nan } == plain)
        #expect(width("111") { $0.usesTabularDigits = true } == width("888") { $0.usesTabularDigits = true })
        let metrics = fonts.metrics(of: TextStyle(fontSize: 20))
        #expect(metrics.ascent > metrics.descent && metrics.descent > 0)
        #expect(abs(metrics.ascent + metrics.descent - size("").height) < 0.01)
        let underlined = try? drawnText(isUnderlined: true)
        #expect(underlined != nil && underlined != (try? drawnText(isUnderlined: false)))
    }

    private func drawnText(isUnderlined: Bool) throws -> [UInt32] {
        let surface = try CairoSurface(size: Size(60, 30))
        let style = TextStyle(fontSize: 20, isUnderlined: isUnderlined)
        CairoCanvas(surface, fonts: fonts).draw("no", at: .zero, style: style)
        return pixels(surface)
    }
}
#endif
